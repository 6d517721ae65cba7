/** Parts as thin as a pen stroke are reported. */
import { describe, expect, it } from "vitest";
import { circle, readEntities, rectangle, type Tag } from "../../../../helpers/drawing/dxf.ts";

describe("lines that are drawn as outlines of what a pen leaves are told", () => {
  const told = (...entities: Tag[][]) =>
    readEntities(entities.flat()).findings.filter(({ code }) => code === "thin-parts");

  it.each<[what: string, entities: Tag[][], count: number]>([
    ["a plate", [rectangle(-0.13, -0.13, 100.26, 60.26), rectangle(0.13, 0.13, 99.74, 59.74)], 1],
    ["a hole beside it", [circle(0, 0, 10.2), circle(0, 0, 9.8), rectangle(20, 0, 50, 30)], 1],
    [
      "a row of cells",
      [rectangle(0, 0, 90.4, 30.4), ...[0, 1, 2].map((i) => rectangle(0.4 + 30 * i, 0.4, 29.6, 29.6))],
      1,
    ],
    ["a line", [rectangle(0, 0, 0.3, 40)], 1],
    ["a frame that is thicker", [rectangle(0, 0, 100, 60), rectangle(1, 1, 98, 58)], 0],
    ["a part that is small", [circle(0, 0, 0.6)], 0],
    [
      "a sheet with many fine holes",
      [
        rectangle(0, 0, 30, 30),
        ...Array.from({ length: 2025 }, (_, i) =>
          circle(1.8 + 0.6 * (i % 45), 1.8 + 0.6 * Math.floor(i / 45), 0.2),
        ),
      ],
      0,
    ],
  ])("%s", (_, entities, count) => {
    expect(told(...entities)).toMatchObject(count > 0 ? [{ count, severity: "stop" }] : []);
  });
});
