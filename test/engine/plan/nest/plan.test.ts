/** Nesting beyond the interface: angle lists, mirroring, strips, limited sheets. */
import { describe, expect, it } from "vitest";
import {
  type NestPlan,
  type NestPlanRequestInput,
  nestPlanRequestSchema,
} from "../../../../engine/base/contract/nest-plan.ts";
import type { Point, Ring } from "../../../../engine/base/contract/values/geometry.ts";
import { decodePlan, givePlan } from "../../../../engine/plan/nest/nest-blocks.ts";
import { planNest } from "../../../../engine/plan/nest/nest-solver.ts";
import { SearchJob } from "../../../../engine/plan/search/job.ts";
import { readBlock } from "../../../../engine/plan/wasm/heap.ts";
import { readJobs } from "../../../bench/corpus/format.ts";
import { BUILDS, bare, openCore, planVerified, rectangle } from "../../../helpers/nest/nest.ts";

/** Slot of a result block. */
const SCORE = 5;
const wedge: Ring = [
  [0, 0],
  [100, 0],
  [0, 50],
];

describe("planning a nest", () => {
  it("pairs wedges into rectangles where half a turn is allowed", async () => {
    const parts = [{ id: "wedge", exterior: wedge, quantity: 2, angles: [0, 180] }];
    const { sheets_used } = await planVerified({ parts, sheet: { width: 100, height: 50 }, config: bare });
    expect(sheets_used).toBe(1);
  });

  it("turns a part over where that is allowed", async () => {
    const parts = [
      { id: "left", exterior: wedge, angles: [0] },
      { id: "right", exterior: wedge, angles: [180], mirror: true },
    ];
    const { sheets } = await planVerified({
      parts,
      sheet: { width: 100, height: 50 },
      config: bare,
    });
    expect(sheets[0]!.placements.map(({ mirrored }) => mirrored)).toEqual([false, false]);
    const turned = [
      { id: "only", exterior: [...wedge, [-20, 10]] as Ring, angles: [0], mirror: true, quantity: 8 },
    ];
    const loose = [{ ...turned[0]!, mirror: false }];
    const strip = { sheet: { width: 1, height: 120 }, strip: true, config: bare };
    const free = await planVerified({ parts: turned, ...strip }, 300_000);
    const bound = await planVerified({ parts: loose, ...strip }, 300_000);
    expect(free.sheets[0]!.width).toBeLessThan(bound.sheets[0]!.width);
  });

  it("shortens a strip to what tiles need", async () => {
    const parts = [{ id: "tile", exterior: rectangle(30, 20), quantity: 20 }];
    const { sheets } = await planVerified({
      parts,
      sheet: { width: 1, height: 100 },
      strip: true,
      config: bare,
    });
    expect(sheets[0]!.width).toBeCloseTo(120, 5);
  });

  it("keeps margin and spacing in a strip", async () => {
    const parts = [{ id: "tile", exterior: rectangle(30, 20), quantity: 4, angles: [0] }];
    const config = { spacing: 3, edge_margin: 5, kerf: 2 };
    // Two high: 6 + 20 + 5 + 20 + 6 = 57; two wide: 6 + 30 + 5 + 30 + 6 = 77.
    const { sheets } = await planVerified({ parts, sheet: { width: 1, height: 57 }, strip: true, config });
    expect(sheets[0]!.width).toBeCloseTo(77, 5);
  });

  it.each([0, 2])("keeps long outlines %s mm apart in the first layouts of a strip", async (spacing) => {
    const flower = (petals: number): Ring =>
      Array.from({ length: 180 }, (_, i): Point => {
        const angle = (i * Math.PI) / 90;
        const radius = 20 + 8 * Math.cos(petals * angle);
        return [radius * Math.cos(angle), radius * Math.sin(angle)];
      });
    const parts = [3, 4, 5, 6].map((petals) => ({ id: `${petals}`, exterior: flower(petals), quantity: 4 }));
    const config = { spacing, edge_margin: 0, kerf: 0 };
    // `plan` judges the outlines themselves; shelves are 8 × 56 mm long at least.
    const { sheets } = await planVerified(
      { parts, sheet: { width: 1, height: 120 }, strip: true, config },
      2_000_000,
    );
    expect(sheets[0]!.width).toBeLessThan(400);
  });

  it("keeps the fullest sheets when their number is limited", async () => {
    const parts = [{ id: "tile", exterior: rectangle(50, 50), quantity: 11 }];
    const sheet = { width: 100, height: 100 };
    const { sheets_used, placed_parts, unplaced } = await planVerified({
      parts,
      sheet,
      max_sheets: 2,
      config: bare,
    });
    expect({ sheets_used, placed_parts, unplaced }).toEqual({
      sheets_used: 2,
      placed_parts: 8,
      unplaced: [{ part_id: "tile", count: 3 }],
    });
  });
});

