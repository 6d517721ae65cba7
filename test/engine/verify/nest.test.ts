/** The judge of nesting answers: it passes right ones and names what is wrong with wrong ones, to the micrometre. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type NestData,
  type NestRequestInput,
  nestRequestSchema,
} from "../../../engine/base/contract/v1/nest.ts";
import { placeRing, pointBounds } from "../../../engine/base/geometry/ring.ts";
import type { NestViolationCode } from "../../../engine/verify/nest/judged-layout.ts";
import { verifyNestAnswer } from "../../../engine/verify/v1/v1-nest.ts";
import { jobSpecs, randomJob, requestFrom } from "../../helpers/nest/jobs.ts";
import { shelfAnswer } from "../../helpers/nest/shelves.ts";
import { box, disc } from "../../helpers/rings.ts";

const frame = { id: "frame", exterior: box(0, 0, 60, 60), holes: [box(10, 10, 40, 40)] };
const wedge: NestRequestInput["parts"][number] = {
  id: "wedge",
  exterior: [
    [0, 0],
    [30, 0],
    [0, 20],
  ],
  quantity: 3,
};

/** A request with its shelf answer, which `mutate` may spoil; returns the codes of what is found wrong. */
function judge(input: NestRequestInput, mutate: (data: NestData) => void = () => {}): NestViolationCode[] {
  const request = nestRequestSchema.parse(input);
  const data = shelfAnswer(request);
  mutate(data);
  return [...new Set(verifyNestAnswer(request, data).violations.map(({ code }) => code))];
}

/** Moves a placement and its bounds, as a solver that is wrong about the place would. */
function move(data: NestData, sheet: number, position: number, dx: number, dy = 0): void {
  const placement = data.sheets[sheet]!.placements[position]!;
  placement.x += dx;
  placement.y += dy;
  placement.bounds.min_x += dx;
  placement.bounds.max_x += dx;
  placement.bounds.min_y += dy;
  placement.bounds.max_y += dy;
}

type Place = [x: number, y: number, rotation?: number];

/** One sheet with the given parts at the given places, all numbers right. */
function layout(input: NestRequestInput, places: Place[]) {
  const request = nestRequestSchema.parse({
    ...input,
    config: { spacing: 0, edge_margin: 0, ...input.config },
  });
  const data = shelfAnswer(request);
  const copies = data.sheets.flatMap(({ placements }) => placements);
  const placements = copies.map(({ part_id, instance }, i) => {
    const [x, y, rotation = 0] = places[i]!;
    const { exterior } = request.parts.find(({ id }) => id === part_id)!;
    return { part_id, instance, x, y, rotation, bounds: pointBounds(placeRing(exterior, x, y, rotation)) };
  });
  const utilization = data.sheets.reduce((sum, sheet) => sum + sheet.utilization, 0);
  data.sheets = [{ index: 0, utilization, placements }];
  Object.assign(data.summary, {
    sheets_used: 1,
    total_utilization: utilization,
    total_waste_percent: 100 - utilization,
  });
  return verifyNestAnswer(request, data);
}

const codes = (report: { violations: { code: string }[] }) => report.violations.map(({ code }) => code);
const wrongWith = (input: NestRequestInput, ...places: Place[]) => codes(layout(input, places));

const two: NestRequestInput = {
  parts: [{ id: "tile", exterior: box(0, 0, 40, 30), quantity: 2 }, wedge],
  sheet: { width: 200, height: 100 },
};

