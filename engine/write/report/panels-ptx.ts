/**
 * A plan of panels as a pattern exchange file (PTX) for beam saws and their programs, such as Cut Rite: what is wanted,
 * what it is cut from, and every pattern as its cuts, phase by phase. Lengths in mm.
 *
 * Fields and codes as a public account of "Pattern Exchange File, Specification v1.21" (Magi-Cut) gives them: the page
 * PTX Pattern Exchange Format of PTXLayoutViewer. The file's origin is the top left
 * corner of a panel, where the plan has its lower left one: a pattern is seen from its other long side.
 */
import type { PanelNode, PanelPattern, PanelPlan, PanelPlanRequest } from "../../base/contract/panel-plan.ts";
import { formatNumber } from "../../base/text.ts";
import { panelLeaves, usableOf } from "../../plan/panel/sawing.ts";

type Cell = string | number | null;
type Direction = "rip" | "cross";

const VERSION = "1.21";
const METRIC = 0;
const TOP_LEFT = 0;
const FIXED_TRIM_FIRST = 1;
const OPTIMISED = 1;
const COST_PER_SHEET = 1;
/** Every plan is one job of one material. */
const JOB = 1;
const MATERIAL = 1;
const NOTHING = 0;
/** Types of patterns by their first cut: along the panel, or along it after it was turned. */
const TYPES: Record<Direction, number> = { rip: 0, cross: 1 };
/** The trim of a phase has the function of the phase's cuts and this much more. */
const TRIM = 90;
const GRAIN = { none: 0, any: 0, length: 1, width: 2 };
/** A rest no longer than this is none, in mm. */
const EXACT = 1e-6;

/** The text of a `.ptx` file. */
export function panelsToPtx(plan: PanelPlan, request: PanelPlanRequest): string {
  const offcuts = new Offcuts();
  const patterns = plan.patterns.flatMap((pattern, i) => patternRows(pattern, i + 1, plan.kerf, offcuts));
  const rows: Cell[][] = [
    ["HEADER", VERSION, "Offcut", METRIC, TOP_LEFT, FIXED_TRIM_FIRST],
    ["JOBS", JOB, "OFFCUT", null, null, null, null, OPTIMISED, null, null, null, plan.summary.waste_percent],
    ...partRows(plan, request),
    ...boardRows(plan, request),
    ["MATERIALS", JOB, MATERIAL, "PANEL", null, null, 1, plan.kerf, plan.kerf, ...commonTrims(plan)],
    ...damagedNotes(plan),
    ...offcuts.rows,
    ...patterns,
  ];
  return rows.map((row) => `${row.map(cellText).join(",")}\r\n`).join("");
}

