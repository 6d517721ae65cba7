/** A drawing whose dimensions say another size than it has is a question, and one in inches that fits no sheet. */
import { describe, expect, it } from "vitest";
import { readEntities, rectangle, type Tag } from "../../../helpers/drawing/dxf.ts";

/** From (0, 0) to (length, 0), or across a circle. */
const dimension = (length: number, text: string | number, kind = 0): Tag[] => [
  [0, "DIMENSION"],
  [8, "DIM"],
  [70, kind + 32],
  ...(typeof text === "number" ? [[42, text] as Tag] : [[1, text] as Tag]),
  ...[10, 13].flatMap((code): Tag[] => [
    [code, 0],
    [code + 10, 0],
  ]),
  ...[14, 15].flatMap((code): Tag[] => [
    [code, length],
    [code + 10, kind === 0 ? 7 : 0],
  ]),
];
describe("dimensions", () => {
  it.each([
    [
      2,
      [expect.stringContaining("2 times as small as 2 of its 2 dimensions say: 1270 mm where one says 2540")],
    ],
    [-2, []],
    [1, []],
  ])("say as much more as their style tells: %s", (scale, expected) => {
    const style: Tag[] = [
      [0, "DIMSTYLE"],
      [2, "Half"],
      [144, scale],
    ];
    const styled = [dimension(1270, 1270), dimension(254, "<>")].map((tags): Tag[] => [...tags, [3, "HALF"]]);
    const { findings } = readEntities([...rectangle(0, 0, 1270, 254), ...styled.flat()], { layers: style });
    expect(findings.filter(({ code }) => code === "size-unlikely").map(({ message }) => message)).toEqual(
      expected,
    );
  });
});
