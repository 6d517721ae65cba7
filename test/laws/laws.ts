/**
 * Laws that answers keep when a request is changed without changing what is asked (metamorphic testing, Chen et al.
 * 1998). A search may find less than there is, so its answers are held to what it claims: the value that it reached and
 * the bound that it proved. Two requests for the same thing may not contradict each other, and one that asks for less
 * may not have a bound above what the other reached.
 */
import type { Random } from "../helpers/random.ts";
import { readProgram } from "../web/program.ts";
import {
  type CutJob,
  cutJob,
  drawingOf,
  type NestJob,
  nestJob,
  type PanelJob,
  type Part,
  panelJob,
  partsDrawn,
  type Ring,
  type Rings,
  type SheetJob,
  sheetJob,
} from "./jobs.ts";

/** Of an answer: the value that it reached, and the bound that it proved. */
export interface Claim {
  /** Nothing was left out. */
  complete: boolean;
  value: number;
  bound: number;
}

/** Geometry that was read from a drawing. */
export interface Shape {
  area: number;
  perimeter: number;
  holes: number;
}

/** Where the laws are tried: the engine, or the service, which tells no bound of nests. */
export interface Place {
  cut(job: CutJob): Promise<Claim>;
  read(drawing: string): Promise<Shape[]>;
  /** The program of a sheet. */
  write(sheet: SheetJob): Promise<string>;
  nest?(job: NestJob, work?: number): Promise<Claim>;
  panels?(job: PanelJob): Promise<Claim>;
}

/** @returns what breaks the law, or null */
export type Law = (random: Random, place: Place) => Promise<string | null>;

/** Relative rounding that sums of areas and lengths may show. */
const EPSILON = 1e-7;

const about = (a: number, b: number) => Math.abs(a - b) <= EPSILON * Math.max(1, Math.abs(a), Math.abs(b));

/** Both ask for the same. */
function same(before: Claim, after: Claim): string | null {
  const allowed = 1 + EPSILON;
  if (before.complete && after.complete) {
    if (before.bound > after.value * allowed)
      return `bound ${before.bound}, but changed reaches ${after.value}`;
    if (after.bound > before.value * allowed)
      return `reaches ${before.value}, but changed has bound ${after.bound}`;
  }
  return null;
}

/** The second asks for no more than the first. */
function noHarder(before: Claim, after: Claim): string | null {
  if (!before.complete || !after.complete) return null;
  if (after.bound <= before.value * (1 + EPSILON)) return null;
  return `reaches ${before.value}, but the easier one has bound ${after.bound}`;
}

type Change<Job> = (job: Job, random: Random) => Job;

const NEST_SAME: Record<string, Change<NestJob>> = {
  "each part moved": (job, random) =>
    eachPart(job, () => {
      const [dx, dy] = [random.int(-900, 900), random.int(-900, 900)];
      return ([x, y]) => [x + dx, y + dy];
    }),
  "all parts turned upside down": (job) =>
    eachPart(job, () => ([x, y]) => [-x, -y]),
  "edges split at points": (job) => eachRing(job, split),
  "rings begun elsewhere and reversed": (job, random) =>
    eachRing(job, (ring) => {
      const at = random.int(0, ring.length - 1);
      const turned = [...ring.slice(at), ...ring.slice(0, at)];
      return random.chance(0.5) ? turned.reverse() : turned;
    }),
  "parts in another order": (job, random) => ({ ...job, parts: random.shuffle(job.parts) }),
  "copies instead of quantity": (job) => ({
    ...job,
    parts: job.parts.flatMap(copies),
  }),
  "all lengths doubled": (job) => ({
    parts: eachPart(job, () => ([x, y]) => [2 * x, 2 * y]).parts,
    sheet: { width: 2 * job.sheet.width, height: 2 * job.sheet.height },
    config: {
      ...job.config,
      spacing: 2 * job.config.spacing,
      edge_margin: 2 * job.config.edge_margin,
      kerf: 2 * job.config.kerf,
    },
  }),
};

const NEST_EASIER: Record<string, Change<NestJob>> = {
  "a smaller gap": (job) => ({ ...job, config: { ...job.config, spacing: job.config.spacing / 2 } }),
  "a larger sheet": (job, random) => ({
    ...job,
    sheet: { width: job.sheet.width + random.int(1, 90), height: job.sheet.height + random.int(0, 90) },
  }),
  "one part less": (job) => ({ ...job, parts: oneLess(job.parts) }),
};

