import { Resvg } from "@resvg/resvg-js";
import { describe, expect, it } from "vitest";
import {
  type CutPattern,
  type CutPlan,
  type CutPlanRequestInput,
  cutPlanRequestSchema,
} from "../../../../engine/base/contract/cut-plan.ts";
import { createEngine } from "../../../../engine/index.node.ts";
import { barsToSvg } from "../../../../engine/write/picture/bars-svg.ts";

const KERF = 3;
const square = cutPlanRequestSchema.parse({ stocks: [{ length: 1 }], pieces: [{ id: "p", length: 1 }] });
const draw = (plan: CutPlan, options = {}) => barsToSvg(square, plan, options);

/** A pattern of runs of pieces, each with its count. */
function bar(stock_id: string, length: number, count: number, runs: [string, number, number][]): CutPattern {
  let position = 0;
  const cuts = runs.map(([piece_id, size, count]) => {
    const run = { piece_id, length: size, position, count };
    position += count * (size + KERF);
    return run;
  });
  const used_length = Math.min(length, position);
  const waste = length - used_length;
  const utilization = (100 * used_length) / length;
  const trims = { trim_start: 0, trim_end: 0 };
  return { stock_id, length, count, cuts, used_length, waste, utilization, offcut: waste, ...trims };
}

function plan(...patterns: CutPattern[]): CutPlan {
  const sum = (of: (pattern: CutPattern) => number) =>
    patterns.reduce((total, pattern) => total + pattern.count * of(pattern), 0);
  const [total, waste] = [sum(({ length }) => length), sum((pattern) => pattern.waste)];
  const summary = {
    stocks_used: sum(() => 1),
    total_stock_length: total,
    total_cut_length: 0,
    total_waste: waste,
    waste_percent: total === 0 ? 0 : (100 * waste) / total,
    total_cost: 0,
    all_pieces_placed: true,
  };
  const proof = { objective: total, lower_bound: total, gap_percent: 0, status: "optimal" } as const;
  return { ...proof, kerf: KERF, summary, total_offcut: waste, patterns, unplaced: [] };
}

const frame = plan(
  bar("tube 40", 6000, 4, [
    ["leg", 1450, 2],
    ["rail", 1210.5, 2],
    ["brace", 612, 1],
  ]),
  bar("tube 40", 4000, 2, [
    ["leg", 1450, 1],
    ["tab", 40, 40],
  ]),
  bar("short", 1450, 1, [["leg", 1450, 1]]),
);

describe("a cutting plan as SVG", () => {
  const svg = draw(frame);

  it("is this text", async () => {
    await expect(svg).toMatchFileSnapshot("../../../golden/bars.svg");
  });

  it("shows equal bars once, with their number", () => {
    expect(svg.match(/fill="url\(#waste\)"/g)).toHaveLength(3);
    expect(svg).toContain(">4 × tube 40 6000<");
    expect(svg).toContain(">1 × short 1450<");
  });

  it("draws all bars to one scale", () => {
    const bars = [...svg.matchAll(/width="([\d.]+)" height="30" fill="url/g)].map((match) =>
      Number(match[1]),
    );
    expect(bars[1]! / bars[0]!).toBeCloseTo(4000 / 6000, 4);
    expect(bars[2]! / bars[0]!).toBeCloseTo(1450 / 6000, 4);
    const [leg] = /<rect x="16" y="63" width="([\d.]+)" height="30" fill="#/.exec(svg)!.slice(1);
    expect(Number(leg) / bars[0]!).toBeCloseTo(1450 / 6000, 4);
  });

  it("says what is left, and nothing where nothing is", () => {
    expect(svg).toContain(">52 left<");
    expect(svg.match(/ left</g)).toHaveLength(2);
  });

  it("joins neighbours that are too narrow to be numbered", () => {
    expect(svg).toContain("<title>40 × tab 40</title>");
    expect(svg).toContain(">40 × 40</text>");
  });

  it("stays small for the largest plans", () => {
    const runs = Array.from({ length: 100 }, (_, i): [string, number, number] => [`p${i}`, 0.09, 100]);
    const long = { ...plan(bar("s", 1000, 3, runs), bar("s", 1000, 1, [["x", 1, 1]])), kerf: 0 };
    expect(draw(long).length).toBeLessThan(50_000);
    const many = plan(...Array.from({ length: 900 }, (_, i) => bar(`${i}`, 10, 2, [["x", 5, 1]])));
    expect(draw(many, { rows: 100 }).match(/url\(#waste\)/g)).toHaveLength(100);
    expect(draw(many, { rows: 100 })).toContain("and 1600 more");
  });

  it("writes names as text and nothing else", () => {
    const runs: [string, number, number][] = [
      [`"><script>\u0001`, 90, 1],
      ["__proto__", 2, 1],
    ];
    const text = draw(plan(bar("<b>&", 100, 1, runs)));
    for (const bad of ["<script", "<b>", "\u0001"]) expect(text).not.toContain(bad);
    expect(text).toContain("1 × &lt;b&gt;&amp; 100");
    expect(() => new Resvg(text)).not.toThrow();
  });

  it("is a valid picture of an empty plan", () => {
    const none = draw({ ...plan(), unplaced: [{ piece_id: "a", count: 2 }] });
    expect(none).toContain("0 bars, 0 mm, 0 % waste, 2 pieces not placed");
    expect(() => new Resvg(none)).not.toThrow();
    expect(none).not.toMatch(/NaN|Infinity/);
  });

  it("draws mitred pieces of a plan with their slanting ends, to scale", async () => {
    const request: CutPlanRequestInput = {
      stocks: [{ id: "bar", length: 1000 }],
      pieces: [{ id: "side", length: 400, quantity: 2, angle_start: 45, angle_end: 45 }],
      kerf: 0,
      options: { profile_width: 50 },
    };
    await using engine = await createEngine({ workers: 0 });
    const plan = await engine.cut(request, { search: false });
    // One pixel for each millimetre.
    const drawn = (options: object) => {
      return barsToSvg(cutPlanRequestSchema.parse({ ...request, options }), plan, { width: 1032 });
    };
    const svg = drawn({ profile_width: 50 });
    const paths = [...svg.matchAll(/<path d="M(\S+) \S+H(\S+)L(\S+) \S+H(\S+)Z"/g)].map(([, ...at]) =>
      at.map(Number),
    );
    // Long edge 400 at one side, 400 less twice the profile's width at 45 degrees at the other; the halves fit each other.
    const edges = paths.map(([a, b, c, d]) => [b! - a!, c! - d!]);
    expect(edges.map((both) => both.toSorted((a, b) => a - b))).toEqual([
      [300, 400],
      [300, 400],
    ]);
    const [first, second] = paths.map((at) => [Math.min(...at), Math.max(...at)]);
    expect([first, second]).toEqual([
      [16, 416],
      [366, 766],
    ]);
    expect(edges.map(([top]) => top).toSorted()).toEqual([300, 400]);
    const short = drawn({ profile_width: 50, measured: "short" });
    expect(short).toContain("H516");
  });
});
