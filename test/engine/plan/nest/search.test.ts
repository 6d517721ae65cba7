/** When the search for denser layouts ends by itself, and what it works on where sheets differ or are too few. */
import { describe, expect, it } from "vitest";
import {
  type NestPlan,
  type NestPlanRequestInput,
  nestPlanRequestSchema,
} from "../../../../engine/base/contract/nest-plan.ts";
import type { NestProgress } from "../../../../engine/base/contract/search-options.ts";
import type { Point, Ring } from "../../../../engine/base/contract/values/geometry.ts";
import { signedArea } from "../../../../engine/base/geometry/ring.ts";
import { planNest } from "../../../../engine/plan/nest/nest-solver.ts";
import { SearchJob } from "../../../../engine/plan/search/job.ts";
import { verifyNest } from "../../../../engine/verify/nest/nest-judge.ts";
import { ellipseOrStar, requestFrom, type ShapeKind } from "../../../helpers/nest/jobs.ts";
import { bare, openCore } from "../../../helpers/nest/nest.ts";
import { Random } from "../../../helpers/random.ts";
import { box } from "../../../helpers/rings.ts";

interface Run {
  plan: NestPlan;
  /** Work that was granted before the search ended. */
  work: number;
  ended: string;
}

async function search(
  input: NestPlanRequestInput,
  options: { workBudget?: number; timeLimitMs?: number; seat?: number },
): Promise<Run> {
  const request = nestPlanRequestSchema.parse(input);
  const core = await openCore();
  let work = 0;
  const step = core.nestStep;
  const counted = {
    ...core,
    nestStep(units: number) {
      work += units;
      return step(units);
    },
  };
  const job = new SearchJob<NestProgress>(options);
  const plan = await planNest(counted, request, job);
  expect(verifyNest(request, plan).violations).toEqual([]);
  return { plan, work, ended: job.ended };
}

function smallParts(kinds: ShapeKind[], quantity: number) {
  const parts = kinds.map((kind, i) => {
    return { kind, size: 100 + 20 * i, turn: 0, offset: 0, quantity, seed: 70 + i };
  });
  const sheet = { width: 3000, height: 1500 };
  return requestFrom({ parts, ...sheet, spacing: 3, edge_margin: 5, rotation_step: 90, kerf: 0 });
}

/** A convex polygon, wider than it is high. */
function polygon(random: Random, sides: number, size: number): Ring {
  return Array.from({ length: sides }, (_, k): Point => {
    const angle = ((k + random.float(0, 0.9)) * 2 * Math.PI) / sides;
    return [size * Math.cos(angle), 0.6 * size * Math.sin(angle)];
  });
}

/** Ellipses and stars of ten priorities, for one sheet that does not hold them all. */
function scarce(random: Random, count: number) {
  const parts = Array.from({ length: count }, (_, i) => {
    const exterior = ellipseOrStar(random, i % 2 === 0);
    return { id: `p${i}`, exterior, angles: [0], priority: random.int(0, 9) };
  });
  const areas = parts.map(({ exterior }) => Math.abs(signedArea(exterior)));
  const side = Math.sqrt(areas.reduce((sum, area) => sum + area, 0) / 1.3);
  const request = { parts, sheet: { width: side, height: side }, config: bare, max_sheets: 1 };
  return { request, areas, side };
}

function materialOf({ sheets }: NestPlan, areas: readonly number[]): number {
  return sheets
    .flatMap(({ placements }) => placements)
    .reduce((sum, { part }) => sum + areas[part as number]!, 0);
}

