/** Which parts touch, and how is such a block cut: each shared line once, the block's border last. */
import { JoinedSets } from "../../../verify/sweep/joined-sets.ts";
import { PlacedContour, ToolContour } from "../path/contour.ts";
import type { Obstacles } from "../path/obstacles.ts";
import type { Solid } from "../path/shape.ts";
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
  const joined = new JoinedSets(outer.length);
  for (const { owners } of graphOf(paths, least).edges)
    if (owners.length > 1) joined.join(owners[0]!, owners[1]!);
  const groups = new Map<number, number[]>();
  for (const i of outer.keys()) groups.set(joined.of(i), [...(groups.get(joined.of(i)) ?? []), i]);
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
