/** Parts of a drawing that were drawn several times: one of them, so many times, says the same. */
import type { Bounds } from "../../engine/index.ts";
import type { App } from "../app.ts";
import { boundsOf } from "../model/bounds.ts";
import type { Part } from "../model/project.ts";
import { materialKey } from "./materials.ts";
import { drawingsWithout, MOST_COPIES } from "./parts.ts";

/** Corners nearer than this are one, in mm. */
const SAME = 0.02;
/** Keeps lengths as people draw them, in hundredths, away from where rounding turns. */
const BESIDE = 0.3;

type Corners = readonly (readonly number[])[];

/** By ring or line: an edited part has the very ones that it had. */
const known = new WeakMap<Corners, string>();

/** Corners from the lower left of the part, wherever a ring begins. */
function cornersOf(line: Corners, { min_x, min_y }: Bounds): string {
  const told = known.get(line);
  if (told !== undefined) return told;
  const at = (value: number, from: number) => Math.round((value - from) / SAME + BESIDE);
  const corners = new Set(line.map(([x, y]) => `${at(x!, min_x)} ${at(y!, min_y)}`));
  const text = [...corners].sort().join();
  known.set(line, text);
  return text;
}

/** The same for parts that differ by their place alone: outline, holes, what is drawn on them, and the rules for them. */
function shapeOf(part: Part): string {
  const { exterior, holes, marks = [], turn } = part;
  const box = boundsOf(exterior);
  const pierced = holes.map((hole) => cornersOf(hole, box)).sort();
  const drawn = marks.map(({ role, path }) => `${role} ${cornersOf(path, box)}`).sort();
  return JSON.stringify([cornersOf(exterior, box), pierced, drawn, turn, materialKey(part)]);
}

/** Groups of two and more of these that are alike. */
export function alikeAmong(parts: readonly Part[]): Part[][] {
  const groups = new Map<string, Part[]>();
  for (const part of parts) {
    const shape = shapeOf(part);
    const group = groups.get(shape) ?? [];
    groups.set(shape, group);
    group.push(part);
  }
  return [...groups.values()].filter(({ length }) => length > 1);
}

/** The first of each group stands for all of it. */
export function listOnce({ store }: App, name: string, groups: readonly Part[][]): void {
  const sum = (numbers: number[]) =>
    Math.min(
      MOST_COPIES,
      numbers.reduce((all, one) => all + one, 0),
    );
  const merged = groups.map(([first, ...rest]): [Part, Part] => {
    const all = [first!, ...rest];
    const quantity = sum(all.map((part) => part.quantity));
    const asked = all.some(({ wanted }) => wanted !== undefined);
    const wanted = sum(all.map((part) => part.wanted ?? 1));
    return [first!, { ...first!, quantity, ...(asked ? { wanted } : {}) }];
  });
  const now = new Map(merged);
  const gone = new Set(groups.flatMap(([, ...rest]) => rest));
  store.commit(`List equal parts of ${name} once`, (project) => {
    const parts = project.parts.filter((part) => !gone.has(part)).map((part) => now.get(part) ?? part);
    return { ...project, parts, drawings: drawingsWithout(project.drawings, parts, [...gone]) };
  });
}
