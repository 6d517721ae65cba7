/** The judge of nesting plans: what plans have beyond answers, right and spoiled, and the planner on random jobs. */
import { describe, expect, it } from "vitest";
import {
  type NestPlan,
  type NestPlanRequest,
  type NestPlanRequestInput,
  nestPlanRequestSchema,
} from "../../../engine/base/contract/nest-plan.ts";
import type { Ring } from "../../../engine/base/contract/values/geometry.ts";
import { planNest } from "../../../engine/plan/nest/nest-solver.ts";
import { SearchJob } from "../../../engine/plan/search/job.ts";
import type { NestViolationCode } from "../../../engine/verify/nest/judged-layout.ts";
import { verifyNest } from "../../../engine/verify/nest/nest-judge.ts";
import { randomJob, requestFrom } from "../../helpers/nest/jobs.ts";
import { onCore } from "../../helpers/nest/nest.ts";
import { Random } from "../../helpers/random.ts";
import { box } from "../../helpers/rings.ts";

/** A hook that fits its mirror image and no turn of its own. */
const hook: Ring = [
  [0, 0],
  [30, 0],
  [30, 10],
  [10, 10],
  [10, 20],
  [0, 20],
];
const input: NestPlanRequestInput = {
  parts: [
    { id: "hook", exterior: hook, quantity: 6, angles: [0, 180], mirror: true },
    { id: "tile", exterior: box(0, 0, 20, 20), quantity: 3 },
  ],
  sheet: { width: 80, height: 30 },
  config: { spacing: 1, edge_margin: 2 },
};

const typeA = { id: "a", width: 80, height: 30 };

/** The sheet without its upper right corner, from x on. */
function cornerOff(x: number): Ring {
  return [
    [0, 0],
    [80, 0],
    [80, 20],
    [x, 30],
    [0, 30],
  ];
}

/** The first hook of the plan, where it is or elsewhere. */
function lyingAt(x: number) {
  return [{ placements: [{ part: 0, x, y: 2, rotation: 0 }] }];
}

function withTypes(data: NestPlan): NestPlan {
  for (const sheet of data.sheets) sheet.sheet_id = "a";
  return Object.assign(data, { cost: 7200 });
}

/** Two equal sheets with a hook, a mirrored hook and a tile, and what is left. */
function plan(): NestPlan {
  const placements = [
    { part: 0, part_id: "hook", x: 2, y: 2, rotation: 0, mirrored: false, bounds: bounds(2, 2, 32, 22) },
    { part: 0, part_id: "hook", x: 33, y: 23, rotation: 180, mirrored: true, bounds: bounds(33, 3, 63, 23) },
  ];
  const tile = {
    part: 1,
    part_id: "tile",
    x: 2,
    y: 2,
    rotation: 90,
    mirrored: false,
    bounds: bounds(-18, 2, 2, 22),
  };
  const moved = { ...tile, x: 22, bounds: bounds(2, 2, 22, 22) };
  return {
    sheets: [
      { count: 2, width: 80, height: 30, utilization: (100 * 800) / 2400, placements },
      { count: 1, width: 80, height: 30, utilization: (100 * 400) / 2400, placements: [moved] },
    ],
    sheets_used: 3,
    placed_parts: 5,
    unplaced: [
      { part_id: "hook", count: 2 },
      { part_id: "tile", count: 2 },
    ],
  };
}

function bounds(min_x: number, min_y: number, max_x: number, max_y: number) {
  return { min_x, min_y, max_x, max_y };
}

function judge(
  change: Partial<NestPlanRequestInput>,
  mutate: (plan: NestPlan) => void = () => {},
): NestViolationCode[] {
  const request = nestPlanRequestSchema.parse({ ...input, max_sheets: 3, ...change });
  const data = plan();
  mutate(data);
  return [...new Set(verifyNest(request, data).violations.map(({ code }) => code))];
}

