import { describe, expect, it } from "vitest";
import { type ExportRequestInput, exportRequestSchema } from "../../../../engine/base/contract/v1/export.ts";
import type { Point, Ring } from "../../../../engine/base/contract/values/geometry.ts";
import { EngineError, type ErrorDetail } from "../../../../engine/base/errors.ts";
import { exportGcode } from "../../../../engine/write/toolpath/export.ts";
import { exportDxf } from "../../../../engine/write/toolpath/write/dxf.ts";
import { box } from "../../../helpers/rings.ts";

const placement = { exterior: box(0, 0, 20, 10), holes: [box(4, 4, 2, 2)], x: 5, y: 5, rotation: 0 };
const sheet = { sheet_width: 100, sheet_height: 50, placements: [placement] };

/** Refusals of both exports for the request; they must agree. */
function refusal(request: ExportRequestInput): ErrorDetail[] {
  const said = [exportGcode, exportDxf].map((write) => {
    try {
      write({ ...exportRequestSchema.parse(sheet), ...request } as never);
      return [];
    } catch (error) {
      expect(error).toBeInstanceOf(EngineError);
      expect((error as EngineError).code).toBe("INVALID_INPUT");
      return (error as EngineError).details;
    }
  });
  expect(said[0]).toEqual(said[1]);
  return said[0]!;
}

const config = { feed_rate: 1000, travel_rate: 3000, laser_power: 100, kerf: 0, use_z: false };
const withConfig = (change: object) => ({ ...sheet, config: { ...config, ...change } });
const withPlacement = (change: object) => ({
  ...sheet,
  placements: [placement, { ...placement, x: 45, ...change }],
});
const spoiled = (points: unknown[]) => points as Ring;

describe("what no machine can cut", () => {
  it.each<[string, ExportRequestInput, ErrorDetail["path"]]>([
    ["a sheet without width", { ...sheet, sheet_width: 0 }, ["sheet_width"]],
    ["a sheet of negative height", { ...sheet, sheet_height: -1 }, ["sheet_height"]],
    ["an endless sheet", { ...sheet, sheet_height: Number.POSITIVE_INFINITY }, ["sheet_height"]],
    ["a sheet that is not a number", { ...sheet, sheet_width: Number.NaN }, ["sheet_width"]],
    ["a negative sheet index", { ...sheet, sheet_index: -1 }, ["sheet_index"]],
    ["no feed", withConfig({ feed_rate: 0 }), ["config", "feed_rate"]],
    ["a feed that prints as F0", withConfig({ feed_rate: 1e-9 }), ["config", "feed_rate"]],
    ["a feed that prints with an exponent", withConfig({ feed_rate: 1e30 }), ["config", "feed_rate"]],
    ["a negative travel rate", withConfig({ travel_rate: -3000 }), ["config", "travel_rate"]],
    ["negative power", withConfig({ laser_power: -1 }), ["config", "laser_power"]],
    ["a negative kerf", withConfig({ kerf: -0.1 }), ["config", "kerf"]],
    ["a kerf that is not a number", withConfig({ kerf: Number.NaN }), ["config", "kerf"]],
    ["a placement nowhere", withPlacement({ x: Number.NaN }), ["placements", 1, "x"]],
    ["a placement beyond the world", withPlacement({ y: -2e9 }), ["placements", 1, "y"]],
    ["an endless rotation", withPlacement({ rotation: 1 / 0 }), ["placements", 1, "rotation"]],
    ["no outline", withPlacement({ exterior: [] }), ["placements", 1, "exterior"]],
    [
      "two points, one of them three times",
      withPlacement({
        exterior: [
          [0, 0],
          [1, 1],
          [0, 0],
          [1, 1],
          [0, 0],
        ] as Point[],
      }),
      ["placements", 1, "exterior"],
    ],
    [
      "an outline that is a line",
      withPlacement({
        exterior: [
          [0, 0],
          [1, 0.1],
          [3, 0.3],
        ] as Point[],
      }),
      ["placements", 1, "exterior"],
    ],
    [
      "a point of three numbers",
      withPlacement({
        exterior: spoiled([
          [0, 0],
          [9, 0],
          [9, 9, 9],
        ]),
      }),
      ["placements", 1, "exterior", 2],
    ],
    [
      "a point of one number",
      withPlacement({ holes: [spoiled([[0], [9, 0], [9, 9]])] }),
      ["placements", 1, "holes", 0, 0],
    ],
    [
      "a point at infinity",
      withPlacement({
        holes: [
          box(1, 1, 1, 1),
          spoiled([
            [1, 1],
            [2, 1 / 0],
            [3, 3],
          ]),
        ],
      }),
      ["placements", 1, "holes", 1, 1],
    ],
    [
      "a point beyond the world",
      withPlacement({
        exterior: [
          [0, 0],
          [1.5e9, 0],
          [0, 5],
        ] as Point[],
      }),
      ["placements", 1, "exterior", 1],
    ],
    ["a hole without area", withPlacement({ holes: [box(3, 3, 4, 0)] }), ["placements", 1, "holes", 0]],
  ])("is refused with its path: %s", (_, request, path) => {
    expect(refusal(request).map((detail) => detail.path)).toEqual([path]);
  });

  it("is all reported at once, but never without end", () => {
    const bad = { ...placement, exterior: [], holes: [[], []] };
    const details = refusal({ ...sheet, sheet_width: -1, placements: [bad, bad] });
    expect(details.map(({ path }) => path.join("."))).toEqual([
      "sheet_width",
      "placements.0.exterior",
      "placements.0.holes.0",
      "placements.0.holes.1",
      "placements.1.exterior",
      "placements.1.holes.0",
      "placements.1.holes.1",
    ]);
    expect(refusal({ ...sheet, placements: Array(1000).fill(bad) })).toHaveLength(20);
  });
});
