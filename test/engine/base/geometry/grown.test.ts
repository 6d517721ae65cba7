/** Areas of grown outlines against a count of the points of a fine grid that lie near enough. */
import { describe, expect, it } from "vitest";
import type { Point, Ring } from "../../../../engine/base/contract/values/geometry.ts";
import { grownArea } from "../../../../engine/base/geometry/grown.ts";
import { pointSegmentDistance } from "../../../../engine/base/geometry/segment.ts";
import { Random } from "../../../helpers/random.ts";

const channel: Ring = [
  [0, 0],
  [12, 0],
  [12, 9],
  [9, 9],
  [9, 2],
  [3, 2],
  [3, 9],
  [0, 9],
];
const bracket: Ring = [
  [0, 0],
  [9, 0],
  [9, 3],
  [2, 3],
  [2, 7],
  [0, 7],
];

/** How much of a grid lies in the outline or within r of it, as an area. */
function counted(ring: Ring, r: number, step: number): number {
  let count = 0;
  for (let x = -r - 4; x < 16 + r; x += step) {
    for (let y = -r - 4; y < 16 + r; y += step) if (isNear(ring, [x, y], r)) count++;
  }
  return count * step * step;
}

function isNear(ring: Ring, [x, y]: Point, r: number): boolean {
  let inside = false;
  for (const [i, [bx, by]] of ring.entries()) {
    const [ax, ay] = ring.at(i - 1)!;
    if (pointSegmentDistance(x, y, ax, ay, bx, by) <= r) return true;
    if (ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax)) inside = !inside;
  }
  return inside;
}

/** An outline around a point, its corners nearer and farther as the dice have it. */
function star(random: Random): Ring {
  const corners = random.int(4, 9);
  return Array.from({ length: corners }, (_, i): Point => {
    const angle = (2 * Math.PI * (i + random.float(0, 0.6))) / corners;
    const far = random.float(2, 8);
    return [6 + far * Math.cos(angle), 6 + far * Math.sin(angle)];
  });
}

describe("the area of a grown outline", () => {
  it.each<[string, Ring, number]>([
    ["a U-shape", channel, 2],
    ["a U-shape whose pocket is just wide enough", channel, 3],
    ["a bracket", bracket, 1.5],
  ])("leaves out no more than the corners of %s", (_what, ring, r) => {
    const left = counted(ring, r, 0.04) - grownArea([ring], r);
    const corners = ring.length - (ring.length - 4) / 2;
    expect(left / ((corners * Math.PI * r * r) / 4)).toBeCloseTo(1, 1);
  });

  it("is never too large, and near for most", () => {
    const random = new Random(11);
    const shares = Array.from({ length: 40 }, () => {
      const [ring, r] = [star(random), random.float(0.05, 1.5)];
      return grownArea([ring], r) / counted(ring, r, 0.12);
    });
    expect(Math.max(...shares)).toBeLessThan(1.01);
    expect(shares.filter((share) => share > 0.95).length).toBeGreaterThan(20);
  });

  it("falls back on the area alone where strips overlap, and for holes", () => {
    const disc = (area: number, r: number) => (Math.sqrt(area) + Math.sqrt(Math.PI) * r) ** 2;
    expect(grownArea([channel], 3.01)).toBeCloseTo(disc(12 * 9 - 6 * 7, 3.01), 9);
    const hole: Ring = [
      [1, 0.5],
      [1, 1.5],
      [11, 1.5],
      [11, 0.5],
    ];
    expect(grownArea([channel, hole], 0.1)).toBeCloseTo(disc(12 * 9 - 6 * 7 - 10, 0.1), 9);
  });
});
