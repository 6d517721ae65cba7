/**
 * Is every millimetre of the drawing accounted for? Lengths by what became of them; whatever does not add up is told, since
 * a loss in silence is scrap in a shop.
 */

import type { LayerRole } from "../../base/contract/read-options.ts";
import type { Arranged } from "./arrangement/arrange.ts";
import { Findings } from "./basis/drawing-findings.ts";
import type { NestedRings } from "./measure/measured-parts.ts";
import type { DrawingGroup, LengthAccount } from "./model/drawing.ts";
import { drawingGroups } from "./roles/evidence.ts";
import type { SortedCurves } from "./roles/sort.ts";

/** Length that may be missing: a share of all that is drawn, and millimetres. */
const SLACK = { share: 1e-7, length: 1e-6 };

interface AccountedDrawing extends SortedCurves {
  arranged: Arranged;
  nested: NestedRings;
  groups: DrawingGroup[];
  account: LengthAccount;
}

/** Adds up lengths. Groups hold all that is drawn and seen, but ways back on the line that a curve came on. */
export function addUpLengths(reading: AccountedDrawing): Findings {
  const findings = new Findings();
  const { retraced } = reading.drawn;
  const { lengths, inRings } = reading.arranged;
  const { rings, empty } = reading.nested;
  const groups = drawingGroups(reading);
  const of = (...roles: LayerRole[]) =>
    groups.reduce((sum, { role, length }) => sum + (roles.includes(role) ? length : 0), 0);
  const perimeters = rings.lengths.reduce((sum, length) => sum + length, 0);
  const account: LengthAccount = {
    drawn: groups.reduce((sum, { length }) => sum + length, retraced),
    ...lengths,
    cut: lengths.cut - empty,
    open: lengths.open + empty,
    bend: of("bend"),
    engrave: of("engrave"),
    mark: of("mark"),
    construction: of("construction", "extent"),
    duplicate: lengths.duplicate + retraced,
    more: { closed: Math.max(0, perimeters - inRings), shared: Math.max(0, inRings - lengths.cut) },
  };
  const { drawn, more, ...fates } = account;
  const missing = Math.abs(drawn - Object.values(fates).reduce((sum, fate) => sum + fate, 0));
  if (!(missing <= SLACK.share * drawn + SLACK.length)) findings.note("account-open", { size: missing });
  reading.groups = groups;
  reading.account = account;
  return findings;
}
