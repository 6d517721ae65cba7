/** Who hangs together with whom. */
export class HeldTogether {
  private readonly parent = new Map<number, number>();

  join(a: number, b: number): void {
    const [low, high] = [Math.min(this.of(a), this.of(b)), Math.max(this.of(a), this.of(b))];
    if (low !== high) this.parent.set(high, low);
  }

  same(a: number, b: number): boolean {
    return this.of(a) === this.of(b);
  }

  /** One number for all that hang together. */
  of(i: number): number {
    let root = i;
    for (let next = this.parent.get(root); next !== undefined; next = this.parent.get(root)) root = next;
    if (root !== i) this.parent.set(i, root);
    return root;
  }
}
