/** Findings say where: all of their places, as many as a person looks at, and how many there are beyond. */
import { describe, expect, it } from "vitest";
import type { Io } from "../../../../../engine/cli/base/command.ts";
import { noteFindings } from "../../../../../engine/cli/drawing-command.ts";
import { readDrawing } from "../../../../../engine/read/dxf/read.ts";
import { readSvg } from "../../../../../engine/read/svg/read.ts";
import {
  arc,
  block,
  circle,
  drawing,
  dxfBytes,
  ellipse,
  insert,
  line,
  readEntities,
  rectangle,
  type Tag,
  text,
} from "../../../../helpers/drawing/dxf.ts";

const found = (entities: Tag[][], code: string, options = {}) =>
  readEntities([...rectangle(0, 0, 100, 60), ...entities.flat()], options).findings.find(
    (finding) => finding.code === code,
  );

describe("findings", () => {
  it.each<[string, Tag[][], [number, number][]]>([
    [
      "contours-cross",
      [rectangle(80, 20, 40, 10)],
      [
        [100, 20],
        [100, 30],
      ],
    ],
    [
      "shared-edges",
      [rectangle(100, 0, 10, 30), rectangle(0, 60, 20, 10)],
      [
        [10, 60],
        [100, 15],
      ],
    ],
    [
      "text-not-drawn",
      [text(3, 4, "Plate"), text(5, 6, "Plate")],
      [
        [3, 4],
        [5, 6],
      ],
    ],
    [
      "construction-ignored",
      [line(1, 1, 9, 1, "AXIS"), line(2, 2, 9, 2, "AXIS")],
      [
        [1, 1],
        [2, 2],
      ],
    ],
    [
      "bend-lines",
      [line(20, 0, 20, 60, "BEND"), line(40, 0, 40, 60, "BEND")],
      [
        [20, 0],
        [40, 0],
      ],
    ],
    [
      "open-outside",
      [line(200, 0, 200, 4), line(210, 0, 210, 4)],
      [
        [200, 2],
        [210, 2],
      ],
    ],
    [
      "several-parts",
      [circle(200, 0, 5), circle(220, 0, 4)],
      [
        [0, 0],
        [205, 0],
        [224, 0],
      ],
    ],
    [
      "block-missing",
      [insert("A", 7, 8), insert("A", 9, 8)],
      [
        [7, 8],
        [9, 8],
      ],
    ],
    ["entities-damaged", [ellipse(7, 7, 0, 0, 1), ellipse(9, 9, 0, 0, 1)], []],
    ["zero-length-removed", [arc(7, 7, 0, 0, 90), circle(9, 9, 0)], []],
  ])("of %s tell each of their places", (code, entities, places) => {
    const finding = found(entities, code);
    if (places.length === 0) expect(finding).toMatchObject({ at: expect.anything() });
    else {
      expect([...finding!.places!].sort((p, q) => p[0] - q[0] || p[1] - q[1])).toEqual(places);
      expect(finding).toMatchObject({ at: finding!.places![0] });
    }
    expect(finding).not.toHaveProperty("placeCount");
  });

  it("tell where the copies of a block hold what is not cut", () => {
    const blocks = block("A", [...rectangle(0, 0, 10, 10), ...text(1, 2, "Plate")]);
    const { findings } = readDrawing(
      dxfBytes(drawing([...insert("A", 100, 0), ...insert("A", 200, 0, [[50, 90]])], { blocks })),
    );
    expect(findings.find(({ code }) => code === "text-not-drawn")?.places).toEqual([
      [101, 2],
      [198, expect.closeTo(1, 9)],
    ]);
  });

  it("list a hundred places and count the others, of which the command line tells three", () => {
    const loose = Array.from({ length: 130 }, (_, i) => line(200 + i, 0, 200 + i, 0.5));
    const finding = found(loose, "open-outside")!;
    expect(finding.places).toHaveLength(100);
    expect(finding).toMatchObject({ count: 130, placeCount: 130 });
    const lines: string[] = [];
    noteFindings("a.dxf", [finding], { warn: (told: string) => lines.push(told) } as unknown as Io);
    expect(lines[0]).toContain("at 200, 0.25; 201, 0.25; ");
    expect(lines[0]).toContain("; 202, 0.25 and at 127 more places)");
  });

  it("of SVG drawings tell their places", () => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="100mm" height="50mm" viewBox="0 0 100 50">
      <rect x="1" y="1" width="20" height="20"/><text x="30" y="40">a</text>
      <g transform="translate(10 0)"><text x="30" y="30">b</text></g></svg>`;
    const { findings } = readSvg(new TextEncoder().encode(svg));
    expect(findings.find(({ code }) => code === "text-not-drawn")?.places).toEqual([
      [30, 10],
      [40, 20],
    ]);
  });
});