describe("a right answer", () => {
  it("passes, and its gaps are measured", () => {
    const request = nestRequestSchema.parse(two);
    const report = verifyNestAnswer(request, shelfAnswer(request));
    expect(report).toMatchObject({ ok: true, violations: [], placed_parts: 5 });
    expect(report.smallest_gap).toBeCloseTo(3, 12);
    expect(report.smallest_edge_gap).toBe(5);
    expect(report.total_utilization).toBeCloseTo((100 * (2 * 1200 + 3 * 300)) / 20_000, 12);
  });

  it("passes for every random job on shelves", () => {
    fc.assert(
      fc.property(jobSpecs, (spec) => judge(requestFrom(spec)).length === 0),
      { numRuns: 150, seed: 20 },
    );
  });

  it("passes for seeded jobs of every scale", () => {
    for (let seed = 0; seed < 150; seed++) {
      expect(judge(requestFrom(randomJob(seed))), `seed ${seed}`).toEqual([]);
    }
  });

  it("may leave out what fits no empty sheet", () => {
    const parts = [{ id: "long", exterior: box(0, 0, 191, 10), quantity: 2 }, wedge];
    expect(judge({ ...two, parts })).toEqual([]);
    expect(judge({ ...two, parts: [parts[0]!] })).toEqual([]);
  });

  it("may hold parts that share an id", () => {
    const parts = [
      { id: "same", exterior: box(0, 0, 40, 30), quantity: 2 },
      { id: "same", exterior: box(0, 0, 300, 10), quantity: 2 },
      { id: "same", exterior: box(5, 5, 20, 30), quantity: 3 },
    ];
    expect(judge({ ...two, parts })).toEqual([]);
    expect(judge({ ...two, parts }, (data) => data.sheets[0]!.placements.reverse())).toEqual([]);
    expect(judge({ ...two, parts }, ({ sheets }) => (sheets[0]!.placements[0]!.instance = 2))).toEqual([
      "instance",
    ]);
  });
});

