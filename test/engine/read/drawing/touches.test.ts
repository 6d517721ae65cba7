/** A hole whose corner lies on the outline's arc stays within the points that stand for that arc. */
import { describe, expect, it } from "vitest";
import { checkNestRequest } from "../../../../engine/base/check/part.ts";
import type { Point } from "../../../../engine/base/contract/values/geometry.ts";
import { readDrawing } from "../../../../engine/read/dxf/read.ts";
import { circle, drawing, dxfBytes, line } from "../../../helpers/drawing/dxf.ts";

/** Whole corners on the circle about the origin: 16² + 63² = 25² + 60² = 33² + 56² = 39² + 52² = 65². */
const RADIUS = 65;
const ON_CIRCLE: Point[] = [
  [16, 63],
  [-25, 60],
  [33, -56],
  [-39, -52],
];

const square = ([x, y]: Point, side: number) => {
  const [u, v] = [x - Math.sign(x) * side, y - Math.sign(y) * side];
  return [...line(x, y, u, y), ...line(u, y, u, v), ...line(u, v, x, v), ...line(x, v, x, y)];
};

describe("a hole that touches the arc around it in a corner", () => {
  it.each(ON_CIRCLE)("lies within the part that nesting takes, at %d %d", (x, y) => {
    const entities = [...circle(0, 0, RADIUS), ...square([x, y], 10)];
    const { parts, findings } = readDrawing(dxfBytes(drawing(entities)));
    expect(findings.map(({ code }) => code)).toEqual(["contours-touch"]);
    const [part] = parts;
    expect(part!.exterior).toContainEqual([x, y]);
    expect(checkNestRequest({ parts: [part!] }).size).toBe(0);
  });
});
