/**
 * Can this tree be sawn? Walks the cuts of one panel in exact steps: sizes, kerfs, stages, directions, grain, what rests
 * are worth keeping, and positions. It adds up what the plan has to say of the panel.
 */
import type { PanelNode, PanelPlanRequest, PanelStock } from "../../base/contract/panel-plan.ts";
import type { DecimalGrid } from "../decimal.ts";

/** A plan may come from a file and say anything. */
const CUTS: readonly string[] = ["rip", "cross"];

export type TreeViolationCode =
  | "node"
  | "size"
  | "stage"
  | "direction"
  | "cut-distance"
  | "unknown-piece"
  | "piece-size"
  | "grain"
  | "offcut"
  | "defect"
  | "position";

export type ReportViolation = (code: TreeViolationCode, message: string) => void;

export interface JudgedRectangle {
  x: bigint;
  y: bigint;
  length: bigint;
  width: bigint;
}

/** Sums of one panel. Areas in square steps. */
export interface PanelSum {
  cuts: number;
  cutLength: bigint;
  firstCuts: number;
  pieces: Map<number, number>;
  pieceCount: number;
  /** Ways round of each piece: 1 as it is, 2 turned, 3 both. */
  ways: Map<number, number>;
  used: bigint;
  offcut: bigint;
  stages: number;
}

interface TreeNode {
  rectangle: JudgedRectangle;
  copies: number;
  stage: number;
  /** Direction of the cut that made it. */
  before: "rip" | "cross" | undefined;
}

export class PanelTree {
  readonly sum: PanelSum;
  private readonly stages: number;
  private readonly exact: boolean;
  private readonly kerf: bigint;
  private readonly distance: bigint;
  private readonly defects: JudgedRectangle[];

  constructor(
    private readonly request: PanelPlanRequest,
    private readonly grid: DecimalGrid,
    private readonly stock: PanelStock,
    private readonly report: ReportViolation,
  ) {
    const { options = {} } = request;
    this.stages = options.stages === undefined ? 3 : (options.stages ?? Infinity);
    this.exact = options.cut_type === "exact";
    this.kerf = grid.steps(request.kerf);
    this.distance = grid.steps(options.min_cut_distance ?? 0);
    this.defects = defectsOf(stock, grid);
    this.sum = {
      cuts: 0,
      cutLength: 0n,
      firstCuts: 0,
      pieces: new Map(),
      pieceCount: 0,
      ways: new Map(),
      used: 0n,
      offcut: 0n,
      stages: 0,
    };
  }

  /** Walks the tree of the usable rectangle. */
  walk(tree: PanelNode, usable: JudgedRectangle): void {
    const { first_cut = "any" } = this.request.options ?? {};
    if (tree.cut !== undefined && first_cut !== "any" && tree.cut !== first_cut) {
      this.report("direction", `the first cut is a ${tree.cut}, not a ${first_cut}`);
    }
    this.visit(tree, { rectangle: usable, copies: 1, stage: 1, before: undefined });
    for (const defect of this.defects) this.checkBeside(tree, usable, defect);
  }

  /** Reports every piece and offcut that overlaps a defect; of equal parts only those are looked at that reach it. */
  private checkBeside(node: PanelNode, at: JudgedRectangle, defect: JudgedRectangle): void {
    if (!overlap(at, defect)) return;
    if (node.piece !== undefined || node.offcut === true) {
      const name = node.piece === undefined ? "an offcut" : node.piece_id;
      const place = `${this.grid.number(defect.x)}, ${this.grid.number(defect.y)}`;
      this.report("defect", `${name} lies on the defect at ${place}`);
    }
    const isRip = node.cut === "rip";
    let from = isRip ? at.y : at.x;
    for (const part of node.parts ?? []) {
      const size = this.steps((isRip ? part.width : part.length) ?? 0);
      const step = size + this.kerf;
      const count = BigInt(part.count ?? 1);
      const [first, last] = isRip
        ? [defect.y, defect.y + defect.width]
        : [defect.x, defect.x + defect.length];
      let copy = first > from && step > 0n ? (first - from) / step : 0n;
      for (; copy < count && from + copy * step < last; copy++) {
        const start = from + copy * step;
        const place = isRip ? { ...at, y: start, width: size } : { ...at, x: start, length: size };
        this.checkBeside(part, place, defect);
      }
      from += count * step;
    }
  }