describe("a plan", () => {
  it("passes when it is right, equal sheets counted once", () => {
    const request = nestPlanRequestSchema.parse({ ...input, max_sheets: 3 });
    const report = verifyNest(request, plan());
    expect(report).toMatchObject({ ok: true, violations: [], placed_parts: 5 });
    expect(report.smallest_gap).toBeCloseTo(1, 12);
    expect(report.smallest_edge_gap).toBeCloseTo(2, 12);
    expect(report.total_utilization).toBeCloseTo((100 * (4 * 400 + 400)) / (3 * 2400), 12);
  });

  it.each<[[number, number], [number, number], boolean]>([
    [[-5, 5], [175, 185], true],
    [[0, 30], [150, 180], true],
    [[-30, 0], [180, 200], true],
    [[350, 360], [-190, -170], true],
    [[1, 30], [175, 185], false],
    [[-30, -1], [175, 185], false],
    [[-5, 5], [181, 200], false],
  ])("has angles within ranges, full turns aside: %j %j", (first, second, right) => {
    const [one, tile] = input.parts;
    const parts = [{ ...one!, angles: [first, second] }, tile!];
    expect(judge({ parts })).toEqual(right ? [] : ["angle"]);
  });

  it.each<[NestViolationCode, string, (plan: NestPlan) => void]>([
    ["angle", "an angle that is not on the list", ({ sheets }) => (sheets[0]!.placements[0]!.rotation = 90)],
    [
      "angle",
      "a part mirrored that must not be",
      ({ sheets }) => (sheets[1]!.placements[0]!.mirrored = true),
    ],
    [
      "bounds",
      "a mirrored part that is said not to be",
      ({ sheets }) => (sheets[0]!.placements[1]!.mirrored = false),
    ],
    ["unknown-part", "a part that is another one", ({ sheets }) => (sheets[0]!.placements[0]!.part = 1)],
    ["not-finite", "a NaN", ({ sheets }) => (sheets[0]!.placements[0]!.y = Number.NaN)],
    ["too-close", "a part 2e-6 too near", ({ sheets }) => shift(sheets[0]!.placements[1]!, -2e-6)],
    ["outside-sheet", "a part over the edge", ({ sheets }) => shift(sheets[1]!.placements[0]!, -2e-6)],
    ["overlap", "a part on another", ({ sheets }) => shift(sheets[0]!.placements[1]!, -10)],
    ["instance", "more copies than asked for", ({ sheets }) => (sheets[0]!.count = 4)],
    ["summary", "half a sheet", ({ sheets }) => (sheets[0]!.count = 1.5)],
    ["summary", "a wrong number of sheets", (data) => data.sheets_used--],
    [
      "summary",
      "a bound that the plan itself disproves",
      (data) => Object.assign(data, { unplaced: [], lower_bound: 4 }),
    ],
    [
      "summary",
      "a proof that there is none of",
      (data) => Object.assign(data, { status: "optimal", lower_bound: 1 }),
    ],
    ["summary", "a wrong number of parts", (data) => data.placed_parts++],
    ["utilization", "a wrong utilization", ({ sheets }) => (sheets[0]!.utilization += 1)],
    ["sheet-size", "a wider sheet", ({ sheets }) => (sheets[1]!.width = 81)],
    ["sheet-size", "a higher sheet", ({ sheets }) => (sheets[1]!.height = 31)],
    ["empty-sheet", "an empty sheet", ({ sheets }) => (sheets[1]!.placements = [])],
    ["unplaced", "a copy that is not missing", ({ unplaced }) => unplaced[0]!.count++],
    ["unplaced", "the missing in another order", ({ unplaced }) => unplaced.reverse()],
    ["unplaced", "one missing part not named", ({ unplaced }) => unplaced.pop()],
  ])("is caught as %s: %s", (code, _what, mutate) => {
    expect(judge({}, (data) => void mutate(data))).toContain(code);
  });

  it("may leave out what would fit only when the sheets are used up", () => {
    expect(judge({})).toEqual([]);
    expect(judge({ max_sheets: 2 })).toEqual(["summary"]);
    expect(judge({ max_sheets: 4 })).toEqual(["unplaced-but-fits"]);
  });

  it.each<[NestViolationCode, string, Partial<NestPlanRequestInput>, (plan: NestPlan) => void]>([
    ["sheet-type", "an unknown type of sheet", {}, ({ sheets }) => (sheets[0]!.sheet_id = "b")],
    ["sheet-type", "more sheets than there are", { sheets: [{ ...typeA, quantity: 2 }] }, () => {}],
    ["cost", "a wrong cost", {}, (data) => (data.cost! += 1)],
    [
      "outside-sheet",
      "a part over the outline",
      { sheets: [{ ...typeA, outline: cornerOff(40) }] },
      () => {},
    ],
    ["outside-sheet", "a part in a hole", { sheets: [{ ...typeA, holes: [box(10, 15, 5, 10)] }] }, () => {}],
    [
      "outside-sheet",
      "a part near a defect",
      { sheets: [{ ...typeA, defects: [box(32.9, 2, 9, 1.5)] }] },
      () => {},
    ],
    ["fixed", "a part that was moved", { fixed: lyingAt(2.1) }, () => {}],
    ["fixed", "a fixed sheet that is there twice", { fixed: lyingAt(2) }, () => {}],
  ])("with sheets of types is caught as %s: %s", (code, _what, change, mutate) => {
    const typed = { sheet: undefined, sheets: [typeA], ...change } as Partial<NestPlanRequestInput>;
    expect(judge(typed, (data) => void mutate(withTypes(data)))).toContain(code);
  });

  it("with sheets of types passes when it is right", () => {
    const typed = { sheet: undefined, sheets: [typeA] } as Partial<NestPlanRequestInput>;
    expect(judge(typed, withTypes)).toEqual([]);
    const clear = {
      ...typeA,
      outline: cornerOff(73),
      holes: [box(70, 5, 5, 5)],
      defects: [box(33, 0.5, 9, 1.5)],
    };
    expect(judge({ ...typed, sheets: [{ ...clear, cost: 2400 }] }, withTypes)).toEqual([]);
    const one = (data: NestPlan) => {
      withTypes(data);
      data.sheets[0]!.count = 1;
      Object.assign(data, { sheets_used: 2, placed_parts: 3, cost: 4800 });
      data.unplaced[0]!.count = 4;
    };
    expect(judge({ ...typed, max_sheets: 2, fixed: lyingAt(2) }, one)).toEqual([]);
  });

  it("of a strip is one sheet as long as it needs to be", () => {
    const only = (data: NestPlan, width: number) => {
      Object.assign(data, { sheets: data.sheets.slice(0, 1), sheets_used: 1, placed_parts: 2, unplaced: [] });
      Object.assign(data.sheets[0]!, { count: 1, width, utilization: (100 * 800) / (width * 30) });
    };
    const strip = { strip: true, parts: [{ ...input.parts[0]!, quantity: 2 }] };
    expect(judge(strip, (data) => only(data, 65))).toEqual([]);
    expect(judge(strip, (data) => only(data, 66))).toEqual(["sheet-size"]);
    expect(
      judge({ ...strip, parts: [{ ...input.parts[0]!, quantity: 3 }] }, (data) => {
        only(data, 65);
        data.unplaced = [{ part_id: "hook", count: 1 }];
      }),
    ).toEqual(["unplaced-but-fits"]);
  });
});

