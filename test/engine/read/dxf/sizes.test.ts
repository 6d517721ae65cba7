/** A drawing whose dimensions say another size than it has is a question, and one in inches that fits no sheet. */
import { describe, expect, it } from "vitest";
import { readDrawing } from "../../../../engine/read/dxf/read.ts";
import { drawing, dxfBytes, readEntities, rectangle, type Tag } from "../../../helpers/drawing/dxf.ts";

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
const sizes = (...dimensions: Tag[][]) =>
  readEntities([...rectangle(0, 0, 1270, 254), ...dimensions.flat()])
    .findings.filter(({ code }) => code === "size-unlikely")
    .map(({ message }) => message);

describe("dimensions", () => {
  it.each<[string, number, string | number, number]>([
    ["25.4 times as large", 1270, "50", 0],
    ["25.4 times as large", 1270, "\\A1;%%c50", 3],
    ["25.4 times as large", 1270, 50, 1],
    ["10 times as large", 1270, "127,0 mm", 0],
    ["25.4 times as small", 1270, "32258", 0],
    ["1000 times as small", 1270, "R1270000", 4],
  ])("tell a drawing %s as they say", (said, length, text, kind) => {
    expect(sizes(dimension(length, text, kind))).toEqual([expect.stringContaining(said)]);
  });

  it.each<[string, string, string]>([
    ["2 times as small", "2540", "508"],
    ["5 times as large", "254", "50.8"],
  ])("that agree tell a drawing to scale: %s", (said, length, height) => {
    expect(sizes(dimension(1270, length), dimension(254, height))).toEqual([expect.stringContaining(said)]);
  });

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

  it.each<[string, Tag[][]]>([
    ["agree", [dimension(1270, "1270"), dimension(254, "<>"), dimension(254, 254)]],
    ["say inches and mean them", [dimension(1270, '50"')]],
    ["are rounded", [dimension(1270, "1271")]],
    ["differ by no factor of units", [dimension(1270, "600")]],
    ["say across of radii", [dimension(5, "%%c10", 4), dimension(7, "\\A1;Ø14", 4), dimension(9, "R4.5", 3)]],
    ["differ by a scale only once", [dimension(1270, "2540")]],
    ["differ in one of two only", [dimension(1270, "50"), dimension(254, "254")]],
    ["say words", [dimension(1270, "see note 50")]],
    ["are angles", [dimension(1270, "50", 2)]],
    ["lack a number", [dimension(1270, "50").filter(([code]) => code !== 14 && code !== 24)]],
  ])("that %s ask nothing", (_, dimensions) => {
    expect(sizes(...dimensions)).toEqual([]);
  });
});

describe("inches", () => {
  const asked = (width: number, height: number, unit?: "inch") =>
    readDrawing(dxfBytes(drawing(rectangle(0, 0, width, height), { unit: 1 })), { unit })
      .findings.filter(({ code }) => code === "size-unlikely")
      .map(({ message }) => message);

  it.each([
    [88, 113],
    [12, 150],
  ])("that a file says are asked about where a part fits no sheet: %f by %f", (width, height) => {
    expect(asked(width, height)).toEqual([expect.stringContaining(`${height} mm if it were mm`)]);
  });

  it.each([
    [48, 96],
    [72, 144],
  ])("are taken for what they are up to a sheet of 6 by 12 feet: %f by %f", (width, height) => {
    expect(asked(width, height)).toEqual([]);
  });

  it("that somebody chose are not asked about", () => {
    expect(asked(88, 113, "inch")).toEqual([]);
  });
});
