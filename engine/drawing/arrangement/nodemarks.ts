/** A number for each node of a drawing, 0 at first: clearing costs what was marked, not what there is, layer by layer. */
export class NodeMarks {
  private readonly marks: Int32Array;
  private readonly marked: number[] = [];

  constructor(nodes: number) {
    this.marks = new Int32Array(nodes);
  }

  get(node: number): number {
    return this.marks[node]!;
  }

  set(node: number, mark: number): void {
    if (this.marks[node] === 0) this.marked.push(node);
    this.marks[node] = mark;
  }

  clear(): void {
    for (const node of this.marked) this.marks[node] = 0;
    this.marked.length = 0;
  }
}
