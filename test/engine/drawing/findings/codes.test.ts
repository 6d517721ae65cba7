/** What is set aside, or asked about, is told under its code: with how often, where, and which layer. */
import { describe, expect, it } from "vitest";
import { readDrawing } from "../../../../engine/dxf/read.ts";
import { readSvg } from "../../../../engine/svg/read.ts";
import {
  block,
  circle,
  drawing,
  dxfBytes,
  insert,
  line,
  readEntities,
  rectangle,
  type Tag,
} from "../../../helpers/drawing/dxf.ts";

const roles = { PUNCH: "mark" } as const;
const coloured = (entity: Tag[], colour: number): Tag[] => [
  ...entity.slice(0, 2),
  [62, colour],
  ...entity.slice(2),
];
/** A square of 20 mm in the plate, away from its border. */
const within = (name = "0") => rectangle(10, 10, 20, 20, name);

describe("no disc in a hole is", () => {
  it.each<[what: string, entities: Tag[]]>([
    ["one beside its middle", [circle(40, 30, 5), circle(42, 30, 9)].flat()],
    ["one much smaller than it", [circle(40, 30, 3), circle(40, 30, 9)].flat()],
    ["a ring", [circle(40, 30, 3), circle(40, 30, 7), circle(40, 30, 9)].flat()],
    ["one in no hole", [circle(140, 30, 5), circle(170, 30, 9)].flat()],
  ])("%s", (_, entities) => {
    const { findings } = readEntities([...rectangle(0, 0, 100, 60), ...entities]);
    expect(findings.map(({ code }) => code)).toEqual(["several-parts"]);
  });
});

describe("a finding", () => {
  it.each<[string, Tag[][], Record<string, unknown>]>([
    ["bend-extents-ignored", [line(20, 0, 20, 60, "BEND_EXTENT")], { count: 1, layer: "BEND_EXTENT" }],
    ["colours-differ", [coloured(within(), 1)], { count: 2, layer: "0" }],
    ["cuts-in-waste", [within(), line(15, 20, 25, 20)], { count: 1, at: [20, 20] }],
    ["discs-in-holes", [circle(40, 30, 5), circle(40, 30, 9)], { count: 1, at: [40, 30], severity: "check" }],
    ["layer-unclear", [within("KANTEN")], { count: 1, layer: "KANTEN" }],
    ["layer-unclear", [within("LEAD")], { count: 1, layer: "LEAD" }],
    [
      "leads-left-out",
      [line(40, -5, 45, 0, "LEADIN"), line(45, 0, 50, -5, "LEADIN")],
      { count: 2, layer: "LEADIN", at: [40, -5], severity: "note" },
    ],
    ["marks-kept-apart", [line(20, 20, 30, 20, "PUNCH")], { count: 1, layer: "PUNCH", at: [20, 20] }],
    [
      "overshoots-left-out",
      [line(200, 0, 223, 0), line(220, 0, 220, 20), line(220, 20, 200, 0)],
      { at: [221.5, 0] },
    ],
  ])("%s", (code, entities, told) => {
    const { findings } = readEntities([...rectangle(0, 0, 100, 60), ...entities.flat()], {}, { roles });
    expect(findings.filter((finding) => finding.code === code)).toMatchObject([told]);
  });

  it("overshoots-left-out is none for the end of a line in the material, which cuts it", () => {
    for (const tail of [line(50, -3, 50, 2), line(50, 2, 50, -3), line(-9, 50, 3, 50)]) {
      const { findings, paths } = readEntities([...rectangle(0, 0, 100, 60), ...tail]);
      expect(findings.map((finding) => finding.code)).not.toContain("overshoots-left-out");
      expect(paths.find(({ role }) => role === "open")!.length).toBeGreaterThan(4.9);
    }
  });

  it("external-reference", () => {
    const reference = block("BASE", circle(0, 0, 5)).map(
      ([code, value]): Tag => [code, code === 70 ? 4 : value],
    );
    const blocks: Tag[] = [...reference.slice(0, 6), [1, "base.dxf"], ...reference.slice(6)];
    const entities = [...rectangle(0, 0, 100, 60), ...insert("BASE", 7, 8)];
    const { findings, parts } = readDrawing(dxfBytes(drawing(entities, { blocks })));
    const finding = findings.find(({ code }) => code === "external-reference");
    expect(finding).toMatchObject({
      severity: "stop",
      at: [7, 8],
      message: expect.stringContaining("base.dxf"),
    });
    expect(parts[0]!.holes).toHaveLength(0);
  });

  it("images-not-drawn", () => {
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="100mm" height="50mm" viewBox="0 0 100 50">
      <rect x="1" y="1" width="20" height="20"/><image x="30" y="10" width="5" height="5" href="a.png"/></svg>`;
    const { findings } = readSvg(new TextEncoder().encode(svg));
    expect(findings.find(({ code }) => code === "images-not-drawn")).toMatchObject({ count: 1 });
  });
});
