/** Numbers behind each other, as many as there will be: kept in blocks, so that growing copies nothing. */

const BLOCK_BITS = 16;
const BLOCK = 1 << BLOCK_BITS;

export class NumberList {
  length = 0;
  private readonly blocks: Float64Array[] = [];
  private block = new Float64Array(0);

  push(value: number): void {
    const at = this.length & (BLOCK - 1);
    if (at === 0) {
      this.block = new Float64Array(BLOCK);
      this.blocks.push(this.block);
    }
    this.block[at] = value;
    this.length++;
  }

  /** All of them in one array; the list is empty afterwards. */
  finish(): Float64Array {
    const all = new Float64Array(this.length);
    this.blocks.forEach((block, i) => {
      all.set(i + 1 < this.blocks.length ? block : block.subarray(0, this.length - i * BLOCK), i * BLOCK);
    });
    this.blocks.length = 0;
    this.length = 0;
    return all;
  }
}
