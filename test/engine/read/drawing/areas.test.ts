/**
 * Areas of rings that cross themselves, run back over themselves, or lie on each other, against counted cells of a
 * grid; and what encloses nothing.
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Arranged } from "../../../../engine/read/drawing/arrangement/arrange.ts";
import { Findings } from "../../../../engine/read/drawing/basis/drawing-findings.ts";
import { type Contours, DrawnContours } from "../../../../engine/read/drawing/curves/contours.ts";
import { lineBetween } from "../../../../engine/read/drawing/curves/curves.ts";
import { EvenOddMeter } from "../../../../engine/read/drawing/measure/even-odd.ts";
import { measureParts } from "../../../../engine/read/drawing/measure/measured-parts.ts";
import { circle, polyline, readEntities, rectangle } from "../../../helpers/drawing/dxf.ts";
import { Random } from "../../../helpers/random.ts";

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
          const { area, estimated } = new EvenOddMeter().measure(
            sheared(exterior, shear),
            holes.map((hole) => sheared(hole, shear)),
          );
          expect(estimated).toBe(false);
          expect(area).toBeCloseTo(countCells(exterior, holes), 9);
        },
      ),
      { numRuns: 500, seed: 5 },
    );
  });

  it("is estimated within some hundredths where it takes too long to measure", () => {
    const meter = new EvenOddMeter({ part: 100_000, drawing: 100_000, least: 0 });
    const random = new Random(3);
    const exterior = walk(2000, random);
    const holes = [walk(100, random)];
    const { area, estimated } = meter.measure(
      sheared(exterior, 0.37),
      holes.map((hole) => sheared(hole, 0.37)),
    );
    expect(estimated).toBe(true);
    expect(area / countCells(exterior, holes)).toBeCloseTo(1, 1.5);
  });
});

describe("a part", () => {
  it("whose holes lie on each other lacks what they cover once", () => {
    const { data, findings } = readEntities([
      ...rectangle(0, 0, 100, 100),
      ...rectangle(10, 10, 70, 70),
      ...rectangle(20, 20, 70, 70),
    ]);
    expect(data.hole_count).toBe(1);
    expect(data.area).toBeCloseTo(10_000 - (2 * 70 * 70 - 60 * 60), 9);
    expect(findings[0]).toMatchObject({ code: "contours-cross", count: 1 });
  });

  it("whose round holes lie on each other lacks what they cover once", () => {
    const { data } = readEntities([
      ...rectangle(0, 0, 100, 60),
      ...circle(40, 30, 20),
      ...circle(60, 30, 20),
    ]);
    const lens = 2 * 400 * Math.acos(0.5) - 10 * Math.sqrt(4 * 400 - 400);
    expect(data.area / (6000 - (2 * Math.PI * 400 - lens))).toBeCloseTo(1, 3);
  });

  it("with a figure of eight in it lacks both of its loops", () => {
    const eight: Corner[] = [
      [20, 20],
      [60, 60],
      [60, 20],
      [20, 60],
    ];
    const { data } = readEntities([...rectangle(0, 0, 100, 100), ...polyline(eight)]);
    expect(data.area).toBeCloseTo(10_000 - 800, 9);
  });

  it("with a hole that a slit leads to lacks the hole, whichever way that is drawn", () => {
    const outer: Corner[] = [
      [0, 0],
      [100, 0],
      [100, 100],
      [50, 100],
      [50, 60],
    ];
    const loop: Corner[] = [
      [30, 40],
      [70, 40],
    ];
    for (const hole of [loop, loop.toReversed()]) {
      const drawing = readEntities(polyline([...outer, ...hole, [50, 60], [50, 100], [0, 100]]));
      expect(drawing.data.area).toBeCloseTo(10_000 - 400, 9);
      expect(drawing.findings.map(({ code }) => code)).not.toContain("contours-touch");
    }
  });

  it("that touches itself at a corner is told, with the corner", () => {
    const hourglass: Corner[] = [
      [0, 0],
      [50, 20],
      [100, 0],
      [100, 60],
      [50, 20],
      [0, 60],
    ];
    const many = Array.from({ length: 40 }, (_, i): Corner => [100, 60 - i]);
    for (const corners of [
      hourglass,
      [...hourglass.slice(0, 3), ...many.toReversed(), ...hourglass.slice(4)],
    ]) {
      const { data, findings } = readEntities(polyline(corners));
      expect(data.area).toBeCloseTo(3000, 9);
      expect(findings.find(({ code }) => code === "contours-touch")).toMatchObject({
        count: 1,
        at: [50, 20],
      });
    }
  });

  it.each<[what: string, notch: number[][]]>([
    [
      "the tip of a notch",
      [
        [60, 30],
        [50, 0],
        [40, 30],
      ],
    ],
    [
      "a round notch",
      [
        [80, 30, -1],
        [20, 30],
      ],
    ],
  ])("that touches the middle of an edge with %s is told, with the place", (_, notch) => {
    const outline = polyline([[0, 0], [100, 0], [100, 30], ...notch, [0, 30]]);
    for (const more of [[], rectangle(3, 3, 4, 4), rectangle(-20, -20, 140, 70)]) {
      const { findings } = readEntities([...outline, ...more]);
      expect(findings.find(({ code }) => code === "contours-touch")).toMatchObject({
        count: 1,
        at: [expect.closeTo(50, 6), expect.closeTo(0, 6)],
      });
    }
  });

  it("keeps the area of its true curves where its holes cross only what is not part of it", () => {
    const plate = [...rectangle(0, 0, 100, 60), ...circle(50, 30, 8)];
    const { parts } = readEntities([...plate, ...rectangle(100, 25, 30, 10)]);
    expect(parts[0]!.area).toBeCloseTo(6000 - 64 * Math.PI, 9);
    expect(parts[1]!.area).toBe(300);
  });
});

describe("a hole", () => {
  it("stays one beside a contour that crosses the outline", () => {
    const { parts } = readEntities([
      ...rectangle(0, 0, 100, 100),
      ...rectangle(72, -10, 20, 20),
      ...rectangle(45, 40, 10, 10),
    ]);
    expect(parts.map(({ area, holes }) => [area, holes.length])).toEqual([[9700, 1]]);
  });
});

describe("closed neighbours", () => {
  it("that fit into each other stay two parts where rounding lets one reach into the other", () => {
    const bracket = (off: number): Corner[] => [
      [0, 0],
      [40 + off, 0],
      [40, 20],
      [20, 20],
      [20, 40],
      [0, 40],
    ];
    const square = (off: number): Corner[] => [
      [20, 20 - off],
      [40, 20],
      [40, 40],
      [20, 40],
    ];
    for (const off of [0, 1e-9, 1e-6, 5e-4, -1e-6]) {
      const { parts } = readEntities([...polyline(bracket(off)), ...polyline(square(off))]);
      expect(parts.map(({ area, holes }) => [Math.round(area), holes.length])).toEqual([
        [1200, 0],
        [400, 0],
      ]);
    }
  });
});

describe("contours that cross", () => {
  it("are told pair by pair, also behind a crossing", () => {
    const { parts, findings } = readEntities([
      ...polyline([
        [30, 95],
        [75, 25],
        [50, 10],
      ]),
      ...polyline([
        [40, 80],
        [45, 80],
        [35, 65],
      ]),
      ...polyline([
        [30, 55],
        [90, 80],
        [65, 65],
      ]),
    ]);
    // The largest of them less what the others cover, which has two pieces or more.
    expect(parts.length).toBeGreaterThan(1);
    expect(findings.find(({ code }) => code === "contours-cross")).toMatchObject({ count: 2 });
  });
});

describe("a rectangle that runs along the border of the one it lies in", () => {
  /** What of a square of 100 the other takes away, and whether both are parts: from half of it on. */
  it.each([
    [100, 49],
    [80, 62],
    [100, 51],
    [100, 80],
    [80, 63],
  ])("and is %i by %i is a notch, or divides it where it is as large as half of it", (width, height) => {
    const within = width * height;
    const { parts } = readEntities([...rectangle(0, 0, 100, 100), ...rectangle(0, 0, width, height)]);
    const rest = 10_000 - within;
    const known = within < 5000 ? [rest] : [Math.max(rest, within), Math.min(rest, within)];
    expect(parts.map(({ area }) => area)).toEqual(known.map((area) => expect.closeTo(area, 6)));
  });
});

const SQUARE = [
  [0, 0],
  [10, 0],
  [10, 10],
  [0, 10],
];

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
  const findings = new Findings();
  const lengths = { cut: 0, open: 0, duplicate: 0, overshoot: 0, left_out: 0 };
  const arranged: Arranged = {
    contours: contoursOf(rings),
    parts,
    open: [],
    openEnds: [],
    lengths,
    selfCrossing: new Set(),
    inRings: 0,
  };
  const { areas, open, empty, order } = measureParts(arranged, 1e-3, 0.01, findings);
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

  it("has its area where signed areas cancel", () => {
    const far = [
      [0, 0],
      [0, 60],
      [1e6, 0],
      [100, 60],
    ];
    const { parts, findings, account } = readEntities(polyline(far));
    expect(parts.map(({ area }) => area)).toEqual([expect.closeTo(5999.4, 1)]);
    expect(findings.map(({ code }) => code)).toContain("self-intersecting");
    expect(account.cut).toBe(account.drawn);
  });
});