describe("limited sheets", () => {
  const sheet = { width: 100, height: 100 };
  const one = { sheet, max_sheets: 1, config: bare };
  const idsOf = ({ sheets }: NestPlan) =>
    sheets.map((s) => s.placements.map(({ part_id }) => part_id).sort());

  it("take the most material, not the largest part", async () => {
    const parts = [
      { id: "large", exterior: rectangle(60, 100) },
      { id: "half", exterior: rectangle(50, 100), quantity: 2 },
    ];
    expect(idsOf(await planVerified({ parts, ...one }))).toEqual([["half", "half"]]);
  });

  it("take parts of higher priority before any amount of others", async () => {
    const parts = [
      { id: "half", exterior: rectangle(50, 100), quantity: 2 },
      { id: "urgent", exterior: rectangle(60, 60), priority: 5 },
      { id: "late", exterior: rectangle(100, 100), priority: -1 },
    ];
    expect(idsOf(await planVerified({ parts, ...one }))).toEqual([["urgent"]]);
    expect(idsOf(await planVerified({ parts, ...one, max_sheets: 2 }))).toEqual([
      ["urgent"],
      ["half", "half"],
    ]);
  });

  it("are filled by exchange where no order of placing fills them", async () => {
    // Two wedges of each kind make a square; a third of the kinds has to stay out.
    const parts = [40, 45, 50].map((cut, i) => ({
      id: `cut-${i}`,
      exterior: [
        [0, 0],
        [100, 0],
        [cut, 100],
        [0, 100],
      ] as Ring,
      quantity: 2,
      angles: [0, 180],
    }));
    const { placed_parts } = await planVerified({
      parts,
      sheet: { width: 150, height: 100 },
      max_sheets: 2,
      config: bare,
    });
    expect(placed_parts).toBe(4);
  });

  it("hold what has priority first, where everything has a place", async () => {
    const parts = [
      { id: "plain", exterior: rectangle(50, 50), quantity: 8 },
      { id: "urgent", exterior: rectangle(50, 50), quantity: 4, priority: 1 },
    ];
    const found = await planVerified({ parts, sheet, config: bare });
    expect(found.sheets_used).toBe(3);
    expect(idsOf(found)[0]).toEqual(Array(4).fill("urgent"));
  });
});

