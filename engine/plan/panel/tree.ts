/**
 * The cuts of one panel as a tree, from the sections, strips and pieces of a pattern: with its rests, positions and
 * totals. Sizes are in the table's units and without kerf here.
 */
import type { PanelNode } from "../../base/contract/panel-plan.ts";
import { valueFrom } from "../cut/decimal.ts";
import type { CutDirection } from "./panel-blocks.ts";
import type { PanelTable, TableDefect } from "./size-table.ts";

/** A piece of the request in a row of equal ones, or `WASTE`; `along` the sections' direction, `across` the other. */
export interface SawnRun {
  source: number;
  rotated: boolean;
  count: number;
  along: number;
  across: number;
}

/** Free stretch between pieces, as long as `along` says. */
export const WASTE: SawnRun = { source: -1, rotated: false, count: 1, along: 0, across: 0 };

/** Strips without runs and sections without strips are waste. */
export interface SawnStrip {
  size: number;
  runs: SawnRun[];
}

export interface SawnSection {
  size: number;
  strips: SawnStrip[];
}

interface CutNode {
  cut: CutDirection;
  parts: TreePart[];
}

interface PieceLeaf {
  source: number;
  rotated: boolean;
}

type TreeBody = CutNode | PieceLeaf | "rest";

interface TreePart {
  size: number;
  count: number;
  body: TreeBody;
}

interface TreeRectangle {
  x: number;
  y: number;
  length: number;
  width: number;
}

/** The usable rectangle of a panel, on the panel. */
interface Usable extends TreeRectangle {
  defects: TableDefect[];
}

export interface SawnTree {
  tree: PanelNode;
  cuts: number;
  /** In units. */
  cutLength: bigint;
  offcut: bigint;
  /** Stages of cuts, without the one that trims pieces. */
  stages: number;
}

const OTHER = { rip: "cross", cross: "rip" } as const;

/** The tree of a panel whose usable rectangle is `panel`. */
export function sawPanel(
  table: PanelTable,
  ids: string[],
  sectionCut: CutDirection,
  panel: Usable,
  sections: SawnSection[],
): SawnTree {
  const body = new Sawyer(table, sectionCut, panel).saw(sections);
  const writer = new TreeWriter(table, ids, panel);
  const tree = writer.write(body, panel, 1, 1);
  const { cuts, cutLength, offcut, depth } = writer;
  return { tree, cuts, cutLength, offcut, stages: Math.min(depth, table.rules.stages) };
}

/** Divides a panel into sections, those into strips, and those into pieces. */
class Sawyer {
  private readonly stripCut: CutDirection;
  private readonly along: number;
  private readonly across: number;
  /** True beside defects, where everything has its place and no two parts are cut as one. */
  private readonly fixed: boolean;

  constructor(
    private readonly table: PanelTable,
    private readonly sectionCut: CutDirection,
    { length, width, defects }: Usable,
  ) {
    this.fixed = defects.length > 0;
    this.stripCut = OTHER[sectionCut];
    [this.along, this.across] = sectionCut === "cross" ? [length, width] : [width, length];
  }

  saw(sections: SawnSection[]): TreeBody {
    const { stages, firstCut, maxFirstCuts } = this.table.rules;
    const { along, across, sectionCut, stripCut } = this;
    const body =
      stages === 2
        ? this.section(sections[0]!.strips, along, true)
        : this.divide(
            sectionCut,
            [along, across],
            this.filling(sections, along).map(({ size, strips }) => {
              return { size, count: 1, body: this.section(strips, size, false) };
            }),
            true,
          );
    const first = stages === 2 ? stripCut : sectionCut;
    const free = firstCut === "any" && maxFirstCuts === Infinity;
    if (free || !isCut(body) || body.cut === first) return body;
    return wrapped(first, first === sectionCut ? along : across, body);
  }

  private section(strips: SawnStrip[], length: number, first: boolean): TreeBody {
    if (strips.length === 0) return "rest";
    const parts = (first ? this.filling(strips, this.across) : strips).map(({ size, runs }) => ({
      size,
      count: 1,
      body: this.strip(runs, length, size),
    }));
    return this.divide(this.stripCut, [this.across, length], parts, first);
  }

  private strip(runs: SawnRun[], length: number, width: number): TreeBody {
    if (runs.length === 0) return "rest";
    const cells = runs.flatMap((run): TreePart[] => {
      const { source, rotated, count, along, across } = run;
      if (source === WASTE.source) return [{ size: along, count: 1, body: "rest" }];
      const piece: TreePart = { size: across, count: 1, body: { source, rotated } };
      const body = this.divide(this.stripCut, [width, along], [piece], false);
      if (!this.fixed) return [{ size: along, count, body }];
      return Array.from({ length: count }, () => ({ size: along, count: 1, body }));
    });
    return this.divide(this.sectionCut, [length, width], cells, false);
  }

  /** Where every cut of the first stage is needed between parts, the last part takes the rest in. */
  private filling<Entry extends { size: number }>(parts: Entry[], room: number): Entry[] {
    if (parts.length <= this.table.rules.maxFirstCuts) return parts;
    const rest = this.restOf(
      parts.map(({ size }) => ({ size, count: 1 })),
      room,
    );
    return parts.map((part, at) => (at === parts.length - 1 ? { ...part, size: part.size + rest } : part));
  }

  private restOf(parts: { size: number; count: number }[], room: number): number {
    const { kerf } = this.table;
    return parts.reduce((rest, { size, count }) => rest - count * (size + kerf), room + kerf);
  }

