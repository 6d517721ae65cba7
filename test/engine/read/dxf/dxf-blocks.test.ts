/** INSERTs put blocks where CAD systems put them, and nothing hidden is cut. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { curveAt } from "../../../../engine/read/drawing/curves/curves.ts";
import { arc, block, insert, polyline, readEntities, type Tag } from "../../../helpers/drawing/dxf.ts";

const read = readEntities;
describe("INSERT", () => {
  it.each([1, -1])(
    "copies every point to where its matrix says, arcs as arcs where scales are even (z %i)",
    (z) => {
      const content = [
        ...polyline(
          [
            [0, 0, 0.4],
            [10, 5, -0.7],
            [20, 0],
          ],
          false,
          "BULGES",
        ),
        ...arc(60, 0, 5, 20, 200, "ARC"),
      ];
      const blocks = block("A", content, [3, -2]);
      const scale = fc.constantFrom(1, -1, 2.5, -0.3);
      fc.assert(
        fc.property(scale, scale, fc.integer({ min: -720, max: 720 }), (sx, sy, degrees) => {
          const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
          const turned = (x: number, y: number) => [cos * x - sin * y, sin * x + cos * y] as const;
          const more: Tag[] = [
            [41, sx],
            [42, sy],
            [44, 500],
            [45, 700],
            [50, degrees],
            [70, 2],
            [71, 2],
            [210, 0],
            [220, 0],
            [230, z],
          ];
          const copies = read(insert("A", 40, 30, more), { blocks }).paths;
          for (const { layer, curves } of read(content).paths) {
            const found = copies.filter((path) => path.layer === layer).flatMap((path) => path.curves);
            expect(found).toHaveLength(4 * curves.length);
            for (const { kind } of found)
              expect(kind).toBe(Math.abs(sx) === Math.abs(sy) ? "arc" : "ellipse");
            for (const [column, row] of [0, 1, 2, 3].map((i) => [i % 2, i >> 1] as const)) {
              for (const share of [0, 0.3, 0.8, 1]) {
                for (const curve of curves) {
                  const [px, py] = curveAt(curve, share);
                  const [x, y] = turned(sx * (px - 3), sy * (py + 2));
                  const [dx, dy] = turned(500 * column, 700 * row);
                  const truth = [z * (40 + x + dx), 30 + y + dy] as const;
                  const away = found
                    .flatMap((copy) => [curveAt(copy, share), curveAt(copy, 1 - share)])
                    .map(([cx, cy]) => Math.hypot(cx - truth[0], cy - truth[1]));
                  expect(Math.min(...away)).toBeLessThan(1e-9);
                }
              }
            }
          }
        }),
        { seed: 20261126, numRuns: 60 },
      );
    },
  );
});
