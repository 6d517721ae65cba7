/**
 * Do the bridges hold that were asked for, and which parts would fall out? A part holds by bridges to the sheet around
 * it, or to parts that hold.
 */

import { hypot } from "../../base/geometry/trig/hypot.ts";
import { legLength } from "../sweep/distance.ts";
import type { Gap } from "../sweep/inspect.ts";
import { JoinedSets } from "../sweep/joined-sets.ts";
import { type Corners, indexOfCorners, type RunIndex } from "../sweep/run-index.ts";
import { type Cleared, JudgedScrap, StraightPieces, scrapCuts } from "../sweep/scrap.ts";
import { type JudgedProgram, type PlacedPart, type ProgramFinding, toldIn } from "../wants/judged.ts";

export interface Bridges {
  /** By placement, the bridges that have their full width. */
  standing: Map<number, Gap[]>;
  /** Whatever is not cut, these among them, with the placement it belongs to. */
  gaps: (Gap & { placement: number })[];
  /** How many each part is to have, and how wide. */
  tabs: number;
  width: number;
  index: RunIndex;
  isDeep: (leg: number) => boolean;
}

/** Sentences about bridges in the head of a program. */
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

/**
 * Joins the parts that hang together by their bridges, and the sheet as one more. Reports parts with fewer bridges that
 * hold than wanted, and parts that nothing or only a narrow strip holds, more of them than are told.
 */
export function looseParts(judged: JudgedProgram, parts: PlacedPart[], bridges: Bridges): JoinedSets {
  const groups = new JoinedSets(parts.length + 1);
  if (parts.length === 0) return groups;
  const { tabs, width, standing } = bridges;
  const ground = groundOf(judged, parts, bridges);
  const wanted = width - Math.min(NARROWER, SHARE * width);
  const whole = new Beyond(ground, bridges, wanted);
  const beyond = new Beyond(ground, bridges, 0, whole);
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
  type Faults = (Pick<ProgramFinding, "at" | "amount"> & { placement: number; what: string })[];
  const mustTell = (code: string, words: RegExp, count: number, faults: () => Faults) =>
    judged.mustTell(
      code,
      (comments) => count <= toldIn(comments, words),
      () => {
        for (const { placement, what, ...where } of faults()) {
          const message = `part ${placement + 1} ${what}`;
          judged.report({ code, placement, message, ...where });
        }
      },
    );
  mustTell("tab-missing", TOLD.few, few.length, () =>
    few.map(({ holds, ...part }) => ({ ...part, what: `is held by ${holds} of ${tabs} tabs` })),
  );
  const loose = looseIn(groups, parts);
  mustTell("part-loose", TOLD.loose, loose.length, () =>
    loose.map((placement) => ({ placement, what: "holds to nothing that holds itself" })),
  );
  const heldBy = (over: Beyond) => looseIn(groupsOver(over), parts);
  const fallen = new Set(loose);
  const thin = heldBy(whole).filter((placement) => !fallen.has(placement));
  const holds = (strip: number) => heldBy(new Beyond(ground, bridges, strip)).length === loose.length;
  mustTell("strip-narrow", TOLD.narrow, thin.length, () => {
    const amount = judged.measures ? Math.floor(10 * widestStrip(wanted, holds)) / 10 : null;
    const strip = amount === null ? "" : ` of ${amount.toFixed(1)} mm,`;
    const what = `holds by a strip${strip} narrower than its tabs`;
    return thin.map((placement) => ({ placement, what, ...(amount === null ? {} : { amount }) }));
  });
  return groups;
}

/** Parts that hang together with the sheet by none of the joints. */
function looseIn(groups: JoinedSets, parts: PlacedPart[]): number[] {
  const sheet = groups.of(parts.length);
  return parts.flatMap((_, i) => (groups.of(i) === sheet ? [] : [i]));
}