describe("the search for denser layouts", () => {
  it.each<[string, ShapeKind[], number, number]>([
    ["rectangles", ["rectangle", "rectangle", "rectangle"], 6, 1e6],
    ["a few parts", ["triangle", "concave", "ell"], 2, 6e6],
    ["some parts", ["triangle", "concave", "ell", "washer", "convex"], 3, 3e7],
  ])(
    "ends by itself with %s on a large sheet where nobody says how long",
    async (_what, kinds, quantity, most) => {
      const { plan, work, ended } = await search(smallParts(kinds, quantity), {});
      expect(plan).toMatchObject({ sheets_used: 1, placed_parts: kinds.length * quantity });
      expect(ended).toBe("done");
      expect(work).toBeLessThan(most);
    },
  );

  const disc = (corners: number, radius: number) =>
    Array.from({ length: corners }, (_, k): Point => {
      const angle = (2 * Math.PI * k) / corners;
      return [radius * Math.cos(angle), radius * Math.sin(angle)];
    });
  const upright = (width: number, height: number) => ({
    id: `${width}`,
    exterior: box(0, 0, width, height),
    angles: [0],
  });
  const large = { sheet: { width: 3000, height: 1500 }, config: bare };
  it.each<[string, NestPlanRequestInput, number]>([
    ["rectangles", smallParts(["rectangle", "rectangle", "rectangle"], 6), 3e6],
    ["a few parts", smallParts(["triangle", "concave", "ell"], 2), 6e6],
    [
      "rectangles that do not turn",
      { ...large, parts: [upright(310, 170), upright(290, 130), upright(70, 230)] },
      3e6,
    ],
    ["a strip", { ...smallParts(["triangle", "concave", "ell"], 2), strip: true }, 3e6],
    [
      "parts without a place",
      { ...smallParts(["triangle", "concave", "ell"], 4), sheet: { width: 320, height: 240 }, max_sheets: 1 },
      4e6,
    ],
    [
      "more parts than are separated at once",
      { ...large, parts: [{ id: "disc", exterior: disc(7, 14), angles: [0], quantity: 1200 }] },
      4e6,
    ],
  ])("uses all the work that it is granted with %s", async (_what, request, workBudget) => {
    const { work, ended } = await search(request, { workBudget });
    expect(work).toBe(workBudget);
    expect(ended).toBe("limit");
  });

  it("ends before its work is used up at the bound alone", async () => {
    const request = { ...large, parts: [{ ...upright(1500, 1500), quantity: 3 }] };
    const { plan, work, ended } = await search(request, { workBudget: 1e9 });
    expect([plan.sheets_used, ended]).toEqual([2, "done"]);
    expect(work).toBeLessThan(1e6);
  });

  it("constructs hundreds of different parts before they have cost much", async () => {
    const random = new Random(5);
    const parts = Array.from({ length: 300 }, (_, i) => {
      const exterior = polygon(random, random.int(3, 8), 10 * Math.exp(random.float(0, 1.6)));
      return { id: `p${i}`, exterior, angles: [0] };
    });
    const area = parts.reduce((sum, { exterior }) => sum + Math.abs(signedArea(exterior)), 0);
    const side = Math.sqrt(area / 0.65);
    const sheet = { width: side, height: side };
    // In rows, which are there at once, they take two sheets.
    const { plan } = await search({ parts, sheet, config: bare }, { workBudget: 3e6 });
    expect(plan).toMatchObject({ sheets_used: 1, unplaced: [] });
  });

  it("makes room in pieces of a crowded sheet until it is stopped", async () => {
    const random = new Random(9);
    const parts = Array.from({ length: 400 }, (_, i) => {
      const exterior = polygon(random, random.int(3, 8), random.float(10, 30));
      return { id: `p${i}`, exterior, angles: [0], priority: i % 2 };
    });
    const areas = parts.map(({ exterior }) => Math.abs(signedArea(exterior)));
    const side = Math.sqrt(areas.reduce((sum, area) => sum + area, 0) / 1.6);
    const request = { parts, sheet: { width: side, height: side }, config: bare, max_sheets: 1 };
    const share = async (workBudget: number) => {
      const { plan, work } = await search(request, { workBudget });
      expect(plan.placed_parts).toBeGreaterThan(170);
      expect(work).toBe(workBudget);
      const placed = plan.sheets.flatMap(({ placements }) => placements.map(({ part }) => part as number));
      return placed.reduce((sum, part) => sum + (parts[part]!.priority === 1 ? 1 : 0.001) * areas[part]!, 0);
    };
    const early = await share(3e6);
    const late = await share(9e6);
    expect(late).toBeGreaterThan(1.01 * early);
  });

  it("puts what is missing where it overlaps least, and never for something of a higher priority", async () => {
    const { request, areas, side } = scarce(new Random(53), 400);
    const levels = ({ sheets }: NestPlan) => {
      const sums = Array.from({ length: 10 }, () => 0);
      for (const { part } of sheets.flatMap(({ placements }) => placements))
        sums[9 - request.parts[part as number]!.priority]! += areas[part as number]!;
      return sums;
    };
    const plans: NestPlan[] = [];
    for (const workBudget of [8e6, 3.2e7]) plans.push((await search(request, { workBudget })).plan);
    for (const [i, plan] of plans.slice(1).entries()) {
      const gains = levels(plan).map((area, level) => area - levels(plans[i]!)[level]!);
      expect(gains.find((gain) => Math.abs(gain) > 1e-6)).toBeGreaterThan(0);
    }
    // With the first place drawn it is no more than 78.25 %.
    expect(materialOf(plans[1]!, areas)).toBeGreaterThan(0.784 * side * side);
  });

  it("packs very many different parts before anything else is done", async () => {
    const random = new Random(11);
    const { request, areas, side } = scarce(random, 5200);
    const { plan } = await search(request, { workBudget: 1 });
    // In rows it is less than half of the sheet.
    expect(materialOf(plan, areas)).toBeGreaterThan(0.55 * side * side);
  });

  it("offers the largest parts first of all priorities that will have a place", async () => {
    const { request, areas, side } = scarce(new Random(53), 400);
    const { plan } = await search(request, { workBudget: 2e6 });
    // One priority after the other takes 75.7 %.
    expect(materialOf(plan, areas)).toBeGreaterThan(0.76 * side * side);
  });

  it("moves parts between sheets of different sizes", async () => {
    const random = new Random(3);
    const rings = [
      ...slabs(random, { right: 160, low: 0, high: 100 }, 5),
      ...slabs(random, { right: 100, low: 0, high: 60 }, 3),
      ...slabs(random, { right: 100, low: 60, high: 100 }, 2),
    ];
    const parts = rings.map((exterior, i) => ({ id: `piece-${i}`, exterior, angles: [0, 180] }));
    const sheets = [
      { id: "large", width: 160, height: 100, cost: 10, quantity: 1 },
      { id: "small", width: 100, height: 100, cost: 7 },
    ];
    // Cut from one of each; constructions take a second small one.
    const { plan } = await search({ parts, sheets, config: bare }, { workBudget: 4e6 });
    expect(plan).toMatchObject({ cost: 17, unplaced: [] });
  });

  it("lays large parts out as the sheets were cut up", async () => {
    // Each sheet was three plates, cut at slants, and a strip of squares.
    const plate = (id: string, left: [number, number], right: [number, number]) => {
      const exterior: Ring = [
        [0, left[0]],
        [1000, right[0]],
        [1000, right[1]],
        [0, left[1]],
      ];
      return { id, exterior, quantity: 3, angles: [0, 180] };
    };
    const plates = [
      plate("low", [0, 200], [0, 360]),
      plate("middle", [0, 300], [160, 300]),
      plate("high", [80, 300], [0, 300]),
    ];
    const squares = { id: "square", exterior: box(0, 0, 90, 90), quantity: 36 };
    const sheet = { width: 1000, height: 1000 };
    const request = { parts: [...plates, squares], sheet, config: { spacing: 2, edge_margin: 0 } };
    for (const seat of [0, 1]) {
      const { plan } = await search(request, { workBudget: 2e6, seat });
      expect(plan).toMatchObject({ sheets_used: 3, unplaced: [] });
    }
  });

  it("squeezes together what limited sheets hold when no more has a place", async () => {
    const job = smallParts(["triangle", "concave", "ell", "channel"], 4);
    const sheet = { width: 800, height: 400 };
    const { plan } = await search({ ...job, sheet }, { workBudget: 2e6 });
    const wide = { id: "wide", exterior: box(0, 0, 780, 380), priority: -1 };
    const parts = [...job.parts, wide];
    const missing = await search({ ...job, parts, sheet, max_sheets: 1 }, { workBudget: 2e6 });
    expect(missing.plan.unplaced).toEqual([{ part_id: "wide", count: 1 }]);
    expect(usedShare(missing.plan)).toBeLessThan(usedShare(plan) + 0.02);
  });

  it("begins elsewhere in every seat but stays in the request", async () => {
    const job = smallParts(["triangle", "concave", "ell", "channel", "star"], 8);
    const sheet = { width: 900, height: 500 };
    const plans = await Promise.all(
      [0, 1, 2].map((seat) => search({ ...job, sheet }, { workBudget: 1, seat })),
    );
    const later = await Promise.all(
      [0, 1, 2].map((seat) => search({ ...job, sheet }, { workBudget: 60_000, seat })),
    );
    // The instant answer is everybody's; the constructions are not.
    expect(plans[1]!.plan).toEqual(plans[0]!.plan);
    expect(later[1]!.plan).not.toEqual(later[0]!.plan);
  });
});

