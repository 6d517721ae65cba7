/**
 * Is the largest rectangle a sheet of paper drawn around the part, with a title block? By geometry, as many drawings have
 * everything on one layer: paper sizes, a second rectangle inside, a grid of cells joined to it with texts in them, and
 * the words of title blocks. A frame is never the part when something within can be.
 */

import type { Bounds } from "../contract/values/geometry.ts";
import type { Aside } from "./aids.ts";
import type { Findings } from "./basis/findings.ts";
import { millimetres } from "./basis/sentences.ts";
import type { Contours } from "./curves/contours.ts";
import { pathBounds } from "./curves/outline.ts";
import type { Outlines } from "./outlines.ts";
import type { DrawnText } from "./roles/order.ts";
import { foldName } from "./roles/words.ts";

/** Evidence for a frame, in points: enough of it makes one. */
const POINTS = { holdsAll: 2, paper: 2, inner: 3, titleBlock: 3, word: 1, words: 3, holesAtEdge: -3 };
const ENOUGH = 5;
/** Sides of sheets in millimetres, the shorter first: ISO A4 to A0, ANSI A to E, ARCH A to E. */
const INCHES = [
  [8.5, 11],
  [11, 17],
  [17, 22],
  [22, 34],
  [34, 44],
  [9, 12],
  [12, 18],
  [18, 24],
  [24, 36],
  [36, 48],
];
const PAPERS = [
  [210, 297],
  [297, 420],
  [420, 594],
  [594, 841],
  [841, 1189],
  ...INCHES.map((sides) => sides.map((side) => 25.4 * side)),
];
const SCALES = [1, 2, 5, 10, 20, 50, 100];
const PAPER_SLACK = 0.005;
/** Width of the margin between the two rectangles of a frame on paper, in millimetres. */
const MARGIN = { least: 4, most: 26 };
/** A title block has so many lines and texts, and no more of the sheet. */
const BLOCK = { lines: 4, texts: 2, share: 0.35 };
/** More straight contours than this are no drawing in a frame. */
const MANY = 5000;
const TITLE =
  /^(SCALE|MASSSTAB|ECHELLE|SCALA|ESCALA|MERITKO|MASZTAB|DRAWN|DRAWN BY|GEZEICHNET|GEZ\.?|DESSINE|MATERIAL|WERKSTOFF|TITLE|DATE|DATUM|REV\.?|SHEET|BLATT|1 ?: ?\d+|A[0-4])\b/;

/** A frame with its title block; nothing where there is none. */
export function findFrame({ contours }: Outlines, texts: readonly DrawnText[], weld: number): Aside {
  const search = new FrameSearch(contours, texts, weld);
  const outlines = search.run();
  const tell = (findings: Findings) => {
    const { min_x, min_y, max_x, max_y } = search.outer!;
    const subject = ` ${millimetres(max_x - min_x)} × ${millimetres(max_y - min_y)}`;
    const places = Array.from(outlines, (outline) => contours.startOf(outline));
    findings.note("drawing-frame", { subject, count: outlines.size, places });
  };
  return { outlines, tell };
}

class FrameSearch {
  outer: Bounds | null = null;
  private inner: Bounds | null = null;
  private readonly contours: Contours;
  private readonly texts: readonly DrawnText[];
  private readonly weld: number;

  constructor(contours: Contours, texts: readonly DrawnText[], weld: number) {
    this.contours = contours;
    this.texts = texts;
    this.weld = weld;
  }

