/**
 * Which curves are cut, which are bend lines, which are engraved?
 *
 * Layers decide first. A line type such as CENTER tells a bend only for a straight open line that lies in the material
 * of a part; since that needs the parts, such lines are set aside until the contours are known, and joined to them
 * again where they turn out to be something else.
 */
import { findContainment } from "./containment.ts";
import { curveAt } from "./curves.ts";
import type { CurveTable } from "./curvetable.ts";
import type { LayerRole } from "./drawing.ts";
import type { Drawn, DrawnContours } from "./drawn.ts";
import { Findings } from "./findings.ts";
import { type Chain, type JoinOptions, joinContours } from "./join.ts";
import { TOLERANCE } from "./limits.ts";
import { pathPoints } from "./outline.ts";
import type { LayerRoles } from "./roles.ts";

export interface Roled {
  /** Contours to be cut. */
  cut: Chain[];
  bends: Drawn[];
  engraved: Drawn[];
}

export function bendsAndCuts(
  { contours, table }: DrawnContours,
  roles: LayerRoles,
  tolerances: JoinOptions,
  findings: Findings,
): Roled {
  const byRole: Record<LayerRole, Drawn[]> = { cut: [], bend: [], extent: [], engrave: [], construction: [] };
  const dashed: Drawn[] = [];
  for (const entry of contours) {
    const straight = entry.curves.length === 1 && table.get(entry.curves[0]!).kind === "line";
    if (straight && roles.byLineType(entry.layer, entry.lineType)) dashed.push(entry);
    else byRole[roles.role(entry.layer)].push(entry);
  }
  if (byRole.cut.length === 0 && dashed.length === 0) cutWhatIsThere(byRole, roles, findings);
  for (const { layer } of byRole.extent) findings.note("bend-extents-ignored", { subject: layer, layer });
  for (const { layer } of byRole.construction)
    findings.note("construction-ignored", { subject: layer, layer });
  for (const { layer } of byRole.engrave) findings.note("engraving-kept-apart", { subject: layer, layer });
  for (const { layer } of byRole.bend) findings.note("bend-lines", { subject: `layer ${layer}`, layer });
  const { inside, outside } = splitByMaterial(dashed, byRole.cut, table, tolerances);
  for (const { lineType, layer } of inside)
    findings.note("bend-lines", { subject: `line type ${lineType}`, layer });
  return {
    cut: joinContours([...byRole.cut, ...outside], table, tolerances, findings),
    bends: [...byRole.bend, ...inside],
    engraved: byRole.engrave,
  };
}

/** Where a drawing holds nothing but layers that sound like drafting aids, they must be the part. */
function cutWhatIsThere(byRole: Record<LayerRole, Drawn[]>, roles: LayerRoles, findings: Findings): void {
  for (const role of ["construction", "engrave"] as const) {
    if (byRole.cut.length > 0) return;
    const guessed = byRole[role].filter(({ layer }) => !roles.isChosen(layer));
    for (const { layer } of guessed) findings.note("role-overruled", { subject: layer, layer });
    byRole.cut = byRole.cut.concat(guessed);
    byRole[role] = byRole[role].filter(({ layer }) => roles.isChosen(layer));
  }
}

/** Lines whose middle lies in the material between an outline and its holes, and the others. */
function splitByMaterial(
  lines: Drawn[],
  cut: Drawn[],
  table: CurveTable,
  tolerances: JoinOptions,
): { inside: Drawn[]; outside: Drawn[] } {
  if (lines.length === 0) return { inside: [], outside: [] };
  const rings = joinContours(cut, table, tolerances, new Findings())
    .filter(({ closed }) => closed)
    .map(({ curves }) => pathPoints(table.list(curves), true, 10 * TOLERANCE.chord, tolerances.weld));
  // A speck at the middle of each line takes part in the nesting like a ring.
  const specks = lines.map(({ curves }) => {
    const [x, y] = curveAt(table.get(curves[0]!), 0.5);
    return [x, y, x + tolerances.weld, y, x, y];
  });
  const { depths } = findContainment([...rings, ...specks], 10 * TOLERANCE.chord);
  const inMaterial = (i: number) => depths[rings.length + i]! % 2 === 1;
  return {
    inside: lines.filter((_, i) => inMaterial(i)),
    outside: lines.filter((_, i) => !inMaterial(i)),
  };
}
