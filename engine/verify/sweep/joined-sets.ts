/** Sets that can be joined. */
export class JoinedSets {
  private readonly parent: Int32Array;

  constructor(count: number) {
    this.parent = new Int32Array(count);
    for (let i = 0; i < count; i++) this.parent[i] = i;
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

  same(a: number, b: number): boolean {
    return this.of(a) === this.of(b);
  }

  join(a: number, b: number): void {
    this.parent[this.of(a)] = this.of(b);
  }
}
