/**
 * Where are the curves of a drawing while its contours are found? In one table of numbers: a drawing has up to half a
 * million, and as objects they would take three times the room and be visited by every collection of garbage. Whoever
 * looks at a curve gets it made for the moment.
 */
import { readRecord, recordSize, sizeOfRecord, writeRecord } from "./curverecords.ts";
import { type Curve, reverseCurve } from "./curves.ts";

/** Where a curve stands in its table; `~id` is the same curve run backwards. */
export type CurveId = number;

const BLOCK_BITS = 16;
const BLOCK = 1 << BLOCK_BITS;

/** Grows by blocks, so that nothing is ever copied; no record lies in two of them. */
export class CurveTable {
  private readonly blocks: Float64Array[] = [];
  /** Numbers in use in the last block. */
  private used = BLOCK;

  add(curve: Curve): CurveId {
    const size = recordSize(curve);
    if (this.used + size > BLOCK) {
      this.blocks.push(new Float64Array(BLOCK));
      this.used = 0;
    }
    const last = this.blocks.length - 1;
    writeRecord(this.blocks[last]!, this.used, curve);
    const id = (last << BLOCK_BITS) + this.used;
    this.used += size;
    return id;
  }

  get(id: CurveId): Curve {
    if (id < 0) return reverseCurve(this.get(~id));
    return readRecord(this.block(id), id & (BLOCK - 1));
  }

  list(ids: readonly CurveId[]): Curve[] {
    return ids.map((id) => this.get(id));
  }

  /** How many numbers the records of the curves take. */
  size(ids: readonly CurveId[]): number {
    let size = 0;
    for (const id of ids) {
      const forward = id < 0 ? ~id : id;
      size += sizeOfRecord(this.block(forward), forward & (BLOCK - 1));
    }
    return size;
  }

  /** Writes the records of the curves behind each other; tells where they end. */
  copy(ids: readonly CurveId[], target: Float64Array, from: number): number {
    let end = from;
    for (const id of ids) {
      const curve = this.get(id);
      writeRecord(target, end, curve);
      end += recordSize(curve);
    }
    return end;
  }

  private block(id: CurveId): Float64Array {
    return this.blocks[id >> BLOCK_BITS]!;
  }
}
