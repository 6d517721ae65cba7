/**
 * Which piece and which stock of the request each part of a plan is. The core merges what is equal; here the entries of
 * the request take their places again, in the request's order, and panels that come out alike are one pattern.
 */
import type { PanelPattern, PanelPlanRequest } from "../../base/contract/panel-plan.ts";
import { toPercent } from "../../base/contract/values/percent.ts";
import { valueFrom } from "../cut/decimal.ts";
import { Supply, type Taken } from "../cut/supply.ts";
import {
  type CorePanelPattern,
  type CoreSection,
  type CoreStrip,
  type CutDirection,
  GAP,
} from "./panel-blocks.ts";
import { type MergedPanelStock, mayLie, type PanelTable } from "./size-table.ts";
import { type SawnRun, type SawnSection, type SawnTree, sawPanel, WASTE } from "./tree.ts";

/** A plan in the request's words. The lists have one number per entry of the request. */
export interface LabelledPanelPlan {
  patterns: PanelPattern[];
  stocks_used: number[];
  piecesLeft: number[];
  /** In units and square units. */
  cuts: number;
  cutLength: bigint;
  offcut: bigint;
}

export function labelPatterns(
  request: PanelPlanRequest,
  table: PanelTable,
  patterns: CorePanelPattern[],
): LabelledPanelPlan {
  return new Labelling(request, table).run(mergePatterns(table, patterns));
}

class Labelling {
  private readonly ids: string[];
  private readonly pieces: Supply[];
  private readonly stocks: Supply[];
  private readonly patterns = new Map<string, PanelPattern>();
  private readonly plan: LabelledPanelPlan;

  constructor(
    private readonly request: PanelPlanRequest,
    private readonly table: PanelTable,
  ) {
    this.ids = request.pieces.map(({ id }) => id);
    this.pieces = table.types.map(({ sources }) => new Supply(sources, request.pieces));
    this.stocks = table.stocks.map(({ sources }) => new Supply(sources, request.stocks));
    this.plan = {
      patterns: [],
      stocks_used: request.stocks.map(() => 0),
      piecesLeft: request.pieces.map(({ quantity }) => quantity),
      cuts: 0,
      cutLength: 0n,
      offcut: 0n,
    };
  }

  run(patterns: CorePanelPattern[]): LabelledPanelPlan {
    for (const pattern of patterns) this.label(pattern);
    for (const supply of this.pieces) supply.countLeft(this.plan.piecesLeft);
    return { ...this.plan, patterns: [...this.patterns.values()] };
  }

  private label(pattern: CorePanelPattern): void {
    const amounts = amountsOf(pattern);
    const stock = this.stocks[pattern.stock]!;
    for (let panels = pattern.count; panels > 0; ) {
      const alike = [...amounts].map(([type, amount]) => this.pieces[type]!.units(amount));
      // A panel that needs the end of one entry and the beginning of the next stands alone.
      const count = Math.max(1, Math.min(panels, stock.units(1), ...alike));
      const source = stock.take(1, count)[0]!.source;
      const taken = new Map(
        [...amounts].map(([type, amount]) => [type, this.pieces[type]!.take(amount, count)]),
      );
      this.append(pattern, source, count, taken);
      this.plan.stocks_used[source]! += count;
      panels -= count;
    }
  }

  /** Adds `count` panels, to an equal pattern if there is one. */
  private append(
    { stock, sectionCut, sections }: CorePanelPattern,
    source: number,
    count: number,
    taken: Map<number, Taken[]>,
  ): void {
    const { table, plan } = this;
    const merged = table.stocks[stock]!;
    const sawn = sections.map((section) => this.sourced(section, sectionCut, merged, taken));
    const { left: x, bottom: y, usableLength: length, usableWidth: width } = merged;
    const panel = { x, y, length, width, defects: merged.defects };
    const tree = sawPanel(table, this.ids, sectionCut, panel, sawn);
    const key = JSON.stringify([source, tree.tree]);
    const trims = trimCuts(merged);
    plan.cuts += count * (tree.cuts + trims.cuts);
    plan.cutLength += BigInt(count) * (tree.cutLength + BigInt(trims.length));
    plan.offcut += BigInt(count) * tree.offcut;
    const same = this.patterns.get(key);
    if (same) same.count += count;
    else this.patterns.set(key, this.patternOf(merged, source, count, sawn, tree));
  }

  private sourced(
    { size, strips }: CoreSection,
    cut: CutDirection,
    stock: MergedPanelStock,
    taken: Map<number, Taken[]>,
  ): SawnSection {
    const { kerf, types } = this.table;
    return {
      size: size - kerf,
      strips: strips.map((strip) => ({
        size: strip.size - kerf,
        runs: strip.runs.flatMap(({ type, turned, count }): SawnRun[] => {
          if (type === GAP) return [{ ...WASTE, along: count - kerf }];
          const piece = types[type]!;
          const [x, y] = turned ? [piece.width, piece.length] : [piece.length, piece.width];
          const [along, across] = cut === "cross" ? [x, y] : [y, x];
          // Squares lie one way for the core; their grain may want the other.
          const rotated = turned || !mayLie(piece, stock, false);
          return from(taken.get(type)!, count).map((run) => ({ ...run, rotated, along, across }));
        }),
      })),
    };
  }

