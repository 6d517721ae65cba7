import { Resvg } from "@resvg/resvg-js";
import { describe, expect, it } from "vitest";
import type { CutData, StockLayout } from "../../../../engine/base/contract/v1/cut.ts";
import { createEngine } from "../../../../engine/index.node.ts";
import { barsToSvg } from "../../../../engine/write/picture/bars-svg.ts";

function bar(
  stock_id: string,
  length: number,
  kerf: number,
  pieces: [string, number][],
): Omit<StockLayout, "stock_index"> {
  let position = 0;
  const cuts = pieces.map(([piece_id, size]) => {
    const cut = { piece_id, length: size, position };
    position += size + kerf;
    return cut;
  });
  const used_length = Math.min(length, position);
  return {
    stock_id,
    cuts,
    used_length,
    waste: length - used_length,
    utilization: (100 * used_length) / length,
  };
}

function plan(...bars: [count: number, Omit<StockLayout, "stock_index">][]): CutData {
  const layouts = bars
    .flatMap(([count, layout]) => Array.from({ length: count }, () => layout))
    .map((layout, stock_index) => ({ ...layout, stock_index }));
  const total = layouts.reduce((sum, { used_length, waste }) => sum + used_length + waste, 0);
  const waste = layouts.reduce((sum, layout) => sum + layout.waste, 0);
  const summary = {
    stocks_used: layouts.length,
    total_stock_length: total,
    total_cut_length: 0,
    total_waste: waste,
    waste_percent: total === 0 ? 0 : (100 * waste) / total,
    total_cost: 0,
    all_pieces_placed: true,
  };
  return { summary, layouts, unplaced: [] };
}

const frame = plan(
  [
    4,
    bar("tube 40", 6000, 3, [
      ["leg", 1450],
      ["leg", 1450],
      ["rail", 1210.5],
      ["rail", 1210.5],
      ["brace", 612],
    ]),
  ],
  [
    2,
    bar("tube 40", 4000, 3, [
      ["leg", 1450],
      ...Array.from({ length: 40 }, (): [string, number] => ["tab", 40]),
    ]),
  ],
  [1, bar("short", 1450, 3, [["leg", 1450]])],
);

describe("a cutting plan as SVG", () => {
  const svg = barsToSvg(frame);

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
    const pieces = Array.from({ length: 10_000 }, (_, i): [string, number] => [
      `p${Math.floor(i / 100)}`,
      0.09,
    ]);
    const big = barsToSvg(plan([3, bar("s", 1000, 0, pieces)], [1, bar("s", 1000, 0, [["x", 1]])]));
    expect(big.length).toBeLessThan(50_000);
    const many = plan(
      ...Array.from({ length: 900 }, (_, i): [number, ReturnType<typeof bar>] => [
        2,
        bar(`${i}`, 10, 0, [["x", 5]]),
      ]),
    );
    expect(barsToSvg(many, { rows: 100 }).match(/url\(#waste\)/g)).toHaveLength(100);
    expect(barsToSvg(many, { rows: 100 })).toContain("and 1600 more");
  });

  it("writes names as text and nothing else", () => {
    const text = barsToSvg(
      plan([
        1,
        bar("<b>&", 100, 0, [
          [`"><script>\u0001`, 90],
          ["__proto__", 5],
        ]),
      ]),
    );
    for (const bad of ["<script", "<b>", "\u0001"]) expect(text).not.toContain(bad);
    expect(text).toContain("1 × &lt;b&gt;&amp; 100");
    expect(() => new Resvg(text)).not.toThrow();
  });

  it("is a valid picture of an empty plan", () => {
    const none = barsToSvg({ ...plan(), unplaced: ["a", "b"] });
    expect(none).toContain("0 bars, 0 mm, 0 % waste, 2 pieces not placed");
    expect(() => new Resvg(none)).not.toThrow();
    expect(none).not.toMatch(/NaN|Infinity/);
  });

  it("draws mitred pieces of a plan with their slanting ends, to scale", async () => {
    const request = {
      stocks: [{ id: "bar", length: 1000 }],
      pieces: [{ id: "side", length: 400, quantity: 2, angle_start: 45, angle_end: 45 }],
      kerf: 0,
      options: { profile_width: 50 },
    };
    await using engine = await createEngine({ workers: 0 });
    const plan = await engine.cut(request, { search: false });
    // One pixel for each millimetre.
    const svg = barsToSvg(plan, { profileWidth: 50, width: 1032 });
    const drawn = [...svg.matchAll(/<path d="M(\S+) \S+H(\S+)L(\S+) \S+H(\S+)Z"/g)].map(([, ...at]) =>
      at.map(Number),
    );
    // Long edge 400 at one side, 400 less twice the profile's width at 45 degrees at the other; the halves fit each other.
    const edges = drawn.map(([a, b, c, d]) => [b! - a!, c! - d!]);
    expect(edges.map((both) => both.toSorted((a, b) => a - b))).toEqual([
      [300, 400],
      [300, 400],
    ]);
    const [first, second] = drawn.map((at) => [Math.min(...at), Math.max(...at)]);
    expect([first, second]).toEqual([
      [16, 416],
      [366, 766],
    ]);
    expect(edges.map(([top]) => top).toSorted()).toEqual([300, 400]);
    const short = barsToSvg(plan, { profileWidth: 50, measured: "short", width: 1032 });
    expect(short).toContain("H516");
  });
});
