/**
 * Which groups make up the contour of an entity, and are they all there?
 *
 * Answers with the groups written anew for the parser: required ones present, every number finite, points in the
 * order x, y, z. An entity with a value missing or unreadable is damaged as a whole: half a contour is worse than none.
 * The points of polylines and splines are set aside and go by number: the parser would make an object of each value.
 */
import type { Names } from "./names.ts";
import { type Tags, tagNumber, tagText } from "./tags.ts";

export interface ShapeText {
  text: string;
  damaged: boolean;
  /** Numbers written with a decimal comma. */
  commas: number;
  /** Fewer points than the entity announces: where a file breaks off, the rest of them is lost. */
  short: boolean;
}

/** What a SPLINE lists; points as x, y, z one after another. */
export interface SplineLists {
  knots: number[];
  weights: number[];
  control: number[];
  fit: number[];
}

/** Numbers that are set aside, by the number that stands for them in group 90. */
export interface NumberLists {
  /** LWPOLYLINEs: x, y, bulge of each vertex. */
  polylines: number[][];
  splines: SplineLists[];
}

/** Single groups of an entity: those it cannot do without, and those it may have. */
const GROUPS: Record<string, { needed: number[]; optional: number[] }> = {
  LINE: { needed: [10, 20, 11, 21], optional: [30, 31] },
  ARC: { needed: [10, 20, 40, 50, 51], optional: [30, 210, 220, 230] },
  CIRCLE: { needed: [10, 20, 40], optional: [30, 210, 220, 230] },
  ELLIPSE: { needed: [10, 20, 11, 21, 40], optional: [30, 31, 41, 42, 210, 220, 230] },
  INSERT: { needed: [10, 20], optional: [30, 41, 42, 43, 44, 45, 50, 70, 71, 210, 220, 230] },
  POLYLINE: { needed: [], optional: [30, 70, 210, 220, 230] },
  LWPOLYLINE: { needed: [], optional: [38, 70, 210, 220, 230] },
  SPLINE: { needed: [], optional: [70, 71, 12, 22, 32, 13, 23, 33] },
};

/** Points that an entity may lack, but not a part of. */
const WHOLE_POINTS = [
  [210, 220, 230],
  [12, 22],
  [13, 23],
];

/** Null for entities without a contour. */
export function shapeText(
  type: string,
  tags: Tags,
  from: number,
  to: number,
  blocks: Names,
  lists: NumberLists,
): ShapeText | null {
  const groups = Object.hasOwn(GROUPS, type) ? GROUPS[type]! : null;
  if (!groups) return null;
  const reader = new GroupReader(tags);
  switch (type) {
    case "LWPOLYLINE":
      reader.singles(groups.optional, from, to);
      reader.vertices(lists.polylines, from, to);
      break;
    case "POLYLINE": {
      const own = ownEnd(tags, from, to);
      reader.singles(groups.optional, from, own);
      reader.polylineVertices(own, to);
      break;
    }
    case "SPLINE":
      reader.singles(groups.optional, from, to);
      reader.spline(lists.splines, from, to);
      break;
    default:
      reader.singles([...groups.needed, ...groups.optional], from, to);
      reader.require(groups.needed);
      if (type === "INSERT") reader.blockName(blocks, from, to);
  }
  reader.requireWholePoints();
  return reader.result();
}

function ownEnd(tags: Tags, from: number, to: number): number {
  let at = from;
  while (at < to && tags.codes[at] !== 0) at++;
  return at;
}

class GroupReader {
  private readonly tags: Tags;
  private readonly seen = new Map<number, string>();
  private readonly tail: string[] = [];
  private damaged = false;
  private short = false;
  private commas = 0;

  constructor(tags: Tags) {
    this.tags = tags;
  }

  /** The first value of each of the codes. */
  singles(codes: readonly number[], from: number, to: number): void {
    for (let at = from; at < to; at++) {
      const code = this.tags.codes[at]!;
      // Extended data begins; embedded objects repeat the codes of their owner with another meaning.
      if (code >= 1000 || code === 101) return;
      if (codes.includes(code) && !this.seen.has(code)) this.seen.set(code, this.value(at));
    }
  }

  require(codes: readonly number[]): void {
    if (codes.some((code) => !this.seen.has(code))) this.damaged = true;
  }

  /** The parser throws at a point that lacks a coordinate, so points come whole or make the entity damaged. */
  requireWholePoints(): void {
    for (const point of WHOLE_POINTS) if (point.some((code) => this.seen.has(code))) this.require(point);
  }

  blockName(blocks: Names, from: number, to: number): void {
    for (let at = from; at < to; at++) {
      if (this.tags.codes[at] !== 2) continue;
      this.seen.set(2, String(blocks.number(tagText(this.tags, at))));
      return;
    }
    this.damaged = true;
  }