  private visit(node: PanelNode, place: TreeNode): void {
    const kinds = [node.cut !== undefined, node.piece !== undefined, node.offcut === true];
    if (kinds.filter(Boolean).length > 1 || (node.cut === undefined) !== (node.parts === undefined)) {
      this.report("node", "a node is more than one of a cut, a piece and an offcut");
    } else if (node.cut !== undefined) this.visitCut(node.cut, node.parts!, place);
    else if (node.piece !== undefined) this.visitPiece(node, node.piece, place);
    else this.visitRest(node.offcut === true, place);
  }

  private visitCut(cut: "rip" | "cross", parts: PanelNode[], place: TreeNode): void {
    const { rectangle, copies, stage, before } = place;
    if (!CUTS.includes(cut)) this.report("node", `there is no cut that is a ${cut}`);
    if (cut === before) this.report("direction", `a ${cut} is cut by a ${cut} again`);
    const isRip = cut === "rip";
    const [room, reach] = isRip ? [rectangle.width, rectangle.length] : [rectangle.length, rectangle.width];
    let from = 0n;
    let number = 0;
    for (const part of parts) {
      const [size, other] = isRip ? [part.width, part.length] : [part.length, part.width];
      const count = part.count ?? 1;
      if (size === undefined || other !== undefined || !(Number.isInteger(count) && count >= 1)) {
        this.report("node", `a part of a ${cut} has not the one size that it needs, or no whole count`);
        return;
      }
      const steps = this.steps(size);
      if (steps <= 0n) this.report("size", `a part of a ${cut} has the size ${size}`);
      const at = isRip
        ? { ...rectangle, y: rectangle.y + from, width: steps }
        : { ...rectangle, x: rectangle.x + from, length: steps };
      this.checkPosition(part, at, copies * count);
      this.visit(part, { rectangle: at, copies: copies * count, stage: stage + 1, before: cut });
      from += BigInt(count) * (steps + this.kerf);
      number += count;
    }
    const rest = room + this.kerf - from;
    if (rest < -this.grid.slack || rest > this.kerf + this.grid.slack) {
      const sum = this.grid.number(from - this.kerf);
      this.report("size", `the parts of a ${cut} of ${this.grid.number(room)} add up to ${sum}`);
    }
    const cuts = rest > 0n ? number : number - 1;
    if (cuts > 0) this.countCuts(cuts, reach, parts, place, isRip);
  }

  private countCuts(cuts: number, reach: bigint, parts: PanelNode[], place: TreeNode, isRip: boolean): void {
    const { copies, stage } = place;
    this.sum.cuts += copies * cuts;
    this.sum.cutLength += BigInt(copies * cuts) * reach;
    if (stage === 1) this.sum.firstCuts = cuts;
    const trims = stage === this.stages + 1 && !this.exact && isTrim(parts);
    if (stage > this.stages && !trims) {
      this.report("stage", `a cut of stage ${stage} is neither within ${this.stages} nor trims one piece`);
    }
    this.sum.stages = Math.max(this.sum.stages, Math.min(stage, this.stages));
    for (const part of parts) {
      const size = this.steps((isRip ? part.width : part.length) ?? 0);
      if (size < this.distance) this.report("cut-distance", `a part is only ${this.grid.number(size)} wide`);
    }
  }

