/** Remnants of a sheet: found exactly among boxes, as large as asked for, and true to the answer's words. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkPlanRequest } from "../../../../engine/base/check/plan-request.ts";
import {
  type NestPlanRequestInput,
  nestPlanRequestSchema,
} from "../../../../engine/base/contract/nest-plan.ts";
import { largestRectangle, stripBeyond } from "../../../../engine/base/geometry/free-rectangle.ts";
import { verifyNest } from "../../../../engine/verify/nest/nest-judge.ts";

import { planVerified } from "../../../helpers/nest/nest.ts";
import { Random } from "../../../helpers/random.ts";
import { box, disc } from "../../../helpers/rings.ts";

const KINDS = ["right", "top", "largest-rectangle"] as const;
const SIZE = 12;

/** Largest area of all rectangles on whole millimetres, by trying them. */
function bruteArea(boxes: { x: number; y: number; w: number; h: number }[], gap: number): number {
  let best = 0;
  for (let x = 0; x < SIZE; x++) {
    for (let y = 0; y < SIZE; y++) {
      for (let w = 1; x + w <= SIZE; w++) {
        for (let h = 1; y + h <= SIZE; h++) {
          const free = boxes.every(
            (b) => b.x - gap >= x + w || b.x + b.w + gap <= x || b.y - gap >= y + h || b.y + b.h + gap <= y,
          );
          if (free) best = Math.max(best, w * h);
        }
      }
    }
  }
  return best;
}

/** Boxes, or plates with a corner off and discs among them. */
function randomParts(random: Random, slanted: boolean): NestPlanRequestInput["parts"] {
  return Array.from({ length: random.int(4, 12) }, (_, i) => {
    const [w, h] = [random.int(80, 400), random.int(60, 300)];
    const cut = Math.min(w, h) / 2;
    const corner: [number, number][] = [
      [0, 0],
      [w, 0],
      [w, h - cut],
      [w - cut, h],
      [0, h],
    ];
    const exterior = !slanted ? box(0, 0, w, h) : random.chance(0.5) ? corner : disc(0, 0, h / 2, 24);
    return { id: `${i}`, exterior };
  });
}

const jobOf = (seed: number): NestPlanRequestInput => ({
  parts: randomParts(new Random(seed), seed % 2 === 1),
  sheet: { width: 1000, height: 800 },
  config: { spacing: 4, edge_margin: 5, kerf: 1 },
});

describe("the largest rectangle", () => {
  const boxes = fc.array(
    fc.record({
      x: fc.integer({ min: 0, max: SIZE - 2 }),
      y: fc.integer({ min: 0, max: SIZE - 2 }),
      w: fc.integer({ min: 1, max: 5 }),
      h: fc.integer({ min: 1, max: 5 }),
    }),
    { maxLength: 8 },
  );

  it("among boxes is as large as any", () => {
    fc.assert(
      fc.property(boxes, fc.constantFrom(0, 1), (list, gap) => {
        const blockers = list.map(({ x, y, w, h }) => ({ rings: [box(x, y, w, h)], gap }));
        const found = largestRectangle(SIZE, SIZE, blockers);
        const area = found ? found.width * found.height : 0;
        const best = bruteArea(list, gap);
        // Corners of boxes may come nearer along both axes than a gap, as long as they are a gap apart.
        if (gap === 0) expect(area).toBeCloseTo(best, 4);
        else expect(area).toBeGreaterThanOrEqual(best - 1e-4);
      }),
      { numRuns: 400 },
    );
  });

  it("touches what is slanted or round", () => {
    const round = { rings: [disc(50, 50, 20, 720)], gap: 0 };
    const beside = largestRectangle(100, 100, [round])!;
    expect([beside.width, beside.height].sort((a, b) => a - b)).toEqual([expect.closeTo(30, 2), 100]);
    const half = {
      rings: [
        [
          [0, 0],
          [100, 0],
          [0, 100],
        ] as [number, number][],
      ],
      gap: 0,
    };
    const found = largestRectangle(100, 100, [half])!;
    expect(found.width * found.height).toBeGreaterThan(2480);
    expect(largestRectangle(100, 100, [{ rings: [box(-1, -1, 102, 102)], gap: 0 }])).toBeUndefined();
    expect(stripBeyond("right", 100, 50, [round])).toEqual({ x: 70, y: 0, width: 30, height: 50 });
    expect(stripBeyond("top", 100, 60, [round])).toBeUndefined();
  });
});

