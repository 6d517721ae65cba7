/** Parts that are slid to share edges: what they share by school geometry, and the judge of layouts over the answer. */
import { describe, expect, it } from "vitest";
import { checkPlanRequest } from "../../../../engine/base/check/plan-request.ts";
import {
  type NestPlan,
  type NestPlanRequestInput,
  nestPlanRequestSchema,
} from "../../../../engine/base/contract/nest-plan.ts";
import type { Point, Ring } from "../../../../engine/base/contract/values/geometry.ts";
import { sharedLength, slideToShare } from "../../../../engine/base/geometry/shared-edges.ts";
import { planNest } from "../../../../engine/plan/nest/nest-solver.ts";
import { SearchJob } from "../../../../engine/plan/search/job.ts";
import { verifyNest } from "../../../../engine/verify/nest/nest-judge.ts";
import { onCore } from "../../../helpers/nest/nest.ts";
import { distanceToRing, walk } from "../../../helpers/program.ts";
import { Random } from "../../../helpers/random.ts";
import { box } from "../../../helpers/rings.ts";

const KERF = 0.2;
const part = (rings: Ring[], x: number, y: number) => ({ rings, x, y, fixed: false });

/** Length of the outlines on which a point one gap outside lies on another outline, each pair counted once. */
function touching(rings: Ring[]): number {
  let length = 0;
  for (const [i, ring] of rings.entries())
    for (const at of walk(ring, 0.25))
      if (rings.some((other, j) => j !== i && Math.abs(distanceToRing(at, other) - KERF) < 2e-3))
        length += 0.25;
  return length / 2;
}

describe("slideToShare", () => {
  const square: Ring[] = [box(0, 0, 50, 50)];
  const wide: Ring[] = [box(0, 0, 80, 50)];

  it("brings edges one gap apart and flush, within the box that the parts take", () => {
    const parts = [part(square, 0, 0), part(square, 53, 7), part(wide, 1, 60), part(square, 120, 0)];
    const places = slideToShare({ parts, obstacles: [], gap: KERF });
    const moved = places.map(([x, y], i) => ({ ...parts[i]!, x, y }));
    const rings = moved.map(({ rings: [ring], x, y }) => ring!.map(([px, py]): Point => [px + x, py + y]));
    expect(sharedLength({ parts, gap: KERF })).toBe(0);
    expect(sharedLength({ parts: moved, gap: KERF })).toBeGreaterThan(90);
    expect(sharedLength({ parts: moved, gap: KERF })).toBeCloseTo(touching(rings), -1);
    for (const [x, y] of rings.flat()) {
      expect(x).toBeGreaterThanOrEqual(0);
      expect(x).toBeLessThanOrEqual(170);
      expect(y).toBeGreaterThanOrEqual(0);
      expect(y).toBeLessThanOrEqual(110);
    }
    for (const [i, ring] of rings.entries())
      for (const at of walk(ring, 1))
        for (const other of rings.slice(0, i)) expect(distanceToRing(at, other)).toBeGreaterThan(KERF - 1e-6);
  });

  it("moves as many parts as there is time for", () => {
    const parts = [part(square, 0, 0), part(square, 53, 7), part(wide, 1, 60), part(square, 120, 0)];
    const movedIn = (times: number) => {
      let left = times;
      const places = slideToShare({ parts, obstacles: [], gap: KERF }, () => left-- > 0);
      return places.filter(([x, y], i) => x !== parts[i]!.x || y !== parts[i]!.y).length;
    };
    expect(movedIn(0)).toBe(0);
    expect(movedIn(1000)).toBeGreaterThan(2);
  });

  it("brings edges together where there is no gap, and no part into another", () => {
    const parts = [part(square, 0, 0), part(square, 50.4, 0), part(square, 101, 3), part(wide, 2, 51)];
    const places = slideToShare({ parts, obstacles: [], gap: 0 });
    const boxes = places.map(([x, y], i) => ({ x, y, width: i === 3 ? 80 : 50 }));
    for (const [i, a] of boxes.entries())
      for (const b of boxes.slice(0, i)) {
        const wide = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
        const tall = Math.min(a.y, b.y) + 50 - Math.max(a.y, b.y);
        expect(Math.min(wide, tall)).toBeLessThan(1e-6);
      }
    expect(sharedLength({ parts, gap: 0 })).toBe(0);
    expect(
      sharedLength({ parts: places.map(([x, y], i) => ({ ...parts[i]!, x, y })), gap: 0 }),
    ).toBeGreaterThan(100);
  });

  it("moves nothing that is fixed, and nothing onto an obstacle or into another part", () => {
    const still = { ...part(square, 53, 0), fixed: true };
    const wall = { rings: [box(50.05, -5, 1, 100)], clearance: 0.1 };
    const parts = [part(square, -0.2, 0), still];
    expect(slideToShare({ parts, obstacles: [wall], gap: KERF })).toEqual([
      [-0.2, 0],
      [53, 0],
    ]);
  });
});

