/** Segment tests of the core against those of the engine, and against what they mean. */
import { beforeAll, describe, expect, it } from "vitest";
import { segmentDistance } from "../../../engine/base/geometry/segment.ts";
import { seeded } from "../../helpers/nest/nest.ts";
import { compileProbe } from "../../helpers/probe.ts";

type Eight = [number, number, number, number, number, number, number, number];

interface Probe {
  segmentsWithin(...all: [...Eight, limit: number]): number;
  sliceSegments(...all: [...Eight, gap: number]): number;
  sliceLow(): number;
  sliceHigh(): number;
}

let probe: Probe;
beforeAll(async () => {
  probe = await compileProbe<Probe>(`
    export { segmentsWithin } from "./geometry/predicates";
    import { slice } from "./geometry/slice";
    export { sliceSegments } from "./geometry/slice";
    export function sliceLow(): f64 { return slice.low; }
    export function sliceHigh(): f64 { return slice.high; }
  `);
});

/** The distance by the engine's own TypeScript, which the core knows nothing of. */
function distanceOf([ax, ay, bx, by, cx, cy, dx, dy]: Eight): number {
  return segmentDistance(ax, ay, bx, by, cx, cy, dx, dy);
}

describe("segments of the core", () => {
  it("are within a distance exactly when they are nearer", () => {
    const random = seeded(1);
    for (let i = 0; i < 3000; i++) {
      const all = Array.from({ length: 8 }, () => Math.round(random() * 8)) as Eight;
      const distance = distanceOf(all);
      expect(probe.segmentsWithin(...all, (distance + 1e-4) ** 2), all.join(" ")).toBe(1);
      if (distance > 1e-3)
        expect(probe.segmentsWithin(...all, (distance - 1e-4) ** 2), all.join(" ")).toBe(0);
    }
  });

  it("forbid exactly the shifts that bring them closer than the gap", () => {
    const random = seeded(2);
    for (let i = 0; i < 1500; i++) {
      const all = Array.from({ length: 8 }, () => random() * 8) as Eight;
      const gap = 0.1 + random();
      const shifted = (v: number): Eight => [
        all[0],
        all[1] + v,
        all[2],
        all[3] + v,
        all[4],
        all[5],
        all[6],
        all[7],
      ];
      if (!probe.sliceSegments(...all, gap)) {
        for (let v = -20; v <= 20; v += 0.5) expect(distanceOf(shifted(v))).toBeGreaterThan(gap - 1e-6);
        continue;
      }
      const [low, high] = [probe.sliceLow(), probe.sliceHigh()];
      expect(distanceOf(shifted(low))).toBeCloseTo(gap, 5);
      expect(distanceOf(shifted(high))).toBeCloseTo(gap, 5);
      expect(distanceOf(shifted((low + high) / 2))).toBeLessThan(gap);
    }
  });
});
