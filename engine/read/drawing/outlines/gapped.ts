/**
 * Which outlines have come apart? Whatever is told of what is drawn around parts is told of outlines: so those that little
 * gaps and overshoots keep open count as closed there. A side of them that stands alone beside a text is no line under it.
 */
import { endsOf } from "../basis/plane.ts";
import { layOut, type Reaches } from "../contacts/apart.ts";
import { Contours } from "../curves/contours.ts";
import type { CurveId } from "../curves/curve-table.ts";
import { FITS, findRounds, MOST_OPEN, type OpenPiece, PieceEnds } from "../gaps/rounds.ts";
import type { Outlines } from "./outlines.ts";

/** Outlines of which those are closed that gaps and overshoots alone keep open. */
export function closeGapped(outlines: Outlines, tolerances: Reaches): Outlines {
  const { contours } = outlines;
  const open = contours.numbers(false);
  if (open.length > MOST_OPEN) return outlines;
  const pieces = open.map((number): OpenPiece => {
    return { number, ends: endsOf(contours.endsOf(number)), length: contours.length(number) };
  });
  const rounds = findRounds(new PieceEnds(pieces, contours, tolerances.weld), FITS, tolerances.join);
  if (rounds.length === 0) return outlines;
  const closed = new Contours(contours.table, contours.count);
  const became = new Int32Array(contours.count).fill(-1);
  const sources: number[] = [];
  const take = (number: number, members: readonly number[]) => {
    sources.push(outlines.sources[members[0]!]!);
    for (const member of members) became[member] = number;
  };
  for (const round of rounds) {
    const members = round.map((end) => pieces[end >> 1]!.number);
    const curves = round.flatMap((end, i) => curvesFrom(contours, members[i]!, (end & 1) === 1));
    take(closed.add({ ...contours.get(members[0]!), closed: true, curves }), members);
  }
  for (let number = 0; number < contours.count; number++)
    if (became[number]! < 0) take(closed.copy(contours, number), [number]);
  return {
    ...outlines,
    ...layOut(closed, tolerances),
    sources: Int32Array.from(sources),
    outlineOf: outlines.outlineOf.map((outline) => became[outline]!),
  };
}

function curvesFrom(contours: Contours, number: number, isBack: boolean): CurveId[] {
  const { curves } = contours.get(number);
  return isBack ? curves.map((id) => ~id).reverse() : curves;
}
