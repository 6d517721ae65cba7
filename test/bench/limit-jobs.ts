/** Jobs that strain the clock: kinds of requests that are large, crooked or full of rules, each made from a seed. */
import type { CutPlanRequestInput } from "../../engine/base/contract/cut-plan.ts";
import type { NestPlanRequestInput } from "../../engine/base/contract/nest-plan.ts";
import type { Point, Ring } from "../../engine/base/contract/values/geometry.ts";
import { type PartSpec, requestFrom, type ShapeKind } from "../helpers/nest/jobs.ts";
import type { Random } from "../helpers/random.ts";
import { box, disc } from "../helpers/rings.ts";

export interface NestLimitJob {
  method: "planNest";
  request: NestPlanRequestInput;
}
export interface CutLimitJob {
  method: "planCut";
  request: CutPlanRequestInput;
}
export type LimitJob = NestLimitJob | CutLimitJob;

type Maker = (random: Random) => LimitJob;

const METAL: ShapeKind[] = [
  "rectangle",
  "triangle",
  "convex",
  "concave",
  "ell",
  "channel",
  "circle",
  "frame",
];

/** Named by what is hard about them. */
export const LIMIT_KINDS: Record<string, Maker> = {
  "few rectangles": (random) => sheets(random, ["rectangle"], { types: 8, copies: 3 }),
  "10,000 rectangles": (random) => sheets(random, ["rectangle"], { types: 20, copies: 500, size: [40, 300] }),
  "10,000 convex": (random) => sheets(random, ["convex"], { types: 20, copies: 500, size: [40, 200] }),
  "200 types": (random) => sheets(random, METAL, { types: 200, copies: 5 }),
  "1,000 types": (random) => sheets(random, METAL, { types: 1000, copies: 1 }),
  "2,000 points": (random) => sheets(random, ["fine"], { types: 10, copies: 5 }),
  "200 types of 2,000 points": (random) => sheets(random, ["fine"], { types: 200, copies: 2 }),
  rings: (random) => sheets(random, ["washer"], { types: 20, copies: 8 }),
  "parts that fit holes": framesAndFillings,
  "frames on their own": (random) => sheets(random, ["frame"], { types: 20, copies: 6, size: [150, 900] }),
  "plates of 50 holes": platesOfHoles,
  combs: (random) => sheets(random, ["comb"], { types: 15, copies: 10 }),
  stars: (random) => sheets(random, ["star"], { types: 15, copies: 10 }),
  slivers: (random) => sheets(random, ["sliver"], { types: 15, copies: 10 }),
  "7 angles": (random) => sheets(random, METAL, { types: 40, copies: 6, step: 15 }),
  "72 angles": (random) => withAngles(sheets(random, METAL, { types: 10, copies: 6 }), 72),
  "rings that touch themselves": (random) =>
    sheets(random, ["keyhole", "pinched", "spiked", "doubled", "touching"], { types: 15, copies: 6 }),
  "a strip": (random) => {
    const job = sheets(random, METAL, { types: 20, copies: 4 });
    return { ...job, request: { ...job.request, strip: true } };
  },
  "largest remnants": (random) => {
    const job = sheets(random, [...METAL, "fine"], { types: 30, copies: 8 });
    return { ...job, request: { ...job.request, remnant: "largest-rectangle" } };
  },
  "shared edges": (random) => {
    const { method, request } = sheets(random, [...METAL, "fine"], { types: 30, copies: 8 });
    const config = { ...request.config, spacing: 0, kerf: 0.2 };
    return { method, request: { ...request, config, objective: "shared" } };
  },
  "several sheets, limited": severalSheets,
  "hides with defects": hides,
  "large parts, one to a sheet": (random) =>
    sheets(random, METAL, { types: 60, copies: 4, size: [1100, 1450] }),
  "1,000 bar lengths": (random) => bars(random, { types: 1000, copies: 3 }),
  "10,000 of each piece": (random) => bars(random, { types: 200, copies: 10_000 }),
  "trims and offcuts worth keeping": (random) =>
    bars(random, { types: 30, copies: 10 }, { trim_start: 15, trim_end: 40, min_offcut: 600 }),
  "few patterns, many bars": (random) =>
    bars(random, { types: 60, copies: 40 }, { fewest_patterns: true, min_offcut: 400 }),
  "mitres and limits": mitres,
  "scarce stock by cost": (random) => {
    const { request } = bars(random, { types: 120, copies: 12 });
    const stocks = request.stocks.map((stock) => ({ ...stock, quantity: random.int(3, 30) }));
    return { method: "planCut", request: { ...request, stocks, optimize: "cost" } };
  },
};

interface Mix {
  types: number;
  copies: number;
  size?: [number, number];
  step?: number;
}

function sheets(
  random: Random,
  kinds: ShapeKind[],
  { types, copies, size = [60, 700], step = 90 }: Mix,
): NestLimitJob {
  const parts = Array.from(
    { length: types },
    (): PartSpec => ({
      kind: random.pick(kinds),
      size: random.float(...size),
      turn: random.pick([0, 0, random.float(0, 360)]),
      offset: 0,
      quantity: random.int(Math.ceil(copies / 2), copies),
      seed: random.int(0, 2 ** 31),
    }),
  );
  const config = { spacing: 3, edge_margin: 5, rotation_step: step, kerf: 0.2 };
  return { method: "planNest", request: requestFrom({ parts, width: 3000, height: 1500, ...config }) };
}

