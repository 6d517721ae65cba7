/** Do the bridges hold that were asked for, and which parts would fall out? A part holds by bridges to the sheet around it, or to parts that hold. */
import Flatbush from "flatbush";
import { legLength } from "../sweep/distance.ts";
import type { Gap } from "../sweep/inspect.ts";
import type { LegIndex } from "../sweep/leg-index.ts";
import type { JudgedPart } from "../sweep/part.ts";
import type { Judged, ProgramFinding } from "./judged.ts";
import { type Cleared, Flood, ROUGH } from "./scrap.ts";
import { toldIn } from "./strokes.ts";

interface Placed {
  part: JudgedPart;
  x: number;
  y: number;
}

/** Sets that can be joined. */
export class Groups {
  private readonly parent: Int32Array;

  constructor(count: number) {
    this.parent = Int32Array.from({ length: count }, (_, i) => i);
  }

  of(i: number): number {
    let root = i;
    while (this.parent[root] !== root) root = this.parent[root]!;
    for (let k = i; k !== root; ) {
      const next = this.parent[k]!;
      this.parent[k] = root;
      k = next;
    }
    return root;
  }

  join(a: number, b: number): void {
    this.parent[this.of(a)] = this.of(b);
  }
}

export interface Bridges {
  /** By placement, the bridges that have their full width. */
  standing: Map<number, Gap[]>;
  /** How many each part is to have, and how wide. */
  tabs: number;
  width: number;
  index: LegIndex | null;
  isDeep: (leg: number) => boolean;
}

/** What the program tells of bridges in its head. */
const TOLD = {
  few: /fewer tabs than asked for/,
  loose: /held by no tab/,
  narrow: /strips? narrower than/,
};
/** A strip of scrap may be narrower than a bridge by this, and by this share, in mm. */
const NARROWER = 0.07;
const SHARE = 0.25;
/** How often the width of a strip is halved in search of what it is. */
const HALVINGS = 5;

/** Reports parts with fewer bridges that hold than wanted, and parts that nothing or only a narrow strip holds, more of them than are told. */
export function looseParts(judged: Judged, parts: Placed[], bridges: Bridges): void {
  if (parts.length === 0) return;
  const { tabs, width, standing } = bridges;
  const groups = new Groups(parts.length + 1);
  const beyond = new Beyond(judged, parts, bridges, 0);
  const few: { placement: number; holds: number; at?: [number, number] }[] = [];
  for (const [placement, { x, y }] of parts.entries()) {
    let holds = 0;
    let lost: [number, number] | undefined;
    for (const gap of standing.get(placement) ?? []) {
      const other = beyond.of(gap, x, y);
      if (other === null) lost ??= [gap.at[0] + x, gap.at[1] + y];
      else {
        groups.join(placement, other);
        holds++;
      }
    }
    if (holds < tabs || lost) few.push({ placement, holds, ...(lost ? { at: lost } : {}) });
  }
  const { comments } = judged.course;
  const report = (code: string, placement: number, message: string, more: Partial<ProgramFinding> = {}) =>
    judged.report({ code, severity: "fault", line: 0, placement, message, ...more });
  if (few.length > toldIn(comments, TOLD.few))
    for (const { placement, holds, at } of few)
      report(
        "tab-missing",
        placement,
        `part ${placement + 1} is held by ${holds} of ${tabs} tabs`,
        at ? { at } : {},
      );
  const loose = looseIn(groups, parts);
  if (loose.length > toldIn(comments, TOLD.loose))
    for (const placement of loose)
      report("part-loose", placement, `part ${placement + 1} holds to nothing that holds itself`);
  const heldBy = (strip: number, steps?: number[]) =>
    looseIn(groupsOver(new Beyond(judged, parts, bridges, strip, steps)), parts);
  const wanted = width - Math.min(NARROWER, SHARE * width);
  const thin = heldBy(wanted).filter((placement) => !loose.includes(placement));
  if (thin.length > toldIn(comments, TOLD.narrow)) {
    const amount =
      Math.floor(10 * widestStrip(wanted, (strip) => heldBy(strip, ROUGH).length === loose.length)) / 10;
    for (const placement of thin)
      report(
        "strip-narrow",
        placement,
        `part ${placement + 1} holds by a strip of ${amount.toFixed(1)} mm, narrower than its tabs`,
        { amount },
      );
  }
}