async function solve(input: NestPlanRequestInput): Promise<NestPlan> {
  const request = nestPlanRequestSchema.parse(input);
  checkPlanRequest(request);
  return onCore((core) => planNest(core, request, new SearchJob({ workBudget: 10_000 })));
}

describe("objective shared", () => {
  /** Boxes and triangles of all sizes, which leave gaps beside each other. */
  const requestOf = (seed: number): NestPlanRequestInput => {
    const random = new Random(seed);
    const parts = Array.from({ length: 6 }, (_, i) => {
      const [width, height] = [random.int(30, 110), random.int(20, 70)];
      const triangle: Ring = [
        [0, 0],
        [width, 0],
        [0, height],
      ];
      return { id: `${i}`, exterior: i % 3 === 2 ? triangle : box(0, 0, width, height), quantity: 3 };
    });
    const config = { kerf: KERF, spacing: 0, edge_margin: 5, rotation_step: 90 };
    return { parts, sheet: { width: 400, height: 300 }, config };
  };
  const counts = ({ sheets_used, placed_parts }: NestPlan) => [sheets_used, placed_parts];

  it("shares more in layouts that are as good, and says how much", async () => {
    const gains: number[] = [];
    for (let seed = 1; seed <= 8; seed++) {
      const request = requestOf(seed);
      const shares = { ...request, objective: "shared" as const };
      const [plain, shared] = [await solve(request), await solve(shares)];
      expect(verifyNest(shares, shared).violations).toEqual([]);
      expect(counts(shared)).toEqual(counts(plain));
      const right = (plan: NestPlan) =>
        Math.max(...plan.sheets.at(-1)!.placements.map(({ bounds }) => bounds.max_x));
      expect(right(shared)).toBeLessThanOrEqual(right(plain) + 1e-9);
      expect(plain.shared_length).toBeUndefined();
      const before = verifyNest(shares, { ...plain, shared_length: 1e6 });
      const [, length] = /share ([\d.]+) mm/.exec(before.violations[0]!.message)!;
      gains.push(shared.shared_length! / Number(length));
      const lie = { ...shared, shared_length: shared.shared_length! + 5 };
      expect(verifyNest(shares, lie).violations[0]?.code).toBe("shared-length");
    }
    expect(Math.min(...gains)).toBeGreaterThanOrEqual(1 - 1e-9);
    expect(Math.max(...gains)).toBeGreaterThan(1.03);
  });

  it("lets no part reach into another where the cut has no width", async () => {
    for (let seed = 1; seed <= 12; seed++) {
      const { config, ...request } = requestOf(seed);
      const shares = { ...request, config: { ...config, kerf: 0 }, objective: "shared" as const };
      expect(verifyNest(shares, await solve(shares)).violations).toEqual([]);
    }
  });

  it("is refused with a spacing, where no edges can be shared", async () => {
    const request = requestOf(1);
    const config = { ...request.config, spacing: 1 };
    await expect(solve({ ...request, config, objective: "shared" })).rejects.toThrow("config.spacing");
  });
});
