/**
 * A table of panels as the core sees it, and the core's plan as the engine reads it: with the kerf added to pieces and
 * panels alike it is gone from the problem.
 */
import {
  PanelCut,
  PanelDefectBlock,
  PanelGrain,
  PanelPhase,
  PanelRequestHead,
} from "../../../assembly/layout.ts";
import { sum } from "../cut/goal.ts";
import { decodeHead, encodePlan, FIRST_PATTERN, type PlanHead } from "../wasm/plan-block.ts";
import type { PanelTable } from "./size-table.ts";

export type CutDirection = "rip" | "cross";

/** `count` equal pieces in a row; of the type `GAP` it is waste as long as `count`, a kerf included. */
export interface CoreRun {
  type: number;
  turned: boolean;
  count: number;
}

/** The type of what is left free between pieces. */
export const GAP = -1;

/** Sizes include a kerf. Strips without runs and sections without strips are waste. */
export interface CoreStrip {
  size: number;
  runs: CoreRun[];
}

export interface CoreSection {
  size: number;
  strips: CoreStrip[];
}

export interface CorePanelPattern {
  stock: number;
  /** The cut that divides the panel into sections. */
  sectionCut: CutDirection;
  count: number;
  sections: CoreSection[];
}

export interface CorePanelPlan extends PlanHead {
  patterns: CorePanelPattern[];
}

const GRAINS = {
  any: PanelGrain.NONE,
  none: PanelGrain.NONE,
  length: PanelGrain.LENGTH,
  width: PanelGrain.WIDTH,
  alike: PanelGrain.ALIKE,
};
const CUTS = { any: PanelCut.ANY, cross: PanelCut.CROSS, rip: PanelCut.RIP };
/** A panel in two stages is one section: its strips are made by the core's second cut. */
const TURNED_CUTS = { any: PanelCut.ANY, cross: PanelCut.RIP, rip: PanelCut.CROSS };
/** As many parts as anybody cuts. */
const UNLIMITED = 2 ** 30;
const PHASES: Record<number, string> = {
  [PanelPhase.CONSTRUCT]: "construct",
  [PanelPhase.BOUND]: "bound",
  [PanelPhase.IMPROVE]: "improve",
  [PanelPhase.PATTERNS]: "patterns",
  [PanelPhase.TIDY]: "tidy",
};

/** The request block of `panelOpen`. */
export function encodePanels(
  { types, stocks, kerf, minDistance, minOffcut, rules, goal }: PanelTable,
  seed: number,
): number[] {
  const pieces = sum(types.map((type) => type.quantity));
  const head = new Array<number>(PanelRequestHead.SLOTS).fill(0);
  head[PanelRequestHead.TYPES] = types.length;
  head[PanelRequestHead.STOCKS] = stocks.length;
  head[PanelRequestHead.SEED] = seed;
  head[PanelRequestHead.SCALE] = goal.scale;
  head[PanelRequestHead.TWO_STAGES] = Number(rules.stages === 2);
  // With a stage to spare, that one trims.
  head[PanelRequestHead.EXACT] = Number(rules.exact && rules.stages <= 3);
  head[PanelRequestHead.FIRST_CUT] = (rules.stages === 2 ? TURNED_CUTS : CUTS)[rules.firstCut];
  head[PanelRequestHead.MAX_PARTS] = Math.min(UNLIMITED, mostParts(rules));
  head[PanelRequestHead.MAX_PIECES] = Math.min(pieces, rules.maxPieces);
  head[PanelRequestHead.KERF] = kerf;
  head[PanelRequestHead.MIN_REST] = kerf + minDistance;
  head[PanelRequestHead.STAGED] = Number(rules.stages <= 3 && !(rules.exact && rules.stages > 3));
  head[PanelRequestHead.FEWEST_PATTERNS] = Number(rules.fewestPatterns);
  head[PanelRequestHead.MIN_OFFCUT_LENGTH] = minOffcut?.length ?? -1;
  head[PanelRequestHead.MIN_OFFCUT_WIDTH] = minOffcut?.width ?? -1;
  const defects = stocks.flatMap((stock, j) =>
    // A kerf behind a piece is no part of it: that may lie on a defect.
    stock.defects.flatMap(({ x, y }) => [j, x.from + kerf, x.to, y.from + kerf, y.to]),
  );
  head[PanelRequestHead.DEFECTS] = defects.length / PanelDefectBlock.SLOTS;
  return [
    ...head,
    ...types.flatMap(({ length, width, quantity, grain }) => {
      return [length + kerf, width + kerf, quantity, GRAINS[grain], length * width];
    }),
    ...stocks.flatMap(({ usableLength, usableWidth, quantity, grain }, j) => {
      return [
        usableLength + kerf,
        usableWidth + kerf,
        quantity,
        goal.key[j]!,
        goal.primary[j]!,
        GRAINS[grain],
      ];
    }),
    ...defects,
  ];
}

/**
 * The most parts with pieces in them that so many cuts make: one more than cuts where the last part can take the rest in,
 * which it cannot if that would make pieces need a trim or leave parts too thin.
 */
function mostParts({ maxFirstCuts, exact, stages, minDistance }: PanelTable["rules"]): number {
  return (exact && stages === 2) || minDistance > 0 ? maxFirstCuts : maxFirstCuts + 1;
}

/** The block that `decodePanels` reads as this plan. */
export function encodePanelPlan(plan: CorePanelPlan): Float64Array {
  const slots = plan.patterns.flatMap(({ stock, sectionCut, count, sections }) => [
    stock,
    CUTS[sectionCut],
    count,
    sections.length,
    ...sections.flatMap(({ size, strips }) => [size, strips.length, ...strips.flatMap(stripSlots)]),
  ]);
  return encodePlan(plan, PHASES, plan.patterns.length, slots);
}

function stripSlots({ size, runs }: CoreStrip): number[] {
  return [size, runs.length, ...runs.flatMap(({ type, turned, count }) => [type, Number(turned), count])];
}

/** Reads the result block of `panelBest`. */
export function decodePanels(block: Float64Array): CorePanelPlan {
  let at = FIRST_PATTERN;
  const next = () => block[at++]!;
  const several = <Item>(count: number, read: () => Item): Item[] => Array.from({ length: count }, read);
  const readRun = (): CoreRun => ({ type: next(), turned: next() === 1, count: next() });
  const readStrip = (): CoreStrip => ({ size: next(), runs: several(next(), readRun) });
  const readSection = (): CoreSection => ({ size: next(), strips: several(next(), readStrip) });
  const readPattern = (): CorePanelPattern => ({
    stock: next(),
    sectionCut: next() === PanelCut.RIP ? "rip" : "cross",
    count: next(),
    sections: several(next(), readSection),
  });
  const { count: patterns, ...head } = decodeHead(block, PHASES);
  return { ...head, patterns: several(patterns, readPattern) };
}