  /**
   * Cuts a room, so long and so wide, into parts and what they leave, all waste together at the end but beside defects.
   * Parts that are cut in the same direction again are parts of this cut, where its cuts need not be few; a part that
   * fills it is no part.
   */
  private divide(
    cut: CutDirection,
    [room, reach]: [number, number],
    parts: TreePart[],
    first: boolean,
  ): TreeBody {
    const { kerf, rules } = this.table;
    const whole = first && rules.maxFirstCuts < Infinity;
    const flat = parts.flatMap((part) => {
      const { body, size, count } = part;
      if (!isCut(body) || body.cut !== cut) return [part];
      if (whole || this.restOf(body.parts, size) !== 0) {
        return [{ ...part, body: wrapped(OTHER[cut], reach, body) }];
      }
      return Array.from({ length: count }, () => body.parts).flat();
    });
    const kept = this.fixed ? [...flat] : flat.filter(({ body }) => body !== "rest");
    const rest = this.restOf(kept, room);
    if (rest === 0 && kept.length === 1 && kept[0]!.count === 1) return kept[0]!.body;
    if (rest > kerf) kept.push({ size: rest - kerf, count: 1, body: "rest" });
    return { cut, parts: this.fixed ? this.wasteTogether(kept, room) : together(kept) };
  }

  /** Waste beside waste is cut off as one, and takes in what is left of the room. */
  private wasteTogether(parts: TreePart[], room: number): TreePart[] {
    const merged: TreePart[] = [];
    for (const part of parts) {
      const last = merged.at(-1);
      if (last?.body === "rest" && part.body === "rest") last.size += this.table.kerf + part.size;
      else merged.push({ ...part });
    }
    const last = merged.at(-1);
    if (last?.body === "rest") last.size += this.restOf(merged, room);
    return merged;
  }
}

/** A stage in which nothing is cut: its only part is the whole. */
function wrapped(cut: CutDirection, size: number, body: TreeBody): CutNode {
  return { cut, parts: [{ size, count: 1, body }] };
}

function isCut(body: TreeBody): body is CutNode {
  return typeof body === "object" && "cut" in body;
}

/** Equal neighbours as one part with a count. */
function together(parts: TreePart[]): TreePart[] {
  const merged: TreePart[] = [];
  let before = "";
  for (const part of parts) {
    const key = JSON.stringify([part.size, part.body]);
    const last = merged.at(-1);
    if (last && key === before) last.count += part.count;
    else merged.push({ ...part });
    before = key;
  }
  return merged;
}

/** Writes a body in millimetres and adds up what is cut. */
class TreeWriter {
  cuts = 0;
  cutLength = 0n;
  offcut = 0n;
  depth = 0;

  constructor(
    private readonly table: PanelTable,
    private readonly ids: string[],
    private readonly panel: Usable,
  ) {}

  /** The node of a rectangle that is there `copies` times on a panel, cut in stage `stage` if at all. */
  write(body: TreeBody, at: TreeRectangle, copies: number, stage: number): PanelNode {
    if (body === "rest") return this.rest(at, copies);
    if (!isCut(body)) return { piece: body.source, piece_id: this.ids[body.source]!, rotated: body.rotated };
    const { kerf } = this.table;
    const isRip = body.cut === "rip";
    const [room, reach] = isRip ? [at.width, at.length] : [at.length, at.width];
    let from = 0;
    const parts = body.parts.map((part): PanelNode => {
      const { size, count } = part;
      const place = isRip
        ? { x: at.x, y: at.y + from, length: at.length, width: size }
        : { x: at.x + from, y: at.y, length: size, width: at.width };
      from += count * (size + kerf);
      const inside = this.write(part.body, place, copies * count, stage + 1);
      return { ...this.sizeOf(body.cut, part, place, copies * count === 1), ...inside };
    });
    const number = body.parts.reduce((sum, { count }) => sum + count, 0);
    // The last cut may take away all that is left.
    const cuts = from - kerf < room ? number : number - 1;
    this.cuts += copies * cuts;
    this.cutLength += BigInt(copies * cuts) * BigInt(reach);
    if (cuts > 0) this.depth = Math.max(this.depth, stage);
    return { cut: body.cut, parts };
  }

  private sizeOf(
    cut: CutDirection,
    { size, count }: TreePart,
    { x, y }: TreeRectangle,
    single: boolean,
  ): PanelNode {
    return {
      [cut === "rip" ? "width" : "length"]: this.mm(size),
      ...(count > 1 ? { count } : {}),
      ...(single ? { x: this.mm(x), y: this.mm(y) } : {}),
    };
  }

  private rest(at: TreeRectangle, copies: number): PanelNode {
    const { length, width } = at;
    const { minOffcut } = this.table;
    if (this.isDamaged(at)) return {};
    const holds = (x: number, y: number) => minOffcut && x >= minOffcut.length && y >= minOffcut.width;
    if (!holds(length, width) && !holds(width, length)) return {};
    this.offcut += BigInt(copies) * BigInt(length) * BigInt(width);
    return { offcut: true };
  }

  private isDamaged({ x, y, length, width }: TreeRectangle): boolean {
    const [left, bottom] = [x - this.panel.x, y - this.panel.y];
    return this.panel.defects.some(
      (defect) =>
        left < defect.x.to &&
        left + length > defect.x.from &&
        bottom < defect.y.to &&
        bottom + width > defect.y.from,
    );
  }

  private mm(units: number): number {
    return valueFrom(units, this.table.decimals);
  }
}