function cellText(value: Cell): string {
  if (value === null) return "";
  if (typeof value === "number") return formatNumber(value, 4);
  const line = value.replace(/[\r\n]+/g, " ");
  return /[",]/.test(line) ? `"${line.replaceAll('"', '""')}"` : line;
}

/**
 * A row for each piece with its size, its quantity and how many the plan makes. Pieces with a label or edge bands get a
 * second row.
 */
function partRows(plan: PanelPlan, { pieces }: PanelPlanRequest): Cell[][] {
  const made = pieces.map(() => 0);
  const turned = new Set<number>();
  for (const pattern of plan.patterns)
    for (const { piece, rotated } of panelLeaves(pattern, plan.kerf)) {
      if (piece === undefined) continue;
      made[piece]! += pattern.count;
      if (rotated) turned.add(piece);
    }
  const wanted = pieces.map(({ id, length, width, quantity, grain = "any" }, i): Cell[] => {
    // Copies that lie alike are not to be turned by whoever reads the file.
    const lies = grain === "alike" ? (turned.has(i) ? GRAIN.width : GRAIN.length) : GRAIN[grain];
    return ["PARTS_REQ", JOB, i + 1, id, MATERIAL, length, width, quantity, 0, 0, lies, made[i]!];
  });
  const told = pieces.flatMap(({ label, edges }, i): Cell[][] => {
    if (label === undefined && edges === undefined) return [];
    const { bottom, top, left, right } = edges ?? {};
    const bands = [bottom, top, left, right].map((band) => band ?? null);
    return [["PARTS_INF", JOB, i + 1, label ?? null, 1, null, null, null, ...bands]];
  });
  return [...wanted, ...told];
}

function boardRows({ patterns }: PanelPlan, { stocks }: PanelPlanRequest): Cell[][] {
  return stocks.map(({ id, length, width, quantity, cost, grain = "length", offcut = false }, i): Cell[] => {
    const own = patterns.filter(({ stock }) => stock === i);
    const used = own.reduce((sum, { count }) => sum + count, 0);
    const kind = [cost, null, null, null, GRAIN[grain], Number(offcut), null, null, null, COST_PER_SHEET];
    return ["BOARDS", JOB, i + 1, id, MATERIAL, length, width, quantity, used, ...kind];
  });
}

/** Trims of rips and of cross cuts, the first of each before the last, where all patterns have the same. */
function commonTrims({ patterns }: PanelPlan): Cell[] {
  const trims = patterns.map(({ trim_bottom, trim_top, trim_left, trim_right }) => {
    return [trim_bottom, trim_top, trim_left, trim_right];
  });
  const [first = []] = trims;
  return trims.every((own) => own.every((trim, i) => trim === first[i])) ? first : [];
}

/** A damaged panel must lie as the plan sees it. */
function damagedNotes({ patterns }: PanelPlan): Cell[][] {
  const damaged = patterns.flatMap(({ defects = [] }, i) => (defects.length > 0 ? [i + 1] : []));
  return damaged.map((number, i): Cell[] => {
    return [
      "NOTES",
      JOB,
      i + 1,
      `Pattern ${number}: damaged panel, its lower edge in the plan is the top here`,
    ];
  });
}

function patternRows(pattern: PanelPattern, number: number, kerf: number, offcuts: Offcuts): Cell[][] {
  const { stock, count, tree } = pattern;
  const cuts = new PatternCuts(pattern, kerf, offcuts).rows;
  return [
    ["PATTERNS", JOB, number, stock + 1, TYPES[tree.cut ?? "rip"], count, count, 1],
    ...cuts.map((cut, i): Cell[] => ["CUTS", JOB, number, i + 1, ...cut]),
  ];
}

/** Rests that go back to the rack, each size once. */
class Offcuts {
  private readonly known = new Map<string, { number: number; sizes: [number, number]; count: number }>();

  /** Counts how often an offcut is made. Gives the reference to it. */
  add(length: number, width: number, count: number): string {
    const key = `${formatNumber(length, 4)} ${formatNumber(width, 4)}`;
    const own = this.known.get(key) ?? { number: this.known.size + 1, sizes: [length, width], count: 0 };
    own.count += count;
    this.known.set(key, own);
    return `X${own.number}`;
  }

  get rows(): Cell[][] {
    return [...this.known.values()].map(({ number, sizes, count }): Cell[] => {
      return ["OFFCUTS", JOB, number, `OFFCUT ${number}`, MATERIAL, ...sizes, count];
    });
  }
}

/** A node with its size, and how many of it all panels of the pattern make. */
interface SizedNode {
  node: PanelNode;
  length: number;
  width: number;
  times: number;
}

/** Equal parts side by side. The last one of a row that is filled to its end needs no cut of its own. */
interface Run {
  part: PanelNode;
  count: number;
  isFree: boolean;
}

/**
 * Cuts of a pattern as rows of sequence, function, dimension, repetitions, what falls off and how many of it. A row is
 * followed by the cuts of what it makes, one phase further; the sequence goes through all cuts of a phase first.
 */
class PatternCuts {
  readonly rows: Cell[][] = [];
  private sequence = 1;
  /** Trims by the direction of their cuts. */
  private readonly trims: Record<Direction, { before: number; behind: number }>;

  constructor(
    pattern: PanelPattern,
    private readonly kerf: number,
    private readonly offcuts: Offcuts,
  ) {
    const { trim_bottom, trim_top, trim_left, trim_right, tree, count } = pattern;
    this.trims = {
      rip: { before: trim_bottom, behind: trim_top },
      cross: { before: trim_left, behind: trim_right },
    };
    const { length, width } = usableOf(pattern);
    this.divide({ node: tree, length, width, times: count }, tree.cut ?? "rip", 1);
  }

  /** The cuts of one phase through a rectangle, each followed by those of what it makes. */
  private divide(whole: SizedNode, direction: Direction, phase: number): void {
    const across = direction === "rip" ? "width" : "length";
    const { before, behind } = phase <= 2 ? this.trims[direction] : { before: 0, behind: 0 };
    if (before > 0)
      this.rows.push([this.sequence++, TRIM + phase, Math.max(0, before - this.kerf), 1, NOTHING, 0]);
    const runs = this.runsOf(whole, direction, behind === 0);
    const begun = runs.map(({ count, isFree }) => {
      const own = isFree ? 0 : this.sequence;
      this.sequence += isFree ? 0 : count;
      return own;
    });
    for (const [i, { part, count, isFree }] of runs.entries()) {
      const size = part[across]!;
      const own: SizedNode = { ...whole, node: part, [across]: size, times: whole.times * count };
      const below = direction === "rip" ? "cross" : "rip";
      const goesOn = part.cut !== undefined || (!isWaste(part) && phase === 1 && this.isTrimmed(below));
      const [what, made] = goesOn || isWaste(part) ? [NOTHING, 0] : [this.referenceOf(own), own.times];
      this.rows.push([begun[i]!, phase, size, isFree ? 0 : count, what, made]);
      if (goesOn) this.divide(own, below, phase + 1);
    }
  }

  /** The parts of a rectangle in this direction, without the waste at its end; a rectangle with no such cut is one part. */
  private runsOf({ node, ...size }: SizedNode, direction: Direction, mayEnd: boolean): Run[] {
    const across = direction === "rip" ? "width" : "length";
    const parts = node.cut === direction ? node.parts! : [{ ...node, count: 1, [across]: size[across] }];
    const taken = parts.reduce(
      (sum, { count = 1, [across]: own = 0 }) => sum + count * (own + this.kerf),
      -this.kerf,
    );
    const last = parts.length - 1;
    const kept = isWaste(parts[last]!) ? parts.slice(0, last) : parts;
    return kept.flatMap((part, i): Run[] => {
      const { count = 1 } = part;
      if (i < last || !mayEnd || taken < size[across] - EXACT) return [{ part, count, isFree: false }];
      const others = count === 1 ? [] : [{ part, count: count - 1, isFree: false }];
      return [...others, { part, count: 1, isFree: true }];
    });
  }

  private isTrimmed(direction: Direction): boolean {
    const { before, behind } = this.trims[direction];
    return before + behind > 0;
  }

  private referenceOf({ node, length, width, times }: SizedNode): string | number {
    return node.piece === undefined ? this.offcuts.add(length, width, times) : node.piece + 1;
  }
}

function isWaste({ cut, piece, offcut }: PanelNode): boolean {
  return cut === undefined && piece === undefined && !offcut;
}