/** Parts that hang together with the sheet by none of the joints. */
function looseIn(groups: Groups, parts: Placed[]): number[] {
  const sheet = groups.of(parts.length);
  return parts.flatMap((_, i) => (groups.of(i) === sheet ? [] : [i]));
}

/** What hangs together over strips that are wide enough. */
function groupsOver(beyond: Beyond): Groups {
  const { parts, bridges } = beyond;
  const groups = new Groups(parts.length + 1);
  for (const [placement, { x, y }] of parts.entries())
    for (const gap of bridges.standing.get(placement) ?? []) {
      const other = beyond.of(gap, x, y);
      if (other !== null) groups.join(placement, other);
    }
  return groups;
}

/** The greatest width below the one that does not hold at which every part still does, to within a few hundredths of it. */
function widestStrip(most: number, holds: (strip: number) => boolean): number {
  let [low, high] = [0, most];
  for (let i = 0; i < HALVINGS; i++) {
    const middle = (low + high) / 2;
    if (holds(middle)) low = middle;
    else high = middle;
  }
  return low;
}

/** What lies at the far ends of bridges. */
class Beyond {
  private readonly index: Flatbush;
  private readonly flood: Flood;

  /** Only ways as wide as `strip` hold. */
  constructor(
    private readonly judged: Judged,
    readonly parts: Placed[],
    readonly bridges: Bridges,
    private readonly strip: number,
    steps?: number[],
  ) {
    this.index = new Flatbush(parts.length);
    for (const { part, x, y } of parts) {
      const [x0, y0, x1, y1] = part.box;
      this.index.add(x0 + x, y0 + y, x1 + x, y1 + y);
    }
    this.index.finish();
    const { legs, wants, marks } = judged;
    const sheet: Cleared = {
      legs,
      index: bridges.index,
      radius: wants.kerf / 2,
      width: wants.request.sheet_width,
      height: wants.request.sheet_height,
      divides: (i) => marks[i] === 0 && bridges.isDeep(i) && legLength(legs.at(i)) > 0,
      partAt: (x, y) => this.partAt(x, y),
    };
    this.flood = new Flood(sheet, strip, steps);
  }

  /** The part that holds a bridge's end, the sheet, or null for scrap that falls out itself. */
  of({ at, beyond, across }: Gap, x: number, y: number): number | null {
    if (across < this.strip) return null;
    const [px, py] = [at[0] + x, at[1] + y];
    const [fx, fy] = [beyond[0] + x, beyond[1] + y];
    if (this.strip > 0 && !this.flood.isOpen(px, py, fx, fy)) return null;
    const touching = this.partAt(fx, fy);
    if (touching !== null) return touching;
    if (this.flood.reachesEdge(fx, fy)) return this.parts.length;
    return this.partThroughWeb(px, py, fx, fy);
  }

  /** A bridge may go on through a web that is thinner than itself, to the part behind it. */
  private partThroughWeb(px: number, py: number, fx: number, fy: number): number | null {
    const away = Math.hypot(fx - px, fy - py);
    const [ux, uy] = [(fx - px) / away, (fy - py) / away];
    const most = 1.5 * this.judged.wants.kerf + this.bridges.width;
    for (let far = away; far <= most + STEP; far += STEP) {
      const [x, y] = [px + far * ux, py + far * uy];
      if (!this.flood.isOpen(px, py, x, y)) return null;
      const part = this.partAt(x, y);
      if (part !== null) return part;
    }
    return null;
  }

  private partAt(x: number, y: number): number | null {
    for (const i of this.index.search(x, y, x, y)) {
      const { part, x: px, y: py } = this.parts[i]!;
      if (part.contains(x - px, y - py)) return i;
    }
    return null;
  }
}

/** How finely a web is crossed, in mm. */
const STEP = 0.05;
