/** Which lines end at a place, and which of them make loops? */
import type { Point } from "../../../../base/contract/values/geometry.ts";
import { PointGrid } from "../../basis/grid.ts";
import { endsOf } from "../../basis/plane.ts";
import type { Shown, Straight } from "./shown.ts";

export function gridOf(points: readonly Point[], near: number): PointGrid {
  const grid = new PointGrid(near, points.length);
  for (const point of points) grid.add(...point);
  return grid;
}

/** What finds the lines that end at a place; not many more than so many. */
export function linesEndingAt(lines: readonly Straight[], near: number): Shown["endingAt"] {
  let grid: PointGrid | null = null;
  return (at, most = Infinity) => {
    const found = new Set<Straight>();
    grid ??= gridOf(lines.flatMap(endsOf), near);
    grid.near(...at, near, (end) => {
      found.add(lines[end >> 1]!);
      return found.size > most;
    });
    return [...found];
  };
}

/** What is left of lines when those are taken away, again and again, that have an end at which no other one of them ends. */
export function withoutBranches(
  lines: ReadonlySet<Straight>,
  endingAt: Shown["endingAt"],
): ReadonlySet<Straight> {
  const left = new Set(lines);
  const isLoose = (line: Straight) =>
    endsOf(line).some(
      (end) => !endingAt(end).some((other) => other !== line && (left.has(other) || !lines.has(other))),
    );
  const asked = [...lines];
  for (const line of asked) {
    if (!left.has(line) || !isLoose(line)) continue;
    left.delete(line);
    for (const end of endsOf(line)) for (const other of endingAt(end)) if (left.has(other)) asked.push(other);
  }
  return left;
}

/** Lines that make loops without branches, when those are taken away that end elsewhere. */
export function loopsOf(lines: readonly Straight[], endingAt: Shown["endingAt"]): Straight[] {
  const whole = withoutBranches(new Set(lines), endingAt);
  const isForked = (line: Straight) =>
    endsOf(line).some((end) => endingAt(end).filter((other) => whole.has(other)).length > 2);
  const plain = new Set([...whole].filter((line) => !isForked(line)));
  const endingPlain = (at: Point) => endingAt(at).filter((line) => plain.has(line));
  return [...withoutBranches(plain, endingPlain)];
}
