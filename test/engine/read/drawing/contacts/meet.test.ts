/** Where lines and arcs meet: against points walked along each curve and measured from the other. */
import { describe, expect, it } from "vitest";
import type { Point } from "../../../../../engine/base/contract/values/geometry.ts";
import { meet } from "../../../../../engine/read/drawing/contacts/meet.ts";
import { arcAround, lineBetween } from "../../../../../engine/read/drawing/curves/curves.ts";
import { Random } from "../../../../helpers/random.ts";

const WELD = 1e-3;
/** Points on each curve; the steps between them are far smaller than what the curves are apart elsewhere. */
const STEPS = 4000;
/** Curves that nearly touch, or meet this near to an end, are no clear case for the walk. */
const UNCLEAR = 0.05;

type Known =
  | { kind: "line"; from: Point; to: Point }
  | { kind: "arc"; at: Point; radius: number; start: number; sweep: number };

const made = (known: Known) => ({
  curve:
    known.kind === "line"
      ? lineBetween(...known.from, ...known.to)
      : arcAround(...known.at, known.radius, known.start, known.sweep),
  chords: null,
});

const pointOf = (known: Known, t: number): Point => {
  if (known.kind === "line") {
    const { from, to } = known;
    return [from[0] + t * (to[0] - from[0]), from[1] + t * (to[1] - from[1])];
  }
  const angle = known.start + t * known.sweep;
  return [known.at[0] + known.radius * Math.cos(angle), known.at[1] + known.radius * Math.sin(angle)];
};

const walk = (known: Known) => Array.from({ length: STEPS + 1 }, (_, i) => pointOf(known, i / STEPS));

/** Beyond the whole line or circle, or on this side of it: positive or negative. */
const side = (known: Known, [x, y]: Point) => {
  if (known.kind === "arc") return Math.hypot(x - known.at[0], y - known.at[1]) - known.radius;
  const [dx, dy] = [known.to[0] - known.from[0], known.to[1] - known.from[1]];
  return (dx * (y - known.from[1]) - dy * (x - known.from[0])) / Math.hypot(dx, dy);
};

const apart = ([x, y]: Point, points: Point[]) =>
  Math.min(...points.map(([u, v]) => Math.hypot(u - x, v - y)));

/** Places where the walk along one passes from one side of the other to its other side, and is on it; null where unclear. */
function crossingsOf(p: Known, q: Known): Point[] | null {
  const [ours, theirs] = [walk(p), walk(q)];
  const sides = ours.map((point) => side(q, point));
  const found: Point[] = [];
  for (let i = 0; i < STEPS; i++) {
    const [before, after] = [sides[i]!, sides[i + 1]!];
    const isLeast =
      i > 0 && Math.abs(before) < Math.abs(sides[i - 1]!) && Math.abs(before) <= Math.abs(after);
    if (before < 0 === after < 0) {
      // It comes near and turns away again.
      if (isLeast && Math.abs(before) < UNCLEAR && before < 0 === sides[i - 1]! < 0) return null;
      continue;
    }
    const share = before / (before - after);
    const place = pointOf(p, (i + share) / STEPS);
    const distance = apart(place, theirs);
    const toEnds = apart(place, [ours[0]!, ours[STEPS]!, theirs[0]!, theirs[STEPS]!]);
    if (toEnds < UNCLEAR) return null;
    if (distance < UNCLEAR / 4) found.push(place);
  }
  return found;
}

function meetings(p: Known, q: Known) {
  const told: { t: number; u: number; at: Point; crosses: boolean }[] = [];
  meet(made(p), made(q), WELD, (t, u, x, y, crosses) => told.push({ t, u, at: [x, y], crosses }));
  return told;
}

function some(random: Random): Known {
  const number = () => 20 * random.next() - 10;
  if (random.chance(0.4)) return { kind: "line", from: [number(), number()], to: [number(), number()] };
  const sweep =
    (random.chance(0.5) ? 1 : -1) * (random.chance(0.3) ? 2 * Math.PI : 0.3 + 5.5 * random.next());
  return { kind: "arc", at: [number(), number()], radius: 1 + 9 * random.next(), start: number(), sweep };
}