/** Groups parts that hang together over strips that are wide enough. */
function groupsOver(beyond: Beyond): JoinedSets {
  const { parts } = beyond.ground;
  const { bridges } = beyond;
  const groups = new JoinedSets(parts.length + 1);
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

/** The sheet with what was cut of it. */
interface CutSheet {
  parts: PlacedPart[];
  /** Boxes of the parts. */
  index: RunIndex;
  sheet: Cleared;
  cuts: number[];
  kerf: number;
}

function groundOf(judged: JudgedProgram, parts: PlacedPart[], { index, isDeep, gaps }: Bridges): CutSheet {
  const boxes = parts.map(({ part: { box }, x, y }): Corners => {
    return [box[0] + x, box[1] + y, box[2] + x, box[3] + y];
  });
  const { legs, wants, marks } = judged;
  const sheet: Cleared = {
    legs,
    index,
    radius: wants.kerf / 2,
    width: wants.request.sheet_width,
    height: wants.request.sheet_height,
    divides: (i) => marks[i] === 0 && isDeep(i) && legLength(legs.look(i)) > 0,
    uncut: uncutOf(parts, gaps, wants.kerf),
  };
  return { parts, index: indexOfCorners(boxes), sheet, cuts: scrapCuts(sheet), kerf: wants.kerf };
}

/** The edges of parts along which something is not cut, each once. */
function uncutOf(parts: PlacedPart[], gaps: Bridges["gaps"], kerf: number): number[] {
  const pieces = new StraightPieces();
  for (const { placement, at, length } of gaps) {
    const { part, x, y } = parts[placement]!;
    for (const i of part.edgesNear([...at, ...at], length / 2 + kerf)) {
      const [ax, ay, bx, by] = part.edge(i);
      pieces.add(ax + x, ay + y, bx + x, by + y);
    }
  }
  return pieces.all;
}

/** Ground at the far ends of bridges. */
class Beyond {
  private readonly scrap: JudgedScrap;
  private readonly known = new Map<Gap, number | null>();

  /** Only ways as wide as `strip` hold; whatever leads to the sheet over `wider` ones does so over these. */
  constructor(
    readonly ground: CutSheet,
    readonly bridges: Bridges,
    private readonly strip: number,
    private readonly wider: Beyond | null = null,
  ) {
    this.scrap = new JudgedScrap(ground.sheet, ground.cuts, strip);
  }

  /** The part that holds a bridge's end, the sheet, or null for scrap that falls out itself. */
  of(gap: Gap, x: number, y: number): number | null {
    const known = this.known.get(gap);
    if (known !== undefined) return known;
    const sheet = this.ground.parts.length;
    const found = this.wider?.of(gap, x, y) === sheet ? sheet : this.find(gap, x, y);
    this.known.set(gap, found);
    return found;
  }

  private find({ at, beyond, across }: Gap, x: number, y: number): number | null {
    if (across < this.strip) return null;
    const [px, py] = [at[0] + x, at[1] + y];
    const [fx, fy] = [beyond[0] + x, beyond[1] + y];
    if (this.strip > 0 && !this.scrap.isOpen(px, py, fx, fy)) return null;
    const touching = this.partAt(fx, fy);
    if (touching !== null) return touching;
    if (this.scrap.reachesEdge(fx, fy)) return this.ground.parts.length;
    return this.partThroughWeb(px, py, fx, fy);
  }

  /** A bridge may go on through a web that is thinner than itself, to the part behind it. */
  private partThroughWeb(px: number, py: number, fx: number, fy: number): number | null {
    const away = hypot(fx - px, fy - py);
    const [ux, uy] = [(fx - px) / away, (fy - py) / away];
    const most = 1.5 * this.ground.kerf + this.bridges.width;
    for (let far = away; far <= most + STEP; far += STEP) {
      const [x, y] = [px + far * ux, py + far * uy];
      if (!this.scrap.isOpen(px, py, x, y)) return null;
      const part = this.partAt(x, y);
      if (part !== null) return part;
    }
    return null;
  }

  private partAt(x: number, y: number): number | null {
    for (const i of this.ground.index.near([x, y, x, y])) {
      const { part, x: px, y: py } = this.ground.parts[i]!;
      if (part.contains(x - px, y - py)) return i;
    }
    return null;
  }
}

/** How finely a web is crossed, in mm. */
const STEP = 0.05;
