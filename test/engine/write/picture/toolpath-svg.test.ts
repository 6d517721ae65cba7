import { Resvg } from "@resvg/resvg-js";
import { describe, expect, it } from "vitest";
import { exportRequestSchema } from "../../../../engine/base/contract/v1/export.ts";
import { MOVE_COLORS } from "../../../../engine/write/picture/palette.ts";
import { toolpathToSvg } from "../../../../engine/write/picture/toolpath-svg.ts";
import { planToolpath } from "../../../../engine/write/toolpath/plan/toolpath.ts";
import { box, disc } from "../../../helpers/rings.ts";

const request = exportRequestSchema.parse({
  sheet_width: 200,
  sheet_height: 100,
  placements: [
    { exterior: box(0, 0, 60, 60), holes: [box(15, 15, 30, 30)], x: 10, y: 10 },
    { exterior: disc(0, 0, 20, 360), x: 120, y: 50 },
  ],
  config: { kerf: 0.2 },
});

describe("a picture of a toolpath", () => {
  const options = { arc_tolerance: 0.01, lead_in: 4, tabs: 2 };
  const svg = toolpathToSvg(request, options);

  it("is this text", async () => {
    await expect(svg).toMatchFileSnapshot("../../../golden/toolpath.svg");
  });

  it("leads the travel round what lies loose, where the program does", () => {
    const round = { ...options, tabs: 0, tip_up: true };
    const { cuts, wayOut } = planToolpath(request, round);
    const points = [...cuts.flatMap(({ way = [] }) => way), ...wayOut].length;
    expect(points).toBeGreaterThan(0);
    const [, d] = toolpathToSvg(request, round).match(/d="([^"]*)"[^>]*stroke-dasharray/) as string[];
    expect(d!.match(/L/g)).toHaveLength(points + cuts.length + 1);
  });

  it("numbers the cuts in the order of the program", () => {
    expect([...svg.matchAll(/>(\d+)<\/text>/g)].map((match) => match[1])).toEqual(["1", "2", "3"]);
    expect(toolpathToSvg(request, options, { numbers: false })).not.toContain("<text");
  });

  it("writes no number over another one, where there is room for all and where there is not", () => {
    for (const [pitch, least] of [
      [20, 60],
      [4, 10],
    ] as const) {
      const placements = Array.from({ length: 60 }, (_, i) => ({
        exterior: box(0, 0, 3, 3),
        holes: [],
        x: 2 + pitch * (i % 10),
        y: 2 + 0.8 * pitch * Math.floor(i / 10),
      }));
      const crowded = exportRequestSchema.parse({ ...request, placements });
      const text = toolpathToSvg(crowded);
      const usual = Number(/<g font-size="([\d.]+)"/.exec(text)![1]);
      const boxes = [
        ...text.matchAll(/translate\(([\d.-]+) ([\d.-]+)\)[^>]*?(?:font-size="([\d.]+)")?>(\d+)</g),
      ].map(([, x, y, own, number]) => {
        const size = own === undefined ? usual : Number(own);
        return { x: Number(x), y: Number(y), width: 0.6 * size * number!.length, height: size };
      });
      expect(boxes.length).toBeGreaterThanOrEqual(least);
      const clashes = boxes.filter((p, i) =>
        boxes.some(
          (q, k) =>
            k > i &&
            2 * Math.abs(p.x - q.x) < p.width + q.width - 0.01 &&
            2 * Math.abs(p.y - q.y) < p.height + q.height - 0.01,
        ),
      );
      expect(clashes).toEqual([]);
      const [left, top, width, height] = /viewBox="([^"]*)"/.exec(text)![1]!.split(" ").map(Number);
      const cutOff = boxes.filter(
        (p) =>
          Math.min(p.x - p.width / 2 - left!, left! + width! - p.x - p.width / 2) < -0.01 ||
          Math.min(p.y - p.height / 2 - top!, top! + height! - p.y - p.height / 2) < -0.01,
      );
      expect(cutOff).toEqual([]);
    }
  });

  it("begins every cut where the program does", () => {
    const starts = planToolpath(request, options).cuts.map(({ stroke: { start } }) => [
      start[0],
      100 - start[1],
    ]);
    const dots = [...svg.matchAll(/<circle cx="([\d.]+)" cy="([\d.]+)"/g)].map((m) => [
      Number(m[1]),
      Number(m[2]),
    ]);
    expect(dots).toHaveLength(3);
    for (const [i, [x, y]] of dots.entries())
      expect(Math.hypot(x! - starts[i]![0]!, y! - starts[i]![1]!)).toBeLessThan(0.01);
  });

  it("draws arcs as arcs on the right side of their chord", () => {
    const bare = toolpathToSvg({ ...request, placements: [request.placements[1]!] }, { arc_tolerance: 0.01 });
    expect(bare.match(/A20\.1\d* /g)).toHaveLength(2);
    const image = new Resvg(bare, { fitTo: { mode: "width", value: 2040 } }).render();
    const blue = (x: number, y: number) => {
      const at = 4 * (Math.round((100 - y + 2) * 10) * image.width + Math.round((x + 2) * 10));
      const [red, , b] = image.pixels.subarray(at, at + 3);
      return b! > red! + 60;
    };
    for (let step = 0; step < 8; step++) {
      const angle = (Math.PI * (step + 0.5)) / 4;
      expect(blue(120 + 20.1 * Math.cos(angle), 50 + 20.1 * Math.sin(angle))).toBe(true);
      expect(blue(120 + 19 * Math.cos(angle), 50 + 19 * Math.sin(angle))).toBe(false);
    }
  });

  it("leaves tabs open", () => {
    const pieces = (text: string) =>
      (new RegExp(`<path d="([^"]+)" stroke="${MOVE_COLORS.outer}"`).exec(text)![1]!.match(/M/g) ?? [])
        .length;
    expect(pieces(svg)).toBe(3);
    expect(pieces(toolpathToSvg(request))).toBe(1);
  });

  it("is a valid picture of nothing", () => {
    const none = toolpathToSvg({ ...request, placements: [] });
    expect(() => new Resvg(none)).not.toThrow();
    expect(none).not.toMatch(/NaN|undefined|Infinity/);
  });
});
