/** Pockets: a router clears them to their depth and nothing beyond, as the judge proves; other machines say that they do not. */
import { describe, expect, it } from "vitest";
import { exportRequestSchema } from "../../../../../engine/base/contract/v1/export.ts";
import type { Point } from "../../../../../engine/base/contract/values/geometry.ts";
import { verifyGcode } from "../../../../../engine/verify/program/verify.ts";
import { planExport } from "../../../../../engine/write/toolpath/export.ts";
import type { GcodeOptions, Mark } from "../../../../../engine/write/toolpath/machine/options.ts";
import { box } from "../../../../helpers/rings.ts";

const request = exportRequestSchema.parse({
  sheet_width: 140,
  sheet_height: 120,
  placements: [{ exterior: box(0, 0, 100, 80), holes: [box(12, 12, 6, 6)], x: 20, y: 20 }],
  config: { use_z: true, kerf: 4 },
});
const pocket = (path: Point[], layer?: string): Mark => ({
  role: "pocket",
  path,
  closed: true,
  ...(layer ? { layer } : {}),
});
const star = Array.from({ length: 10 }, (_, k): Point => {
  const [angle, radius] = [(k * Math.PI) / 5, k % 2 === 0 ? 18 : 9];
  return [72 + radius * Math.cos(angle), 22 + radius * Math.sin(angle)];
});
/** Two rooms joined by a neck that is narrower than two passes, with an island in one. */
const rooms: Point[] = [
  [6, 42],
  [40, 42],
  [40, 54],
  [52, 54],
  [52, 42],
  [94, 42],
  [94, 74],
  [52, 74],
  [52, 60],
  [40, 60],
  [40, 74],
  [6, 74],
];
const marks = [[pocket(box(8, 8, 14, 14)), pocket(star), pocket(rooms), pocket(box(60, 50, 20, 14))]];
const options: GcodeOptions = {
  dialect: "grbl-router",
  depth: 6,
  passes: 3,
  marks,
  operations: { pocket: { depth: 3, step_down: 1.6, feed_rate: 700 } },
};
const [dx, dy] = [20, 20];

/** Heights of the bottom by the words of the program alone, on a grid: the deepest tool that swept each place. */
function heightsOf(gcode: string, radius: number, step: number): (x: number, y: number) => number {
  const heights = new Map<string, number>();
  let [x, y, z] = [0, 0, 5];
  const sweep = (px: number, py: number) => {
    if (z >= 0) return;
    for (let i = Math.ceil((px - radius) / step); i <= (px + radius) / step; i++)
      for (let j = Math.ceil((py - radius) / step); j <= (py + radius) / step; j++)
        if (Math.hypot(i * step - px, j * step - py) <= radius)
          heights.set(`${i} ${j}`, Math.min(z, heights.get(`${i} ${j}`) ?? 0));
  };
  for (const line of gcode.split("\n")) {
    const [, kind] = /^G([0123]) /.exec(line) ?? [];
    if (kind === undefined) continue;
    const word = (letter: string, none: number) =>
      Number(new RegExp(`${letter}(-?[\\d.]+)`).exec(line)?.[1] ?? none);
    const [tx, ty, cx, cy] = [word("X", x), word("Y", y), x + word("I", 0), y + word("J", 0)];
    z = word("Z", z);
    const [from, to] = [Math.atan2(y - cy, x - cx), Math.atan2(ty - cy, tx - cx)];
    const turn =
      kind === "3" ? (to - from + 4 * Math.PI) % (2 * Math.PI) : -((from - to + 4 * Math.PI) % (2 * Math.PI));
    const reach = Math.hypot(x - cx, y - cy);
    const length = kind > "1" ? Math.abs(turn) * reach : Math.hypot(tx - x, ty - y);
    const count = Math.ceil(length / 0.4) + 1;
    if (kind > "0")
      for (let k = 0; k <= count; k++)
        kind > "1"
          ? sweep(
              cx + reach * Math.cos(from + (turn * k) / count),
              cy + reach * Math.sin(from + (turn * k) / count),
            )
          : sweep(x + ((tx - x) * k) / count, y + ((ty - y) * k) / count);
    [x, y] = [tx, ty];
  }
  return (px, py) => heights.get(`${Math.round(px / step)} ${Math.round(py / step)}`) ?? 0;
}

