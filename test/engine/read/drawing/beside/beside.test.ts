/** Dimensions, lettering, pages and sheets beside parts; outlines that stay closed; layers with depths and unknown names. */
import { describe, expect, it } from "vitest";
import { readDrawing } from "../../../../../engine/read/dxf/read.ts";
import {
  circle,
  drawing,
  dxfBytes,
  line,
  readEntities,
  rectangle,
  type Tag,
  text,
} from "../../../../helpers/drawing/dxf.ts";

const plate = rectangle(0, 0, 100, 60);
/** A dimension above the plate: witness lines that begin off it, a line between them, and its number. */
const dimension: Tag[] = [
  ...line(0, 62, 0, 82),
  ...line(100, 62, 100, 82),
  ...line(0, 80, 100, 80),
  ...text(50, 82, "100", 3),
];
const codes = (found: { code: string }[]) => found.map(({ code }) => code);

describe("annotation", () => {
  it("is a dimension drawn as lines, and nothing of the part", () => {
    const { parts, account, findings } = readEntities([...plate, ...dimension]);
    expect(parts.map(({ area }) => area)).toEqual([6000]);
    expect(account).toMatchObject({ cut: 320, construction: 140, open: 0 });
    expect(codes(findings)).toContain("dimension-graphics");
  });

  it("is cut when somebody says so", () => {
    const bytes = dxfBytes(drawing([...plate, ...dimension]));
    const { account } = readDrawing(bytes, { annotation: "cut" });
    expect(account).toMatchObject({ construction: 0, open: 140 });
  });

  it("is no slit in a part beside a number", () => {
    const { account } = readEntities([...plate, ...line(20, 30, 60, 30), ...text(40, 32, "25", 3)]);
    expect(account).toMatchObject({ construction: 0, open: 40 });
  });

  it("is a cross over a hole, but not one that divides a disc", () => {
    const cross = (reach: number) => [
      ...line(50 - reach, 30, 50 + reach, 30),
      ...line(50, 30 - reach, 50, 30 + reach),
    ];
    expect(readEntities([...plate, ...circle(50, 30, 8), ...cross(10)]).account).toMatchObject({
      construction: 40,
    });
    expect(readEntities([...circle(50, 30, 8), ...cross(8)]).parts).toHaveLength(4);
  });
});

describe("names of layers", () => {
  it("with a depth are not cut through, and tell the depth", () => {
    const { parts, groups, findings } = readEntities([
      ...rectangle(0, 0, 100, 60, "CUTTINGLINES"),
      ...circle(20, 20, 3, "D6_0_DEPTH8_5"),
      ...circle(60, 20, 3, "D6_0_DEPTHF"),
    ]);
    expect(parts[0]!.holes).toHaveLength(1);
    expect(groups.find(({ layer }) => layer === "D6_0_DEPTH8_5")).toMatchObject({
      role: "engrave",
      depth: 8.5,
    });
    expect(codes(findings)).toContain("pockets-kept-apart");
  });

  it("that nobody knows are asked about beside a known outline", () => {
    const entities = [...rectangle(0, 0, 100, 60, "OUTLINE"), ...circle(20, 20, 3, "QUIBBLE")];
    const { parts, findings } = readEntities(entities);
    expect(parts[0]!.holes).toHaveLength(0);
    expect(findings).toMatchObject([{ code: "layer-unknown", severity: "stop", count: 1 }]);
    const said = readDrawing(dxfBytes(drawing(entities)), { roles: { QUIBBLE: "cut" } });
    expect(said.parts[0]!.holes).toHaveLength(1);
  });

  it("that say not to cut are obeyed, whatever they hold", () => {
    const { parts } = readEntities([...rectangle(0, 0, 300, 200, "DONOTCUT"), ...rectangle(20, 20, 50, 40)]);
    expect(parts.map(({ area }) => area)).toEqual([2000]);
  });
});
