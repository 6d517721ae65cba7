/** A path by its length, against the formulas of its lines and half circles. */
import { describe, expect, it } from "vitest";
import { reversePath, type Vertex } from "../../../../../engine/write/toolpath/path/arcs.ts";
import { PathWalk } from "../../../../../engine/write/toolpath/path/walk.ts";

const [LONG, RADIUS] = [30, 10];
const HALF = Math.PI * RADIUS;
const AROUND = 2 * LONG + 2 * HALF;
/** A slot about the origin, counter-clockwise from the left end of its lower side. */
const slot: Vertex[] = [
  [-LONG / 2, -RADIUS, 0],
  [LONG / 2, -RADIUS, 1],
  [LONG / 2, RADIUS, 0],
  [-LONG / 2, RADIUS, 1],
];

/** Where the slot is after a length, and the unit vector in which it goes on. */
function known(gone: number) {
  if (gone < LONG) return { at: [gone - LONG / 2, -RADIUS], way: [1, 0] };
  const turn = (gone - LONG) / RADIUS;
  if (turn < Math.PI)
    return {
      at: [LONG / 2 + RADIUS * Math.sin(turn), -RADIUS * Math.cos(turn)],
      way: [Math.cos(turn), Math.sin(turn)],
    };
  const { at, way } = known(gone - LONG - HALF) as { at: number[]; way: number[] };
  return { at: at.map((value) => -value), way: way.map((value) => -value) };
}

describe("a walk along a slot", () => {
  const shares = Array.from({ length: 40 }, (_, i) => (i + 0.37) / 40);

  it("counter-clockwise is where the formulas say, and heads there", () => {
    const walk = new PathWalk(slot);
    expect(walk.length).toBeCloseTo(AROUND, 9);
    for (const share of shares) {
      const { at, leaves } = walk.at(share * AROUND);
      const { at: place, way } = known(share * AROUND);
      expect([...at, Math.cos(leaves), Math.sin(leaves)]).toEqual(
        [...place, ...way].map((value) => expect.closeTo(value, 9)),
      );
    }
  });

  it("clockwise is at the same places, and heads back", () => {
    const walk = new PathWalk(reversePath(slot));
    const [startX, startY] = walk.start;
    // Its start is a vertex of the slot: so far from the slot's own start.
    const begun = [0, LONG, LONG + HALF, 2 * LONG + HALF].find((gone) => {
      const [x, y] = known(gone + 1e-12).at as [number, number];
      return Math.hypot(x - startX, y - startY) < 1e-6;
    })!;
    for (const share of shares) {
      const gone = (begun + AROUND - share * AROUND) % AROUND;
      const { at, leaves } = walk.at(share * AROUND);
      const { at: place, way } = known(gone);
      expect([...at, -Math.cos(leaves), -Math.sin(leaves)]).toEqual(
        [...place, ...way].map((value) => expect.closeTo(value, 9)),
      );
    }
  });
});
