import { Resvg } from "@resvg/resvg-js";
import { describe, expect, it } from "vitest";
import type { CutPlan } from "../../../../engine/base/contract/cut-plan.ts";
import {
  type NestPlan,
  type NestPlanRequest,
  nestPlanRequestSchema,
} from "../../../../engine/base/contract/nest-plan.ts";
import { placeRing, pointBounds } from "../../../../engine/base/geometry/ring.ts";
import { barsToCsv } from "../../../../engine/write/report/csv.ts";
import { planToCsv, planToHtml } from "../../../../engine/write/report/plan-report.ts";
import { box } from "../../../helpers/rings.ts";

function requestOf(...ids: string[]): NestPlanRequest {
  return nestPlanRequestSchema.parse({
    parts: ids.map((id) => ({ id, exterior: box(0, 0, 40, 20), holes: [box(5, 5, 10, 10)], quantity: 3 })),
    sheet: { width: 200, height: 100 },
    config: { kerf: 0.2 },
  });
}

/** A plan of sheets that each hold one copy of each part. */
function planOf({ parts }: NestPlanRequest, sheets: number): NestPlan {
  const placements = parts.map(({ id, exterior }, part) => {
    const [x, y, rotation] = [30 + 45 * part, 10, 90];
    const bounds = pointBounds(placeRing(exterior, x, y, rotation));
    return { part, part_id: id, x, y, rotation, mirrored: false, bounds };
  });
  return {
    sheets: Array.from({ length: sheets }, () => {
      return { count: 1, width: 200, height: 100, utilization: 7, placements };
    }),
    sheets_used: sheets,
    placed_parts: parts.length * sheets,
    unplaced: parts.map(({ id }) => ({ part_id: id, count: 3 - sheets })),
  };
}

