/** Stretches of a line that lie on the material of a part are kept; stretches beyond outlines and over holes are not. */
import { expect, it } from "vitest";
import type { Point, Ring } from "../../../../../engine/base/contract/values/geometry.ts";
import { pointBounds } from "../../../../../engine/base/geometry/ring.ts";
import {
  arcAround,
  type Curve,
  curveAt,
  curveLength,
  lineBetween,
} from "../../../../../engine/read/drawing/curves/curves.ts";
import type { Drawing, PathRole } from "../../../../../engine/read/drawing/model/drawing.ts";
import { marksOfParts } from "../../../../../engine/write/toolpath/plan/drawn.ts";

import { Random } from "../../../../helpers/random.ts";
import { box } from "../../../../helpers/rings.ts";

const circle = (x: number, y: number, radius: number): Ring =>
  Array.from({ length: 360 }, (_, k): Point => {
    const angle = (k * Math.PI) / 180;
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  });

const plate = (exterior: Ring, ...holes: Ring[]) => ({ exterior, holes, bounds: pointBounds(exterior) });

function drawn(parts: ReturnType<typeof plate>[], ...lines: (readonly [PathRole, boolean, ...Curve[]])[]) {
  const paths = lines.map(([role, closed, ...curves]) => ({
    role,
    layer: "0",
    colour: "#000000",
    closed,
    curves,
  }));
  return marksOfParts({ parts, paths } as unknown as Drawing);
}

const lengthOf = (curves: readonly Curve[]) => curves.reduce((sum, curve) => sum + curveLength(curve), 0);

const spans = ({ marks }: ReturnType<typeof drawn>) =>
  marks.map((list) => list.map(({ path }) => [path[0], path.at(-1)]));

it("is cut off at outlines and holes, and told with its length and places", () => {
  const { marks, off, offCurves, findings } = drawn(
    [plate(box(0, 0, 100, 60), circle(50, 30, 10))],
    ["bend", false, lineBetween(50, 0, 50, 60)],
    ["bend", false, lineBetween(20, -5, 20, 65)],
    ["engrave", true, arcAround(0, 30, 8, 0, 2 * Math.PI)],
  );
  const bends = marks[0]!.filter(({ role }) => role === "bend");
  expect(bends.map(({ path }) => path.map(([, y]) => Math.round(y)))).toEqual([
    [0, 20],
    [40, 60],
    [0, 60],
  ]);
  const [half, ...others] = marks[0]!.filter(({ role }) => role === "engrave");
  expect(others).toEqual([]);
  expect(half!.closed).toBe(false);
  expect(half!.path.every(([x]) => x > -0.01)).toBe(true);
  expect(half!.curves!.every(({ kind }) => kind === "arc")).toBe(true);
  expect(lengthOf(half!.curves!)).toBeCloseTo(8 * Math.PI, 1);
  expect(off).toBe(0);
  expect(offCurves).toHaveLength(4);
  expect(lengthOf(offCurves.flat())).toBeCloseTo(20 + 10 + 8 * Math.PI, 1);
  const length = (20 + 10 + 8 * Math.PI).toPrecision(3);
  expect(findings).toMatchObject([{ code: "ends-off-parts", count: 4, severity: "check" }]);
  expect(findings[0]!.message).toBe(`ends of lines beyond outlines and over holes left out, ${length} mm`);
  expect(findings[0]!.places).toHaveLength(4);
});

it("of parts side by side is on each of them what lies on it", () => {
  const parts = [plate(box(0, 0, 80, 50)), plate(box(100, 0, 180, 50))];
  const across = drawn(parts, ["bend", false, lineBetween(0, 20, 180, 20)]);
  expect(spans(across)).toEqual([
    [
      [
        [0, 20],
        [80, 20],
      ],
    ],
    [
      [
        [100, 20],
        [180, 20],
      ],
    ],
  ]);
  expect(across.findings).toMatchObject([{ code: "ends-off-parts", count: 1, at: [90, 20] }]);
});

it("beyond an outline by a hair stays whole, as what runs along one does", () => {
  const hair = drawn(
    [plate(box(0, 0, 80, 50))],
    ["bend", false, lineBetween(-0.05, 20, 80.02, 20)],
    ["engrave", false, lineBetween(0, 50, 80, 50)],
  );
  expect(hair.marks[0]!.map(({ curves }) => curveLength(curves![0]!))).toEqual([expect.closeTo(80.07), 80]);
  expect(hair.findings).toEqual([]);
});

it("on no part is counted, with its length", () => {
  const beside = drawn(
    [plate(box(0, 0, 80, 50), box(10, 10, 40, 40))],
    ["engrave", false, lineBetween(100, 10, 130, 10)],
    ["engrave", false, lineBetween(20, 20, 30, 20)],
  );
  expect(beside.off).toBe(2);
  expect(beside.offCurves).toEqual([[lineBetween(100, 10, 130, 10)], [lineBetween(20, 20, 30, 20)]]);
  expect(beside.findings).toEqual([
    {
      code: "lines-off-parts",
      message: "2 lines on no part left out, 40 mm",
      count: 2,
      severity: "check",
      advice: expect.stringContaining("Close the gaps"),
      at: [115, 10],
      places: [
        [115, 10],
        [25, 20],
      ],
    },
  ]);
});

it("lies on the material as far as many places along it do, wherever lines and arcs run", () => {
  const seed = 20261126;
  const random = new Random(seed);
  const isOn = ([x, y]: Point) => x > 0 && y > 0 && x < 100 && y < 60 && Math.hypot(x - 50, y - 30) > 18;
  const shareOf = (curve: Curve) => {
    const many = 20_000;
    return (
      Array.from({ length: many }, (_, i) => curveAt(curve, (i + 0.5) / many)).filter(isOn).length / many
    );
  };
  for (let round = 0; round < 200; round++) {
    const [x, y] = [random.float(-30, 130), random.float(-25, 85)];
    const curve: Curve =
      round % 2 === 0
        ? lineBetween(x, y, random.float(-30, 130), random.float(-25, 85))
        : arcAround(x, y, random.float(5, 45), random.float(0, 6), random.float(-6, 6));
    const plates = [plate(box(0, 0, 100, 60), circle(50, 30, 18))];
    const { marks, offCurves } = drawn(plates, ["mark", false, curve]);
    const length = lengthOf(marks[0]!.flatMap(({ curves }) => curves!));
    expect(length + lengthOf(offCurves.flat())).toBeCloseTo(curveLength(curve), 6);
    // An arc that touches an outline is hardly off the material over a few millimetres, and may be on it there
    const slack = 2 * Math.sqrt(2 * 45 * 0.1) + 0.2;
    expect(Math.abs(length - shareOf(curve) * curveLength(curve)), `round ${round}`).toBeLessThan(slack);
  }
});