  private patternOf(
    { trims, ...merged }: MergedPanelStock,
    source: number,
    count: number,
    sections: SawnSection[],
    { tree, cuts, cutLength, offcut, stages }: SawnTree,
  ): PanelPattern {
    const { decimals } = this.table;
    const stock = this.request.stocks[source]!;
    const area = BigInt(merged.length) * BigInt(merged.width);
    const used = areaOf(sections);
    const trim = trimCuts({ trims, ...merged });
    return {
      stock_id: stock.id,
      stock: source,
      length: stock.length,
      width: stock.width,
      trim_left: trims.left,
      trim_right: trims.right,
      trim_bottom: trims.bottom,
      trim_top: trims.top,
      ...(stock.defects && stock.defects.length > 0 ? { defects: stock.defects } : {}),
      count,
      used_area: valueFrom(used, 2 * decimals),
      waste: valueFrom(area - used, 2 * decimals),
      offcut: valueFrom(offcut, 2 * decimals),
      utilization: toPercent(valueFrom(used, 2 * decimals), valueFrom(area, 2 * decimals)),
      stages,
      cuts: cuts + trim.cuts,
      cut_length: valueFrom(cutLength + BigInt(trim.length), decimals),
      tree,
    };
  }
}

/** Cuts that take the trims off: bottom and top along the whole panel, left and right between them. */
function trimCuts({ trims, length, usableWidth }: MergedPanelStock): { cuts: number; length: number } {
  const rips = Number(trims.bottom > 0) + Number(trims.top > 0);
  const crosses = Number(trims.left > 0) + Number(trims.right > 0);
  return { cuts: rips + crosses, length: rips * length + crosses * usableWidth };
}

function areaOf(sections: SawnSection[]): bigint {
  const runs = sections.flatMap(({ strips }) => strips.flatMap((strip) => strip.runs));
  return runs.reduce(
    (sum, { along, across, count }) => sum + BigInt(count) * BigInt(along) * BigInt(across),
    0n,
  );
}

/** The next `count` of what has been taken. */
function from(queue: Taken[], count: number): Taken[] {
  const runs: Taken[] = [];
  for (let open = count; open > 0; ) {
    const first = queue[0]!;
    const part = Math.min(open, first.count);
    runs.push({ source: first.source, count: part });
    open -= part;
    if (part === first.count) queue.shift();
    else queue[0] = { ...first, count: first.count - part };
  }
  return runs;
}

function amountsOf({ sections }: CorePanelPattern): Map<number, number> {
  const amounts = new Map<number, number>();
  for (const { strips } of sections) {
    for (const { runs } of strips) {
      for (const { type, count } of runs)
        if (type !== GAP) amounts.set(type, (amounts.get(type) ?? 0) + count);
    }
  }
  return amounts;
}

/** Every pattern in one order, longest and widest first, and equal ones once; those of the first stocks first. */
function mergePatterns({ stocks }: PanelTable, patterns: CorePanelPattern[]): CorePanelPattern[] {
  const merged = new Map<string, CorePanelPattern>();
  for (const pattern of patterns) {
    // Beside defects everything has its place.
    const isFixed = stocks[pattern.stock]!.defects.length > 0;
    const sections = isFixed ? pattern.sections : pattern.sections.map(inOrder).sort(compare);
    const key = JSON.stringify([pattern.stock, pattern.sectionCut, sections]);
    const same = merged.get(key);
    if (same) same.count += pattern.count;
    else merged.set(key, { ...pattern, sections });
  }
  const first = ({ stock }: CorePanelPattern) => stocks[stock]!.sources[0]!;
  return [...merged.values()].sort((a, b) => first(a) - first(b) || b.count - a.count);
}

function inOrder({ size, strips }: CoreSection): CoreSection {
  const sorted = strips.map((strip): CoreStrip => {
    const runs = new Map<string, CoreStrip["runs"][number]>();
    for (const run of strip.runs) {
      const key = `${run.type} ${run.turned}`;
      const same = runs.get(key);
      if (same) same.count += run.count;
      else runs.set(key, { ...run });
    }
    return {
      size: strip.size,
      runs: [...runs.values()].sort((a, b) => a.type - b.type || Number(a.turned) - Number(b.turned)),
    };
  });
  return { size, strips: sorted.sort(compare) };
}

/** Larger ones first; equal sizes by what is in them, so that equal ones stand together. */
function compare<Entry extends { size: number }>(a: Entry, b: Entry): number {
  if (a.size !== b.size) return b.size - a.size;
  const [left, right] = [JSON.stringify(a), JSON.stringify(b)];
  return left < right ? -1 : left > right ? 1 : 0;
}