const CUT_SAME: Record<string, Change<CutJob>> = {
  "pieces and stocks in another order": (job, random) => ({
    ...job,
    pieces: random.shuffle(job.pieces),
    stocks: random.shuffle(job.stocks),
  }),
  "copies instead of quantity": (job) => ({
    ...job,
    pieces: job.pieces.flatMap(copies),
  }),
  "a stock in two lots": (job) => ({
    ...job,
    stocks: job.stocks.flatMap((stock) =>
      stock.quantity < 2
        ? [stock]
        : [
            { ...stock, quantity: 1 },
            { ...stock, id: `${stock.id} again`, quantity: stock.quantity - 1 },
          ],
    ),
  }),
};

const CUT_EASIER: Record<string, Change<CutJob>> = {
  "a finer blade": (job) => ({ ...job, kerf: job.kerf / 2 }),
  "shorter pieces": (job, random) => ({
    ...job,
    pieces: job.pieces.map((piece) => ({ ...piece, length: piece.length - random.int(0, 40) })),
  }),
  "one piece less": (job) => ({ ...job, pieces: oneLess(job.pieces) }),
};

const PANEL_SAME: Record<string, Change<PanelJob>> = {
  "pieces in another order": (job, random) => ({ ...job, pieces: random.shuffle(job.pieces) }),
  "copies instead of quantity": (job) => ({
    ...job,
    pieces: job.pieces.flatMap(copies),
  }),
  "pieces laid across": (job) => ({
    ...job,
    pieces: job.pieces.map((piece) => ({ ...piece, length: piece.width, width: piece.length })),
  }),
};

const PANEL_EASIER: Record<string, Change<PanelJob>> = {
  "a finer blade": (job) => ({ ...job, kerf: job.kerf / 2 }),
  "one piece less": (job) => ({ ...job, pieces: oneLess(job.pieces) }),
};

const READ_SAME: Record<string, Change<Part[]>> = {
  moved: (parts, random) => {
    const [dx, dy] = [random.int(-5000, 5000), random.int(-5000, 5000)];
    return parts.map((part) => onPart(part, ([x, y]) => [x + dx, y + dy]));
  },
  "turned by a quarter": (parts) => parts.map((part) => onPart(part, ([x, y]) => [-y, x])),
  mirrored: (parts) => parts.map((part) => onPart(part, ([x, y]) => [-x, y])),
  "with edges split": (parts) => parts.map((part) => onRings(part, split)),
  "with rings reversed": (parts) => parts.map((part) => onRings(part, (ring) => [...ring].reverse())),
  "in another order": (parts, random) => random.shuffle(parts),
};

const WRITE_SAME: Record<string, Change<SheetJob>> = {
  "on a larger sheet, elsewhere": (job, random) => {
    const [dx, dy] = [random.int(0, 90), random.int(0, 90)];
    return {
      ...job,
      sheet_width: job.sheet_width + 90,
      sheet_height: job.sheet_height + 90,
      placements: job.placements.map((placed) => ({ ...placed, x: placed.x + dx, y: placed.y + dy })),
    };
  },
  "placements in another order": (job, random) => ({ ...job, placements: random.shuffle(job.placements) }),
  "edges split at points": (job) => ({
    ...job,
    placements: job.placements.map((placed) => onRings(placed, split)),
  }),
  "the sheet turned upside down": (job) => ({
    ...job,
    placements: job.placements.map((placed) => ({
      ...placed,
      x: job.sheet_width - placed.x,
      y: job.sheet_height - placed.y,
      rotation: (placed.rotation + 180) % 360,
    })),
  }),
};

