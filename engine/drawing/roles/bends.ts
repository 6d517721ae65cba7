/**
 * Which curves are cut, which are bend lines, which are engraved?
 *
 * Layers decide first. A line type such as CENTER tells a bend only for a straight open line that lies in the material
 * of a part; since that needs the parts, such lines are set aside until the contours are known, and joined to them
 * again where they turn out to be something else.
 */

import { findContainment } from "../arrangement/containment.ts";
import { type JoinOptions, joinContours } from "../arrangement/join.ts";
import { type FindingCode, Findings } from "../basis/findings.ts";
import { TOLERANCE } from "../basis/limits.ts";
import type { Contours, DrawnContours } from "../curves/contours.ts";
import { curveAt } from "../curves/curves.ts";
import { pathPoints } from "../curves/outline.ts";
import type { LayerRole } from "../model/drawing.ts";
import type { LayerRoles } from "./roles.ts";

export interface Roled {
  /** Contours to be cut. */
  cut: Contours;
  /** Numbers of what is drawn. */
  bends: number[];
  engraved: number[];
}

export function bendsAndCuts(
  drawn: DrawnContours,
  roles: LayerRoles,
  tolerances: JoinOptions,
  findings: Findings,
): Roled {
  const byRole: Record<LayerRole, number[]> = {
    cut: [],
    bend: [],
    extent: [],
    engrave: [],
    construction: [],
  };
  const dashed: number[] = [];
  for (let number = 0; number < drawn.count; number++) {
    const { layer, lineType } = drawn.marks(number);
    if (roles.byLineType(layer, lineType) && isStraight(drawn, number)) dashed.push(number);
    else byRole[roles.role(layer)].push(number);
  }
  if (byRole.cut.length === 0 && dashed.length === 0) cutWhatIsThere(drawn, byRole, roles, findings);
  const tell = (code: FindingCode, numbers: number[], prefix = "") => {
    for (const number of numbers) {
      const { layer } = drawn.marks(number);
      findings.note(code, { subject: `${prefix}${layer}`, layer });
    }
  };
  tell("bend-extents-ignored", byRole.extent);
  tell("construction-ignored", byRole.construction);
  tell("engraving-kept-apart", byRole.engrave);
  tell("bend-lines", byRole.bend, "layer ");
  const { inside, outside } = splitByMaterial(drawn, dashed, byRole.cut, tolerances);
  for (const number of inside) {
    const { lineType, layer } = drawn.marks(number);
    findings.note("bend-lines", { subject: `line type ${lineType}`, layer });
  }
  return {
    cut: joinContours(drawn, byRole.cut.concat(outside), tolerances, findings),
    bends: [...byRole.bend, ...inside],
    engraved: byRole.engrave,
  };
}

/** Where a drawing holds nothing but layers that sound like drafting aids, they must be the part. */
function cutWhatIsThere(
  drawn: DrawnContours,
  byRole: Record<LayerRole, number[]>,
  roles: LayerRoles,
  findings: Findings,
): void {
  const isChosen = (number: number) => roles.isChosen(drawn.marks(number).layer);
  for (const role of ["construction", "engrave"] as const) {
    if (byRole.cut.length > 0) return;
    const guessed = byRole[role].filter((number) => !isChosen(number));
    for (const number of guessed) {
      const { layer } = drawn.marks(number);
      findings.note("role-overruled", { subject: layer, layer });
    }
    byRole.cut = byRole.cut.concat(guessed);
    byRole[role] = byRole[role].filter(isChosen);
  }
}

function isStraight(drawn: DrawnContours, number: number): boolean {
  const { curves } = drawn.get(number);
  return curves.length === 1 && drawn.table.get(curves[0]!).kind === "line";
}

/** Lines whose middle lies in the material between an outline and its holes, and the others. */
function splitByMaterial(
  drawn: DrawnContours,
  lines: number[],
  cut: number[],
  tolerances: JoinOptions,
): { inside: number[]; outside: number[] } {
  if (lines.length === 0) return { inside: [], outside: [] };
  const { table } = drawn;
  const joined = joinContours(drawn, cut, tolerances, new Findings());
  const rings = joined.numbers(true).map((ring) => {
    return pathPoints(table.run(joined.get(ring).curves), true, 10 * TOLERANCE.chord, tolerances.weld);
  });
  // A speck at the middle of each line takes part in the nesting like a ring.
  const specks = lines.map((line) => {
    const [x, y] = curveAt(table.get(drawn.get(line).curves[0]!), 0.5);
    return [x, y, x + tolerances.weld, y, x, y];
  });
  const { depths } = findContainment([...rings, ...specks], 10 * TOLERANCE.chord);
  const inMaterial = (i: number) => depths[rings.length + i]! % 2 === 1;
  return {
    inside: lines.filter((_, i) => inMaterial(i)),
    outside: lines.filter((_, i) => !inMaterial(i)),
  };
}
