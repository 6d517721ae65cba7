/** Laws of physics that the planner of moves keeps, whatever the program. */
import { describe, expect, it } from "vitest";
import type { Point } from "../../../../../engine/base/contract/values/geometry.ts";
import type { Motion } from "../../../../../engine/write/toolpath/time/motion.ts";
import { timeMotions } from "../../../../../engine/write/toolpath/time/planner.ts";

const LIMITS = { max_rate: { x: 6000, y: 6000 }, acceleration: { x: 200, y: 200 } };
const moveTo = (to: Point): Motion => ({
  kind: "cut",
  to,
  z: 0,
  center: null,
  ccw: false,
  common: false,
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

describe("a right angle between two long lines", () => {
  // Both axes turn the tool together: √2 times what one of them can.
  const [rate, a, turning] = [100, 200, 200 * Math.SQRT2];
  const room = 0.01 / (Math.SQRT2 - 1);
  /** From rest to full speed, down to that of the corner, and the same backwards. */
  const secondsBy = (corner: number) =>
    2 * (rate / a + (rate - corner) / a + (100 - (2 * rate ** 2 - corner ** 2) / (2 * a)) / rate);

  it.each([
    // The circle that comes within the deviation of the corner.
    ["the junction deviation", { junction_deviation: 0.01 }, Math.sqrt(turning * room)],
    ["a smaller junction deviation", { junction_deviation: 0.0025 }, Math.sqrt((turning * room) / 4)],
    // The blend leaves three quarters of the acceleration, as squares, to turning.
    [
      "the blend of LinuxCNC",
      { planner: "linuxcnc", path_tolerance: 0.01 } as const,
      Math.sqrt(Math.sqrt(0.75) * turning * room),
    ],
  ])("is taken as fast as %s lets it", (_, more, corner) => {
    const places: Point[] = [
      [100, 0],
      [100, 100],
    ];
    const seconds = timeMotions(places.map(moveTo), { ...LIMITS, ...more }, 6000, [0, 0]).at(-1)!;
    expect(seconds).toBeCloseTo(secondsBy(corner), 9);
  });
});
