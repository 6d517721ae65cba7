/**
 * Parts that cross themselves by a hair are nested, by the even-odd rule: what a mended outline encloses is held against
 * counted crossings of rays with the given one.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mendRing } from "../../../../engine/base/check/mend.ts";
import { checkNestRequest } from "../../../../engine/base/check/part.ts";
import { verifyNest } from "../../../../engine/entries/verify.ts";
import type { Engine } from "../../../../engine/index.node.ts";
import { createEngine } from "../../../../engine/index.node.ts";
import { v1 } from "../../../../engine/v1.ts";
import { Random } from "../../../helpers/random.ts";
import { box } from "../../../helpers/rings.ts";

type Point = [number, number];

/** A disc of many points; after `at` of them a loop `deep` mm wide, that runs outside or inside of it. */
function discWithLoop(deep: number, inwards: boolean, at = 7): Point[] {
  const ring: Point[] = [];
  for (let i = 0; i < 40; i++) {
    const angle = (i * Math.PI) / 20;
    const [x, y] = [50 * Math.cos(angle), 50 * Math.sin(angle)];
    ring.push([x, y]);
    if (i !== at) continue;
    // On along the tangent, round, and back across the way it came.
    const [tx, ty, nx, ny] = [-Math.sin(angle), Math.cos(angle), Math.cos(angle), Math.sin(angle)];
    const side = inwards ? -1 : 1;
    for (const [along, out] of [
      [3, 0],
      [3 + deep, side * deep],
      [3, side * deep],
      [3 + deep / 2, -side * deep],
    ] as const) {
      ring.push([x + along * tx + out * nx, y + along * ty + out * ny]);
    }
  }
  return ring;
}

/** A dumbbell whose neck crosses itself: its two sides have changed places for 20 mm, by `deep`. */
const dumbbell = (deep: number): Point[] => [
  [0, 0],
  [30, 0],
  [30, 14],
  [40, 15 + deep / 2],
  [60, 15 + deep / 2],
  [70, 14],
  [70, 0],
  [100, 0],
  [100, 30],
  [70, 30],
  [70, 16],
  [60, 15 - deep / 2],
  [40, 15 - deep / 2],
  [30, 16],
  [30, 30],
  [0, 30],
];

/** Times that a ray to the right crosses the ring. */
function crossings(ring: readonly Point[], [x, y]: Point): number {
  return ring.filter(([ax, ay], i) => {
    const [bx, by] = ring[(i + 1) % ring.length]!;
    return ay > y !== by > y && x < ax + ((y - ay) / (by - ay)) * (bx - ax);
  }).length;
}

function windings(ring: readonly Point[], [x, y]: Point): number {
  return ring.reduce((sum, [ax, ay], i) => {
    const [bx, by] = ring[(i + 1) % ring.length]!;
    if (ay > y === by > y || x >= ax + ((y - ay) / (by - ay)) * (bx - ax)) return sum;
    return sum + (by > ay ? 1 : -1);
  }, 0);
}

const check = (exterior: Point[]) => checkNestRequest({ parts: [{ exterior, holes: [] }] });

describe("an outline that crosses itself", () => {
  it.each([1e-5, 1e-4, 1e-3, 5e-3])("by %d mm encloses what the even-odd rule says, once", (deep) => {
    for (const ring of [discWithLoop(deep, false), discWithLoop(deep, true), dumbbell(deep)]) {
      const mended = mendRing(ring)!;
      const random = new Random(1);
      for (const [px, py] of [...mended.places, ...ring]) {
        for (let n = 0; n < 40; n++) {
          const point: Point = [
            px + (2 * random.next() - 1) * 2 * deep,
            py + (2 * random.next() - 1) * 2 * deep,
          ];
          const inside = crossings(ring, point) % 2;
          expect(Math.abs(windings(mended.ring, point)), `${point}`).toBe(inside);
        }
      }
      expect(check(ring).size).toBe(1);
      expect(check(ring.toReversed()).size).toBe(1);
    }
  });

  it.each([
    ["a loop", discWithLoop(0.5, true)],
    ["a loop outside", discWithLoop(0.5, false)],
    ["a neck that changes sides", dumbbell(1)],
    [
      "an eight",
      [
        [0, 0],
        [10, 10],
        [10, 0],
        [0, 10],
      ] as Point[],
    ],
  ])("by more than a hair is refused with the place: %s", (_, ring) => {
    let message = "";
    try {
      check(ring);
    } catch (error) {
      message = String(error);
    }
    const [x, y] = /crosses itself near \((.*), (.*)\)/.exec(message)!.slice(1).map(Number) as [
      number,
      number,
    ];
    // Two of its edges pass there that are no neighbours.
    const passing = ring.flatMap(([ax, ay], i) => {
      const [bx, by] = ring[(i + 1) % ring.length]!;
      const along = Math.max(
        0,
        Math.min(1, ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / ((bx - ax) ** 2 + (by - ay) ** 2)),
      );
      return Math.hypot(x - ax - along * (bx - ax), y - ay - along * (by - ay)) < 1e-3 ? [i] : [];
    });
    expect(Math.max(...passing) - Math.min(...passing)).toBeGreaterThan(1);
  });

  it("is refused when a polyline of tiny edges crosses itself far", () => {
    const eight = Array.from({ length: 20_000 }, (_, i): Point => {
      const angle = (i * Math.PI) / 10_000;
      const size = Math.sin(angle) > 0 ? 20 : 12;
      return [size * Math.sin(angle + 1e-4), size * Math.sin(angle + 1e-4) * Math.cos(angle + 1e-4)];
    });
    expect(() => check(eight)).toThrow(/crosses itself/);
  });
});

describe("a job with a part that crosses itself by a hair", () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await createEngine({ workers: 0 });
  });
  afterAll(() => engine.close());

  it.each([1e-5, 5e-3])("is nested, told, and passes the judge (%d mm)", async (deep) => {
    const request = {
      parts: [
        { id: "traced", exterior: discWithLoop(deep, false), quantity: 3 },
        { id: "plain", exterior: box(0, 0, 40, 40) as Point[], quantity: 2 },
      ],
      sheet: { width: 400, height: 300 },
      config: { spacing: 1 },
    };
    const plan = await engine.nest(request, { workBudget: 20_000, seed: 1 });
    expect(plan.sheets.flatMap(({ placements }) => placements)).toHaveLength(5);
    expect(plan.findings).toMatchObject([{ code: "outline-mended", count: 1 }]);
    expect(plan.findings![0]!.message).toContain("traced");
    expect(verifyNest(request, plan).violations).toEqual([]);
    expect(await v1(engine).nest(request, { workBudget: 20_000, seed: 1 })).not.toHaveProperty("findings");
  });
});