describe("a spoiled answer", () => {
  it.each<[NestViolationCode, string, (data: NestData) => void]>([
    ["too-close", "a part 2e-6 too near to its neighbour", (data) => move(data, 0, 1, -2e-6)],
    ["outside-sheet", "a part 2e-6 too near to the edge", (data) => move(data, 0, 0, -2e-6)],
    ["outside-sheet", "a part far off the sheet", (data) => move(data, 0, 4, 1e6)],
    ["overlap", "a part on top of another", (data) => move(data, 0, 1, -20)],
    ["bounds", "bounds off by 2e-6", ({ sheets }) => (sheets[0]!.placements[0]!.bounds.max_x += 2e-6)],
    ["angle", "an angle off the step", ({ sheets }) => (sheets[0]!.placements[0]!.rotation = 1e-6)],
    ["angle", "an angle beyond 90", ({ sheets }) => (sheets[0]!.placements[0]!.rotation = 180)],
    ["not-finite", "a NaN", ({ sheets }) => (sheets[0]!.placements[0]!.x = Number.NaN)],
    ["unknown-part", "an unknown id", ({ sheets }) => (sheets[0]!.placements[0]!.part_id = "constructor")],
    [
      "bounds",
      "two ids swapped",
      ({ sheets }) => {
        const [a, , b] = sheets[0]!.placements;
        [a!.part_id, b!.part_id] = [b!.part_id, a!.part_id];
      },
    ],
    ["instance", "a copy numbered twice", ({ sheets }) => (sheets[0]!.placements[1]!.instance = 0)],
    ["instance", "a number skipped", ({ sheets }) => (sheets[0]!.placements[4]!.instance = 3)],
    [
      "instance",
      "one copy too many",
      ({ sheets }) => {
        sheets.push({
          index: 1,
          utilization: 6,
          placements: [{ ...sheets[0]!.placements[0]!, instance: 2 }],
        });
      },
    ],
    ["unplaced", "a copy dropped", ({ sheets }) => sheets[0]!.placements.pop()],
    [
      "unplaced-but-fits",
      "a copy left out that fits",
      ({ sheets, unplaced }) => {
        sheets[0]!.placements.pop();
        unplaced.push("wedge");
      },
    ],
    ["unplaced", "a copy both placed and left out", ({ unplaced }) => unplaced.push("wedge")],
    ["sheet-index", "a wrong index", ({ sheets }) => (sheets[0]!.index = 1)],
    [
      "empty-sheet",
      "an empty sheet",
      ({ sheets }) => sheets.push({ index: 1, utilization: 0, placements: [] }),
    ],
    ["utilization", "a utilization off by 1e-3", ({ sheets }) => (sheets[0]!.utilization += 1e-3)],
    ["utilization", "a utilization beyond 100", ({ sheets }) => (sheets[0]!.utilization = 100 + 2e-14)],
    ["utilization", "a utilization of NaN", ({ sheets }) => (sheets[0]!.utilization = Number.NaN)],
    ["summary", "a wrong sheets_used", ({ summary }) => summary.sheets_used++],
    ["summary", "a wrong total_parts", ({ summary }) => summary.total_parts--],
    ["summary", "a wrong placed_parts", ({ summary }) => summary.placed_parts--],
    ["summary", "a wrong unplaced_parts", ({ summary }) => summary.unplaced_parts++],
    ["summary", "a wrong total_utilization", ({ summary }) => (summary.total_utilization -= 1e-3)],
    ["summary", "a wrong total_waste_percent", ({ summary }) => (summary.total_waste_percent = 100)],
  ])("is caught as %s: %s", (code, _what, mutate) => {
    expect(judge(two, (data) => void mutate(data))).toContain(code);
  });

  it("is caught for ids left out in another order than the request's", () => {
    const long = { exterior: box(0, 0, 191, 10) };
    const parts = [
      { id: "b", ...long },
      { id: "a", ...long },
    ];
    expect(judge({ ...two, parts })).toEqual([]);
    expect(judge({ ...two, parts }, ({ unplaced }) => unplaced.reverse())).toEqual(["unplaced"]);
  });

  it("is caught wherever a random part moves towards a neighbour or the edge", () => {
    fc.assert(
      fc.property(jobSpecs, fc.nat(), fc.boolean(), (spec, which, far) => {
        const found = judge(requestFrom(spec), (data) => {
          const sheet = data.sheets.length === 0 ? undefined : which % data.sheets.length;
          if (sheet === undefined) return;
          // The first part of a shelf answer lies in the corner of the margins.
          move(data, sheet, 0, far ? -1 : -2e-6);
        });
        return found.length === 0
          ? shelfAnswer(nestRequestSchema.parse(requestFrom(spec))).sheets.length === 0
          : found.includes("outside-sheet");
      }),
      { numRuns: 100, seed: 21 },
    );
  });

  it("is no fault of a run that was cut short when parts are left out", () => {
    const request = nestRequestSchema.parse(two);
    const data = shelfAnswer({ ...request, sheet: { width: 1, height: 1 } });
    expect(codes(verifyNestAnswer(request, data))).toEqual(["unplaced-but-fits", "unplaced-but-fits"]);
    expect(verifyNestAnswer(request, data, { complete: false }).ok).toBe(true);
  });
});

