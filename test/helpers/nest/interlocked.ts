/** Sheets filled without waste by brackets, U-shapes, frames and rectangles that lie in each other: a layout is known. */
import type { Point, Ring } from "../../../engine/base/contract/values/geometry.ts";
import type { Random } from "../random.ts";

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

interface Outline {
  exterior: Ring;
  holes: Ring[];
}

/**
 * Parts of so many sheets, their sides multiples of 1 and moved in by half the gap, so that all of them keep it and fill
 * a sheet that is a gap smaller along each axis.
 */
export function interlockedParts(
  random: Random,
  { width, height, sheets, gap }: { width: number; height: number; sheets: number; gap: number },
): Outline[] {
  return Array.from({ length: sheets }, () => fill(random, { x: 0, y: 0, width, height }, 0)).flatMap(
    (parts) =>
      parts.map(({ exterior, holes }) => ({
        exterior: movedIn(exterior, gap / 2),
        holes: holes.map((hole) => movedIn(hole, gap / 2)),
      })),
  );
}

/** Cuts the box in two, or lays out in it what fills it. */
function fill(random: Random, box: Box, depth: number): Outline[] {
  const { x, y, width, height } = box;
  if (width < 6 || height < 6) return [solid(corners(box))];
  if (depth < 4 && random.chance(depth < 2 ? 0.8 : 0.4)) {
    const wide = width >= height;
    const at = random.int(3, (wide ? width : height) - 3);
    const [first, second] = wide
      ? [
          { ...box, width: at },
          { ...box, x: x + at, width: width - at },
        ]
      : [
          { ...box, height: at },
          { ...box, y: y + at, height: height - at },
        ];
    return [...fill(random, first!, depth + 1), ...fill(random, second!, depth + 1)];
  }
  return random.pick([brackets, channels, frame, whole])(random, box, depth);
}

function whole(_random: Random, box: Box): Outline[] {
  return [solid(corners(box))];
}

/** An L, and what its notch takes. */
function brackets(random: Random, { x, y, width, height }: Box, depth: number): Outline[] {
  const [wall, floor] = [random.int(1, width - 3), random.int(1, height - 3)];
  const ell = solid([
    [x, y],
    [x + width, y],
    [x + width, y + floor],
    [x + wall, y + floor],
    [x + wall, y + height],
    [x, y + height],
  ]);
  const notch = { x: x + wall, y: y + floor, width: width - wall, height: height - floor };
  return [ell, ...fill(random, notch, depth + 2)];
}

/** A U, and what lies in its pocket. */
function channels(random: Random, { x, y, width, height }: Box, depth: number): Outline[] {
  const wall = random.int(1, Math.floor((width - 2) / 2));
  const floor = random.int(1, height - 2);
  const u = solid([
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x + width - wall, y + height],
    [x + width - wall, y + floor],
    [x + wall, y + floor],
    [x + wall, y + height],
    [x, y + height],
  ]);
  const pocket = { x: x + wall, y: y + floor, width: width - 2 * wall, height: height - floor };
  return [u, ...fill(random, pocket, depth + 2)];
}

/** A frame, and what lies in its hole. */
function frame(random: Random, { x, y, width, height }: Box, depth: number): Outline[] {
  const wall = random.int(1, Math.floor((Math.min(width, height) - 2) / 2));
  const hole = { x: x + wall, y: y + wall, width: width - 2 * wall, height: height - 2 * wall };
  const outline = { exterior: corners({ x, y, width, height }), holes: [corners(hole).reverse()] };
  return [outline, ...fill(random, hole, depth + 2)];
}

function corners({ x, y, width, height }: Box): Ring {
  return [
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height],
  ];
}

function solid(exterior: Ring): Outline {
  return { exterior, holes: [] };
}

/** Every edge along an axis, moved to its left. */
function movedIn(ring: Ring, by: number): Ring {
  return ring.map((point, i): Point => {
    const edges = [
      [ring.at(i - 1)!, point],
      [point, ring[(i + 1) % ring.length]!],
    ] as const;
    const [x, y] = point;
    const dx = edges.reduce((sum, [[, ay], [, by_]]) => sum - Math.sign(by_ - ay), 0);
    const dy = edges.reduce((sum, [[ax], [bx]]) => sum + Math.sign(bx - ax), 0);
    return [x + by * dx, y + by * dy];
  });
}
