/**
 * Which parts, open cuts and bend lines do the curves of a drawing make?
 *
 * Curves get a role by layer and line type, those to be cut are joined into contours, rings are nested by even-odd
 * depth (even: a part, odd: a hole in it), and all is measured on the true curves before any of it becomes points.
 */

import type { ReadOptions } from "../../base/contract/read-options.ts";
import { areasHoldParts, linesWithAreas, tellAreas } from "./areas.ts";
import { Findings } from "./basis/drawing-findings.ts";
import {
  arrangeCuts,
  findBends,
  leaveOutAnnotation,
  leaveOutContainers,
  leaveOutCopies,
  leaveOutCountersinks,
  leaveOutHelpingLines,
} from "./cuts.ts";
import { engraveFills } from "./fills.ts";
import { addUpLengths } from "./length-account.ts";
import { measureParts, tellSeveral, tellWithin } from "./measure/measured-parts.ts";
import type { PackedDrawing } from "./model/packed.ts";
import { readOrders } from "./orders/orders.ts";
import { drawingData, packPaths } from "./pack.ts";
import { type ReadEntities, Reading } from "./reading.ts";
import { tellColours, tellUnclear } from "./roles/evidence.ts";
import { describeBends } from "./roles/notes.ts";
import { cutWhatIsThere, tellRoles } from "./roles/sort.ts";
import { tellScale, tellSizes, tellThin } from "./sizes.ts";

/** A step of reading. It changes the reading, and returns what there is to tell. */
type Stage = (reading: Reading) => Findings;

/** These find the curves that are cut, and the parts that they make. */
const ARRANGING: readonly Stage[] = [
  cutWhatIsThere,
  tellRoles,
  leaveOutCopies,
  leaveOutAnnotation,
  leaveOutHelpingLines,
  leaveOutContainers,
  leaveOutCountersinks,
  findBends,
  engraveFills,
  arrangeCuts,
  tellAreas,
];

/** These measure the parts, and tell a person about them. */
const MEASURING: readonly Stage[] = [
  measureParts,
  describeBends,
  packPaths,
  tellSeveral,
  tellWithin,
  tellThin,
  tellUnclear,
  tellColours,
  readOrders,
  tellSizes,
  tellScale,
  addUpLengths,
];

export function assembleDrawing(
  source: ReadEntities,
  options: ReadOptions,
  findings: Findings,
): PackedDrawing {
  let reading = new Reading(source, source.drawn, options);
  let told = run(ARRANGING, reading);
  if (source.areas && areasHoldParts(reading)) {
    const whole = new Reading(source, linesWithAreas(source.drawn, source.areas.drawn), options);
    const toldOfWhole = run(ARRANGING, whole);
    if (whole.arranged.parts.length > 0) [reading, told] = [whole, toldOfWhole];
  }
  findings.add(told);
  findings.add(run(MEASURING, reading));
  const { parts, paths, roles, groups, account, arranged, hints, orders } = reading;
  return {
    data: drawingData(reading),
    parts,
    paths,
    layers: source.layers.map((name) => ({ name, role: roles.role(name) })),
    groups,
    unit: source.unit,
    account,
    open_ends: arranged.openEnds,
    hints,
    orders,
    findings: findings.list(),
  };
}

function run(stages: readonly Stage[], reading: Reading): Findings {
  const findings = new Findings();
  for (const stage of stages) findings.add(stage(reading));
  return findings;
}
