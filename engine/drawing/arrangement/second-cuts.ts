/**
 * Which lines would be cut a second time, once rings have what they need? Copies come back for the sake of rings; those
 * that no ring has taken, and rings that come back on the way that they went, are cut once.
 */

import type { Findings } from "../basis/findings.ts";
import type { Chain } from "../curves/contours.ts";
import { curveAt } from "../curves/curves.ts";
import type { CurveId, CurveTable } from "../curves/table.ts";
import { append, type Edge, forward } from "./graph.ts";

/** `copies` are those that came back, each with what it is a copy of. */
export function withoutSecondCuts(
  chains: Chain[],
  copies: [copy: Edge, of: Edge][],
  table: CurveTable,
  weld: number,
  findings: Findings,
): Chain[] {
  const cuts = new SecondCuts(copies, table, weld, findings);
  const rings: Chain[] = [];
  const open: Chain[] = [];
  for (const chain of chains) {
    const way = chain.closed ? cuts.wayThere(chain) : chain;
    if (way) open.push(way);
    else {
      cuts.noteRing(chain.curves);
      rings.push(chain);
    }
  }
  append(rings, copies.length === 0 ? open : open.flatMap((path) => cuts.rest(path)));
  return rings;
}

class SecondCuts {
  private readonly table: CurveTable;
  private readonly weld: number;
  private readonly findings: Findings;
  /** The first curve of those that lie on each other, for each of them. */
  private readonly firsts = new Map<CurveId, CurveId>();
  /** First curves that are cut already. */
  private readonly cut = new Set<CurveId>();

  constructor(copies: [copy: Edge, of: Edge][], table: CurveTable, weld: number, findings: Findings) {
    this.table = table;
    this.weld = weld;
    this.findings = findings;
    for (const [copy, original] of copies) {
      const count = copy.curves.length;
      if (count !== original.curves.length) continue;
      for (let i = 0; i < count; i++) {
        const of = forward(original.curves[copy.a === original.a ? i : count - 1 - i]!);
        const first = this.firsts.get(of) ?? of;
        this.firsts.set(first, first).set(forward(copy.curves[i]!), first);
      }
    }
  }

  /** The way there of a ring that comes back on it, or null. */
  wayThere({ layer, curves }: Chain): Chain | null {
    const half = curves.length / 2;
    if (!Number.isInteger(half)) return null;
    for (let i = 0; i < half; i++) if (!this.liesOn(curves[i]!, ~curves[curves.length - 1 - i]!)) return null;
    this.note(layer, curves.slice(half));
    return { closed: false, layer, curves: curves.slice(0, half) };
  }

  noteRing(curves: CurveId[]): void {
    if (this.firsts.size === 0) return;
    for (const id of curves) this.isCut(id);
  }

  /** What of an open path is not cut already; rings have been noted before. */
  rest(path: Chain): Chain[] {
    const left: Chain[] = [];
    const gone: CurveId[] = [];
    let run: CurveId[] = [];
    for (const id of path.curves) {
      if (this.isCut(id)) {
        gone.push(id);
        run = [];
        continue;
      }
      if (run.length === 0) left.push({ ...path, curves: run });
      run.push(id);
    }
    if (gone.length > 0) this.note(path.layer, gone);
    return left;
  }

  /** Whether it is cut already; from now on it is. */
  private isCut(id: CurveId): boolean {
    const first = this.firsts.get(forward(id));
    if (first === undefined) return false;
    if (this.cut.has(first)) return true;
    this.cut.add(first);
    return false;
  }

  private liesOn(p: CurveId, q: CurveId): boolean {
    const [one, other] = [this.table.get(p), this.table.get(q)];
    return [0, 0.5, 1].every((fraction) => {
      const [x, y] = curveAt(one, fraction);
      const [ox, oy] = curveAt(other, fraction);
      return Math.hypot(ox - x, oy - y) <= 2 * this.weld;
    });
  }

  private note(layer: string, curves: CurveId[]): void {
    const { x0, y0 } = this.table.ends(curves[0]!);
    this.findings.note("duplicates-removed", { layer, count: curves.length, at: [x0, y0] });
  }
}
