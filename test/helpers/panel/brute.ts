/**
 * The best plan of a tiny job by trying everything: which sets of pieces can be sawn from one panel at all, whatever the
 * order of its cuts, then the cheapest way to divide all pieces into such sets. Whole millimetres only.
 */
import type { PanelPlanRequest, PanelStock } from "../../../engine/base/contract/panel-plan.ts";

interface Rectangle {
  x: number;
  y: number;
  length: number;
  width: number;
}

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
  private readonly corner: { x: number; y: number };
  private readonly defects: Rectangle[];

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
    this.corner = { x: trim("left"), y: trim("bottom") };
    this.defects = stock.defects ?? [];
    this.size = [stock.length - trim("left") - trim("right"), stock.width - trim("bottom") - trim("top")];
  }

  /** True when one panel can be cut into all pieces of the set. */
  holds(set: number): boolean {
    const { max_pieces: most = Infinity } = this.request.options ?? {};
    if (this.pieces.filter((_, at) => set & (1 << at)).length > most) return false;
    const [length, width] = this.size;
    return this.firsts.some((rip) => this.cuts(set, { ...this.corner, length, width }, rip, 1));
  }

  /** True when a rectangle becomes the pieces by cuts of this stage and later ones. */
  private cuts(set: number, at: Rectangle, rip: boolean, stage: number): boolean {
    const place = this.defects.length > 0 ? `${at.x} ${at.y}` : "";
    const key = `${set} ${at.length} ${at.width} ${rip} ${stage} ${place}`;
    const known = this.memo.get(key);
    if (known !== undefined) return known;
    const { max_first_cuts: most = Infinity } = this.request.options ?? {};
    const cuts = stage === 1 ? most : Infinity;
    const found = this.isPiece(set, at) || this.divides(set, at, { rip, stage, cuts });
    this.memo.set(key, found);
    return found;
  }

  /** The same, by at most so many cuts of this stage. */
  private divides(set: number, at: Rectangle, turn: { rip: boolean; stage: number; cuts: number }): boolean {
    const { rip, stage, cuts } = turn;
    const room = rip ? at.width : at.length;
    if (stage > this.stages) return stage === this.stages + 1 && !this.exact && this.trims(set, at, rip);
    // A stage without a cut.
    if (stage <= this.stages && stage < 6 && this.cuts(set, at, !rip, stage + 1)) return true;
    for (const part of this.firstParts(set)) {
      for (let size = 1; size <= room; size++) {
        const after = room - size - this.request.kerf;
        const rest = set & ~part;
        if (rest !== 0 && after <= 0) break;
        if (size === room && part === set) continue;
        if (size < room && cuts < 1) continue;
        const [first, other] = divided(at, rip, size, this.request.kerf);
        if (part !== 0 && !this.cuts(part, first, !rip, stage + 1)) continue;
        if (rest === 0) return true;
        if (this.isPiece(rest, other)) return true;
        if (this.cuts(rest, other, !rip, stage + 1)) return true;
        if (this.divides(rest, other, { rip, stage, cuts: cuts - 1 })) return true;
      }
    }
    return false;
  }

  /** Parts that may be cut off first: any, waste too, where places differ; otherwise one that holds the first piece. */
  private firstParts(set: number): number[] {
    const parts: number[] = [];
    for (let part = set; part > 0; part = (part - 1) & set) {
      if (this.defects.length > 0 || (part & (set & -set)) !== 0) parts.push(part);
    }
    return this.defects.length > 0 ? [...parts, 0] : parts;
  }

  /** One more cut takes a single piece to its size; waste may lie on either side of it. */
  private trims(set: number, at: Rectangle, rip: boolean): boolean {
    for (let size = 1; size <= (rip ? at.width : at.length); size++) {
      if (this.isPiece(set, divided(at, rip, size, 0)[0])) return true;
      const waste = (rip ? at.width : at.length) - size - this.request.kerf;
      if (waste > 0 && this.isPiece(set, divided(at, rip, waste, this.request.kerf)[1])) return true;
    }
    return false;
  }

  private isPiece(set: number, { x, y, length, width }: Rectangle): boolean {
    if ((set & (set - 1)) !== 0) return false;
    for (const defect of this.defects) {
      const beside = x >= defect.x + defect.length || defect.x >= x + length;
      if (!beside && y < defect.y + defect.width && defect.y < y + width) return false;
    }
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

/** A rectangle without its first `size`, and what a kerf behind is left of it. */
function divided(at: Rectangle, rip: boolean, size: number, kerf: number): [Rectangle, Rectangle] {
  const gone = size + kerf;
  return rip
    ? [
        { ...at, width: size },
        { ...at, y: at.y + gone, width: at.width - gone },
      ]
    : [
        { ...at, length: size },
        { ...at, x: at.x + gone, length: at.length - gone },
      ];
}
