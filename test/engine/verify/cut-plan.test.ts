/** The judge of plans of bars: it passes right ones, and names what is wrong with a spoiled one under every option. */
import { describe, expect, it } from "vitest";
import {
  type CutPlan,
  type CutPlanRequest,
  type CutPlanRequestInput,
  cutPlanOptionsSchema,
  cutPlanPieceSchema,
  cutPlanRequestSchema,
  cutPlanStockSchema,
} from "../../../engine/base/contract/cut-plan.ts";
import { EngineError } from "../../../engine/base/errors.ts";
import { type CutPlanViolationCode, verifyCut } from "../../../engine/verify/cut/cut-judge.ts";
import {
  OPTION_CHECKS,
  PIECE_CHECKS,
  REQUEST_CHECKS,
  STOCK_CHECKS,
} from "../../../engine/verify/cut/cut-request.ts";

/** Two trimmed bars and an offcut, by hand: kerf 2, trims 10 and 20, so 970 of a bar and 470 of the offcut count. */
const request: CutPlanRequestInput = {
  stocks: [
    { id: "bar", length: 1000, quantity: 2, cost: 7 },
    { id: "rest", length: 500, quantity: 1, cost: 1, offcut: true },
  ],
  pieces: [
    { id: "a", length: 300, quantity: 7 },
    { id: "b", length: 150, quantity: 2 },
    { id: "c", length: 2000 },
  ],
  kerf: 2,
  options: {
    trim_start: 10,
    trim_end: 20,
    min_offcut: 60,
    max_pieces: 3,
    max_lengths: 2,
    offcuts_first: true,
  },
};

function rightPlan(): CutPlan {
  return {
    status: "optimal",
    objective: 2000,
    lower_bound: 2000,
    gap_percent: 0,
    kerf: 2,
    summary: {
      stocks_used: 3,
      total_stock_length: 2500,
      total_cut_length: 2400,
      total_waste: 86,
      waste_percent: 3.44,
      total_cost: 15,
      all_pieces_placed: false,
    },
    total_offcut: 0,
    patterns: [
      {
        stock_id: "bar",
        length: 1000,
        count: 2,
        cuts: [{ piece_id: "a", length: 300, position: 10, count: 3 }],
        used_length: 906,
        waste: 94,
        utilization: 90.6,
        trim_start: 10,
        trim_end: 20,
        offcut: 64,
      },
      {
        stock_id: "rest",
        length: 500,
        count: 1,
        cuts: [
          { piece_id: "a", length: 300, position: 10, count: 1 },
          { piece_id: "b", length: 150, position: 312, count: 1 },
        ],
        used_length: 454,
        waste: 46,
        utilization: 90.8,
        trim_start: 10,
        trim_end: 20,
        offcut: 0,
      },
    ],
    unplaced: [
      { piece_id: "b", count: 1 },
      { piece_id: "c", count: 1 },
    ],
  };
}

/** As the rules want it for the plan above: one "b" is left out for the limit of three pieces. */
function judged(spoil: (plan: CutPlan, request: CutPlanRequest) => void = () => {}): CutPlanViolationCode[] {
  const asked = cutPlanRequestSchema.parse(request);
  const plan = rightPlan();
  Object.assign(plan.summary, { total_cut_length: 2250, total_waste: 234, waste_percent: 9.36 });
  Object.assign(plan, { total_offcut: 128, status: "stock_exhausted" });
  spoil(plan, asked);
  return [...new Set(verifyCut(asked, plan).violations.map(({ code }) => code))];
}

describe("a right plan of bars", () => {
  it("passes, its trims, remnants, limits and proof included", () => {
    expect(judged()).toEqual([]);
  });

  it("passes where a limit alone keeps a piece off a bar, and only there", () => {
    const leaveOut = (max_pieces: number) =>
      judged((_, asked) => {
        asked.pieces[2]!.length = 60;
        asked.options!.max_pieces = max_pieces;
      });
    expect(leaveOut(3)).toEqual([]);
    expect(leaveOut(4)).toEqual(["unplaced-but-fits"]);
  });
});

