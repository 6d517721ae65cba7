/**
 * Which curves are cut, which are bend lines, engraved, marked, or nothing of the kind?
 *
 * Choices of the caller go first, then layers by their names. A line type such as CENTER or DASHED is never cut unasked:
 * what it tells needs the parts, and so such curves are set aside until those are known.
 */

import type { LayerRole } from "../../../base/contract/read-options.ts";
import { type FindingCode, Findings } from "../basis/drawing-findings.ts";
import { millimetres } from "../basis/sentences.ts";
import { Contours, type DrawnContours } from "../curves/contours.ts";
import { depthOf } from "./layer-words.ts";
import type { LayerRoles } from "./roles.ts";

export type Sorted = Record<LayerRole | "dashed", number[]>;

/** The curves of a drawing, sorted by role. */
export interface SortedCurves {
  drawn: DrawnContours;
  sorted: Sorted;
  roles: LayerRoles;
}

/** Numbers of what is drawn, by role. */
export function sortByRole(drawn: DrawnContours, roles: LayerRoles): Sorted {
  const sorted: Sorted = {
    cut: [],
    bend: [],
    extent: [],
    engrave: [],
    mark: [],
    construction: [],
    dashed: [],
  };
  // Most of what is drawn looks like what was drawn before it.
  const lists = drawn.allMarks.map((marks) =>
    [false, true].map((closed) => sorted[roles.isDashed(marks) ? "dashed" : roles.roleOf(marks, { closed })]),
  );
  for (let number = 0; number < drawn.count; number++)
    lists[drawn.look(number)]![Number(drawn.isClosed(number))]!.push(number);
  return sorted;
}

/** Where a drawing holds nothing but what sounds like drafting aids, it must be the part. */
export function cutWhatIsThere({ drawn, sorted, roles }: SortedCurves): Findings {
  const findings = new Findings();
  if (sorted.cut.length > 0) return findings;
  sorted.cut = sorted.dashed;
  sorted.dashed = [];
  for (const role of ["construction", "engrave"] as const) {
    if (sorted.cut.length > 0) return findings;
    const isChosen = (number: number) => roles.isChosen(drawn.marks(number));
    for (const number of sorted[role].filter((number) => !isChosen(number))) {
      findings.note("role-overruled", { subject: drawn.layer(number), ...drawn.placeOf(number) });
      sorted.cut.push(number);
    }
    sorted[role] = sorted[role].filter(isChosen);
  }
  return findings;
}

const FRAME = "drawing frame and title block on layer ";

/** Tells what is not cut by its role. */
export function tellRoles({ drawn, sorted, roles }: SortedCurves): Findings {
  const findings = new Findings();
  const tell = (code: FindingCode, numbers: number[], prefix = "") => {
    for (const number of numbers) {
      const place = drawn.placeOf(number);
      const subject = `${prefix}${place.layer}${roles.isUnplotted(place.layer) ? ", which is not plotted," : ""}`;
      // A layer of frames is one by its name, whatever pages are.
      const option = prefix === FRAME ? { roles: { [place.layer]: "cut" as const } } : undefined;
      findings.note(code, { ...place, subject, length: drawn.length(number), ...(option && { option }) });
    }
  };
  tell("bend-extents-ignored", sorted.extent);
  const meant: Record<"aid" | "frame" | "lead", number[]> = { aid: [], frame: [], lead: [] };
  for (const number of sorted.construction) {
    if (roles.isUnknown(drawn.layer(number))) {
      tell("layer-unknown", [number]);
      continue;
    }
    const meaning = roles.evidence(drawn.marks(number).layer)?.meaning;
    meant[meaning === "frame" || meaning === "lead" ? meaning : "aid"].push(number);
  }
  tell("construction-ignored", meant.aid);
  tell("drawn-leads", meant.lead);
  tell("drawing-frame", meant.frame, FRAME);
  const isBlind = (number: number) => depthOf(drawn.layer(number)) !== null;
  for (const number of sorted.engrave.filter(isBlind)) {
    const place = drawn.placeOf(number);
    const subject = `layer ${place.layer}, ${millimetres(depthOf(place.layer)!)} deep by its name`;
    findings.note("pockets-kept-apart", { ...place, subject, length: drawn.length(number) });
  }
  const engraved = sorted.engrave.filter((number) => !isBlind(number));
  tell("engraving-kept-apart", engraved);
  tell("marks-kept-apart", sorted.mark);
  tell("bend-lines", sorted.bend, "layer ");
  return findings;
}

/** Some of what is drawn, in its order. */
export function some(drawn: DrawnContours, numbers: readonly number[]): Contours {
  if (numbers.length === drawn.count && numbers.every((number, i) => number === i)) return drawn;
  const list = new Contours(drawn.table);
  for (const number of numbers) list.copy(drawn, number);
  return list;
}
