/** What the planner of moves owes to physics alone, whatever the program. */
import { describe, expect, it } from "vitest";
import type { Point } from "../../../../engine/contract/values/geometry.ts";
import type { Motion } from "../../../../engine/toolpath/time/motion.ts";
import { timeMotions } from "../../../../engine/toolpath/time/planner.ts";

const LIMITS = { maxRate: { x: 6000, y: 6000 }, acceleration: { x: 200, y: 200 } };
const moveTo = (to: Point): Motion => ({
  kind: "cut",
  to,
  z: 0,
  center: null,
  ccw: false,
  rate: 6000,
  wait: 0,
  stops: false,
  cut: 0,
});
const secondsTo = (...places: Point[]) => timeMotions(places.map(moveTo), LIMITS, 6000, [0, 0]).at(-1)!;

describe("a straight line from rest to rest", () => {
  it("takes as long as acceleration and speed say", () => {
    // 100 mm/s at 200 mm/s²: half a second and 25 mm each way; a shorter line is a triangle.
    expect(secondsTo([100, 0])).toBeCloseTo(0.5 + 0.5 + 50 / 100, 9);
    expect(secondsTo([0, 8])).toBeCloseTo(2 * Math.sqrt(8 / 200), 9);
  });

  it.each([[1, 2], [0.01, 99.99], [99.99], [10, 20, 30, 40, 50, 60, 70, 80, 90], [49, 51]])(
    "takes as long in several moves, cut at %s mm",
    (...stops) => {
      const places = [...stops, 100].map((x): Point => [x, 0]);
      expect(secondsTo(...places)).toBeCloseTo(secondsTo([100, 0]), 6);
    },
  );
});
