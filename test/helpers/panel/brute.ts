/**
 * The best plan of a tiny job by trying everything: which sets of pieces can be sawn from one panel at all, whatever the
 * order of its cuts, then the cheapest way to divide all pieces into such sets. Whole millimetres only.
 */
import type { PanelPlanRequest, PanelStock } from "../../../engine/contract/panel-plan.ts";

interface Piece {
  length: number;
  width: number;
  grain: string;
}

/** Least objective of plans with pieces of so much area, everything when absent; Infinity when that cannot be placed. */
export function bruteObjective(request: PanelPlanRequest, leastArea = Infinity): number {
  const pieces = request.pieces.flatMap(({ length, width, quantity, grain = "any" }) =>
    Array.from({ length: quantity }, (): Piece => ({ length, width, grain })),
  );
  const byCost = request.optimize === "cost" && request.stocks.some(({ cost }) => cost > 0);
  const price = (stock: PanelStock) => (byCost ? stock.cost : stock.length * stock.width);
  const all = 2 ** pieces.length - 1;
  const saws = request.stocks.map((stock) => new Saw(request, stock, pieces));
  const memo = new Map<string, number>();
  const cheapest = (open: number, used: number[]): number => {
    if (open === 0) return 0;
    const key = `${open} ${used}`;
    const known = memo.get(key);
    if (known !== undefined) return known;
    let least = Infinity;
    const first = open & -open;
    for (let set = open; set > 0; set = (set - 1) & open) {
      if ((set & first) === 0) continue;
      request.stocks.forEach((stock, j) => {
        if (used[j]! >= stock.quantity || !saws[j]!.holds(set)) return;
        const more = used.map((count, at) => count + Number(at === j));
        least = Math.min(least, price(stock) + cheapest(open & ~set, more));
      });
    }
    memo.set(key, least);
    return least;
  };
  const areas = pieces.map(({ length, width }) => length * width);
  const areaOf = (set: number) => areas.reduce((sum, area, at) => sum + (set & (1 << at) ? area : 0), 0);
  const enough = Math.min(leastArea, areaOf(all));
  const none = request.stocks.map(() => 0);
  const sets = Array.from({ length: all + 1 }, (_, set) => set).filter((set) => areaOf(set) >= enough);
  return Math.min(...sets.map((set) => cheapest(set, none)));
}

class Saw {
  private readonly memo = new Map<string, boolean>();
  private readonly stages: number;
  private readonly exact: boolean;
  private readonly firsts: boolean[];
  private readonly size: [number, number];

  constructor(
    private readonly request: PanelPlanRequest,
    private readonly stock: PanelStock,
    private readonly pieces: Piece[],
  ) {
    const { options = {} } = request;
    this.stages = options.stages === undefined ? 3 : (options.stages ?? 99);
    this.exact = options.cut_type === "exact";
    const { first_cut = "any" } = options;
    this.firsts = first_cut === "any" ? [true, false] : [first_cut === "rip"];
    const trim = (side: "left" | "right" | "bottom" | "top") =>
      stock[`trim_${side}`] ?? options[`trim_${side}`] ?? 0;
    this.size = [stock.length - trim("left") - trim("right"), stock.width - trim("bottom") - trim("top")];
  }

  /** True when one panel can be cut into all pieces of the set. */
  holds(set: number): boolean {
    const { max_pieces: most = Infinity } = this.request.options ?? {};
    if (this.pieces.filter((_, at) => set & (1 << at)).length > most) return false;
    return this.firsts.some((rip) => this.cuts(set, this.size[0], this.size[1], rip, 1));
  }

  /** True when a rectangle becomes the pieces by cuts of this stage and later ones. */
  private cuts(set: number, length: number, width: number, rip: boolean, stage: number): boolean {
    const key = `${set} ${length} ${width} ${rip} ${stage}`;
    const known = this.memo.get(key);
    if (known !== undefined) return known;
    const { max_first_cuts: most = Infinity } = this.request.options ?? {};
    const cuts = stage === 1 ? most : Infinity;
    const found = this.isPiece(set, length, width) || this.divides(set, [length, width], rip, stage, cuts);
    this.memo.set(key, found);
    return found;
  }

  /** The same, by at most so many cuts of this stage. */
  private divides(
    set: number,
    [length, width]: [number, number],
    rip: boolean,
    stage: number,
    cuts: number,
  ): boolean {
    const room = rip ? width : length;
    if (stage > this.stages)
      return stage === this.stages + 1 && !this.exact && this.trims(set, length, width, rip);
    // A stage without a cut.
    if (stage <= this.stages && stage < 6 && this.cuts(set, length, width, !rip, stage + 1)) return true;
    const first = set & -set;
    for (let part = set; part > 0; part = (part - 1) & set) {
      if ((part & first) === 0) continue;
      for (let size = 1; size <= room; size++) {
        const after = room - size - this.request.kerf;
        const rest = set & ~part;
        if (rest !== 0 && after <= 0) break;
        const [x, y] = rip ? [length, size] : [size, width];
        if (size === room && part === set) continue;
        if (size < room && cuts < 1) continue;
        if (!this.cuts(part, x, y, !rip, stage + 1)) continue;
        if (rest === 0) return true;
        const [restX, restY] = rip ? [length, after] : [after, width];
        if (this.isPiece(rest, restX, restY)) return true;
        if (this.cuts(rest, restX, restY, !rip, stage + 1)) return true;
        if (this.divides(rest, [restX, restY], rip, stage, cuts - 1)) return true;
      }
    }
    return false;
  }

  /** One more cut takes a single piece to its size. */
  private trims(set: number, length: number, width: number, rip: boolean): boolean {
    for (let size = 1; size <= (rip ? width : length); size++) {
      if (this.isPiece(set, rip ? length : size, rip ? size : width)) return true;
    }
    return false;
  }

  private isPiece(set: number, length: number, width: number): boolean {
    if ((set & (set - 1)) !== 0) return false;
    const piece = this.pieces[Math.log2(set)]!;
    const { grain = "length" } = this.stock;
    const bound = grain !== "none" && (piece.grain === "length" || piece.grain === "width");
    const may = (turned: boolean) => !bound || turned === (piece.grain !== grain);
    return (
      (may(false) && piece.length === length && piece.width === width) ||
      (may(true) && piece.length === width && piece.width === length)
    );
  }
}
