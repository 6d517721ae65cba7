/**
 * Areas of rings that cross themselves, run back over themselves, or lie on each other, against counted cells of a
 * grid; and what encloses nothing.
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Arranged } from "../../../../engine/read/drawing/arrangement/arrange.ts";
import { WorkMeter } from "../../../../engine/read/drawing/basis/limits.ts";
import { type Contours, DrawnContours } from "../../../../engine/read/drawing/curves/contours.ts";
import { lineBetween } from "../../../../engine/read/drawing/curves/curves.ts";
import { evenOddArea } from "../../../../engine/read/drawing/measure/even-odd.ts";
import { measureParts, type NestedRings } from "../../../../engine/read/drawing/measure/measured-parts.ts";
import { Random } from "../../../helpers/random.ts";
import { box } from "../../../helpers/rings.ts";

type Corner = [x: number, y: number];
const SIZE = 12;

/** Along the lines of a grid from place to place, and back to the first; mostly over places where it has been. */
function walk(steps: number, random: Random): Corner[] {
  const corners: Corner[] = [[random.int(0, SIZE), random.int(0, SIZE)]];
  for (let i = 0; i < steps; i++) {
    const [x, y] = corners.at(-1)!;
    corners.push(random.chance(0.5) ? [random.int(0, SIZE), y] : [x, random.int(0, SIZE)]);
  }
  corners.push([corners[0]![0], corners.at(-1)![1]], corners[0]!);
  return corners;
}

/** Whether an odd number of upright sides lie left of the middle of a cell. */
function holdsCell(corners: Corner[], column: number, row: number): boolean {
  let odd = false;
  for (const [i, [x, y]] of corners.entries()) {
    const [nextX, nextY] = corners[i + 1] ?? corners[0]!;
    if (x === nextX && x <= column && Math.min(y, nextY) <= row && Math.max(y, nextY) > row) odd = !odd;
  }
  return odd;
}

function countCells(exterior: Corner[], holes: Corner[][]): number {
  let count = 0;
  for (let column = 0; column < SIZE; column++)
    for (let row = 0; row < SIZE; row++)
      if (holdsCell(exterior, column, row) && !holes.some((hole) => holdsCell(hole, column, row))) count++;
  return count;
}

/** Shears keep areas, and let no side stay upright. */
const sheared = (corners: Corner[], shear: number) => corners.flatMap(([x, y]) => [x + shear * y, y]);

describe("a ring on a grid", () => {
  it("encloses the cells that it goes around an odd number of times, less those in any of its holes", () => {
    fc.assert(
      fc.property(
        fc.integer(),
        fc.integer({ min: 2, max: 60 }),
        fc.integer({ min: 0, max: 4 }),
        fc.constantFrom(0, 0.3, -1.7, 1e-3),
        (seed, steps, holeCount, shear) => {
          const random = new Random(seed);
          const exterior = walk(steps, random);
          const holes = Array.from({ length: holeCount }, () => walk(random.int(2, 20), random));
          const area = evenOddArea(
            sheared(exterior, shear),
            holes.map((hole) => sheared(hole, shear)),
            new WorkMeter(),
          );
          expect(area).toBeCloseTo(countCells(exterior, holes), 9);
        },
      ),
      { numRuns: 500, seed: 5 },
    );
  });
});

const SQUARE = box(0, 0, 10, 10);

/** Closed contours, each a list of corners. */
function contoursOf(rings: number[][][]): Contours {
  const drawn = new DrawnContours();
  for (const ring of rings) {
    const curves = ring.map(([x, y], i) => {
      const [u, v] = ring[(i + 1) % ring.length]!;
      return lineBetween(x!, y!, u!, v!);
    });
    drawn.draw({ closed: true, curves }, { layer: "0", lineType: "", colour: 0 });
  }
  return drawn;
}

function measured(rings: number[][][], parts: Arranged["parts"]) {
  const lengths = { cut: 0, open: 0, duplicate: 0, overshoot: 0, left_out: 0 };
  const arranged: Arranged = {
    contours: contoursOf(rings),
    parts,
    open: [],
    openEnds: [],
    touches: [],
    lengths,
    selfCrossing: new Set(),
    inRings: 0,
  };
  const reading = { arranged, tolerances: { weld: 1e-3 }, chord: 0, nested: undefined! as NestedRings };
  const findings = measureParts(reading);
  const { areas, open, empty, order } = reading.nested;
  return {
    areas: [...areas],
    open,
    empty,
    order: [...order],
    codes: findings.list().map(({ code }) => code),
  };
}

describe("a part", () => {
  it("that its hole takes up is none, and told", () => {
    const rings = [SQUARE, SQUARE, SQUARE.map(([x, y]) => [x! + 50, y!])];
    const found = measured(rings, [
      { exterior: 0, holes: [1], isWithin: false },
      { exterior: 2, holes: [], isWithin: false },
    ]);
    expect(found).toMatchObject({ areas: [100], open: [0, 1], empty: 80, order: [2] });
    expect(found.codes).toContain("empty-contours");
  });
});