describe("a plan that is asked for a remnant", () => {
  it.each(KINDS)("says where it is: %s", async (remnant) => {
    for (let seed = 0; seed < 6; seed++) {
      const plan = await planVerified({ ...jobOf(seed), remnant }, 300_000);
      const last = plan.sheets[plan.remnant!.sheet]!;
      const right = Math.max(...last.placements.map(({ bounds }) => bounds.max_x)) + 5;
      const top = Math.max(...last.placements.map(({ bounds }) => bounds.max_y)) + 5;
      const { x, y, width, height } = plan.remnant!;
      if (remnant === "right") expect([x, y, height]).toEqual([expect.closeTo(right, 6), 0, 800]);
      else if (remnant === "top") expect([x, y, width]).toEqual([0, expect.closeTo(top, 6), 1000]);
      else {
        const strips = Math.max((1000 - right) * 800, (800 - top) * 1000);
        expect(width * height).toBeGreaterThanOrEqual(strips - 1e-3);
      }
    }
  });

  it("has as large a one as other layouts, or larger", async () => {
    const total = { right: 0, top: 0, "largest-rectangle": 0 };
    const others = { ...total };
    for (let seed = 0; seed < 8; seed++) {
      const plain = await planVerified(jobOf(seed), 600_000);
      for (const remnant of KINDS) {
        const plan = await planVerified({ ...jobOf(seed), remnant }, 600_000);
        expect(plan.sheets_used).toBe(plain.sheets_used);
        total[remnant] += plan.remnant!.width * plan.remnant!.height;
        const sheets = plain.sheets.map(({ placements }) =>
          placements.map(({ part, x, y, rotation }) => ({
            rings: [
              movedRing(nestPlanRequestSchema.parse(jobOf(seed)).parts[part]!.exterior, x, y, rotation),
            ],
            gap: 5,
          })),
        );
        const left = sheets.map((blockers) =>
          remnant === "largest-rectangle"
            ? largestRectangle(1000, 800, blockers)
            : stripBeyond(remnant, 1000, 800, blockers),
        );
        others[remnant] += Math.max(...left.map((found) => (found ? found.width * found.height : 0)));
      }
    }
    for (const remnant of KINDS) expect(total[remnant]).toBeGreaterThan(0.99 * others[remnant]);
    expect(total.right).toBeGreaterThan(1.1 * others.right);
  });

  it("is refused for a strip", () => {
    const request = nestPlanRequestSchema.parse({ ...jobOf(0), strip: true, remnant: "right" });
    expect(() => checkPlanRequest(request)).toThrow(/remnant/);
  });

  it("is not believed when it lies where a part is", async () => {
    const input = { ...jobOf(2), remnant: "right" as const };
    const plan = await planVerified(input, 100_000);
    const wrong = {
      ...plan,
      remnant: { ...plan.remnant!, x: plan.remnant!.x - 6, width: plan.remnant!.width + 6 },
    };
    expect(verifyNest(input, wrong).ok).toBe(false);
    const short = { ...plan, remnant: { ...plan.remnant!, height: 700 } };
    expect(verifyNest(input, short).violations[0]?.code).toBe("remnant");
  });
});

function movedRing(ring: [number, number][], x: number, y: number, rotation: number): [number, number][] {
  const [cos, sin] = [Math.cos((rotation * Math.PI) / 180), Math.sin((rotation * Math.PI) / 180)];
  return ring.map(([px, py]) => [x + px * cos - py * sin, y + px * sin + py * cos]);
}
