/**
 * Is every millimetre of the drawing accounted for? Lengths by what became of them; whatever does not add up is told, since
 * a loss in silence is scrap in a shop.
 */

import type { LayerRole } from "../../base/contract/read-options.ts";
import type { Arranged } from "./arrangement/arrange.ts";
import type { Findings } from "./basis/drawing-findings.ts";
import type { NestedRings } from "./measure/measured-parts.ts";
import type { DrawingGroup, LengthAccount } from "./model/drawing.ts";

/** Length that may be missing: a share of all that is drawn, and millimetres. */
const SLACK = { share: 1e-7, length: 1e-6 };

/** `groups` hold all that is drawn and seen, but `retraced`: ways back on the line that a curve came on. */
export function accountOf(
  groups: readonly DrawingGroup[],
  retraced: number,
  { lengths, inRings }: Arranged,
  { rings, empty }: NestedRings,
  findings: Findings,
): LengthAccount {
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
  return account;
}