describe("the planner", () => {
  it("makes right plans of random jobs with angle lists, mirror images, strips and limits", async () => {
    for (let seed = 0; seed < 120; seed++) {
      const request = planRequest(seed);
      const plan = await onCore((core) => planNest(core, request, new SearchJob({ workBudget: 20_000 })));
      expect(verifyNest(request, plan).violations, `seed ${seed}`).toEqual([]);
    }
  });
});

function planRequest(seed: number): NestPlanRequest {
  const random = new Random(seed);
  const request = requestFrom(randomJob(seed));
  const lists = [[0], [0, 180], [0, 90, 180, 270], [45], [13.7, 200.1, -90], undefined];
  const parts = request.parts.map((part) => {
    const angles = random.pick(lists);
    return { ...part, mirror: random.chance(0.4), ...(angles ? { angles } : {}) };
  });
  const limit = random.chance(0.4) ? { max_sheets: random.int(1, 3) } : {};
  const ranked = parts.map((part) => (random.chance(0.3) ? { ...part, priority: random.int(-1, 2) } : part));
  const job = { ...request, parts: ranked, ...limit };
  if (random.chance(0.4)) return nestPlanRequestSchema.parse({ ...job, strip: random.chance(0.7) });
  const { width, height } = request.sheet;
  const { sheet: _sheet, ...rest } = job;
  return nestPlanRequestSchema.parse({ ...rest, sheets: randomSheets(random, width, height) });
}

