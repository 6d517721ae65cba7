/**
 * Parts that stand so near to each other that no way of some width leads between them, as islands. What several of them
 * shut in together one shuts in alone, so that a place which sees past each island round it hangs together with the
 * edge of the sheet.
 */
import Flatbush from "flatbush";
import type { Point } from "../../../base/contract/values/geometry.ts";
import type { Obstacles } from "../path/obstacles.ts";
import { HeldTogether } from "./held-together.ts";

type IslandBox = [minX: number, minY: number, maxX: number, maxY: number];

export class ScrapIslands {
  private readonly groups = new HeldTogether();
  private readonly islands: { root: number; box: IslandBox }[];
  private readonly index: Flatbush | null;

  /** Ways keep `reach` from every part. */
  constructor(
    private readonly obstacles: Obstacles,
    private readonly reach: number,
  ) {
    const { groups } = this;
    const parts = Array.from({ length: obstacles.count }, (_, i) => i);
    for (const i of parts) for (const k of obstacles.neighbours(i, 2 * reach)) groups.join(i, k);
    const boxes = new Map<number, IslandBox>();
    for (const i of parts) {
      const root = groups.of(i);
      const [x0, y0, x1, y1] = obstacles.boxOf(i);
      const [minX, minY, maxX, maxY] = boxes.get(root) ?? [Infinity, Infinity, -Infinity, -Infinity];
      boxes.set(root, [
        Math.min(minX, x0 - reach),
        Math.min(minY, y0 - reach),
        Math.max(maxX, x1 + reach),
        Math.max(maxY, y1 + reach),
      ]);
    }
    this.islands = [...boxes].map(([root, box]) => ({ root, box }));
    this.index = this.islands.length > 0 ? new Flatbush(this.islands.length) : null;
    for (const { box } of this.islands) this.index?.add(...box);
    this.index?.finish();
  }

  /** Whether straight ways along an axis lead from a place past every island that may lie round it. */
  seesPast(at: Point): boolean {
    const [x, y] = at;
    if (!this.obstacles.clears(at, at, this.reach)) return false;
    const around = this.index?.search(x, y, x, y) ?? [];
    return around.every((island) => {
      const { root, box } = this.islands[island]!;
      const [minX, minY, maxX, maxY] = box;
      const ways: Point[] = [
        [minX, y],
        [maxX, y],
        [x, minY],
        [x, maxY],
      ];
      const isOwn = (part: number) => this.groups.of(part) === root;
      return ways.some((to) => this.obstacles.clears(at, to, this.reach, isOwn));
    });
  }
}
