/** Are two bars of an answer the same, and do pieces stand in the order of the request? */
import type { CutPiece, StockLayout } from "../../base/contract/v1/cut.ts";

/** Whether two bars are the same in every number. */
export function sameBar(a: StockLayout, b: StockLayout): boolean {
  return (
    a.stock_id === b.stock_id &&
    a.used_length === b.used_length &&
    a.waste === b.waste &&
    a.utilization === b.utilization &&
    a.cuts.length === b.cuts.length &&
    a.cuts.every((cut, i) => {
      const other = b.cuts[i]!;
      return (
        cut.piece_id === other.piece_id && cut.length === other.length && cut.position === other.position
      );
    })
  );
}

/** Key of equal layouts: the stock and its cuts in order, runs of equal ones counted. */
export function keyOf({ stock_id, used_length, waste, cuts }: StockLayout): string {
  const runs: [id: string, length: number, count: number][] = [];
  for (const { piece_id, length } of cuts) {
    const last = runs.at(-1);
    if (last && last[0] === piece_id && last[1] === length) last[2]++;
    else runs.push([piece_id, length, 1]);
  }
  return JSON.stringify([stock_id, used_length, waste, runs]);
}

/** True when the ids can be taken from the pieces in their order, each at most as often as its quantity. */
export function inInputOrder(ids: string[], pieces: CutPiece[]): boolean {
  let at = 0;
  let taken = 0;
  return ids.every((id) => {
    while (at < pieces.length && (pieces[at]!.id !== id || taken === pieces[at]!.quantity)) {
      at++;
      taken = 0;
    }
    taken++;
    return at < pieces.length;
  });
}