/** Full sheets, half sheets, sheets without a corner and with a hole or a bad place, some of them few. */
function randomSheets(random: Random, width: number, height: number) {
  const cut = random.pick([0.3, 0.6]);
  const shapes = [
    { id: "full", width, height },
    { id: "half", width: width / 2, height, cost: random.pick([0, 1]) },
    {
      id: "corner",
      width,
      height,
      outline: [
        [0, 0],
        [width, 0],
        [width, cut * height],
        [cut * width, height],
        [0, height],
      ] as Ring,
    },
    { id: "hole", width, height, holes: [box(0.4 * width, 0.4 * height, 0.7 * width, 0.5 * height)] },
    { id: "knot", width, height, defects: [box(0.1 * width, 0.2 * height, 0.2 * width, 0.3 * height)] },
  ];
  const sheets = shapes.filter(() => random.chance(0.5));
  return (sheets.length === 0 ? shapes.slice(0, 1) : sheets).map((sheet) => ({
    ...sheet,
    ...(random.chance(0.5) ? { quantity: random.int(1, 2) } : {}),
  }));
}

function shift(placement: NestPlan["sheets"][number]["placements"][number], dx: number): void {
  placement.x += dx;
  placement.bounds.min_x += dx;
  placement.bounds.max_x += dx;
}

describe("an outline that crosses itself by a hair", () => {
  // The sides x = 0.008 y and x + y = 1 cross at y = 1 / 1.008: above lies a lobe that is run the other way round.
  const exterior: Ring = [
    [0, 0],
    [1, 0],
    [0, 1],
    [0.008, 1],
  ];
  const crossing = 1 / 1.008;
  const [body, lobe] = [crossing / 2, (0.008 * (1 - crossing)) / 2];
  const request = {
    parts: [{ id: "a", exterior }],
    sheet: { width: 1.2, height: 1.2 },
    config: { spacing: 0, edge_margin: 0.1 },
  };
  const planOf = (area: number) => {
    const utilization = (100 * area) / 1.44;
    const place = { part: 0, part_id: "a", x: 0.1, y: 0.1, rotation: 0, mirrored: false };
    const bounds = { min_x: 0.1, min_y: 0.1, max_x: 1.1, max_y: 1.1 };
    const sheet = { sheet_id: "sheet", count: 1, width: 1.2, height: 1.2, utilization };
    return {
      sheets: [{ ...sheet, placements: [{ ...place, bounds }] }],
      unplaced: [],
      sheets_used: 1,
      placed_parts: 1,
    };
  };
  const codes = (area: number) =>
    verifyNest(request, planOf(area) as never).violations.map(({ code }) => code);

  it("has the area that it encloses by the even-odd rule", () => {
    expect(codes(body + lobe)).not.toContain("utilization");
    expect(codes(body + 2 * lobe)).toContain("utilization");
  });
});
