/**
 * Where are the curves of a drawing while its contours are found? In one table of numbers: a drawing has up to half a
 * million, and as objects they would take three times the room and be visited by every collection of garbage. Whoever
 * looks at a curve gets it made for the moment.
 */

import { WorkMeter } from "../basis/limits.ts";
import type { Ends } from "../basis/plane.ts";
import { type Curve, curveLength, reverseCurve } from "./curves.ts";
import type { CurveRun } from "./outline.ts";
import {
  firstWeight,
  isBezierRecord,
  isLineRecord,
  lineRecordLength,
  RecordReader,
  readEnds,
  readRecord,
  recordSize,
  sizeOfRecord,
  writeRecord,
} from "./records.ts";

/** Where a curve stands in its table; `~id` is the same curve run backwards. */
export type CurveId = number;

const BLOCK_BITS = 16;
const BLOCK = 1 << BLOCK_BITS;
/** Numbers are hashed in steps of so many times the length within which they are the same. */
const CELL = 4;

/**
 * Grows by blocks, so that nothing is ever copied; no record lies in two of them. The number before each record is the length of
 * its curve, once that is known: some take long to measure.
 */
export class CurveTable {
  /** Work on these curves so far. */
  readonly work = new WorkMeter();
  private readonly reader = new RecordReader();
  private readonly blocks: Float64Array[] = [];
  /** Numbers in use in the last block. */
  private used = BLOCK;

  add(curve: Curve): CurveId {
    const size = recordSize(curve) + 1;
    if (this.used + size > BLOCK) {
      this.blocks.push(new Float64Array(BLOCK));
      this.used = 0;
    }
    const last = this.blocks.length - 1;
    const block = this.blocks[last]!;
    block[this.used] = Number.NaN;
    writeRecord(block, this.used + 1, curve);
    const id = (last << BLOCK_BITS) + this.used + 1;
    this.used += size;
    return id;
  }

  get(id: CurveId): Curve {
    this.work.spend(1);
    const curve = readRecord(this.blockOf(id), placeOf(id));
    return id < 0 ? reverseCurve(curve) : curve;
  }

  /** The same, until another one is looked at. */
  look(id: CurveId): Curve {
    this.work.spend(1);
    return this.reader.read(this.blockOf(id), placeOf(id), id < 0);
  }

  /** So many curves in turn, from a place in a list; each is there until another one is looked at. */
  run(ids: ArrayLike<CurveId>, first = 0, length = ids.length): CurveRun {
    return { length, at: (i) => this.look(ids[first + (i < 0 ? length + i : i)]!) };
  }

  ends(id: CurveId): Ends {
    const ends = readEnds(this.blockOf(id), placeOf(id));
    const { x0, y0, x1, y1 } = ends;
    return id < 0 ? { x0: x1, y0: y1, x1: x0, y1: y0 } : ends;
  }

  length(id: CurveId): number {
    const block = this.blockOf(id);
    const at = placeOf(id);
    const known = block[at - 1]!;
    if (!Number.isNaN(known)) return known;
    const length = isLineRecord(block, at)
      ? lineRecordLength(block, at)
      : curveLength(this.reader.read(block, at, false));
    block[at - 1] = length;
    return length;
  }

  isLine(id: CurveId): boolean {
    return isLineRecord(this.blockOf(id), placeOf(id));
  }

  isBezier(id: CurveId): boolean {
    return isBezierRecord(this.blockOf(id), placeOf(id));
  }

  /** The same number for most curves that are the same to within a length; `seed` is that of the curve before it. */
  hash(id: CurveId, seed: number, within: number): number {
    const block = this.blockOf(id);
    const at = placeOf(id);
    const { x0, y0, x1, y1 } = readEnds(block, at);
    const cell = CELL * within;
    const ends = mix(mix(mix(mix(seed ^ (id >> 31), x0 / cell), y0 / cell), x1 / cell), y1 / cell);
    // Of what is no line the ends do not tell all: two numbers more, whatever they mean, keep most others apart.
    if (isLineRecord(block, at)) return ends;
    return mix(mix(ends, block[at + 5]! / cell), block[at + 6]! / cell);
  }

  /** Whether two curves have the same sense, and records of which no two numbers differ by more than a length. */
  isSame(p: CurveId, q: CurveId, within: number): boolean {
    if (p < 0 !== q < 0) return false;
    const [block, at] = [this.blockOf(p), placeOf(p)];
    const [other, from] = [this.blockOf(q), placeOf(q)];
    const size = sizeOfRecord(block, at);
    if (block[at] !== other[from] || sizeOfRecord(other, from) !== size) return false;
    const exact = firstWeight(block, at);
    for (let i = 1; i < size; i++)
      if (Math.abs(block[at + i]! - other[from + i]!) > (i < exact ? within : 0)) return false;
    return true;
  }

  /** How many numbers the record of a curve takes. */
  size(id: CurveId): number {
    return sizeOfRecord(this.blockOf(id), placeOf(id));
  }

  /** Writes the record of a curve; tells where it ends. */
  copy(id: CurveId, target: Float64Array, from: number): number {
    const block = this.blockOf(id);
    const at = placeOf(id);
    const size = sizeOfRecord(block, at);
    if (id < 0) writeRecord(target, from, this.get(id));
    else for (let i = 0; i < size; i++) target[from + i] = block[at + i]!;
    return from + size;
  }

  /** The block that holds a curve, whichever way it runs. */
  private blockOf(id: CurveId): Float64Array {
    return this.blocks[(id < 0 ? ~id : id) >> BLOCK_BITS]!;
  }
}

/** Where in its block the record of a curve begins. */
function placeOf(id: CurveId): number {
  return (id < 0 ? ~id : id) & (BLOCK - 1);
}

function mix(hash: number, number: number): number {
  const mixed = Math.imul(hash ^ Math.round(number), 0x01000193);
  return mixed ^ (mixed >>> 15);
}
