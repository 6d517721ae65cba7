/** The picture and the page of a plan of panels, written by hand: what they say of cuts, copies and costs. */
import { expect, it } from "vitest";
import type { PanelPlan } from "../../../../engine/base/contract/panel-plan.ts";
import { panelsToSvg } from "../../../../engine/write/picture/panels-svg.ts";
import { panelsToHtml } from "../../../../engine/write/report/bars-report.ts";

/** A board ripped once into two strips, each crossed once, the lower left part ripped again: cuts 1 to 4 on it. */
const plan: PanelPlan = {
  status: "optimal",
  objective: 1,
  lower_bound: 1,
  gap_percent: 0,
  kerf: 0,
  summary: {
    stocks_used: 1,
    total_stock_area: 1000000,
    total_piece_area: 1000000,
    total_waste: 0,
    waste_percent: 0,
    total_cost: 0,
    all_pieces_placed: true,
    total_cuts: 4,
    total_cut_length: 3500,
  },
  total_offcut: 0,
  patterns: [
    {
      stock_id: "board",
      stock: 0,
      trim_left: 0,
      trim_right: 0,
      trim_bottom: 0,
      trim_top: 0,
      length: 1000,
      width: 1000,
      count: 1,
      used_area: 1000000,
      waste: 0,
      offcut: 0,
      utilization: 100,
      stages: 3,
      cuts: 4,
      cut_length: 3500,
      tree: {
        cut: "rip",
        parts: [
          {
            width: 600,
            cut: "cross",
            parts: [
              { length: 500, cut: "rip", parts: [{ width: 300, count: 2, piece: 0, piece_id: "a" }] },
              { length: 500, piece: 1, piece_id: "b" },
            ],
          },
          {
            width: 400,
            cut: "cross",
            parts: [{ length: 500, count: 2, piece: 2, piece_id: "c" }],
          },
        ],
      },
    },
  ],
  unplaced: [],
};

/** The numbers in discs, as they stand in the picture. */
function numbers(svg: string): number[] {
  const labels = svg.matchAll(/font-size="8"[^>]*>(\d+)</g);
  return [...labels].map(([, label]) => Number(label)).sort((a, b) => a - b);
}

it("numbers the cuts of every stage", () => {
  expect(numbers(panelsToSvg(plan))).toEqual([1, 2, 3, 4]);
});

it("draws a cut without its number where an earlier number is in the way", () => {
  const tiny = panelsToSvg(plan, { width: 60 });
  expect(numbers(tiny).length).toBeLessThan(4);
  expect(tiny.match(/stroke="#b3261e"/g)).toHaveLength(4);
});

it("says how often a pattern is cut and what it costs only where there is something to say", () => {
  const once = panelsToHtml(plan);
  expect(once).not.toContain("times");
  expect(once).not.toContain("Cost");
  const [pattern] = plan.patterns;
  const more = panelsToHtml({
    ...plan,
    summary: { ...plan.summary, total_cost: 80 },
    patterns: [{ ...pattern!, count: 2 }],
  });
  expect(more).toContain("1000 × 1000 mm, 2 times");
  expect(more).toContain("<dt>Cost</dt><dd>80</dd>");
});
