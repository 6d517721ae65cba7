/**
 * Where are the curves of a drawing while its contours are found? In one table of numbers: a drawing has up to half a
 * million, and as objects they would take three times the room and be visited by every collection of garbage. Whoever
 * looks at a curve gets it made for the moment.
 */

import { type Curve, type Ends, reverseCurve } from "./curves.ts";
import type { CurveRun } from "./outline.ts";
import {
  firstWeight,
  isLineRecord,
  readEnds,
  readRecord,
  recordSize,
  sizeOfRecord,
  writeRecord,
} from "./records.ts";

/** Where a curve stands in its table; `~id` is the same curve run backwards. */
export type CurveId = number;

/** So many curves may stand in memory as objects at one time. */
const LISTED = 4096;
const BLOCK_BITS = 16;
const BLOCK = 1 << BLOCK_BITS;
/** Numbers are hashed in steps of so many times the length within which they are the same. */
const CELL = 4;

/** Grows by blocks, so that nothing is ever copied; no record lies in two of them. */
export class CurveTable {
  private readonly blocks: Float64Array[] = [];
  /** The same memory in words of 32 bits. */
  private readonly words: Int32Array[] = [];
  /** Numbers in use in the last block. */
  private used = BLOCK;

  add(curve: Curve): CurveId {
    const size = recordSize(curve);
    if (this.used + size > BLOCK) {
      const block = new Float64Array(BLOCK);
      this.blocks.push(block);
      this.words.push(new Int32Array(block.buffer));
      this.used = 0;
    }
    const last = this.blocks.length - 1;
    writeRecord(this.blocks[last]!, this.used, curve);
    const id = (last << BLOCK_BITS) + this.used;
    this.used += size;
    return id;
  }

  get(id: CurveId): Curve {
    const curve = readRecord(...this.place(id));
    return id < 0 ? reverseCurve(curve) : curve;
  }

  /** The curves in turn; of many, each is made anew whenever it is asked for. */
  run(ids: readonly CurveId[]): CurveRun {
    if (ids.length <= LISTED) return ids.map((id) => this.get(id));
    return { length: ids.length, at: (i) => this.get(ids[i < 0 ? ids.length + i : i]!) };
  }

  ends(id: CurveId): Ends {
    const ends = readEnds(...this.place(id));
    const { x0, y0, x1, y1 } = ends;
    return id < 0 ? { x0: x1, y0: y1, x1: x0, y1: y0 } : ends;
  }

  isLine(id: CurveId): boolean {
    const [block, at] = this.place(id);
    return isLineRecord(block, at);
  }

  /** The same number for most curves that are the same to within a length; `seed` is that of the curve before it. */
  hash(id: CurveId, seed: number, within: number): number {
    const [block, at] = this.place(id);
    const { x0, y0, x1, y1 } = readEnds(block, at);
    let hash = seed ^ (id >> 31);
    // Of what is no line the ends do not tell all: two numbers more, whatever they mean, keep most others apart.
    const more = isLineRecord(block, at) ? [] : [block[at + 5]!, block[at + 6]!];
    for (const number of [x0, y0, x1, y1, ...more]) {
      hash = Math.imul(hash ^ Math.round(number / (CELL * within)), 0x01000193);
      hash ^= hash >>> 15;
    }
    return hash;
  }

  /** Whether two curves have the same sense, and records of which no two numbers differ by more than a length. */
  isSame(p: CurveId, q: CurveId, within: number): boolean {
    if (p < 0 !== q < 0) return false;
    const [block, at] = this.place(p);
    const [other, from] = this.place(q);
    const size = sizeOfRecord(block, at);
    if (block[at] !== other[from] || sizeOfRecord(other, from) !== size) return false;
    const exact = firstWeight(block, at);
    for (let i = 1; i < size; i++)
      if (Math.abs(block[at + i]! - other[from + i]!) > (i < exact ? within : 0)) return false;
    return true;
  }

  /** How many numbers the records of the curves take. */
  size(ids: readonly CurveId[]): number {
    let size = 0;
    for (const id of ids) size += sizeOfRecord(...this.place(id));
    return size;
  }

  /** Writes the records of the curves behind each other; tells where they end. */
  copy(ids: readonly CurveId[], target: Float64Array, from: number): number {
    let end = from;
    for (const id of ids) {
      const [block, at] = this.place(id);
      const size = sizeOfRecord(block, at);
      if (id < 0) writeRecord(target, end, this.get(id));
      else for (let i = 0; i < size; i++) target[end + i] = block[at + i]!;
      end += size;
    }
    return end;
  }

  /** The record of a curve, whichever way it runs. */
  private place(id: CurveId): [block: Float64Array, at: number] {
    const forward = id < 0 ? ~id : id;
    return [this.blocks[forward >> BLOCK_BITS]!, forward & (BLOCK - 1)];
  }
}
