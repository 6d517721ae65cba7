/** A pattern of panels read as what is done at the saw: the cuts in their order, and where everything comes to lie. */
import { amount, checkArguments, takenAs } from "../../base/contract/options.ts";
import type { PanelNode, PanelPattern } from "../../base/contract/panel-plan.ts";

/** Millimetres on the panel, from its lower left corner. */
export interface PanelRectangle {
  /** Along the panel. */
  x: number;
  /** Across the panel. */
  y: number;
  /** Extent along x. */
  length: number;
  /** Extent along y. */
  width: number;
}

/** One cut of the saw. */
export interface PanelCutStep {
  /** 1, 2, 3 … in the order of sawing. */
  number: number;
  /** 0 for a trim. */
  stage: number;
  /** `rip` runs along the panel, `cross` across it. */
  direction: "rip" | "cross";
  /** Where the cut begins: the near edge of the kerf, from the panel's lower edge (rip) or left edge (cross). */
  position: number;
  /** Where it begins and how far it runs, along the panel (rip) or across it (cross). */
  from: number;
  /** How far it runs. */
  length: number;
  /** Size of what falls off in the direction of the cut's feed, and what it is. */
  size: number;
  /** Kind of the piece that falls off. */
  falls: "piece" | "part" | "offcut" | "waste" | "trim";
  /** `id` of the piece that falls off. */
  piece_id?: string;
}

/** A piece, an offcut or waste where it lies. */
export interface PanelLeaf extends PanelRectangle {
  /** Position in `pieces`; absent where it is no piece. */
  piece?: number | undefined;
  /** `id` of the piece. */
  piece_id?: string | undefined;
  /** True when the piece's length lies along the panel's width. */
  rotated?: boolean | undefined;
  /** True for an offcut worth keeping. */
  offcut?: boolean | undefined;
}

/** Between the trims. */
export function usableOf(pattern: PanelPattern): PanelRectangle {
  const { trim_left, trim_right, trim_bottom, trim_top, length, width } = pattern;
  return {
    x: trim_left,
    y: trim_bottom,
    length: tidy(length - trim_left - trim_right),
    width: tidy(width - trim_bottom - trim_top),
  };
}

const PATTERN = "one of those that planPanels answers";

/** Every cut of a panel, numbered in the order of sawing: trims, then each node's cuts before those of its parts. */
export function panelCuts(pattern: PanelPattern, kerf: number): PanelCutStep[] {
  checkArguments({ kerf: amount }, { kerf });
  const steps = takenAs("pattern", PATTERN, () => trimsOf(pattern, kerf));
  visitAll(pattern, kerf, (node, at, stage) => {
    if (node.cut !== undefined) steps.push(...cutsOf(node, at, kerf, stage));
  });
  return steps.map((step, index) => ({ number: index + 1, ...step }));
}

/** Everything that a panel falls into, in the order in which it is sawn. */
export function panelLeaves(pattern: PanelPattern, kerf: number): PanelLeaf[] {
  checkArguments({ kerf: amount }, { kerf });
  const leaves: PanelLeaf[] = [];
  visitAll(pattern, kerf, ({ cut, piece, piece_id, rotated, offcut }, at) => {
    if (cut === undefined) leaves.push({ ...at, piece, piece_id, rotated, offcut });
  });
  return leaves;
}

function visitAll(pattern: PanelPattern, kerf: number, callback: Parameters<typeof visit>[3]): void {
  takenAs("pattern", PATTERN, () => visit(pattern.tree, usableOf(pattern), kerf, callback));
}

/** Calls back for a node and then for all that it is cut into, each copy by itself. */
function visit(
  node: PanelNode,
  at: PanelRectangle,
  kerf: number,
  callback: (node: PanelNode, at: PanelRectangle, stage: number) => void,
  stage = 1,
): void {
  callback(node, at, stage);
  for (const { part, place } of partsOf(node, at, kerf)) visit(part, place, kerf, callback, stage + 1);
}

function partsOf(
  node: PanelNode,
  at: PanelRectangle,
  kerf: number,
): { part: PanelNode; place: PanelRectangle }[] {
  let from = 0;
  return (node.parts ?? []).flatMap((part) =>
    Array.from({ length: part.count ?? 1 }, () => {
      const size = (node.cut === "rip" ? part.width : part.length) ?? 0;
      const place =
        node.cut === "rip"
          ? { ...at, y: tidy(at.y + from), width: size }
          : { ...at, x: tidy(at.x + from), length: size };
      from += size + kerf;
      return { part, place };
    }),
  );
}

function cutsOf(
  node: PanelNode,
  at: PanelRectangle,
  kerf: number,
  stage: number,
): Omit<PanelCutStep, "number">[] {
  const isRip = node.cut === "rip";
  const end = isRip ? at.y + at.width : at.x + at.length;
  return partsOf(node, at, kerf).flatMap(({ part, place }) => {
    const position = tidy(isRip ? place.y + place.width : place.x + place.length);
    // A piece that ends with the room is not cut off.
    if (position >= end - NOTHING) return [];
    const falls = part.cut ? "part" : part.piece !== undefined ? "piece" : part.offcut ? "offcut" : "waste";
    const [from, length] = isRip ? [at.x, at.length] : [at.y, at.width];
    const size = isRip ? place.width : place.length;
    const step = { stage, direction: node.cut!, position, from, length, size, falls } as const;
    return [part.piece_id === undefined ? step : { ...step, piece_id: part.piece_id }];
  });
}

/** Bottom and top along the whole panel, then left and right between them. A trim takes in the kerf of its cut. */
function trimsOf(pattern: PanelPattern, kerf: number): Omit<PanelCutStep, "number">[] {
  const { trim_left, trim_right, trim_bottom, trim_top, length, width } = pattern;
  const { y, width: height } = usableOf(pattern);
  const trim = (direction: "rip" | "cross", size: number, position: number) => {
    const [from, reach] = direction === "rip" ? [0, length] : [y, height];
    return size > 0
      ? [{ stage: 0, direction, position: tidy(position), from, length: reach, size, falls: "trim" as const }]
      : [];
  };
  return [
    ...trim("rip", trim_bottom, Math.max(0, trim_bottom - kerf)),
    ...trim("rip", trim_top, width - trim_top),
    ...trim("cross", trim_left, Math.max(0, trim_left - kerf)),
    ...trim("cross", trim_right, length - trim_right),
  ];
}

/** Sizes come to no more than nine decimals; sums of doubles are brought back to them. */
const NOTHING = 1e-9;

function tidy(value: number): number {
  return Math.round(value * 1e9) / 1e9;
}