/** All laws by name. */
export const LAWS: Record<string, Law> = {
  ...named("nest", NEST_SAME, nestJob, (place, job) => place.nest!(job), same),
  ...named("nest", NEST_EASIER, nestJob, (place, job) => place.nest!(job), noHarder),
  "nest: more work": async (random, place) => {
    const job = nestJob(random);
    const [less, more] = [await place.nest!(job), await place.nest!(job, 2)];
    const isWorse = more.complete === less.complete ? more.value > less.value : less.complete;
    return isWorse ? `reaches ${less.value}, but with more work ${more.value}` : null;
  },
  ...named("cut", CUT_SAME, cutJob, (place, job) => place.cut(job), same),
  ...named("cut", CUT_EASIER, cutJob, (place, job) => place.cut(job), noHarder),
  ...named("panels", PANEL_SAME, panelJob, (place, job) => place.panels!(job), same),
  ...named("panels", PANEL_EASIER, panelJob, (place, job) => place.panels!(job), noHarder),
  ...named("read", READ_SAME, partsDrawn, (place, parts) => place.read(drawingOf(parts)), alike),
  "read: in inches": async (random, place) => {
    const parts = partsDrawn(random);
    const inches = parts.map((part) => onPart(part, ([x, y]) => [x / 25.4, y / 25.4]));
    return alike(await place.read(drawingOf(parts)), await place.read(drawingOf(inches, 1)));
  },
  ...named("write", WRITE_SAME, sheetJob, (place, job) => place.write(job), cutsAsMuch),
};

/** The same shapes, in whatever order. */
function alike(before: Shape[], after: Shape[]): string | null {
  if (before.length !== after.length) return `${before.length} parts, but changed ${after.length}`;
  const sorted = (shapes: Shape[]) =>
    [...shapes].sort((a, b) => b.area - a.area || b.perimeter - a.perimeter);
  const [left, right] = [sorted(before), sorted(after)];
  const differs = left.some((shape, i) => {
    const other = right[i]!;
    return (
      shape.holes !== other.holes ||
      !about(shape.area, other.area) ||
      !about(shape.perimeter, other.perimeter)
    );
  });
  return differs ? `${JSON.stringify(left)}, but changed ${JSON.stringify(right)}` : null;
}

/** Coordinates in programs are rounded to thousandths. */
function cutsAsMuch(before: string, after: string): string | null {
  const [left, right] = [readProgram(before), readProgram(after)];
  const [rounding, length, other] = [0.01 * left.cuts.length, left.cutLength, right.cutLength];
  if (left.cuts.length === right.cuts.length && Math.abs(length - other) <= rounding) return null;
  return `${left.cuts.length} cuts of ${length} mm, but changed ${right.cuts.length} of ${other} mm`;
}

function named<Job, Answer>(
  verb: string,
  changes: Record<string, Change<Job>>,
  make: (random: Random) => Job,
  ask: (place: Place, job: Job) => Promise<Answer>,
  compare: (before: Answer, after: Answer) => string | null,
): Record<string, Law> {
  const laws = Object.entries(changes).map(([name, change]): [string, Law] => [
    `${verb}: ${name}`,
    async (random, place) => {
      const job = make(random);
      return compare(await ask(place, job), await ask(place, change(job, random)));
    },
  ]);
  return Object.fromEntries(laws);
}

function copies<Wanted extends { id: string; quantity: number }>(wanted: Wanted): Wanted[] {
  return Array.from({ length: wanted.quantity }, (_, i) => ({
    ...wanted,
    id: `${wanted.id} ${i}`,
    quantity: 1,
  }));
}

function oneLess<Wanted>(list: Wanted[]): Wanted[] {
  return list.length > 1 ? list.slice(1) : list;
}

type Move = (point: [number, number]) => [number, number];

function onPart<Shaped extends Rings>(part: Shaped, move: Move): Shaped {
  return onRings(part, (ring) => ring.map(move));
}

function onRings<Shaped extends Rings>(part: Shaped, change: (ring: Ring) => Ring): Shaped {
  return { ...part, exterior: change(part.exterior), holes: part.holes.map(change) };
}

function eachPart(job: NestJob, moveOf: () => Move): NestJob {
  return { ...job, parts: job.parts.map((part) => onPart(part, moveOf())) };
}

function eachRing(job: NestJob, change: (ring: Ring) => Ring): NestJob {
  return { ...job, parts: job.parts.map((part) => onRings(part, change)) };
}

/** A point in the middle of each edge. */
function split(ring: Ring): Ring {
  return ring.flatMap(([x, y], i): Ring => {
    const [u, v] = ring[(i + 1) % ring.length]!;
    return [
      [x, y],
      [(x + u) / 2, (y + v) / 2],
    ];
  });
}