describe("sheets of several types", () => {
  const tile = (quantity: number) => [{ id: "tile", exterior: rectangle(50, 50), quantity }];
  const corpusJob = (id: string) =>
    readJobs(["sizes"]).find((job) => job.id === id)!.request as NestPlanRequestInput;
  const usedBy = ({ sheets }: NestPlan) => Object.fromEntries(sheets.map((s) => [s.sheet_id, s.count]));

  it("are chosen for the least cost", async () => {
    const sheets = [
      { id: "large", width: 200, height: 100, cost: 10 },
      { id: "small", width: 100, height: 100, cost: 6 },
    ];
    const found = await planVerified({ parts: tile(20), sheets, config: bare });
    expect({ used: usedBy(found), cost: found.cost }).toEqual({ used: { large: 2, small: 1 }, cost: 26 });
    const cheap = sheets.map((sheet) => (sheet.id === "small" ? { ...sheet, cost: 4 } : sheet));
    expect(await planVerified({ parts: tile(20), sheets: cheap, config: bare })).toMatchObject({ cost: 20 });
  });

  it("take one dear sheet where cheaper ones cost more in all", async () => {
    // Sheet by sheet 378 and 174 buy the most material.
    const found = await planVerified(corpusJob("sizes-21"), 1_000_000);
    expect(found).toMatchObject({ cost: 534, unplaced: [] });
  });

  it("take one cheaper sheet for what lies on two", async () => {
    // Parts are constructed on two sheets of 162; pushed together they fit one of 206.
    const found = await planVerified(corpusJob("sizes-24"), 300_000, { seed: 4 });
    expect(found).toMatchObject({ cost: 206, unplaced: [] });
  });

  it("take the place of others that cost more together", async () => {
    // Parts are constructed on sheets of 532 and 381; what lies on both goes on sheets of 532 and 254.
    const found = await planVerified(corpusJob("sizes-26"), 3_000_000, { seed: 4 });
    expect(found).toMatchObject({ cost: 786, unplaced: [] });
  });

  it("cost their area where nothing is said, and are not used beyond their number", async () => {
    const sheets = [
      { id: "large", width: 200, height: 100 },
      { id: "small", width: 100, height: 100, quantity: 2 },
    ];
    const found = await planVerified({ parts: tile(13), sheets, config: bare });
    expect(found.cost).toBe(40_000);
    expect(found.unplaced).toEqual([]);
    const short = await planVerified({
      parts: tile(13),
      sheets: sheets.map((sheet) => ({ ...sheet, quantity: 1 })),
      config: bare,
    });
    expect(short.unplaced).toEqual([{ part_id: "tile", count: 1 }]);
  });

  it("match a search over all mixes on tiles", async () => {
    for (const quantity of [1, 3, 5, 7, 9, 11]) {
      const sheets = [
        { id: "nine", width: 150, height: 150, cost: 8 },
        { id: "four", width: 100, height: 100, cost: 4 },
        { id: "two", width: 50, height: 100, cost: 2.5, quantity: 3 },
      ];
      let least = Infinity;
      for (let a = 0; a <= 2; a++)
        for (let b = 0; b <= 3; b++)
          for (let c = 0; c <= 3; c++)
            if (9 * a + 4 * b + 2 * c >= quantity) least = Math.min(least, 8 * a + 4 * b + 2.5 * c);
      expect(await planVerified({ parts: tile(quantity), sheets, config: bare })).toMatchObject({
        cost: least,
      });
    }
  });
});

describe("irregular sheets", () => {
  it("hold parts inside their outline, clear of holes and defects", async () => {
    const ell: Ring = [
      [0, 0],
      [100, 0],
      [100, 40],
      [40, 40],
      [40, 100],
      [0, 100],
    ];
    const sheets = [{ id: "rest", width: 100, height: 100, outline: ell, quantity: 1 }];
    const parts = [{ id: "tile", exterior: rectangle(18, 18), quantity: 40 }];
    // 2 x 5 along each leg, the corner shared: 16 tiles with 2 mm between and 1 mm to the edge.
    const config = { spacing: 2, edge_margin: 1 };
    const { sheets_used, placed_parts } = await planVerified({ parts, sheets, config });
    expect({ sheets_used, placed_parts }).toEqual({ sheets_used: 1, placed_parts: 16 });
    const holed = [{ id: "holed", width: 60, height: 60, holes: [rectangle(18, 18, 21, 21)], quantity: 1 }];
    expect(await planVerified({ parts, sheets: holed, config })).toMatchObject({ placed_parts: 8 });
    const knot = [{ id: "knot", width: 60, height: 60, defects: [rectangle(2, 2, 21, 21)], quantity: 1 }];
    expect(await planVerified({ parts, sheets: knot, config })).toMatchObject({ placed_parts: 8 });
  });

  it("are used where they cost less", async () => {
    const triangle: Ring = [
      [0, 0],
      [100, 0],
      [0, 100],
    ];
    const sheets = [
      { id: "new", width: 100, height: 100, cost: 10 },
      { id: "rest", width: 100, height: 100, outline: triangle, cost: 1, quantity: 1 },
    ];
    const parts = [{ id: "tile", exterior: rectangle(40, 40), quantity: 5 }];
    const found = await planVerified({ parts, sheets, config: bare });
    expect(found).toMatchObject({ cost: 11, placed_parts: 5 });
  });
});

