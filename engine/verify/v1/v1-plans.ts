/** Turns answers of /v1 into the plans that they are views of, for the judges of plans. Shares nothing with what made them. */
import type { CutData, CutRequest, StockLayout } from "../../base/contract/v1/cut.ts";
import type { NestData, NestRequest, Placement } from "../../base/contract/v1/nest.ts";
import type { BarsPlan } from "../cut/cut-judge.ts";
import { boundsDifference, PartShapes } from "../nest/judged-layout.ts";
import { placeShape } from "../nest/shape.ts";

/** One sheet for each of the answer's. Placements of unknown parts have the part -1, and all keep their instance. */
export function planFromNestData(request: NestRequest, data: NestData, tolerance: number) {
  const parts = placed_parts(request, data, tolerance);
  const missing = request.parts.map(({ id, quantity }) => ({ id, count: quantity }));
  const sheets = data.sheets.map(({ utilization, placements }) => {
    const found = placements.map((place) => ({ ...place, part: parts.get(place)!, mirrored: false }));
    for (const { part } of found) if (part >= 0) missing[part]!.count--;
    return { ...request.sheet, count: 1, utilization, placements: found };
  });
  const unplaced = grouped(data.unplaced, missing).map(({ id, count }) => ({ part_id: id, count }));
  return { ...data.summary, sheets, unplaced };
}

/** Finds the part of each placement: among several with one id, that with its bounds, and each copy of a part once. */
function placed_parts({ parts }: NestRequest, data: NestData, tolerance: number): Map<Placement, number> {
  const positions = new Map<string, number[]>();
  for (const [p, { id }] of parts.entries()) positions.set(id, [...(positions.get(id) ?? []), p]);
  const shapes = parts.map((part) => new PartShapes(part, []));
  const takenBy = new Map<string, Placement>();
  const found = new Map<Placement, number>();
  // Finds a part for one more placement; another that lies in its way takes the next that it could be (augmenting paths).
  const take = (placement: Placement, tried: Set<number>): boolean => {
    const { part_id, instance, x, y, rotation, bounds } = placement;
    return positions.get(part_id)!.some((p) => {
      const { box } = placeShape(shapes[p]!.at(rotation), x, y);
      const right = instance < parts[p]!.quantity && boundsDifference(bounds, box) <= tolerance;
      if (!right || tried.has(p)) return false;
      tried.add(p);
      const other = takenBy.get(`${p}/${instance}`);
      if (other && !take(other, tried)) return false;
      takenBy.set(`${p}/${instance}`, placement);
      found.set(placement, p);
      return true;
    });
  };
  for (const placement of data.sheets.flatMap((sheet) => sheet.placements)) {
    const [first = -1, ...more] = positions.get(placement.part_id) ?? [];
    if (more.length === 0 || !take(placement, new Set())) found.set(placement, first);
  }
  return found;
}

/** Equal bars in a row are one pattern. `bars[p]` is the first bar of a pattern. */
export function planFromCutData(request: CutRequest, data: CutData): { plan: BarsPlan; bars: number[] } {
  const patterns: BarsPlan["patterns"] = [];
  const bars: number[] = [];
  let before = "";
  for (const [index, layout] of data.layouts.entries()) {
    const { stock_index, cuts, ...bar } = layout;
    const key = JSON.stringify([bar, cuts]);
    if (key !== before) {
      const runs = cuts.map((cut) => ({ ...cut, count: 1 }));
      const length = stockLength(layout, request);
      patterns.push({ ...bar, length, count: 0, cuts: runs, trim_start: 0, trim_end: 0 });
      bars.push(index);
    }
    before = key;
    patterns.at(-1)!.count++;
  }
  const placed = new Map<string, number>();
  const add = (id: string, length: number, count: number) => {
    const sum = (placed.get(`${length}/${id}`) ?? 0) + count;
    placed.set(`${length}/${id}`, Math.max(0, sum));
    return sum;
  };
  for (const { count, cuts } of patterns)
    for (const { piece_id, length } of cuts) add(piece_id, length, count);
  const missing = request.pieces.map(({ id, length, quantity }) => ({
    id,
    count: -add(id, length, -quantity),
  }));
  const unplaced = grouped(data.unplaced, missing).map(({ id, count }) => ({ piece_id: id, count }));
  return { plan: { kerf: request.kerf, summary: data.summary, patterns, unplaced }, bars };
}

/** A bar does not say how long its stock is: of all stocks with its id, the one nearest to what it uses and wastes. */
function stockLength({ stock_id, used_length, waste }: StockLayout, { stocks }: CutRequest): number {
  const off = (length: number) => Math.abs(used_length + waste - length);
  const lengths = stocks.filter(({ id }) => id === stock_id).map(({ length }) => length);
  return lengths.sort((a, b) => off(a) - off(b))[0] ?? used_length + waste;
}

/** Counts ids listed one by one, as a plan does: entry by entry of the request. The rest, which is wrong, comes last. */
function grouped(ids: string[], missing: { id: string; count: number }[]): { id: string; count: number }[] {
  let next = 0;
  const groups = missing.map(({ id, count }) => {
    const start = next;
    while (next - start < count && ids[next] === id) next++;
    return { id, count: next - start };
  });
  return [...groups, ...ids.slice(next).map((id) => ({ id, count: 1 }))].filter(({ count }) => count > 0);
}