describe("outlines without spacing", () => {
  const tiles: NestRequestInput = {
    parts: [{ id: "tile", exterior: box(0, 0, 10, 10), quantity: 2 }],
    sheet: { width: 100, height: 100 },
  };

  it.each<[string, number, string[]]>([
    ["touch", 10, []],
    ["run 5e-7 into each other", 10 - 5e-7, []],
    ["run 2e-6 into each other", 10 - 2e-6, ["overlap"]],
    ["run half into each other", 5, ["overlap"]],
    ["lie on each other", 0, ["overlap"]],
    ["lie on each other but for 5e-7", 5e-7, ["overlap"]],
  ])("may touch only: equal tiles that %s", (_what, x, expected) => {
    expect(wrongWith(tiles, [0, 0], [x, 0])).toEqual(expected);
    expect(wrongWith(tiles, [0, 0], [0, x])).toEqual(expected);
  });

  it("may touch in a corner and along diagonals", () => {
    expect(wrongWith(tiles, [0, 0], [10, 10])).toEqual([]);
    const wedges = {
      ...tiles,
      parts: [
        { ...wedge, quantity: 1 },
        {
          id: "rest",
          exterior: [
            [30, 20],
            [0, 20],
            [30, 0],
          ] as [number, number][],
        },
      ],
    };
    expect(wrongWith(wedges, [0, 0], [0, 0])).toEqual([]);
    expect(wrongWith(wedges, [0, 0], [-1.3e-6, -1.3e-6])).toContain("overlap");
  });

  it("are told from outlines that coincide in opposite parts: a part that fills a hole", () => {
    const parts = [frame, { id: "plug", exterior: box(0, 0, 40, 40) }];
    expect(wrongWith({ ...tiles, parts }, [0, 0], [10, 10])).toEqual([]);
    expect(wrongWith({ ...tiles, parts }, [0, 0], [10, 10 + 2e-6])).toEqual(["overlap"]);
    expect(wrongWith({ ...tiles, parts }, [0, 0], [0, 0])).toEqual(["overlap"]);
  });

  it("do not hide a part that lies on its equal, whatever its form", () => {
    fc.assert(
      fc.property(jobSpecs, (spec) => {
        const [part] = requestFrom(spec).parts;
        const job = { parts: [{ ...part!, quantity: 2 }], sheet: { width: 1000, height: 1000 } };
        const { min_x, min_y } = pointBounds(part!.exterior as [number, number][]);
        const place: [number, number] = [200 - min_x, 200 - min_y];
        return codes(layout(job, [place, place])).includes("overlap");
      }),
      { numRuns: 150, seed: 22 },
    );
  });

  it("do not hide a part inside the material of another", () => {
    const parts = [
      { id: "disc", exterior: disc(20, 20, 20, 200) },
      { id: "dot", exterior: disc(0, 0, 1, 8) },
    ];
    expect(wrongWith({ ...tiles, parts }, [0, 0], [20, 20])).toEqual(["overlap"]);
  });
});

describe("a part in a hole", () => {
  const job: NestRequestInput = {
    parts: [frame, { id: "inner", exterior: box(0, 0, 30, 30) }],
    sheet: { width: 100, height: 100 },
    config: { spacing: 4, kerf: 1 },
  };

  it("keeps the same clearance", () => {
    expect(wrongWith(job, [5, 5], [20, 20])).toEqual([]);
    expect(wrongWith(job, [5, 5], [20 - 2e-6, 20])).toEqual(["too-close"]);
    expect(wrongWith(job, [5, 5], [20 - 5e-7, 20 + 5e-7])).toEqual([]);
    expect(wrongWith(job, [5, 5], [5, 20])).toEqual(["overlap"]);
  });

  it("reports the smallest gap of all", () => {
    expect(
      layout({ ...job, config: { kerf: 0 } }, [
        [5, 5],
        [17, 18],
      ]).smallest_gap,
    ).toBeCloseTo(2, 12);
  });
});

describe("a large answer", () => {
  it("of thousands of round parts is judged, and one wrong part in it found", () => {
    const request = nestRequestSchema.parse({
      parts: Array.from({ length: 10 }, (_, i) => ({
        id: `disc ${i}`,
        exterior: disc(0, 0, 10 + i / 10, 1000 + i),
        quantity: 300,
      })),
      sheet: { width: 1000, height: 1000 },
    });
    const data = shelfAnswer(request);
    expect(verifyNestAnswer(request, data).violations).toEqual([]);
    move(data, 1, 7, -1e-3);
    expect(codes(verifyNestAnswer(request, data))).toEqual(["too-close"]);
  });

  it("of parts all in one place does not drown", () => {
    const request = nestRequestSchema.parse({
      parts: [{ id: "tile", exterior: box(0, 0, 10, 10), quantity: 500 }],
      sheet: { width: 1000, height: 1000 },
    });
    const data = shelfAnswer(request);
    const [first] = data.sheets[0]!.placements;
    data.sheets[0]!.placements = data.sheets[0]!.placements.map(({ instance }) => ({ ...first!, instance }));
    expect(verifyNestAnswer(request, data).violations.length).toBe(1000);
  });
});
