/** Which parts would fall out? A part holds by bridges to the sheet around it, or to parts that hold. */
import Flatbush from "flatbush";
import type { Gap } from "../sweep/inspect.ts";
import type { JudgedPart } from "../sweep/part.ts";
import type { Judged } from "./judged.ts";
import { toldIn } from "./strokes.ts";

interface Placed {
  part: JudgedPart;
  x: number;
  y: number;
}

/** Sets that can be joined. */
export class Groups {
  private readonly parent: Int32Array;

  constructor(count: number) {
    this.parent = Int32Array.from({ length: count }, (_, i) => i);
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

  join(a: number, b: number): void {
    this.parent[this.of(a)] = this.of(b);
  }
}

/** Reports parts with fewer bridges than wanted, unless the program tells of them, and parts that nothing holds. */
export function looseParts(
  judged: Judged,
  parts: Placed[],
  standing: Map<number, Gap[]>,
  tabs: number,
): void {
  if (parts.length === 0) return;
  const report = (code: string, placement: number, message: string) =>
    judged.report({ code, severity: "fault", line: 0, placement, message });
  const told = toldIn(judged.course.comments, /\btabs?\b/);
  const few = parts.flatMap((_, placement) =>
    (standing.get(placement)?.length ?? 0) < tabs ? [placement] : [],
  );
  if (few.length > told)
    for (const placement of few)
      report(
        "tab-missing",
        placement,
        `part ${placement + 1} keeps ${standing.get(placement)?.length ?? 0} of ${tabs} tabs`,
      );
  if (told > 0) return;
  const index = new Flatbush(parts.length);
  for (const { part, x, y } of parts) {
    const [x0, y0, x1, y1] = part.box;
    index.add(x0 + x, y0 + y, x1 + x, y1 + y);
  }
  index.finish();
  const sheet = parts.length;
  const groups = new Groups(parts.length + 1);
  for (const [placement, gaps] of standing)
    for (const { beyond } of gaps) {
      const { x, y } = parts[placement]!;
      groups.join(placement, holderAt(parts, index, beyond[0] + x, beyond[1] + y) ?? sheet);
    }
  for (const placement of parts.keys())
    if (groups.of(placement) !== groups.of(sheet) && (standing.get(placement)?.length ?? 0) > 0)
      report("part-loose", placement, `part ${placement + 1} holds only to parts that are loose themselves`);
}

function holderAt(parts: Placed[], index: Flatbush, x: number, y: number): number | null {
  for (const i of index.search(x, y, x, y)) {
    const { part, x: px, y: py } = parts[i]!;
    if (part.contains(x - px, y - py)) return i;
  }
  return null;
}
