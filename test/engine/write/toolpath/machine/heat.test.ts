/** Orders that keep heat apart, and travels round what lies loose: read with another interpreter, judged by school geometry. */
import { describe, expect, it } from "vitest";
import { exportRequestSchema } from "../../../../../engine/base/contract/v1/export.ts";
import type { Point, Ring } from "../../../../../engine/base/contract/values/geometry.ts";
import { pointBounds } from "../../../../../engine/base/geometry/ring.ts";
import { verifyGcode } from "../../../../../engine/verify/program/verify.ts";
import { planExport } from "../../../../../engine/write/toolpath/export.ts";
import type { GcodeOptions } from "../../../../../engine/write/toolpath/machine/options.ts";
import { Heat } from "../../../../../engine/write/toolpath/order/heat.ts";
import { orderApart, orderContours } from "../../../../../engine/write/toolpath/order/order.ts";
import { SHEETS, travel } from "../../../../helpers/drawing/contours.ts";
import { distanceToRing, interpret, winding } from "../../../../helpers/program.ts";
import { box, disc } from "../../../../helpers/rings.ts";

const SIZE = 50;

/** A square of parts, `gap` apart, with a hole each where that is said. */
function field(side: number, gap: number, holed: boolean) {
  return exportRequestSchema.parse({
    sheet_width: side * (SIZE + gap) + 20,
    sheet_height: side * (SIZE + gap) + 20,
    placements: Array.from({ length: side * side }, (_, i) => ({
      exterior: i % 7 === 3 ? disc(25, 25, 25, 48) : box(0, 0, SIZE, SIZE),
      holes: holed ? [disc(18, 25, 9, 24)] : [],
      x: 10 + (SIZE + gap) * (i % side),
      y: 10 + (SIZE + gap) * Math.floor(i / side),
    })),
    config: { kerf: 0.2, feed_rate: 3000, travel_rate: 12000 },
  });
}

function write(request: ReturnType<typeof field>, options: GcodeOptions) {
  const made = planExport(request, options);
  expect(verifyGcode(made.gcode, { request, options }).violations).toEqual([]);
  return made;
}

/** The outlines that a program cuts, in its order, and how often it travels over the middle of one that is cut already. */
function readBack(gcode: string, parts: Ring[]): { order: number[]; over: number } {
  const order: number[] = [];
  const loose: Ring[] = [];
  let cut: Point[] = [];
  let over = 0;
  for (const { motion, from, to } of interpret(gcode)) {
    if (motion !== "G0") {
      cut.push([to[0], to[1]]);
      continue;
    }
    if (cut.length > 0) {
      const own = parts.findIndex((part) => cut.every((point) => distanceToRing(point, part) < 0.2));
      if (own >= 0) order.push(own);
      loose.push(cut);
      cut = [];
    }
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
    const places = Array.from({ length: Math.ceil(length) }, (_, k): Point => {
      const share = (k + 0.5) / Math.ceil(length);
      return [from[0] + share * (to[0] - from[0]), from[1] + share * (to[1] - from[1])];
    });
    if (places.some((at) => loose.some((ring) => winding(at, ring) !== 0 && distanceToRing(at, ring) > 0.15)))
      over++;
  }
  return { order, over };
}

function outlines({ placements }: ReturnType<typeof field>): Ring[] {
  return placements.map(({ exterior, x, y }) => exterior.map(([px, py]): Point => [px + x, py + y]));
}