  run(): Set<number> {
    const rectangles = this.rectangles();
    const largest = rectangles[0];
    if (!largest || !this.holdsAll(largest.bounds)) return new Set();
    const outer = largest.bounds;
    this.outer = outer;
    const scale = scaleOfPaper(outer);
    this.inner =
      rectangles[1] && isInner(outer, rectangles[1].bounds, scale ?? 1) ? rectangles[1].bounds : null;
    const frame = new Set([largest.number]);
    if (this.inner) frame.add(rectangles[1]!.number);
    const sure =
      POINTS.holdsAll + (scale === null ? 0 : POINTS.paper) + (this.inner ? POINTS.inner : 0) + this.words();
    // A title block is looked for only where it could tell.
    if (sure + POINTS.titleBlock < ENOUGH) return new Set();
    const joined = this.joinedTo(frame);
    const block = this.titleBlock(joined);
    const points =
      sure + (block ? POINTS.titleBlock : 0) + (this.hasHolesAtEdge(frame) ? POINTS.holesAtEdge : 0);
    // A square in a square is a washer as long as nothing tells of paper.
    const tells = scale !== null || block !== null || this.words() > 0;
    if (points < ENOUGH || !tells) return new Set();
    for (const number of joined) frame.add(number);
    for (let number = 0; number < this.contours.count; number++) {
      const bounds = this.boundsOf(number);
      if ((block && lies(bounds, block)) || (this.inner && !lies(bounds, this.inner))) frame.add(number);
    }
    return this.leavesPart(frame) ? frame : new Set();
  }

  /** Largest first. */
  private rectangles(): { number: number; bounds: Bounds; area: number }[] {
    const found: { number: number; bounds: Bounds; area: number }[] = [];
    for (let number = 0; number < this.contours.count; number++) {
      const { closed, curves } = this.contours.get(number);
      if (!closed || curves.length !== 4 || !this.isUpright(number)) continue;
      const bounds = this.boundsOf(number);
      found.push({ number, bounds, area: (bounds.max_x - bounds.min_x) * (bounds.max_y - bounds.min_y) });
    }
    return found.sort((p, q) => q.area - p.area || p.number - q.number);
  }

  /** Whether a contour consists of lines along the axes. */
  private isUpright(number: number): boolean {
    const { table } = this.contours;
    return this.contours.get(number).curves.every((id) => {
      if (!table.isLine(id)) return false;
      const { x0, y0, x1, y1 } = table.ends(id);
      return Math.min(Math.abs(x1 - x0), Math.abs(y1 - y0)) <= this.weld;
    });
  }

  private boundsOf(number: number): Bounds {
    return pathBounds(this.contours.table.run(this.contours.get(number).curves));
  }

  private holdsAll(bounds: Bounds): boolean {
    const { table } = this.contours;
    const grown = widened(bounds, this.weld);
    for (const { curves } of this.contours.chains())
      for (const id of curves) {
        const { x0, y0 } = table.ends(id);
        if (x0 < grown.min_x || x0 > grown.max_x || y0 < grown.min_y || y0 > grown.max_y) return false;
      }
    return this.contours.count > 1;
  }

  private words(): number {
    const said = this.texts.filter(({ text }) => TITLE.test(foldName(text.trim())));
    return Math.min(POINTS.words, POINTS.word * new Set(said.map(({ text }) => text)).size);
  }

  /** Lines along the axes that end on the frame, on each other, and so on. */
  private joinedTo(frame: ReadonlySet<number>): Set<number> {
    const straight: number[] = [];
    for (let number = 0; number < this.contours.count; number++)
      if (!frame.has(number) && this.isUpright(number)) straight.push(number);
    const joined = new Set<number>();
    if (straight.length > MANY) return joined;
    const reached = [...frame];
    // The list also visits what is added on the way.
    for (const number of reached)
      for (const other of straight)
        if (!joined.has(other) && (this.touches(number, other) || this.touches(other, number))) {
          joined.add(other);
          reached.push(other);
        }
    return joined;
  }

  /** Whether an end of a line of one contour lies on a line of another. */
  private touches(number: number, other: number): boolean {
    const { table } = this.contours;
    return this.contours.get(number).curves.some((id) => {
      const { x0, y0, x1, y1 } = table.ends(id);
      const box = widened(
        {
          min_x: Math.min(x0, x1),
          min_y: Math.min(y0, y1),
          max_x: Math.max(x0, x1),
          max_y: Math.max(y0, y1),
        },
        10 * this.weld,
      );
      return this.contours.get(other).curves.some((mate) => {
        const ends = table.ends(mate);
        return holds(box, ends.x0, ends.y0) || holds(box, ends.x1, ends.y1);
      });
    });
  }