describe("two curves", () => {
  it("cross where one passes from side to side of the other, and nowhere else", () => {
    const random = new Random(7);
    let clear = 0;
    let places = 0;
    for (let round = 0; round < 400; round++) {
      const [p, q] = [some(random), some(random)];
      const known = crossingsOf(p, q);
      if (!known) continue;
      clear++;
      places += known.length;
      const told = meetings(p, q).filter(({ crosses }) => crosses);
      expect([round, told.length]).toEqual([round, known.length]);
      for (const { t, u, at } of told) {
        expect(apart(at, known)).toBeLessThan(1e-3);
        expect(Math.hypot(pointOf(p, t)[0] - at[0], pointOf(p, t)[1] - at[1])).toBeLessThan(1e-9);
        expect(Math.hypot(pointOf(q, u)[0] - at[0], pointOf(q, u)[1] - at[1])).toBeLessThan(1e-9);
      }
    }
    expect(clear).toBeGreaterThan(200);
    expect(places).toBeGreaterThan(100);
  });

  const disc = (x: number, y: number, radius: number): Known => ({
    kind: "arc",
    at: [x, y],
    radius,
    // Ends that no other curve comes near.
    start: -Math.PI / 2,
    sweep: 2 * Math.PI,
  });
  const across = (y: number): Known => ({ kind: "line", from: [-9, y], to: [8, y] });

  it.each<[string, Known, Known, Point]>([
    ["circles from outside", disc(0, 0, 5), disc(8, 0, 3), [5, 0]],
    ["circles from inside", disc(0, 0, 5), disc(2, 0, 3), [5, 0]],
    ["circles from inside, the small one first", disc(2, 0, 3), disc(0, 0, 5), [5, 0]],
    ["a line and a circle", across(5), disc(0, 0, 5), [0, 5]],
    ["a circle and a line", disc(0, 0, 5), across(5), [0, 5]],
  ])("touch once: %s, with a hair to spare or too little", (_, p, q, place) => {
    for (const hair of [-0.9, -0.3, 0, 0.3, 0.9]) {
      const moved: Known =
        q.kind === "arc"
          ? { ...q, radius: q.radius + hair * WELD }
          : { ...q, from: [q.from[0], q.from[1] + hair * WELD], to: [q.to[0], q.to[1] + hair * WELD] };
      const told = meetings(p, moved);
      expect([hair, told.map(({ crosses }) => crosses)]).toEqual([hair, [false]]);
      expect(apart(told[0]!.at, [place])).toBeLessThan(2 * WELD);
    }
  });

  it("touch once where one ends beside the place where they would touch", () => {
    // All of these ends are nearer to the circle than the tolerance: 0.05² / 10 and 0.09² / 10.
    for (const end of [0.02, 0.05, 0.09]) {
      const line: Known = { kind: "line", from: [-9, 5], to: [end, 5] };
      expect(meetings(line, disc(0, 0, 5)).map(({ at }) => at)).toEqual([[end, 5]]);
      const turn = 0.15 * end;
      const bow: Known = { kind: "arc", at: [8, 0], radius: 3, start: Math.PI - turn, sweep: 2 };
      const [told, ...more] = meetings(bow, disc(0, 0, 5));
      expect(more).toEqual([]);
      expect(apart(told!.at, [[8 - 3 * Math.cos(turn), 3 * Math.sin(turn)]])).toBeLessThan(2 * WELD);
    }
  });

  it.each<[string, Known, Known]>([
    ["beside each other, with boxes that overlap", disc(0, 0, 10), disc(15, 15, 10)],
    ["one in the other, off its centre", disc(0, 0, 10), disc(3, 0, 5)],
    ["one around the other, off its centre", disc(0, 0, 10), disc(4, 3, 16)],
    ["about one centre", disc(0, 0, 10), disc(0, 0, 4)],
    ["a line past a circle", across(5.01), disc(0, 0, 5)],
  ])("do not meet: %s", (_, p, q) => {
    expect(meetings(p, q)).toEqual([]);
    expect(meetings(q, p)).toEqual([]);
  });
});