  /** LWPOLYLINE: a 10 opens a vertex; the count in group 90 is often wrong, so it is not asked. */
  vertices(polylines: number[][], from: number, to: number): void {
    const vertices: number[] = [];
    let awaited = false;
    for (let at = from; at < to; at++) {
      const code = this.tags.codes[at]!;
      if (code >= 1000) break;
      if (code === 10) {
        this.damaged ||= awaited;
        vertices.push(this.number(at), 0, 0);
        awaited = true;
      } else if (code === 20 && awaited) {
        vertices[vertices.length - 2] = this.number(at);
        awaited = false;
      } else if (code === 42 && vertices.length > 0) vertices[vertices.length - 1] = this.number(at);
    }
    this.announced(90, vertices.length / 3, from, to);
    this.damaged ||= awaited || vertices.length < 6;
    if (!this.damaged) this.tail.push(`90\n${polylines.push(vertices) - 1}\n`);
  }

  /** POLYLINE: VERTEX entities up to the end, the last one's lost SEQEND included. */
  polylineVertices(from: number, to: number): void {
    const elevation = this.seen.get(30);
    let at = from;
    while (at < to) {
      const end = ownEnd(this.tags, at + 1, to);
      const vertex = new GroupReader(this.tags);
      vertex.singles([10, 20, 30, 42, 70], at + 1, end);
      // The parser drops the elevation of the polyline itself, so its vertices carry it.
      if (elevation && !vertex.seen.has(30)) vertex.seen.set(30, elevation);
      if (!vertex.isFace()) vertex.require([10, 20]);
      const { text, damaged, commas } = vertex.result();
      this.damaged ||= damaged;
      this.commas += commas;
      this.tail.push(`0\nVERTEX\n${text}`);
      at = end;
    }
    if (this.tail.length < 2) this.damaged = true;
    this.tail.push("0\nSEQEND\n");
    // Only a SEQEND, which stands behind `to`, says that no vertex is missing.
    this.short = to === this.tags.count;
  }

  /** Faces of a mesh come as vertices without a place of their own. */
  private isFace(): boolean {
    return (Number(this.seen.get(70) ?? 0) & 128) !== 0;
  }

  /** SPLINE: lists of knots, weights, control points and fit points. */
  spline(splines: SplineLists[], from: number, to: number): void {
    const listed = new Map<number, number[]>([10, 20, 30, 11, 21, 31, 40, 41].map((code) => [code, []]));
    for (let at = from; at < to; at++) {
      const code = this.tags.codes[at]!;
      if (code >= 1000) break;
      listed.get(code)?.push(this.number(at));
    }
    const list = (code: number) => listed.get(code)!;
    this.announced(72, list(40).length, from, to);
    this.announced(73, list(10).length, from, to);
    this.announced(74, list(11).length, from, to);
    const points = (first: number) => {
      const [xs, ys, zs] = [list(first), list(first + 10), list(first + 20)];
      if (xs.length !== ys.length || (zs.length > 0 && zs.length !== xs.length)) this.damaged = true;
      return xs.flatMap((x, i) => [x, ys[i] ?? 0, zs[i] ?? 0]);
    };
    const lists = { knots: list(40), weights: list(41), control: points(10), fit: points(11) };
    if (!this.damaged) this.tail.push(`90\n${splines.push(lists) - 1}\n`);
  }

  result(): ShapeText {
    const { damaged, commas, short } = this;
    if (damaged) return { text: "", damaged, commas, short };
    // Ascending x, y, z of one point share their last digit: 10 20 30, 11 21 31, 210 220 230.
    const codes = [...this.seen.keys()].sort((p, q) => pointOrder(p) - pointOrder(q));
    const singles = codes.map((code) => `${code}\n${this.seen.get(code)}\n`).join("");
    return { text: singles + this.tail.join(""), damaged, commas, short };
  }

  private announced(code: number, found: number, from: number, to: number): void {
    for (let at = from; at < to; at++) {
      if (this.tags.codes[at] === code && tagNumber(this.tags, at) > found) this.short = true;
    }
  }

  /** The value as the parser may see it. */
  private value(at: number): string {
    return Number.isNaN(tagNumber(this.tags, at)) ? String(this.number(at)) : tagText(this.tags, at);
  }

  /** Decimal commas are read as meant; what is no number makes the entity damaged. */
  private number(at: number): number {
    const value = tagNumber(this.tags, at);
    if (!Number.isNaN(value)) return value;
    const text = tagText(this.tags, at);
    if (/^[-+]?\d+,\d+(e[-+]?\d+)?$/i.test(text)) {
      this.commas++;
      return Number(text.replace(",", "."));
    }
    this.damaged = true;
    return 0;
  }
}

/** Sort key that puts the coordinates of one point next to each other. */
function pointOrder(code: number): number {
  if (code >= 10 && code < 40) return (code % 10) * 10 + code / 100;
  return code + 1000;
}
