/** Do the bridges hold that were asked for, and which parts would fall out? A part holds by bridges to the sheet around it, or to parts that hold. */
import Flatbush from "flatbush";
import { legLength } from "../sweep/distance.ts";
import type { Gap } from "../sweep/inspect.ts";
import type { LegIndex } from "../sweep/leg-index.ts";
import type { JudgedPart } from "../sweep/part.ts";
import type { Judged } from "./judged.ts";
import { Flood } from "./scrap.ts";
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
const TOLD = { few: /fewer tabs than asked for/, loose: /held by no tab/ };

/** Reports parts with fewer bridges that hold than wanted and parts that nothing holds, more of them than are told. */
export function looseParts(judged: Judged, parts: Placed[], bridges: Bridges): void {
  if (parts.length === 0) return;
  const { tabs, standing } = bridges;
  const sheet = parts.length;
  const groups = new Groups(sheet + 1);
  const beyond = new Beyond(judged, parts, bridges);
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
  const report = (code: string, placement: number, message: string, at?: [number, number]) =>
    judged.report({ code, severity: "fault", line: 0, placement, message, ...(at ? { at } : {}) });
  if (few.length > toldIn(comments, TOLD.few))
    for (const { placement, holds, at } of few)
      report("tab-missing", placement, `part ${placement + 1} is held by ${holds} of ${tabs} tabs`, at);
  const loose = parts.flatMap((_, i) => (groups.of(i) === groups.of(sheet) ? [] : [i]));
  if (loose.length > toldIn(comments, TOLD.loose))
    for (const placement of loose)
      report("part-loose", placement, `part ${placement + 1} holds to nothing that holds itself`);
}

/** What lies at the far ends of bridges. */
class Beyond {
  private readonly index: Flatbush;
  private readonly flood: Flood;

  constructor(
    private readonly judged: Judged,
    private readonly parts: Placed[],
    private readonly bridges: Bridges,
  ) {
    this.index = new Flatbush(parts.length);
    for (const { part, x, y } of parts) {
      const [x0, y0, x1, y1] = part.box;
      this.index.add(x0 + x, y0 + y, x1 + x, y1 + y);
    }
    this.index.finish();
    const { legs, wants, marks } = judged;
    this.flood = new Flood({
      legs,
      index: bridges.index,
      radius: wants.kerf / 2,
      width: wants.request.sheet_width,
      height: wants.request.sheet_height,
      divides: (i) => marks[i] === 0 && bridges.isDeep(i) && legLength(legs.at(i)) > 0,
      partAt: (x, y) => this.partAt(x, y),
    });
  }

  /** The part that holds a bridge's end, the sheet, or null for scrap that falls out itself. */
  of({ at, beyond }: Gap, x: number, y: number): number | null {
    const [px, py] = [at[0] + x, at[1] + y];
    const [fx, fy] = [beyond[0] + x, beyond[1] + y];
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