  private visitPiece(node: PanelNode, index: number, { rectangle, copies }: TreeNode): void {
    const piece = this.request.pieces[index];
    if (!piece || piece.id !== node.piece_id) {
      this.report("unknown-piece", `piece ${index} is not ${node.piece_id}`);
      return;
    }
    const { length, width } = rectangle;
    const rotated = node.rotated ?? false;
    const size = [piece.length, piece.width].map((side) => this.grid.steps(side));
    const [x, y] = rotated ? [size[1]!, size[0]!] : [size[0]!, size[1]!];
    const off = (a: bigint, b: bigint) => a - b > this.grid.slack || b - a > this.grid.slack;
    if (off(length, x) || off(width, y)) {
      const room = `${this.grid.number(length)} × ${this.grid.number(width)}`;
      this.report("piece-size", `${piece.id} lies in ${room}`);
    }
    const { grain: wanted = "any" } = piece;
    const { grain = "length" } = this.stock;
    const bound = grain !== "none" && (wanted === "length" || wanted === "width");
    if (bound && rotated !== (wanted !== grain)) {
      this.report("grain", `${piece.id} lies across the grain`);
    }
    const { pieces, ways } = this.sum;
    pieces.set(index, (pieces.get(index) ?? 0) + copies);
    ways.set(index, (ways.get(index) ?? 0) | (rotated ? 2 : 1));
    this.sum.pieceCount += copies;
    this.sum.used += BigInt(copies) * size[0]! * size[1]!;
  }

  private visitRest(offcut: boolean, { rectangle, copies }: TreeNode): void {
    const { length, width } = rectangle;
    const { min_offcut_length: least, min_offcut_width: narrowest } = this.request.options ?? {};
    const holds = (x: bigint, y: bigint) =>
      x >= this.grid.steps(least ?? 0) && y >= this.grid.steps(narrowest ?? 0);
    const wanted =
      (least !== undefined || narrowest !== undefined) &&
      (holds(length, width) || holds(width, length)) &&
      !this.defects.some((defect) => overlap(rectangle, defect));
    if (wanted !== offcut) {
      const size = `${this.grid.number(length)} × ${this.grid.number(width)}`;
      this.report("offcut", `a rest of ${size} is ${offcut ? "no" : "an"} offcut`);
    }
    if (wanted) this.sum.offcut += BigInt(copies) * length * width;
  }

  private checkPosition({ x, y }: PanelNode, at: JudgedRectangle, copies: number): void {
    if (x === undefined && y === undefined) return;
    const right = x !== undefined && y !== undefined && copies === 1;
    if (right && this.steps(x) === at.x && this.steps(y) === at.y) return;
    const place = `${this.grid.number(at.x)}, ${this.grid.number(at.y)}`;
    this.report("position", `a part at ${place} says that it is at ${x}, ${y}`);
  }

  private steps(value: number): bigint {
    if (this.grid.holds(value)) return this.grid.steps(value);
    this.report("size", `${value} is finer than any number of the request`);
    return 0n;
  }
}

/** The defects of a stock, in steps on the panel. */
export function defectsOf({ defects = [] }: PanelStock, grid: DecimalGrid): JudgedRectangle[] {
  return defects.map(({ x, y, length, width }) => ({
    x: grid.steps(x),
    y: grid.steps(y),
    length: grid.steps(length),
    width: grid.steps(width),
  }));
}

/** True when two rectangles have more than an edge in common. */
export function overlap(a: JudgedRectangle, b: JudgedRectangle): boolean {
  return a.x < b.x + b.length && b.x < a.x + a.length && a.y < b.y + b.width && b.y < a.y + a.width;
}

/** One piece and at most one rest. */
function isTrim(parts: PanelNode[]): boolean {
  const pieces = parts.filter((part) => part.piece !== undefined);
  const copies = parts.reduce((sum, part) => sum + (part.count ?? 1), 0);
  return pieces.length === 1 && copies <= 2 && parts.every((part) => part.cut === undefined);
}
