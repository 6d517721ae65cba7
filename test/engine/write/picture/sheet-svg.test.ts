import { Resvg } from "@resvg/resvg-js";
import { describe, expect, it } from "vitest";
import {
  type NestPlanRequest,
  type NestPlanRequestInput,
  nestPlanRequestSchema,
  type PlanSheet,
} from "../../../../engine/base/contract/nest-plan.ts";
import type { Point, Ring } from "../../../../engine/base/contract/values/geometry.ts";
import { placeRing, pointBounds } from "../../../../engine/base/geometry/ring.ts";
import { readSvg } from "../../../../engine/read/svg/read.ts";
import { fillColor } from "../../../../engine/write/picture/palette.ts";
import { largestRemnant } from "../../../../engine/write/picture/remnant.ts";
import { sheetToSvg } from "../../../../engine/write/picture/sheet-svg.ts";
import { sheetJob } from "../../../../engine/write/sheets/job.ts";
import type { Mark } from "../../../../engine/write/toolpath/machine/options.ts";
import { areaOf } from "../../../helpers/program.ts";
import { box, disc, ELL } from "../../../helpers/rings.ts";

const corner: Ring = ELL;
const path: Point[] = [
  [5, 5],
  [15, 5],
];
/** Marks on a part. */
const lines: Mark[] = [
  { role: "engrave", path },
  { role: "bend", path },
];
const request = nestPlanRequestSchema.parse({
  sheet: { width: 200, height: 100 },
  parts: [
    { id: "corner", exterior: corner, holes: [disc(10, 40, 5, 24)], quantity: 2 },
    { id: "ring", exterior: disc(0, 0, 25, 48), holes: [disc(0, 0, 18, 48)] },
  ],
  config: { kerf: 1 },
} satisfies NestPlanRequestInput);

type Spot = [id: string, x: number, y: number, rotation: number];

type Part = NestPlanRequest["parts"][number];

const bendAt = (...path: Point[]): Mark[] => [{ role: "bend", path }];

function layout(spots: Spot[], { parts, sheet }: NestPlanRequest = request): PlanSheet {
  const placements = spots.map(([id, x, y, rotation]) => {
    const part = parts.findIndex((one) => one.id === id);
    const bounds = pointBounds(placeRing(parts[part]!.exterior, x, y, rotation));
    return { part, part_id: id, x, y, rotation, mirrored: false, bounds };
  });
  return { ...sheet!, count: 1, utilization: 20, placements };
}

const sheet = layout([
  ["corner", 5, 5, 0],
  ["corner", 125, 5, 90],
  ["ring", 40, 60, 0],
]);
const bare = { labels: false, guides: false };

/** The colour at a point of the sheet, in a rendering of ten pixels to the millimetre. */
function painter(svg: string, width: number): (point: Point) => string {
  const image = new Resvg(svg, { fitTo: { mode: "width", value: Math.round(width * 10) } }).render();
  const pad = (image.width / 10 - 200) / 2;
  return ([x, y]) => {
    const at = 4 * (Math.round((100 - y + pad) * 10) * image.width + Math.round((x + pad) * 10));
    return `#${[...image.pixels.subarray(at, at + 3)].map((c) => c.toString(16).padStart(2, "0")).join("")}`;
  };
}

