/** Which parts touch, and how is such a block cut: each shared line once, the block's border last. */
import { PlacedContour, ToolContour } from "../path/contour.ts";
import type { Obstacles, Solid } from "../path/obstacles.ts";
import { graphOf } from "./graph.ts";
import { squareCorners } from "./square.ts";
import { blockOf, type Trail } from "./trails.ts";

/** A block of touching parts in the place of its outlines. */
export class BlockContour extends PlacedContour {
  constructor(
    placement: number,
    outline: ToolContour,
    members: number[],
    readonly trails: Trail[],
  ) {
    super(placement, outline, 0, 0, members);
  }
}

export interface Blocks {
  /** Contours that share nothing. */
  single: PlacedContour[];
  blocks: BlockContour[];
  /** Length of lines that are cut once instead of twice, in mm. */
  shared: number;
}

/** Shared stretches are at least this many kerfs and this many millimetres long. */
const LEAST_KERFS = 3;
const LEAST = 0.5;

/** The outlines that run along each other become blocks. */
export function findBlocks(
  contours: PlacedContour[],
  solids: Solid[],
  obstacles: Obstacles,
  radius: number,
): Blocks {
  const outer = contours.filter(({ inner }) => !inner);
  const paths = outer.map(({ path, placement }) => {
    const { rings, x, y } = solids[placement]!;
    const ring = rings[0]!.map(([px, py]): [number, number] => [px + x, py + y]);
    return squareCorners(path, ring, placement, { obstacles, radius });
  });
  const least = Math.max(LEAST, 2 * LEAST_KERFS * radius);
  const group = groupsOf(
    graphOf(paths, least).edges.map(({ owners }) => owners),
    outer.length,
  );
  const groups = new Map<number, number[]>();
  for (const [i, g] of group.entries()) groups.set(g, [...(groups.get(g) ?? []), i]);
  const touching = [...groups.values()].filter((members) => members.length > 1);
  const taken = new Set(touching.flat().map((i) => outer[i]!));
  let shared = 0;
  const blocks = touching.map((members): BlockContour => {
    const block = blockOf(
      graphOf(
        members.map((i) => paths[i]!),
        least,
      ),
    );
    shared += block.shared;
    const start = block.trails[0]!.path[0]!;
    const { placement } = outer[members[0]!]!;
    return new BlockContour(
      placement,
      new ToolContour(null, false, block.border, [[start[0], start[1], 0]]),
      members.map((i) => outer[i]!.placement),
      block.trails.map((trail) => {
        return { ...trail, frees: trail.frees.map((i) => outer[members[i]!]!.placement) };
      }),
    );
  });
  return { single: contours.filter((contour) => !taken.has(contour)), blocks, shared };
}

/** By contour the least number of those that it hangs together with over shared edges. */
function groupsOf(owners: number[][], count: number): number[] {
  const parent = Array.from({ length: count }, (_, i) => i);
  const rootOf = (i: number): number => {
    while (parent[i] !== i) {
      parent[i] = parent[parent[i]!]!;
      i = parent[i]!;
    }
    return i;
  };
  for (const [a, b] of owners)
    if (b !== undefined) parent[Math.max(rootOf(a!), rootOf(b))] = Math.min(rootOf(a!), rootOf(b));
  return parent.map((_, i) => rootOf(i));
}
