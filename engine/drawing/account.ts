/**
 * Is every millimetre of the drawing accounted for? Lengths by what became of them; whatever does not add up is told, since
 * a loss in silence is scrap in a shop.
 */
import type { Arranged } from "./arrangement/arrange.ts";
import type { Findings } from "./basis/findings.ts";
import type { Contours, DrawnContours } from "./curves/contours.ts";
import type { NestedRings } from "./measure/parts.ts";
import type { Account } from "./model/drawing.ts";
import { lengthOf, type Sorted } from "./roles/sort.ts";

/** What may be missing: a share of all that is drawn, and millimetres. */
const SLACK = { share: 1e-7, length: 1e-6 };

export function accountOf(
  drawn: DrawnContours,
  sorted: Sorted,
  cuts: Contours,
  { lengths, contours, parts }: Arranged,
  { rings }: NestedRings,
  findings: Findings,
): Account {
  const sum = (list: Contours, numbers: Iterable<number>) => {
    let length = 0;
    for (const number of numbers) length += lengthOf(list, number);
    return length;
  };
  const of = (...roles: (keyof Sorted)[]) =>
    roles.reduce((length, role) => length + sum(drawn, sorted[role]), 0);
  const inRings = sum(
    contours,
    parts.flatMap(({ exterior, holes }) => [exterior, ...holes]),
  );
  const perimeters = rings.lengths.reduce((length, ring) => length + ring, 0);
  const account: Account = {
    drawn:
      of("bend", "engrave", "mark", "construction", "extent") + sum(cuts, cuts.numbers()) + drawn.retraced,
    ...lengths,
    bend: of("bend"),
    engrave: of("engrave"),
    mark: of("mark"),
    construction: of("construction", "extent"),
    duplicate: lengths.duplicate + drawn.retraced,
    more: { closed: Math.max(0, perimeters - inRings), shared: Math.max(0, inRings - lengths.cut) },
  };
  const { drawn: all, more, ...fates } = account;
  const missing = Math.abs(all - Object.values(fates).reduce((length, fate) => length + fate, 0));
  if (missing > SLACK.share * all + SLACK.length) findings.note("account-open", { size: missing });
  return account;
}