/** Rows of a CSV text by RFC 4180, written for the test. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  let cell = "";
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    if (quoted && text.startsWith('""', i)) cell += text[i++];
    else if (text[i] === '"') quoted = !quoted;
    else if (!quoted && (text[i] === "," || text.startsWith("\r\n", i))) {
      row.push(cell);
      cell = "";
      if (text[i] === ",") continue;
      rows.push(row);
      row = [];
      i++;
    } else cell += text[i];
  }
  return rows;
}

describe("the list of placed parts", () => {
  it("says where every part lies", () => {
    expect(parseCsv(planToCsv(planOf(requestOf("a", "b"), 2)))).toEqual([
      ["layout", "sheets", "sheet", "part", "x", "y", "rotation", "mirrored", "width", "height"],
      ["1", "1", "", "a", "30", "10", "90", "no", "20", "40"],
      ["1", "1", "", "b", "75", "10", "90", "no", "20", "40"],
      ["2", "1", "", "a", "30", "10", "90", "no", "20", "40"],
      ["2", "1", "", "b", "75", "10", "90", "no", "20", "40"],
    ]);
  });

  it.each(['a,b "c"', "two\r\nlines", "plain", "ünïcode 日本"])("keeps the name %j whole", (id) => {
    expect(parseCsv(planToCsv(planOf(requestOf(id), 1)))[1]![3]).toBe(id);
  });

  it.each(["=1+1", "+A1", "-2", "@SUM(A1)", "\tx"])("keeps the formula %j from running", (id) => {
    expect(parseCsv(planToCsv(planOf(requestOf(id), 1)))[1]![3]).toBe(`'${id}`);
  });
});

describe("the cut list of bars", () => {
  const runs = [
    { piece_id: "leg", length: 700, position: 0, count: 2 },
    { piece_id: "rail", length: 333.3333333, position: 1405, count: 1, angle_start: 45 },
  ];
  const pattern = { stock_id: "tube", length: 2000, count: 3, cuts: runs, offcut: 259.1666667 };
  const listOf = (patterns: object[]) => parseCsv(barsToCsv({ patterns } as CutPlan));

  it("has one line per run of equal pieces, and equal bars once", () => {
    expect(listOf([pattern])).toEqual([
      [
        ...["bars", "stock", "stock_length", "piece", "length", "pieces_per_bar", "first_position"],
        ...["angle_start", "angle_end", "offcut"],
      ],
      ["3", "tube", "2000", "leg", "700", "2", "0", "0", "0", "259.1667"],
      ["3", "tube", "2000", "rail", "333.3333", "1", "1405", "45", "0", "259.1667"],
    ]);
  });

  it("is only a heading for an empty plan", () => {
    expect(listOf([])).toHaveLength(1);
  });
});

describe("the printed report", () => {
  const request = requestOf("frame", "cover");
  const html = planToHtml(request, planOf(request, 2), { note: "S235, 3 mm" });

  it("is one document with a page per sheet", () => {
    expect(html.startsWith("<!DOCTYPE html>")).toBe(true);
    expect(html.match(/<section>/g)).toHaveLength(2);
    expect(html.match(/<svg /g)).toHaveLength(2);
    expect(html).toContain("<p>S235, 3 mm</p>");
    expect(html).not.toMatch(/<script|<link|https?:(?!\/\/www\.w3\.org)/);
  });

  it("heads each layout with its number, and tells the size of a part wherever it is drawn", () => {
    expect([...html.matchAll(/<h2>([^<]*)<\/h2>/g)].map(([, text]) => text)).toEqual([
      "Layout 1 of 2, 200 × 100 mm",
      "Layout 2 of 2, 200 × 100 mm",
    ]);
    const parts = [{ id: "far", exterior: box(300, 200, 40, 20), quantity: 2 }];
    const far = nestPlanRequestSchema.parse({ parts, sheet: { width: 200, height: 100 } });
    expect(planToHtml(far, planOf(far, 0))).toContain(
      "<td>far</td><td>40 × 20</td><td>0</td><td>0 of 2</td>",
    );
  });

  it("closes everything it opens", () => {
    const open: string[] = [];
    for (const [, end, name, empty] of html.matchAll(/<(\/?)([a-z0-9]+)[^>]*?(\/?)>/gi)) {
      if (empty || name === "meta") continue;
      if (end) expect(open.pop()).toBe(name);
      else open.push(name!);
    }
    expect(open).toEqual([]);
  });

  it("states counts, utilisation, remnant, cut length and time", () => {
    for (const text of [
      "<dd>4 of 6</dd>",
      "7 %",
      "<td>cover</td><td>1</td>",
      "<td>2 of 3</td>",
      "124.8 × 100 mm",
    ])
      expect(html).toContain(text);
    // Each sheet has two frames: outlines of 120 and holes of 40, offset by 0.1.
    const length = (2 * (120 + 0.2 * Math.PI + 40 - 0.8)) / 1000;
    expect(html).toContain(`<dd>4 contours, ${length.toFixed(2)} m, 4 starts</dd>`);
    const [, seconds] = /<dt>Estimated time<\/dt><dd>(\d+) s</.exec(html)!;
    expect(Number(seconds)).toBeGreaterThan((2 * length * 1000 * 60) / 1000);
    expect(Number(seconds)).toBeLessThan((2 * length * 1000 * 60) / 1000 + 20);
  });

  it("takes rates from its options", () => {
    const slow = planToHtml(request, planOf(request, 2), { config: { feed_rate: 10 } });
    expect(slow).toMatch(/<dd>\d+ h \d+ min<\/dd>|<dd>\d+ min \d+ s<\/dd>/);
  });

  it("shows toolpaths on request", () => {
    const shown = planToHtml(request, planOf(request, 2), { toolpaths: true });
    expect(shown.match(/<svg /g)).toHaveLength(4);
    for (const [svg] of shown.matchAll(/<svg [\s\S]*?<\/svg>/g)) expect(() => new Resvg(svg!)).not.toThrow();
  });

  it("lets no markup in through names", () => {
    const evil = `</style><script>alert(1)</script>"'&`;
    const named = requestOf(evil);
    const text = planToHtml(named, planOf(named, 1), { title: evil, note: evil });
    expect(text).not.toContain("<script>");
    expect(text.match(/&lt;\/style&gt;&lt;script&gt;/g)!.length).toBeGreaterThanOrEqual(4);
  });

  it("is a document even of an empty answer", () => {
    const empty = planToHtml(request, planOf(request, 0));
    expect(empty).toContain("<dd>0 of 6</dd>");
    expect(empty).not.toMatch(/NaN|undefined|Infinity/);
  });
});

describe("costs", () => {
  const request = requestOf("plate");
  const plan = planOf(request, 2);
  const rows = (html: string, name: string) =>
    [...html.matchAll(new RegExp(`<dt>${name}</dt><dd>([^<]*)</dd>`, "g"))].map((match) => Number(match[1]));

  it("of material and machine hours stand on every sheet and in all", () => {
    const html = planToHtml(request, plan, { sheetCost: 40, gcode: { machine: { hourly_rate: 3600 } } });
    expect(rows(html, "Material")).toEqual([80, 40, 40]);
    const [all, first, second] = rows(html, "Machine hours");
    expect(all).toBeCloseTo(first! + second!, 1);
    // At 3600 an hour a second costs one.
    const seconds = [...html.matchAll(/Estimated time<\/dt><dd>(\d+) s/g)].map((match) => Number(match[1]));
    expect(Math.abs(first! - seconds[1]!)).toBeLessThan(1);
    expect(rows(html, "Cost")[0]).toBeCloseTo(80 + all!, 1);
  });

  it("are left out where nothing is said of them", () => {
    const html = planToHtml(request, plan);
    for (const name of ["Material", "Machine hours", "Cost"]) expect(rows(html, name)).toEqual([]);
    const free = planToHtml(request, plan, { sheetCost: 40, gcode: { machine: { hourly_rate: 0 } } });
    expect(rows(free, "Machine hours")).toEqual([]);
    expect(rows(free, "Cost")).toEqual([]);
  });
});

it("a plan is told with the sums of all its sheets, and with one colour for all copies of a part", () => {
  const { parts } = requestOf("left", "right");
  const request = nestPlanRequestSchema.parse({
    parts,
    sheets: [{ id: "steel", width: 200, height: 100, cost: 12.5 }],
  });
  const place = (part: number, x: number, mirrored: boolean) => {
    const { id, exterior } = parts[part]!;
    const bounds = pointBounds(placeRing(exterior, x, 10, 0));
    return { part, part_id: id, x, y: 10, rotation: 0, mirrored, bounds };
  };
  const sheet = (count: number, placements: ReturnType<typeof place>[]) => {
    return { count, width: 200, height: 100, utilization: 10, sheet_id: "steel", placements };
  };
  const sheets = [sheet(2, [place(1, 10, false), place(1, 60, false)]), sheet(1, [place(0, 10, false)])];
  const html = planToHtml(request, { sheets, sheets_used: 3, placed_parts: 5, unplaced: [] });
  const fills = [...html.matchAll(/<use [^>]*fill="(#\w+)"[^>]*><title>(\w+)/g)].map(([, fill, id]) => [
    id,
    fill,
  ]);
  expect(fills.map(([id]) => id)).toEqual(["right", "right", "left"]);
  expect(fills[0]).toEqual(fills[1]);
  expect(fills[2]![1]).not.toBe(fills[0]![1]);
  // Each part has an outline and a hole; two sheets of two and one of one.
  expect(html).toContain("10 contours");
  expect(html).toContain("<dd>37.50</dd>");
});
