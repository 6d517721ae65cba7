/** Which loose curves are drawn more than once? Copies in either direction go, the first one stays. */
import { curveAt } from "./curves.ts";
import type { Findings } from "./findings.ts";
import type { Edge } from "./graph.ts";
import type { PointGrid } from "./grid.ts";
import type { Chain } from "./join.ts";

export function removeOverlaps(
  edges: Edge[],
  _rings: Chain[],
  nodes: PointGrid,
  weld: number,
  findings: Findings,
): Edge[] {
  const seen = new Map<number, [x: number, y: number][]>();
  return edges.filter(({ a, b, curves, layer }) => {
    const [x, y] = curveAt(curves[0]!, 0.5);
    const key = Math.min(a, b) * nodes.xs.length + Math.max(a, b);
    const middles = seen.get(key);
    if (!middles) {
      seen.set(key, [[x, y]]);
      return true;
    }
    const copy = middles.some(([mx, my]) => Math.hypot(mx - x, my - y) <= 2 * weld);
    if (copy) findings.note("duplicates-removed", { layer, at: [x, y] });
    else middles.push([x, y]);
    return !copy;
  });
}