describe("a spoiled plan of bars", () => {
  it.each<[CutPlanViolationCode, string, (plan: CutPlan, asked: CutPlanRequest) => void]>([
    ["count", "a pattern that is there half a time", ({ patterns }) => (patterns[1]!.count = 0.5)],
    ["count", "no pieces in a run", ({ patterns }) => (patterns[0]!.cuts[0]!.count = 0)],
    ["unknown-stock", "a stock of another length", ({ patterns }) => (patterns[0]!.length = 999)],
    ["unknown-stock", "a trim that is not kept", ({ patterns }) => (patterns[0]!.trim_start = 0)],
    ["unknown-piece", "an unknown piece", ({ patterns }) => (patterns[0]!.cuts[0]!.piece_id = "__proto__")],
    [
      "unknown-piece",
      "an angle that nobody asked for",
      ({ patterns }) => (patterns[0]!.cuts[0]!.angle_end = 45),
    ],
    ["empty-bar", "a bar without cuts", ({ patterns }) => (patterns[1]!.cuts = [])],
    ["capacity", "a piece too many on a bar", ({ patterns }) => (patterns[0]!.cuts[0]!.count = 4)],
    ["position", "a first piece in the trim", ({ patterns }) => (patterns[0]!.cuts[0]!.position = 9.999)],
    ["position", "a second one without its kerf", ({ patterns }) => (patterns[1]!.cuts[1]!.position = 310)],
    ["used-length", "trims counted as used", ({ patterns }) => (patterns[0]!.used_length += 30)],
    ["waste", "trims not counted as waste", ({ patterns }) => (patterns[0]!.waste -= 30)],
    ["offcut", "scrap called an offcut", ({ patterns }) => (patterns[1]!.offcut = 16)],
    ["offcut", "an offcut called scrap", ({ patterns }) => (patterns[0]!.offcut = 0)],
    ["offcut", "an offcut that has become too short", (_, asked) => (asked.options!.min_offcut = 64.5)],
    ["utilization", "a wrong utilization", ({ patterns }) => (patterns[0]!.utilization += 1e-6)],
    ["cut-order", "a longer cut behind a shorter one", ({ patterns }) => patterns[1]!.cuts.reverse()],
    ["patterns-apart", "the same pattern twice", ({ patterns }) => patterns.push(patterns[1]!)],
    ["max-pieces", "a piece too many", (_, asked) => (asked.options!.max_pieces = 2)],
    ["max-lengths", "a length too many", (_, asked) => (asked.options!.max_lengths = 1)],
    ["stock-limit", "a stock used too often", (_, asked) => (asked.stocks[0]!.quantity = 1)],
    ["piece-count", "a piece cut too often", (_, asked) => (asked.pieces[0]!.quantity = 6)],
    ["unplaced", "a missing piece not named", ({ unplaced }) => unplaced.pop()],
    ["unplaced", "ids in another order", ({ unplaced }) => unplaced.reverse()],
    ["unplaced-but-fits", "a bar that nobody used", (_, asked) => (asked.stocks[0]!.quantity = 3)],
    ["summary", "a wrong total_offcut", (plan) => (plan.total_offcut += 1)],
    ["summary", "a wrong total_cost", ({ summary }) => (summary.total_cost += 1)],
    ["summary", "another kerf", (plan) => (plan.kerf = 3)],
    ["objective", "offcuts counted as new stock", (plan) => (plan.objective = 2500)],
    ["objective", "a bound above the plan", (plan) => (plan.lower_bound = 2001)],
    ["objective", "a gap that does not follow", (plan) => (plan.gap_percent = 1)],
    ["status", "stock that is said to be enough", (plan) => (plan.status = "optimal")],
  ])("is caught as %s: %s", (code, _what, spoil) => {
    expect(judged((plan, asked) => void spoil(plan, asked))).toContain(code);
  });

  it("is told with the number of its pattern, where it has one", () => {
    const plan = rightPlan();
    plan.patterns[1]!.waste += 1;
    plan.kerf = 3;
    const { violations } = verifyCut(cutPlanRequestSchema.parse(request), plan);
    const patternOf = (wanted: string) => violations.find(({ code }) => code === wanted)?.pattern;
    expect([patternOf("waste"), patternOf("summary")]).toEqual([1, undefined]);
  });

  it("is caught when it says optimal beside a gap", () => {
    const codes = judged((plan, asked) => {
      asked.pieces[1]!.quantity = 1;
      plan.unplaced.shift();
      Object.assign(plan, { status: "optimal", lower_bound: 1500, gap_percent: 25 });
    });
    expect(codes).toEqual(["status"]);
  });
});