/** Frames, and pieces that go into their windows: the best layouts are full of nested parts. */
function framesAndFillings(random: Random): NestLimitJob {
  const parts = Array.from({ length: 12 }, (_, i) => {
    const [width, height] = [random.float(300, 900), random.float(300, 900)];
    const wall = random.float(15, 60);
    const window = box(wall, wall, width - 2 * wall, height - 2 * wall);
    const share = random.float(0.3, 0.95);
    const filling = disc(0, 0, (share * Math.min(width - 2 * wall, height - 2 * wall)) / 2, 40);
    const quantity = random.int(2, 8);
    return [
      { id: `frame ${i}`, exterior: box(0, 0, width, height), holes: [window], quantity },
      { id: `filling ${i}`, exterior: filling, quantity },
    ];
  });
  return {
    method: "planNest",
    request: {
      parts: parts.flat(),
      sheet: { width: 3000, height: 1500 },
      config: { spacing: 3, edge_margin: 5 },
    },
  };
}

function platesOfHoles(random: Random): NestLimitJob {
  const parts = Array.from({ length: 12 }, (_, i) => {
    const [across, up] = [10, 5];
    const pitch = random.float(40, 90);
    const holes = Array.from({ length: across * up }, (_, h) =>
      disc(((h % across) + 0.5) * pitch, (Math.floor(h / across) + 0.5) * pitch, pitch * 0.35, 36),
    );
    return {
      id: `plate ${i}`,
      exterior: box(0, 0, across * pitch, up * pitch),
      holes,
      quantity: random.int(2, 10),
    };
  });
  return { method: "planNest", request: { parts, sheet: { width: 3000, height: 1500 } } };
}

function withAngles({ request }: NestLimitJob, count: number): NestLimitJob {
  const angles = Array.from({ length: count }, (_, i) => (360 * i) / count);
  return {
    method: "planNest",
    request: { ...request, parts: request.parts.map((part) => ({ ...part, angles, mirror: true })) },
  };
}

function severalSheets(random: Random): NestLimitJob {
  const { sheet: _sheet, ...request } = sheets(random, METAL, { types: 40, copies: 8 }).request;
  const sizes = Array.from({ length: 12 }, (_, i) => ({
    id: `sheet ${i}`,
    width: random.float(800, 3000),
    height: random.float(800, 2000),
    quantity: random.int(1, 5),
    cost: random.float(10, 60),
  }));
  const parts = request.parts.map((part) => ({ ...part, priority: random.int(0, 3) }));
  return { method: "planNest", request: { ...request, parts, sheets: sizes, max_sheets: 10 } };
}

function hides(random: Random): NestLimitJob {
  const { sheet: _sheet, ...request } = sheets(random, METAL, {
    types: 30,
    copies: 5,
    size: [50, 300],
  }).request;
  const outline = (): Ring =>
    disc(0, 0, 1, 120).map(([x, y], i): Point => {
      const reach = 0.85 + 0.12 * Math.sin(5 * (i / 120) * 2 * Math.PI + random.next() * 0.1);
      return [1000 + 1000 * reach * x, 700 + 700 * reach * y];
    });
  const hide = (i: number) => ({
    id: `hide ${i}`,
    width: 2000,
    height: 1400,
    outline: outline(),
    defects: Array.from({ length: 6 }, () =>
      disc(random.float(600, 1400), random.float(400, 1000), random.float(5, 60), 24),
    ),
    quantity: 3,
  });
  return {
    method: "planNest",
    request: { ...request, sheets: Array.from({ length: 5 }, (_, i) => hide(i)) },
  };
}

function bars(random: Random, { types, copies }: Mix, options?: CutPlanRequestInput["options"]): CutLimitJob {
  const request = {
    stocks: Array.from({ length: 4 }, (_, i) => ({
      id: `bar ${i}`,
      length: random.int(30_000, 120_000) / 10,
      cost: random.int(100, 900) / 100,
    })),
    pieces: Array.from({ length: types }, (_, i) => ({
      id: `piece ${i}`,
      length: random.int(2000, 29_000) / 10,
      quantity: random.int(Math.ceil(copies / 2), copies),
    })),
    kerf: 3.2,
  };
  return { method: "planCut", request: options ? { ...request, options } : request };
}

function mitres(random: Random): CutLimitJob {
  const options = { profile_width: 60, max_pieces: 9, max_lengths: 4, min_offcut: 500, trim_start: 10 };
  const { request } = bars(random, { types: 40, copies: 12 }, options);
  const angle = () => random.pick([0, 45, -45, 22.5, 30]);
  const pieces = request.pieces.map((piece) => ({ ...piece, angle_start: angle(), angle_end: angle() }));
  return { method: "planCut", request: { ...request, pieces } };
}
