/** Plans as documents and lists, with every figure worked out by hand. */
import { describe, expect, it } from "vitest";
import {
  type NestPlan,
  type NestPlanRequest,
  nestPlanRequestSchema,
  type PlanSheet,
} from "../../../../engine/base/contract/nest-plan.ts";
import type { PanelPlanRequestInput } from "../../../../engine/base/contract/panel-plan.ts";
import type { Ring } from "../../../../engine/base/contract/values/geometry.ts";
import { pointBounds } from "../../../../engine/base/geometry/ring.ts";
import { createEngine } from "../../../../engine/index.node.ts";
import { planToCsv, planToHtml } from "../../../../engine/write/report/plan-report.ts";
import { duration, quality } from "../../../../engine/write/report/report-page.ts";
import { groundUnder } from "../../../../engine/write/sheets/job.ts";
import { box } from "../../../helpers/rings.ts";

const FLAG: Ring = [
  [10, 5],
  [50, 5],
  [10, 25],
];
const REQUEST: NestPlanRequest = nestPlanRequestSchema.parse({
  parts: [
    { id: "flag", exterior: FLAG, quantity: 8 },
    { id: "frame", exterior: box(10, 5, 40, 20), holes: [box(15, 10, 10, 10)], quantity: 1 },
  ],
  sheets: [
    { id: "steel", width: 200, height: 100, cost: 12.5 },
    { id: "board", width: 300, height: 200 },
  ],
});

/** Places the lower left corner of what a part covers. */
function place(part: number, x: number, y: number, mirrored = false): PlanSheet["placements"][number] {
  const bounds = { min_x: x, min_y: y, max_x: x + 40, max_y: y + 20 };
  const { min_x, min_y, max_x } = pointBounds(FLAG);
  return {
    part,
    part_id: ["flag", "frame"][part]!,
    x: x - (mirrored ? -max_x : min_x),
    y: y - min_y,
    rotation: 0,
    mirrored,
    bounds,
  };
}

const SHEETS: PlanSheet[] = [
  {
    ...{ sheet_id: "steel", count: 3, width: 200, height: 100, utilization: 8 },
    placements: [place(0, 20, 10), place(0, 80, 10, true)],
  },
  {
    ...{ sheet_id: "board", count: 1, width: 300, height: 200, utilization: 2 },
    placements: [place(1, 20, 10)],
  },
];
const PLAN: NestPlan = {
  sheets: SHEETS,
  sheets_used: 4,
  placed_parts: 7,
  unplaced: [{ part_id: "flag", count: 2 }],
};

const factsIn = (html: string) =>
  [...html.matchAll(/<dt>([^<]*)<\/dt><dd>([^<]*)<\/dd>/g)].map(([, name, value]) => [name, value]);
const rowsOf = (html: string, caption: string) => {
  const [, body] = new RegExp(`<caption>${caption}</caption>.*?<tbody>([\\s\\S]*?)</tbody>`).exec(html) ?? [];
  return [...(body ?? "").matchAll(/<tr>(.*?)<\/tr>/g)].map(([, row]) =>
    [...row!.matchAll(/<td>(.*?)<\/td>/g)].map(([, cell]) => cell),
  );
};

describe("a plan of sheets on paper", () => {
  const html = planToHtml(REQUEST, PLAN);

  it("sums up its sheets by how often each is cut", () => {
    expect(factsIn(html)).toEqual(
      expect.arrayContaining([
        ["Sheets", "4"],
        ["Parts", "7 of 9"],
        // Three of 20,000 mm² and one of 60,000 mm².
        ["Utilisation", "5 %"],
      ]),
    );
  });

  it("heads each layout with its sheet, its size and how often it is cut", () => {
    expect([...html.matchAll(/<h2>([^<]*)<\/h2>/g)].map(([, text]) => text)).toEqual([
      "Layout 1 of 2, steel, 200 × 100 mm, 3 times",
      "Layout 2 of 2, board, 300 × 200 mm",
    ]);
    const [sheet] = SHEETS;
    const { sheet_id: _, ...unnamed } = sheet!;
    const { parts } = REQUEST;
    const alone = planToHtml(nestPlanRequestSchema.parse({ parts, sheet: { width: 200, height: 100 } }), {
      ...PLAN,
      sheets: [unnamed],
    });
    expect(alone).toContain("<h2>Layout 1 of 1, 200 × 100 mm, 3 times</h2>");
  });

  it("lists its parts with size, holes and copies, and what has no place", () => {
    expect(rowsOf(html, "Parts")).toEqual([
      ["flag", "40 × 20", "0", "6 of 8"],
      ["frame", "40 × 20", "1", "1 of 1"],
    ]);
    expect(rowsOf(html, "Not placed")).toEqual([["flag", "2"]]);
  });

  it("has the sum of what its sheets cost, that of the plan where not all have a price, or none", () => {
    const costsIn = (plan: NestPlan) =>
      factsIn(planToHtml(REQUEST, plan)).filter(([name]) => /Cost|Material/.test(name!));
    const [steel] = SHEETS;
    expect(costsIn({ ...PLAN, sheets: [steel!], cost: 37.5 })).toEqual([
      ["Material", "37.50"],
      ["Material", "12.50"],
    ]);
    expect(costsIn({ ...PLAN, cost: 37.5 })).toEqual([
      ["Cost", "37.5"],
      ["Material", "12.50"],
    ]);
    expect(costsIn(PLAN)).toEqual([["Material", "12.50"]]);
    expect(costsIn({ ...PLAN, sheets: [], sheets_used: 0, placed_parts: 0 })).toEqual([]);
  });

  it("says of an empty plan that nothing is used", () => {
    const empty = planToHtml(REQUEST, { ...PLAN, sheets: [], sheets_used: 0, placed_parts: 0 });
    expect(factsIn(empty)).toContainEqual(["Utilisation", "0 %"]);
  });
});