/** Share of the only sheet that is not left as one strip. */
function usedShare({ sheets }: NestPlan): number {
  const [{ width, height, placements }] = sheets as [NestPlan["sheets"][number]];
  const right = Math.max(...placements.map(({ bounds }) => bounds.max_x));
  const top = Math.max(...placements.map(({ bounds }) => bounds.max_y));
  return Math.min(right / width, top / height);
}

/** A box from 0 on, cut at slants into pieces that are a little smaller than needed. */
function slabs(
  random: Random,
  { right, low, high }: { right: number; low: number; high: number },
  count: number,
) {
  const pitch = right / count;
  const cuts = Array.from({ length: count + 1 }, (_, i) => {
    const lean = i === 0 || i === count ? 0 : random.float(-0.25, 0.25) * pitch;
    return [i * pitch - lean, i * pitch + lean] as const;
  });
  return cuts.slice(1).map((cut, i): Ring => {
    const ring: Ring = [
      [cuts[i]![0], low],
      [cut[0], low],
      [cut[1], high],
      [cuts[i]![1], high],
    ];
    return ring.map(([x, y]) => [0.97 * x, 0.97 * y]);
  });
}

describe("a sheet that has become denser", () => {
  it("is cut as often as the demand allows", async () => {
    // Construction lays two discs in opposite corners; pressure finds a sheet for three, and five such leave one disc.
    const exterior = Array.from({ length: 48 }, (_, i): Point => {
      const angle = (i * 2 * Math.PI) / 48;
      return [251.5 * Math.cos(angle), 251.5 * Math.sin(angle)];
    });
    const parts = [{ id: "disc", exterior, quantity: 16 }];
    const sheet = { width: 990, height: 990 };
    const { plan } = await search({ parts, sheet, config: bare }, { workBudget: 4_000_000 });
    expect(plan.sheets.map(({ count, placements }) => [count, placements.length])).toEqual([
      [5, 3],
      [1, 1],
    ]);
    expect(plan.status).toBe("optimal");
  });
});
