/** Parts of a drawing that were drawn several times: one of them, so many times, says the same. */
import type { Bounds } from "../../engine/index.ts";
import type { App } from "../app.ts";
import { groupedBy } from "../collect.ts";
import { isSameBox, pointBounds } from "../model/bounds.ts";
import { countCopies, type MergedCopy, type Part } from "../model/project.ts";
import { MOST_COPIES } from "./edit-parts.ts";
import { materialKey } from "./materials.ts";

/** Corners nearer than this are one, in mm. */
const SAME = 0.02;
/** Keeps lengths as people draw them, in hundredths, away from where rounding turns. */
const BESIDE = 0.3;

type Corners = readonly (readonly number[])[];

/** By ring or line: an edited part has the very ones that it had. */
const known = new WeakMap<Corners, string>();

/** Corners from the lower left of the part, one after another: wherever a ring begins, and either way round. */
function cornersOf(line: Corners, { min_x, min_y }: Bounds): string {
  const told = known.get(line);
  if (told !== undefined) return told;
  const at = (value: number, from: number) => Math.round((value - from) / SAME + BESIDE);
  const corners = line
    .map(([x, y]) => `${at(x!, min_x)} ${at(y!, min_y)}`)
    .filter((corner, i, all) => corner !== all[i - 1]);
  const isRing = corners.length > 1 && corners[0] === corners.at(-1);
  if (isRing) corners.pop();
  const [text] = [corners, corners.toReversed()].map((way) => (isRing ? fromLeast(way) : way).join()).sort();
  known.set(line, text!);
  return text!;
}

/** The same ring from the corner whose text is the least. */
function fromLeast(corners: readonly string[]): string[] {
  const first = corners.indexOf(corners.reduce((least, corner) => (corner < least ? corner : least)));
  return [...corners.slice(first), ...corners.slice(0, first)];
}

type ComparedPart = Pick<Part, "exterior" | "holes" | "marks" | "turn" | "material" | "thickness">;

/** The same for parts that differ by their place alone: outline, holes, what is drawn on them, and the rules for them. */
export function shapeKey(part: ComparedPart): string {
  const { exterior, holes, marks = [], turn } = part;
  const box = pointBounds(exterior);
  const pierced = holes.map((hole) => cornersOf(hole, box)).sort();
  const drawn = marks.map(({ role, path }) => `${role} ${cornersOf(path, box)}`).sort();
  return JSON.stringify([cornersOf(exterior, box), pierced, drawn, turn, materialKey(part)]);
}

/** Groups of two and more of these that are alike, and no more copies than one part may have. */
export function alikeAmong(parts: readonly Part[]): Part[][] {
  return [...groupedBy(parts, shapeKey).values()].filter(
    (group) => group.length > 1 && countCopies(group) <= MOST_COPIES,
  );
}

export function mergedInto(merged: readonly MergedCopy[], box: Bounds): number {
  return countCopies(merged.filter((one) => isSameBox(one.with, box)));
}

/** The first of each group stands for all of it. */
export function listOnce({ store }: App, name: string, groups: readonly Part[][]): void {
  const merged = groups.map((group): [Part, Part] => {
    const [first] = group as [Part];
    const isAsked = group.some(({ wanted }) => wanted !== undefined);
    const wanted = group.reduce((sum, part) => sum + (part.wanted ?? 1), 0);
    return [first, { ...first, quantity: countCopies(group), ...(isAsked ? { wanted } : {}) }];
  });
  const now = new Map(merged);
  const gone = new Set(groups.flatMap(([, ...rest]) => rest));
  store.commit(`List equal parts of ${name} once`, (project) => {
    const parts = project.parts.filter((part) => !gone.has(part)).map((part) => now.get(part) ?? part);
    const drawings = project.drawings.map((drawing) => {
      const mine = groups.filter(([first]) => first!.drawing === drawing.id);
      return mine.length > 0 ? { ...drawing, merged: mergedIn(drawing.merged ?? [], mine) } : drawing;
    });
    return { ...project, parts, drawings };
  });
}

/** With what is listed with the first of each group now; what was listed with another of it goes along. */
function mergedIn(before: readonly MergedCopy[], groups: readonly Part[][]): MergedCopy[] {
  let merged = [...before];
  for (const [first, ...rest] of groups) {
    const box = pointBounds(first!.exterior);
    for (const { exterior, quantity } of rest) {
      const at = pointBounds(exterior);
      const own = quantity - mergedInto(merged, at);
      merged = merged.map((one) => (isSameBox(one.with, at) ? { ...one, with: box } : one));
      merged.push({ at, with: box, quantity: Math.max(1, own) });
    }
  }
  return merged;
}
