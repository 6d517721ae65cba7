/** Checks of requests beyond the interface that need several fields together. */
import { describe, expect, it } from "vitest";
import { cutPlanRequestSchema } from "../../../../engine/base/contract/cut-plan.ts";
import { colourOfPalette } from "../../../../engine/base/contract/lightburn.ts";
import { panelStockSchema } from "../../../../engine/base/contract/panel-plan.ts";

describe("a damaged panel", () => {
  const size = { length: 1000, width: 500 };
  const defect = { x: 900, y: 400, length: 50, width: 50 };
  const faultsOf = (stock: object) =>
    panelStockSchema.safeParse({ ...size, ...stock }).error?.issues.map(({ path }) => path.join(".")) ?? [];

  it("is there once where others are there in plenty", () => {
    expect(panelStockSchema.parse({ ...size, defects: [defect] }).quantity).toBe(1);
    expect(panelStockSchema.parse({ ...size, defects: [] }).quantity).toBe(999);
    expect(faultsOf({ defects: [defect], quantity: 2 })).toEqual(["quantity"]);
  });

  it.each([
    [{ x: 999.9 }, []],
    [{ x: 1000 }, ["defects.1"]],
    [{ y: 500 }, ["defects.1"]],
  ])("has its defects on itself: %j", (place, faults) => {
    expect(faultsOf({ defects: [defect, { ...defect, ...place }] })).toEqual(faults);
  });
});

describe("a mitred piece", () => {
  const request = (length: number, options: object) => ({
    stocks: [{ length: 6000 }],
    pieces: [
      { id: "square", length: 100 },
      { id: "mitred", length, angle_start: 45, angle_end: 45 },
    ],
    options,
  });

  // Two ends of 45° take 100 mm off the short edge of a profile of 50 mm.
  it.each([
    [1000, {}, ["options.profile_width"]],
    [1000, { profile_width: 50 }, []],
    [101, { profile_width: 50 }, []],
    [99, { profile_width: 50 }, ["pieces.1.length"]],
    [99, { profile_width: 50, measured: "short" }, []],
  ])("of %d mm with %j", (length, options, faults) => {
    const { error } = cutPlanRequestSchema.safeParse(request(length, options));
    expect(error?.issues.map(({ path }) => path.join(".")) ?? []).toEqual(faults);
  });
});

it.each([
  ["C00", "#000000"],
  ["c02", "#ff0000"],
  ["C29", "#ffdb66"],
  ["C30", undefined],
  ["T1", "#f36926"],
  ["T2", "#0c96d9"],
  ["T3", undefined],
  ["CUT", undefined],
])("%s of LightBurn's palette is %s", (name, colour) => expect(colourOfPalette(name)).toBe(colour));