  /** Around joined lines with texts among them, or null. */
  private titleBlock(joined: ReadonlySet<number>): Bounds | null {
    const room = this.inner ?? this.outer!;
    let [lines, block] = [0, null as Bounds | null];
    for (const number of joined) {
      const bounds = this.boundsOf(number);
      if (!lies(bounds, widened(room, 10 * this.weld))) continue;
      lines += this.contours.get(number).curves.length;
      block = block
        ? {
            min_x: Math.min(block.min_x, bounds.min_x),
            min_y: Math.min(block.min_y, bounds.min_y),
            max_x: Math.max(block.max_x, bounds.max_x),
            max_y: Math.max(block.max_y, bounds.max_y),
          }
        : bounds;
    }
    if (!block || lines < BLOCK.lines || areaOf(block) > BLOCK.share * areaOf(room)) return null;
    const texts = this.texts.filter(({ at }) => holds(block, at[0], at[1]));
    return texts.length < BLOCK.texts ? null : widened(block, 10 * this.weld);
  }

  /** Circles near a corner of the rectangle that nothing else holds are its holes. */
  private hasHolesAtEdge(frame: ReadonlySet<number>): boolean {
    const { contours, outer } = this;
    const closed = contours.numbers(true).filter((number) => !frame.has(number));
    if (closed.length > MANY) return true;
    const boxes = closed.map((number) => this.boundsOf(number));
    return closed.some((number, i) => {
      if (contours.get(number).curves.length !== 1) return false;
      const box = boxes[i]!;
      const reach = 2 * (box.max_x - box.min_x);
      const near = Math.min(
        box.min_x - outer!.min_x,
        box.min_y - outer!.min_y,
        outer!.max_x - box.max_x,
        outer!.max_y - box.max_y,
      );
      return near <= reach && !boxes.some((other, j) => j !== i && lies(box, other));
    });
  }

  /** Whether what is left can be a part. */
  private leavesPart(frame: ReadonlySet<number>): boolean {
    let curves = 0;
    for (let number = 0; number < this.contours.count; number++) {
      if (frame.has(number)) continue;
      if (this.contours.isClosed(number)) return true;
      curves += this.contours.get(number).curves.length;
    }
    return curves > 2;
  }
}

/** How many times a sheet of paper is as large, or null. */
function scaleOfPaper({ min_x, min_y, max_x, max_y }: Bounds): number | null {
  const sides = [max_x - min_x, max_y - min_y].sort((p, q) => p - q);
  const found = SCALES.find((scale) =>
    PAPERS.some((paper) => paper.every((side, i) => Math.abs(sides[i]! / (scale * side) - 1) <= PAPER_SLACK)),
  );
  return found ?? null;
}

/** Whether a rectangle lies as far inside another as the margin of a drawing. */
function isInner(outer: Bounds, inner: Bounds, scale: number): boolean {
  return [
    inner.min_x - outer.min_x,
    inner.min_y - outer.min_y,
    outer.max_x - inner.max_x,
    outer.max_y - inner.max_y,
  ].every((margin) => margin >= MARGIN.least * scale && margin <= MARGIN.most * scale);
}

function lies(box: Bounds, within: Bounds): boolean {
  return holds(within, box.min_x, box.min_y) && holds(within, box.max_x, box.max_y);
}

function holds({ min_x, min_y, max_x, max_y }: Bounds, x: number, y: number): boolean {
  return x >= min_x && x <= max_x && y >= min_y && y <= max_y;
}

function widened({ min_x, min_y, max_x, max_y }: Bounds, by: number): Bounds {
  return { min_x: min_x - by, min_y: min_y - by, max_x: max_x + by, max_y: max_y + by };
}

function areaOf({ min_x, min_y, max_x, max_y }: Bounds): number {
  return (max_x - min_x) * (max_y - min_y);
}