describe("parts that lie on a sheet already", () => {
  const tiles = [{ id: "tile", exterior: rectangle(40, 40), quantity: 8 }];
  const lying = [
    { placements: [{ part: 0, x: 30, y: 30, rotation: 0 }] },
    {
      placements: [
        { part: 0, x: 40, y: 0, rotation: 90 },
        { part: 0, x: 0, y: 55, rotation: 0 },
      ],
    },
  ];

  it("stay, others are placed round about them, and their sheets come first", async () => {
    const { sheets, sheets_used } = await planVerified({
      parts: tiles,
      sheet: { width: 100, height: 100 },
      config: bare,
      fixed: lying,
    });
    expect(sheets.map(({ placements }) => placements.length)).toEqual([1, 4, 3]);
    expect(sheets_used).toBe(3);
    expect(sheets[1]!.placements.slice(0, 2)).toMatchObject(lying[1]!.placements);
  });

  it("count as copies and as sheets", async () => {
    const request = {
      parts: [{ ...tiles[0]!, quantity: 3 }],
      sheet: { width: 100, height: 100 },
      config: bare,
    };
    expect(await planVerified({ ...request, fixed: lying })).toMatchObject({
      sheets_used: 2,
      placed_parts: 3,
    });
    const more = { ...request, parts: [{ ...tiles[0]!, quantity: 2 }], fixed: lying };
    await expect(planVerified(more)).rejects.toMatchObject({
      details: [{ path: ["fixed", 1, "placements", 1] }],
    });
    await expect(planVerified({ ...request, fixed: lying, max_sheets: 1 })).rejects.toMatchObject({
      details: [{ path: ["fixed"] }],
    });
  });

  it("stay in a strip, which is as long as they and the others need", async () => {
    const fixed = [{ placements: [{ part: 0, x: 10, y: 0, rotation: 0 }] }];
    const parts = [{ ...tiles[0]!, quantity: 4, angles: [0] }];
    const { sheets } = await planVerified({
      parts,
      sheet: { width: 1, height: 80 },
      strip: true,
      config: bare,
      fixed,
    });
    expect(sheets[0]!.width).toBeCloseTo(90, 5);
  });

  it("are what an answer begins with that is begun with again", async () => {
    const request = { parts: tiles, sheet: { width: 100, height: 100 }, config: bare, fixed: lying };
    const found = await planVerified(request);
    expect(await planVerified({ ...request, start: found }, 0)).toEqual(found);
  });
});

describe("a request for a plan", () => {
  const parts = [{ id: "tile", exterior: rectangle(10, 10) }];
  const type = { id: "a", width: 100, height: 100 };
  const square: Ring = rectangle(10, 10);

  it.each<[string, object, (string | number)[]]>([
    ["no sheet", {}, ["sheet"]],
    ["too many copies in all", { parts: Array(11).fill({ ...parts[0]!, quantity: 10_000 }) }, ["parts"]],
    ["sheet and sheets", { sheet: type, sheets: [type] }, ["sheets"]],
    ["a strip of several types", { sheets: [type], strip: true }, ["sheets"]],
    ["the same id twice", { sheets: [type, { ...type }] }, ["sheets", 1, "id"]],
    [
      "an outline over the edge",
      { sheets: [{ ...type, outline: rectangle(101, 10) }] },
      ["sheets", 0, "outline"],
    ],
    [
      "a hole off the sheet",
      { sheets: [{ ...type, holes: [rectangle(10, 10, 200, 0)] }] },
      ["sheets", 0, "holes", 0],
    ],
    [
      "a flat defect",
      {
        sheets: [
          {
            ...type,
            defects: [
              [
                [0, 0],
                [1, 1],
                [2, 2],
              ],
            ],
          },
        ],
      },
      ["sheets", 0, "defects", 0],
    ],
    [
      "an unknown type",
      {
        sheets: [type],
        start: { sheets: [{ sheet_id: "b", placements: [{ part: 0, x: 0, y: 0, rotation: 0 }] }] },
      },
      ["start", "sheets", 0, "sheet_id"],
    ],
    [
      "a fixed part that is none",
      { sheets: [type], fixed: [{ placements: [{ part: 1, x: 0, y: 0, rotation: 0 }] }] },
      ["fixed", 0, "placements", 0, "part"],
    ],
    [
      "fixed sheets that there are not",
      {
        sheets: [{ ...type, quantity: 1 }],
        parts: [{ ...parts[0]!, quantity: 2, exterior: square }],
        fixed: [0, 1].map(() => ({ placements: [{ part: 0, x: 0, y: 0, rotation: 0 }] })),
      },
      ["fixed", 1],
    ],
  ])("is refused for %s", async (_what, change, path) => {
    const input = { parts, ...change } as NestPlanRequestInput;
    await expect(planVerified(input)).rejects.toMatchObject({ code: "INVALID_INPUT", details: [{ path }] });
  });
});