describe("spread", () => {
  it("cuts no neighbours one after another as long as others are left", () => {
    const request = field(6, 5, false);
    const parts = outlines(request);
    const neighbours = ({ order }: { order: number[] }) =>
      order.filter((part, k) => {
        const before = order[k - 1];
        if (before === undefined) return false;
        const apart = [part % 6, Math.floor(part / 6)].map((at, axis) =>
          Math.abs(at - (axis === 0 ? before % 6 : Math.floor(before / 6))),
        );
        return Math.max(...apart) <= 1;
      }).length;
    const plain = readBack(write(request, {}).gcode, parts);
    expect(neighbours(plain)).toBeGreaterThan(25);
    for (const spread of [0.3, 1]) {
      const made = write(request, { spread });
      const read = readBack(made.gcode, parts);
      expect(read.order.toSorted((a, b) => a - b)).toEqual(parts.map((_, i) => i));
      const told = made.findings.find(({ code }) => code === "cuts-crowded")?.count ?? 0;
      expect(neighbours(read)).toBeLessThanOrEqual(told);
      expect(told).toBeLessThanOrEqual(3);
    }
  });

  it("lengthens the way by less than the nearest one that is far enough would", () => {
    const contours = SHEETS["discs of all sizes"]!();
    const straight = travel(orderContours(contours));
    const { contours: ordered, crowded } = orderApart(contours, new Heat(contours, 0.3));
    expect(ordered.map(({ placement, hole }) => `${placement} ${hole}`).sort()).toEqual(
      contours.map(({ placement, hole }) => `${placement} ${hole}`).sort(),
    );
    const boxes = ordered.map(({ ring }) => pointBounds(ring));
    const tooNear = boxes.filter((box, k) =>
      boxes.slice(Math.max(0, k - 3), k).some((last) => {
        const dx = Math.max(box.min_x - last.max_x, last.min_x - box.max_x, 0);
        const dy = Math.max(box.min_y - last.max_y, last.min_y - box.max_y, 0);
        const sizes = [box, last].flatMap((one) => [one.max_x - one.min_x, one.max_y - one.min_y]);
        return Math.hypot(dx, dy) < 0.3 * Math.max(...sizes) - 1e-9;
      }),
    );
    expect(crowded).toBe(0);
    expect(tooNear).toHaveLength(0);
    expect(travel(ordered)).toBeLessThan(1.4 * straight);
  });

  it("is a number from 0 to 1, also of a profile", () => {
    const request = field(2, 5, false);
    expect(() => planExport(request, { spread: 2 })).toThrow("options.spread");
    expect(() => planExport(request, { machine: { defaults: { spread: -1 } } })).toThrow("spread");
    const far = write(field(5, 5, false), { machine: { defaults: { spread: 1 } } });
    expect(far.totals.travel_length).toBeGreaterThan(write(field(5, 5, false), {}).totals.travel_length);
  });
});

describe("tip_up", () => {
  it.each<[string, number, boolean, GcodeOptions]>([
    ["apart", 5, true, {}],
    ["touching", 0.2, true, {}],
    ["with leads in several passes", 6, true, { lead_in: 3, lead_out: 2, passes: 2, overcut: 3 }],
    ["spread", 0.2, false, { spread: 1 }],
    ["along common lines", 0.2, true, { common_lines: true }],
  ])("travels over nothing that is cut out, parts %s", (_name, gap, holed, options) => {
    const request = field(5, gap, holed);
    const made = write(request, { ...options, tip_up: true });
    const straight = write(request, options);
    expect(made.totals.travel_length).toBeLessThan(1.4 * straight.totals.travel_length + 1);
    if (options.common_lines || options.passes) return;
    const parts = outlines(request);
    expect(readBack(straight.gcode, parts).over).toBeGreaterThan(0);
    expect(readBack(made.gcode, parts).over).toBe(0);
  });

  it("tells of a place to park that lies over what is cut out", () => {
    const made = write(field(3, 5, true), { tip_up: true, machine: { origin: "centre" } });
    expect(made.findings).toEqual([expect.objectContaining({ code: "parks-over-cut", count: 1 })]);
  });

  it("is held by the judge of programs", () => {
    const request = field(5, 5, true);
    const { gcode } = planExport(request, {});
    const { violations } = verifyGcode(gcode, { request, options: { tip_up: true } });
    expect(new Set(violations.map(({ code }) => code))).toEqual(new Set(["travel-over-cut"]));
  });
});