describe("pockets", () => {
  const { gcode, left_out } = planExport(request, options);
  const judge = (text: string) => verifyGcode(text, { request, options });

  it("are cleared to their depth and no wider, round islands too", () => {
    expect(left_out).toEqual([]);
    const height = heightsOf(gcode, 2, 0.5);
    for (const [x, y] of [
      [15, 9],
      [9, 21.5],
      [72, 22],
      [80, 22],
      [8, 44],
      [46, 57],
      [56, 70],
      [92, 72],
      [70, 47],
      [85, 60],
    ] as const)
      expect(height(x + dx, y + dy)).toBeCloseTo(-3, 6);
    for (const [x, y] of [
      [7, 15],
      [46, 50],
      [70, 57],
      [61, 51],
      [95, 60],
      [30, 30],
      [5, 5],
    ] as const)
      expect(height(x + dx, y + dy)).toBe(0);
    // The hole within the first pocket goes through.
    expect(height(15 + dx, 12.5 + dy)).toBe(-6);
  });

  it("are proved by the judge, who finds what is missing, too deep, too wide or too steep", () => {
    expect(judge(gcode).violations).toEqual([]);
    const codes = (text: string) => judge(text).violations.map(({ code }) => code);
    const lines = gcode.split("\n");
    const first = lines.findIndex((line) => line.includes("pocket"));
    const last = lines.findLastIndex((line) => line.includes("pocket"));
    expect(
      codes(
        [...lines.slice(0, last), ...lines.slice(lines.findIndex((line) => /part 1 hole/.test(line)))].join(
          "\n",
        ),
      ),
    ).toContain("pocket-uncleared");
    expect(codes(gcode.replaceAll("Z-3 F", "Z-2.9 F")).length).toBeGreaterThan(0);
    expect(codes(gcode.replaceAll("Z-3 F", "Z-3.1 F")).length).toBeGreaterThan(0);
    expect(codes(gcode.replaceAll("Z-1.5 F", "Z-3 F"))).not.toEqual([]);
    // One pass after the other is left out: walls, and lines of the middle.
    const cuts = lines.flatMap((line, i) => (i > first && i < last && /^G[123] X/.test(line) ? [i] : []));
    const missed = cuts
      .filter((_, k) => k % 17 === 0)
      .filter((i) => judge(lines.filter((_, k) => k !== i).join("\n")).ok);
    expect(missed.length / Math.ceil(cuts.length / 17)).toBeLessThan(0.35);
    // Moved outwards by less than anybody sees.
    const moved = lines.map((line, i) =>
      cuts.includes(i) ? line.replace(/X(\d+\.?\d*)/, (_, x) => `X${(Number(x) + 0.05).toFixed(4)}`) : line,
    );
    expect(codes(moved.join("\n"))).toContain("pocket-beyond");
  });

  it("take their depth and their tool from the layer of the drawing", () => {
    const engraved = [[{ ...pocket(rooms, "POCKET 2"), role: "engrave" as const }]];
    const own: GcodeOptions = {
      ...options,
      dialect: "linuxcnc",
      marks: engraved,
      tools: [
        { number: 7, diameter: 3, length_offset: 17, step_over: 0.4 },
        { number: 1, diameter: 4 },
      ],
      layers: { "POCKET 2": { role: "pocket", depth: 2, tool: 7 } },
      operations: { "cut-outer": { tool: 1 }, "cut-inner": { tool: 1 } },
    };
    const planned = planExport(request, own);
    expect(() => planExport(request, { ...own, operations: { "cut-outer": { tool: 1 } } })).toThrow(
      /cut-inner.tool: must be given, as tool 7/,
    );
    expect(planned.gcode).toMatch(/T7 M6\nG43 H17/);
    const height = heightsOf(planned.gcode.split("(part 1 hole")[0]!, 1.5, 0.5);
    expect(height(46 + dx, 57 + dy)).toBeCloseTo(-2, 6);
    expect(height(70 + dx, 57 + dy)).toBeCloseTo(-2, 6);
  });

  it("are left out and told where they cannot be made", () => {
    const what = "pockets";
    for (const dialect of ["grbl-laser", "plasma"] as const) {
      const planned = planExport(request, { ...options, dialect, passes: 1, operations: {} });
      expect(planned.left_out).toContainEqual({ what, count: 4, reason: "this machine clears no pockets" });
      expect(planned.gcode).toContain("not made - 4 pockets");
    }
    const said = (own: Partial<GcodeOptions>) => planExport(request, { ...options, ...own }).left_out;
    expect(said({ operations: {} })).toEqual([{ what, count: 4, reason: "no operation says how deep" }]);
    const open = [[{ ...pocket(star), closed: false }, pocket(box(70, 10, 3, 3))]];
    expect(said({ marks: open })).toEqual([
      { what, count: 1, reason: "its outline is open" },
      { what, count: 1, reason: "narrower than the tool" },
    ]);
  });
});