describe("beginning with a layout", () => {
  const tiles = [{ id: "tile", exterior: rectangle(50, 50), quantity: 9 }];
  const sheet = { width: 100, height: 100 };
  const at = (x: number, y: number, rotation = 0) => ({ part: 0, x, y, rotation });

  it("is never worse than that layout, whatever is done in the time", async () => {
    const parts = [
      { id: "wedge", exterior: wedge, quantity: 12, angles: [0, 180] },
      {
        id: "kite",
        exterior: [
          [0, 0],
          [40, 10],
          [50, 50],
          [10, 40],
        ] as Ring,
        quantity: 10,
        angles: [0, 90],
      },
    ];
    for (const strip of [false, true]) {
      const request = { parts, sheet: { width: 150, height: 120 }, strip, config: bare };
      const good = await planVerified(request, 200_000);
      const score = scoreOf(good, strip);
      expect(scoreOf(await planVerified(request, 0), strip)).toBeGreaterThan(score);
      for (const work of [0, 50_000]) {
        const warm = await planVerified({ ...request, start: good }, work);
        expect(scoreOf(warm, strip)).toBeLessThanOrEqual(score + 1e-9);
      }
    }
  });

  it("places what it leaves out round about it", async () => {
    const start = { sheets: [{ placements: [at(0, 0), at(50, 50)] }, { count: 2, placements: [at(25, 0)] }] };
    const request = { parts: tiles, sheet, config: bare, start };
    const { sheets_used, placed_parts } = await planVerified(request, 100_000);
    expect({ sheets_used, placed_parts }).toEqual({ sheets_used: 3, placed_parts: 9 });
  });

  it.each<[string, unknown[], object]>([
    [
      "overlapping",
      ["start", "sheets", 1, "placements", 1],
      { sheets: [at(0, 0)], more: [at(0, 0), at(49, 0)] },
    ],
    ["off the sheet", ["start", "sheets", 0, "placements", 0], { sheets: [at(51, 0)] }],
    ["at a wrong angle", ["start", "sheets", 0, "placements", 0, "rotation"], { sheets: [at(0, 0, 45)] }],
    [
      "of an unknown part",
      ["start", "sheets", 0, "placements", 0, "part"],
      { sheets: [{ ...at(0, 0), part: 3 }] },
    ],
    ["too many", ["start", "sheets", 0, "placements", 0], { sheets: [at(0, 0)], count: 10 }],
  ])("refuses placements that are %s", async (_what, path, given) => {
    const {
      sheets,
      more,
      count = 1,
    } = given as { sheets: ReturnType<typeof at>[]; more?: typeof sheets; count?: number };
    const start = { sheets: [{ count, placements: sheets }, ...(more ? [{ placements: more }] : [])] };
    await expect(planVerified({ parts: tiles, sheet, config: bare, start })).rejects.toMatchObject({
      code: "INVALID_INPUT",
      details: [{ path }],
    });
  });

  it("takes a better layout between two steps and goes on from it", async () => {
    const request = nestPlanRequestSchema.parse({
      parts: [{ id: "wedge", exterior: wedge, quantity: 14, angles: [0, 180] }],
      sheet: { width: 1, height: 130 },
      strip: true,
      config: bare,
    });
    const donor = await openCore();
    await planNest(donor, request, new SearchJob({ workBudget: 300_000 }));
    const better = readBlock(donor, donor.nestBest());
    for (const work of [0, 500, 20_000]) {
      const lengths = await Promise.all(
        BUILDS.map(async (build) => {
          const core = await openCore(build);
          await planNest(core, request, new SearchJob({ workBudget: work }));
          expect(givePlan(core, better, "nestAdopt")).toBeNull();
          const adopted = decodePlan(readBlock(core, core.nestBest()));
          expect(adopted.sheets).toEqual(decodePlan(better).sheets);
          for (let step = 0; step < 20; step++) core.nestStep(5000);
          return readBlock(core, core.nestBest());
        }),
      );
      expect(lengths[0]![SCORE]!).toBeLessThanOrEqual(better[SCORE]!);
      expect(lengths[1]).toEqual(lengths[0]);
      expect(lengths[2]).toEqual(lengths[0]);
    }
  });
});

/** Length of a strip; sheets used, less the share of one that is left as one rectangle. */
function scoreOf({ sheets, sheets_used }: NestPlan, strip: boolean): number {
  if (strip) return sheets[0]!.width;
  const left = sheets.map(({ width, height, placements }) => {
    const right = Math.max(...placements.map(({ bounds }) => bounds.max_x));
    const top = Math.max(...placements.map(({ bounds }) => bounds.max_y));
    return Math.max(1 - right / width, 1 - top / height);
  });
  return sheets_used - Math.max(...left);
}