describe("mitred pieces in a plan", () => {
  const asked = cutPlanRequestSchema.parse({
    stocks: [{ id: "bar", length: 1000, quantity: 1 }],
    pieces: [{ id: "m", length: 400, quantity: 2, angle_start: 45, angle_end: 45 }],
    kerf: 2,
    options: { profile_width: 40 },
  });
  const gap = 2 * Math.SQRT2 - 40;
  const used = Number((800 + gap + 2 * Math.SQRT2).toFixed(3));
  const plan = (position: number, turned: number): CutPlan => ({
    ...rightPlan(),
    objective: 1000,
    lower_bound: 1000,
    summary: {
      stocks_used: 1,
      total_stock_length: 1000,
      total_cut_length: 800,
      total_waste: 1000 - used,
      waste_percent: (1000 - used) / 10,
      total_cost: 0,
      all_pieces_placed: true,
    },
    total_offcut: 1000 - used,
    patterns: [
      {
        stock_id: "bar",
        length: 1000,
        count: 1,
        cuts: [
          { piece_id: "m", length: 400, position: 0, count: 1, angle_start: 45, angle_end: 45 },
          { piece_id: "m", length: 400, position, count: 1, angle_start: turned, angle_end: turned },
        ],
        used_length: used,
        waste: 1000 - used,
        utilization: used / 10,
        trim_start: 0,
        trim_end: 0,
        offcut: 1000 - used,
      },
    ],
    unplaced: [],
  });
  const codes = (position: number, turned: number) =>
    new Set(verifyCut(asked, plan(position, turned)).violations.map(({ code }) => code));

  it("pass where the second is turned and a slanted kerf away", () => {
    expect(codes(Number((400 + gap + 0.0005).toFixed(3)), -45)).toEqual(new Set());
  });

  it("are caught where the blade would cut into one of them", () => {
    expect(codes(400 + gap - 0.001, -45)).toContain("position");
    expect(codes(400 + gap + 0.01, -45)).toContain("position");
    expect(codes(Number((400 + gap + 0.0005).toFixed(3)), 45)).toContain("position");
  });
});

describe("a request of the judge, which it checks without schemas", () => {
  const values = [Number.NaN, Number.POSITIVE_INFINITY, -1, 0.5, 3, 81, 1e7, "x".repeat(101), null, {}, []];
  const [stock, piece] = [request.stocks[0]!, request.pieces[0]!];
  /** Asks for the bars of `rightPlan` with one field changed. */
  const places = [
    [
      "stocks",
      STOCK_CHECKS,
      cutPlanStockSchema,
      (change: object) => ({ ...request, stocks: [{ ...stock, ...change }] }),
    ],
    [
      "pieces",
      PIECE_CHECKS,
      cutPlanPieceSchema,
      (change: object) => ({ ...request, pieces: [{ ...piece, ...change }] }),
    ],
    ["options", OPTION_CHECKS, cutPlanOptionsSchema, (change: object) => ({ ...request, options: change })],
    ["", REQUEST_CHECKS, cutPlanRequestSchema, (change: object) => ({ ...request, ...change })],
  ] as const;

  function faultOf(given: object): EngineError | undefined {
    try {
      verifyCut(given as CutPlanRequestInput, rightPlan());
      return undefined;
    } catch (error) {
      if (error instanceof EngineError) return error;
      throw error;
    }
  }

  it.each(places)(
    "has the fields of the schema of %s, and refuses the same values",
    (list, checks, schema, make) => {
      expect(Object.keys(checks).sort()).toEqual(Object.keys(schema.shape).sort());
      for (const field of Object.keys(checks))
        for (const value of [...values, undefined]) {
          const given = make({ [field]: value });
          const isWrong = !cutPlanRequestSchema.safeParse(given).success;
          const found = faultOf(given);
          expect([field, value, found !== undefined]).toEqual([field, value, isWrong]);
          if (found) expect([list || field, "options"]).toContain(found.details[0]!.path[0]);
        }
    },
  );

  it("takes its defaults, and names the field that is misspelt, or missing for mitres", () => {
    const bare = { stocks: [{ length: 100 }], pieces: [{ id: "p", length: 30 }] };
    expect(faultOf(bare)).toBeUndefined();
    expect(faultOf({ ...bare, kerff: 3 })!.message).toBe("kerff: Unknown field; did you mean kerf?");
    expect(faultOf({ ...bare, pieces: [{ id: "p" }] })!.message).toBe("pieces.0.length: must be given");
    const mitred = { ...bare, pieces: [{ id: "p", length: 30, angle_end: 45 }] };
    expect(faultOf(mitred)!.details[0]!.path).toEqual(["options", "profile_width"]);
  });
});