it("a plan of sheets is a list with a line for each placement of each layout", () => {
  expect(planToCsv(PLAN).trim().split("\r\n")).toEqual([
    "layout,sheets,sheet,part,x,y,rotation,mirrored,width,height",
    "1,3,steel,flag,10,5,0,no,40,20",
    "1,3,steel,flag,130,5,0,yes,40,20",
    "2,1,board,frame,10,5,0,no,40,20",
  ]);
});

it("a sheet of a plan lies on the ground of its own kind of material, or of the only one", () => {
  const outline = box(0, 0, 150, 100);
  const holes = [box(50, 50, 10, 10)];
  const [steel, board] = REQUEST.sheets!;
  const [first, second] = SHEETS as [PlanSheet, PlanSheet];
  const { sheet_id: _, ...unnamed } = first;
  const cutOut = { ...REQUEST, sheets: [{ ...steel!, outline, holes }, board!] };
  expect(groundUnder(cutOut, first)).toEqual({ outline, holes, defects: [] });
  expect(groundUnder(cutOut, second)).toBeUndefined();
  expect(groundUnder(cutOut, unnamed)).toBeUndefined();
  const only = { ...REQUEST, sheets: [{ ...steel!, holes }] };
  expect(groundUnder(only, unnamed)).toEqual({ holes, defects: [] });
});

it("times are told in two units at most", () => {
  expect([0, 42.4, 59.6, 725, 3600, 7265, 90_061].map(duration)).toEqual([
    "0 s",
    "42 s",
    "1 min 0 s",
    "12 min 5 s",
    "1 h 0 min",
    "2 h 1 min",
    "25 h 1 min",
  ]);
});

it("the worth of a plan is told by its proof", () => {
  expect(quality("optimal", 0)).toBe("proven optimal");
  expect(quality("feasible", 1.2345)).toBe("at most 1.23 % from optimal");
  expect(quality("stock_exhausted", 0)).toBe("out of stock");
});

describe("plans without a search", () => {
  const PANELS: PanelPlanRequestInput = {
    stocks: [{ id: "ply", length: 1000, width: 500 }],
    pieces: [
      { id: "side", label: "left", length: 600, width: 500, quantity: 2, edges: { left: "oak", top: "elm" } },
    ],
    kerf: 4,
  };

  it("list each piece of a panel once, and label each copy", async () => {
    const engine = await createEngine({ workers: 0 });
    const panels = await engine.panels(PANELS, { search: false });
    expect((await panels.toCsv()).trim().split("\r\n").slice(1)).toEqual(["1,2,ply,side,600,500,no,1,0,0"]);
    expect((await panels.toLabelsCsv()).trim().split("\r\n").slice(1)).toEqual([
      "1,1,1,side,left,600,500,any,oak,,,elm",
      "2,1,1,side,left,600,500,any,oak,,,elm",
    ]);
    await engine.close();
  });

  it("tell what bars cost where they have a price", async () => {
    const engine = await createEngine({ workers: 0 });
    const pieces = [{ id: "leg", length: 700, quantity: 3 }];
    const factsFor = async (cost: number | undefined) => {
      const bars = await engine.cut(
        { stocks: [{ length: 1000, ...(cost ? { cost } : {}) }], pieces },
        { search: false },
      );
      return factsIn(await bars.toHtml());
    };
    expect(await factsFor(4)).toContainEqual(["Cost", "12"]);
    expect((await factsFor(undefined)).map(([name]) => name)).not.toContain("Cost");
    await engine.close();
  });
});