describe("a sheet as SVG", () => {
  const svg = sheetToSvg(request, sheet, 0);

  it("is this text", async () => {
    await expect(svg).toMatchFileSnapshot("../../../golden/sheet.svg");
  });

  it("shows every part where it lies, holes open, y up", () => {
    const colorAt = painter(sheetToSvg(request, sheet, 0, bare), 204);
    const [blue, orange] = [fillColor(0), fillColor(1)];
    const board = colorAt([190, 90]);
    for (const [point, color] of [
      [[10, 10], blue],
      [[60, 10], blue],
      [[10, 50], blue],
      [[15, 45], board],
      [[60, 20], blue],
      [[60, 30], board],
      [[110, 60], blue],
      [[80, 10], blue],
      [[85, 15], board],
      [[40, 82], orange],
      [[40, 60], board],
      [[2, 2], board],
    ] as [Point, string][])
      expect([point, colorAt(point)]).toEqual([point, color]);
  });

  it("is as large on paper as the sheet and its frame", () => {
    expect(svg).toContain('width="204mm" height="104mm" viewBox="-2 -2 204 104"');
  });

  it("draws each part once and uses it per copy", () => {
    expect(svg.match(/<path id=/g)).toHaveLength(2);
    expect(svg.match(/<use href="#s0p0"/g)).toHaveLength(2);
    expect(svg.match(/<use href="#s0p1"/g)).toHaveLength(1);
  });

  it("draws what is marked on a copy where the copy lies, bend lines dashed", () => {
    const [cornered, ringed] = request.parts;
    const marked = { ...request, parts: [{ ...cornered!, marks: lines }, ringed!] };
    const svg = sheetToSvg(marked, layout([["corner", 100, 50, 90]]), 0, bare);
    expect(svg).toContain('<path class="engrave" d="M5 -5L15 -5"/>');
    expect(svg).toMatch(/<path class="bend" d="M5 -5L15 -5" stroke-dasharray="[^"]+"\/>/);
    // Turned by 90 degrees the line goes up from (95, 55) to (95, 65); the picture has y down, on a sheet 100 high.
    const [group] = /<g transform="translate\(100 50\) rotate\(-90\)">/.exec(svg) ?? [];
    expect(group).toBeDefined();
    expect(sheetToSvg(request, sheet, 0, bare)).not.toContain("engrave");
  });

  it("is read again as its parts and their marks, whatever else is shown", () => {
    const ground = {
      outline: box(0, 0, 180, 100),
      holes: [box(150, 70, 10, 10)],
      defects: [box(165, 80, 10, 10)],
    };
    const margin = { ...request, config: { ...request.config, edge_margin: 5 } };
    const [cornered, ringed] = request.parts as [Part, Part];
    const bend: Mark[] = [{ role: "bend", path }];
    const marked = {
      ...margin,
      parts: [
        { ...cornered, marks: lines },
        { ...ringed, marks: bend },
      ],
    };
    const [{ width, height }] = [request.sheet!];
    const damaged = nestPlanRequestSchema.parse({
      ...margin,
      sheets: [{ id: "steel", width, height, ...ground }],
    });
    const net = ({ exterior, holes }: Part) =>
      holes.reduce((sum, hole) => sum - areaOf(hole), areaOf(exterior));
    const areas = [cornered, cornered, ringed].map((part) => expect.closeTo(net(part), 1));
    for (const [asked, options] of [
      [margin, {}],
      [marked, {}],
      [damaged, {}],
      [margin, { guides: false }],
      [margin, { labels: false }],
    ] as const) {
      const { parts, paths } = readSvg(new TextEncoder().encode(sheetToSvg(asked, sheet, 0, options)));
      expect(parts.map(({ area }) => area)).toEqual(areas);
      const made = paths.map(({ role }) => role).filter((role) => role !== "construction");
      const roles = made.filter((role) => role !== "exterior" && role !== "hole");
      expect(roles.sort()).toEqual(asked === marked ? ["bend", "bend", "bend", "engrave", "engrave"] : []);
    }
  });

  it("shows parts that are turned over as they lie, with their arcs and marks", () => {
    const half = { kind: "arc", cx: 0, cy: 0, radius: 10 } as const;
    const exterior = [
      { ...half, x0: 10, y0: 0, x1: -10, y1: 0, from: 0, sweep: Math.PI },
      { kind: "line", x0: -10, y0: 0, x1: 10, y1: 0 },
    ];
    const part = { id: "half", exterior: disc(0, 0, 10, 48).slice(0, 25), curves: { exterior, holes: [] } };
    const asked = nestPlanRequestSchema.parse({
      ...request,
      parts: [{ ...part, marks: bendAt([2, 3], [8, 3]) }],
    });
    const lying = layout([["half", 50, 50, 0]], asked);
    const turned = { ...lying, placements: lying.placements.map((one) => ({ ...one, mirrored: true })) };
    const text = sheetToSvg(asked, turned, 0, bare);
    expect(text).toMatch(/<path id="s0p0m" d="M-10 0A10 10 /);
    expect(text).toContain('d="M-2 -3L-8 -3"');
  });

  it("writes names as text and nothing else", () => {
    const id = `<script>alert("1")</script>&'\u0000\ud800`;
    const named = { ...request, parts: request.parts.map((part) => ({ ...part, id })) };
    const text = sheetToSvg(named, layout([[id, 5, 5, 0]], named), 0);
    for (const bad of ["<script", "\u0000", "\ud800"]) expect(text).not.toContain(bad);
    expect(text).toContain("&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&amp;&#39;\ufffd\ufffd");
    expect(() => new Resvg(text)).not.toThrow();
  });

  it("leaves out names and guides on request", () => {
    const text = sheetToSvg(request, sheet, 0, bare);
    expect(text).not.toContain("<text");
    expect(text).not.toContain("dasharray");
    expect(svg).toContain(">corner</text>");
  });

  it.each([0.01, 100_000])("keeps its digits on a sheet of %d mm", (size) => {
    const parts = [
      { id: "p", exterior: box(0, 0, size / 3, size / 7), holes: [], quantity: 1, mirror: false },
    ];
    const sized = { ...request, parts, sheet: { width: size, height: size / 2 } };
    const text = sheetToSvg(sized, layout([["p", size / 11, size / 13, 33]], sized), 0);
    expect(text).not.toMatch(/\de[+-]\d|NaN|Infinity/);
    const numbers = /<path id="s0p0" d="M0 0L([\d.]+) 0L[\d.]+ -([\d.]+)/.exec(text)!;
    expect(Number(numbers[1]) / size).toBeCloseTo(1 / 3, 5);
    expect(Number(numbers[2]) / size).toBeCloseTo(1 / 7, 5);
    expect(() => new Resvg(text)).not.toThrow();
  });

  it("refuses a part that is not there", () => {
    expect(() => sheetToSvg({ ...request, parts: request.parts.slice(1) }, sheet, 0)).toThrow(
      /sheets\.0\.placements\.2/,
    );
  });
});

describe("the remnant", () => {
  const remnant = (...boxes: [number, number, number, number][]) =>
    largestRemnant(
      {
        ...sheet,
        placements: boxes.map(([min_x, min_y, max_x, max_y]) => {
          return { ...sheet.placements[0]!, bounds: { min_x, min_y, max_x, max_y } };
        }),
      },
      1,
    );

  it("is the larger full strip beside everything cut, a kerf away", () => {
    expect(remnant([5, 5, 60, 90])).toEqual({ min_x: 61, min_y: 0, max_x: 200, max_y: 100 });
    expect(remnant([5, 5, 190, 30], [5, 35, 60, 40])).toEqual({
      min_x: 0,
      min_y: 41,
      max_x: 200,
      max_y: 100,
    });
    expect(remnant([150, 5, 195, 95])).toEqual({ min_x: 0, min_y: 0, max_x: 149, max_y: 100 });
  });

  it("is nothing on a full sheet", () => {
    expect(remnant([0, 0, 200, 100])).toBeNull();
  });
});

it("becomes an export request with the kerf of the nesting", () => {
  const job = sheetJob(request, sheet, 0, { feed_rate: 800 }).request;
  expect(job.config).toEqual({ feed_rate: 800, travel_rate: 3000, laser_power: 100, kerf: 1, use_z: false });
  expect(job.placements.map(({ part_id, x, y, rotation }) => [part_id, x, y, rotation])).toEqual([
    ["corner", 5, 5, 0],
    ["corner", 125, 5, 90],
    ["ring", 40, 60, 0],
  ]);
});
