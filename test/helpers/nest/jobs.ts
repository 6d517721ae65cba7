/**
 * Generated nesting jobs: shapes of every kind that a job may hold, whole requests from a seed, and the same as
 * fast-check arbitraries that shrink to fewer, simpler, smaller parts.
 */
import fc from "fast-check";
import type { NestRequestInput } from "../../../engine/base/contract/v1/nest.ts";
import type { Point, Ring } from "../../../engine/base/contract/values/geometry.ts";
import { Random } from "../random.ts";
import { box, disc } from "../rings.ts";

interface Outline {
  exterior: Ring;
  holes: Ring[];
}

/** Each fills about a `size` × `size` box near the origin. */
const SHAPES = {
  rectangle: (random: Random, size: number) => solid(box(0, 0, size, size * random.float(0.2, 1))),
  triangle: (random: Random, size: number) =>
    solid([
      [0, 0],
      [size, 0],
      [size * random.next(), size * random.float(0.3, 1)],
    ]),
  convex: (random: Random, size: number) => solid(blob(random, size, random.int(5, 12), 0)),
  concave: (random: Random, size: number) => solid(blob(random, size, random.int(6, 20), 0.7)),
  star: (random: Random, size: number) =>
    solid(star(random.int(4, 9), size / 2, size * random.float(0.08, 0.3))),
  comb: (random: Random, size: number) => solid(comb(random.int(2, 8), size)),
  ell: (random: Random, size: number) => solid(ell(size, size * random.float(0.15, 0.6))),
  channel: (random: Random, size: number) => solid(channel(size, size * random.float(0.1, 0.3))),
  sliver: (random: Random, size: number) => solid(box(0, 0, size, size * random.pick([1e-2, 1e-3, 1e-4]))),
  collinear: (random: Random, size: number) => solid(nearlyStraight(random, size)),
  circle: (_random: Random, size: number) => solid(disc(size / 2, size / 2, size / 2, 64)),
  fine: (_random: Random, size: number) => solid(disc(size / 2, size / 2, size / 2, 1999)),
  frame: (random: Random, size: number) => {
    const wall = size * random.float(0.03, 0.2);
    return { exterior: box(0, 0, size, size), holes: [box(wall, wall, size - 2 * wall, size - 2 * wall)] };
  },
  washer: (random: Random, size: number) => ({
    exterior: disc(size / 2, size / 2, size / 2, 48),
    holes: [disc(size / 2, size / 2, size * random.float(0.1, 0.45), 36)],
  }),
  plate: (random: Random, size: number) => plate(size, random.int(1, 4)),
  /** A hole that touches the exterior in one point and one that touches its neighbour. */
  touching: (_random: Random, size: number) => ({
    exterior: box(0, 0, size, size),
    holes: [
      [
        [0, size / 2],
        [size / 4, size / 4],
        [size / 2, size / 2],
        [size / 4, (size * 3) / 4],
      ] as Ring,
      box(size / 2, size / 4, size / 4, size / 2),
    ],
  }),
  /** Rings that touch themselves: a hole reached over a bridge, two lobes, a line that leads nowhere, double points. */
  keyhole: (_random: Random, size: number) =>
    solid([
      ...box(0, 0, size, size),
      [0, 0],
      ...box(size / 4, size / 4, size / 2, size / 2).reverse(),
      [size / 4, (3 * size) / 4],
    ]),
  pinched: (random: Random, size: number) => {
    const waist: Point = [size / 2, size * random.float(0.3, 0.7)];
    return solid([[0, 0], waist, [size, 0], [size, size], waist, [0, size]]);
  },
  spiked: (random: Random, size: number) =>
    solid([
      ...ell(size, size / 3),
      [0, size / 2],
      [-size * random.float(0.01, 0.4), size / 2],
      [0, size / 2],
    ]),
  doubled: (_random: Random, size: number) =>
    solid(ell(size, size / 4).flatMap((point): Point[] => [point, point, point])),
} satisfies Record<string, (random: Random, size: number) => Outline>;

export type ShapeKind = keyof typeof SHAPES;
export const SHAPE_KINDS = Object.keys(SHAPES) as ShapeKind[];

export interface PartSpec {
  kind: ShapeKind;
  size: number;
  /** Degrees by which the outline is turned before it goes into the request. */
  turn: number;
  /** The request's coordinates lie about this far from the origin. */
  offset: number;
  quantity: number;
  seed: number;
}

export interface JobSpec {
  parts: PartSpec[];
  width: number;
  height: number;
  spacing: number;
  edge_margin: number;
  rotation_step: number;
  kerf: number;
}

export function requestFrom({ parts, width, height, ...config }: JobSpec): NestRequestInput {
  return { parts: parts.map(partFrom), sheet: { width, height }, config };
}

function partFrom({ kind, size, turn, offset, quantity, seed }: PartSpec, number: number) {
  const random = new Random(seed);
  const { exterior, holes } = SHAPES[kind](random, size);
  // Closed or open, either way round, from any point: a request may write a ring as it likes.
  const written = (ring: Ring) => {
    const first = random.int(0, ring.length - 1);
    const moved = [...ring.slice(first), ...ring.slice(0, first)].map((p) => shift(turned(p, turn), offset));
    if (random.chance(0.5)) moved.reverse();
    return random.chance(0.5) ? [...moved, moved[0]!] : moved;
  };
  return { id: `${kind}-${number}`, exterior: written(exterior), holes: holes.map(written), quantity };
}

/** A job of up to `most` part types whose parts mostly fit the sheet. */
export function randomJob(seed: number, most = 6): JobSpec {
  const random = new Random(seed);
  const scale = random.pick([1, 1, 1, 1, 1e-2, 30]);
  const side = 100 * scale;
  const parts = Array.from({ length: random.int(1, most) }, () => ({
    kind: random.pick(SHAPE_KINDS),
    size: side * random.float(0.05, 0.6),
    turn: random.pick([0, 0, 0, 90, random.float(0, 360)]),
    offset: random.pick([0, 0, 0, -side, 1e4, 1e7]),
    quantity: random.pick([1, 1, 2, 3, random.int(1, 12)]),
    seed: random.int(0, 2 ** 31),
  }));
  return {
    parts,
    width: side * random.float(0.7, 2),
    height: side * random.float(0.7, 2),
    spacing: Math.min(100, random.pick([0, 0, 3 * scale, side * random.float(0, 0.2)])),
    edge_margin: Math.min(100, random.pick([0, 5 * scale, side * random.float(0, 0.2)])),
    rotation_step: random.pick([90, 45, 30, 15, 60, 22.5, random.float(15, 90)]),
    kerf: Math.min(50, random.pick([0, 0, 0.2 * scale, 0.1 * side])),
  };
}

const partSpecs: fc.Arbitrary<PartSpec> = fc.record({
  kind: fc.constantFrom(...SHAPE_KINDS),
  size: fc.oneof(fc.integer({ min: 5, max: 60 }), fc.double({ min: 5, max: 60, noNaN: true })),
  turn: fc.constantFrom(0, 0, 0, 90, 17.3, 45),
  offset: fc.constantFrom(0, 0, 0, -50, 1e4, 1e7),
  quantity: fc.integer({ min: 1, max: 6 }),
  seed: fc.integer({ min: 0, max: 2 ** 31 }),
});

/** Jobs on sheets of about 100 mm. */
export const jobSpecs: fc.Arbitrary<JobSpec> = fc.record({
  parts: fc.array(partSpecs, { minLength: 1, maxLength: 5 }),
  width: fc.integer({ min: 60, max: 200 }),
  height: fc.integer({ min: 60, max: 200 }),
  spacing: fc.constantFrom(0, 0, 3, 0.1, 20),
  edge_margin: fc.constantFrom(0, 5, 0.3, 25),
  rotation_step: fc.constantFrom(90, 45, 30, 15, 60, 22.5, 37),
  kerf: fc.constantFrom(0, 0, 0.2, 4),
});

function solid(exterior: Ring): Outline {
  return { exterior, holes: [] };
}

/** Points around a middle; `dent` pulls some of them inwards, none leaves the ring convex. */
function blob(random: Random, size: number, points: number, dent: number): Ring {
  return disc(0, 0, 1, points).map(([x, y]) => {
    const radius = (size / 2) * (1 - dent * random.next());
    return [size / 2 + radius * x, size / 2 + radius * y];
  });
}

/** An ellipse's points, or a star's whose corners lie nearer and farther. */
export function ellipseOrStar(random: Random, convex: boolean): Ring {
  const [across, up] = [random.float(10, 60), random.float(10, 60)];
  const corners = random.int(convex ? 3 : 5, convex ? 12 : 17);
  return Array.from({ length: corners }, (_, i): Point => {
    const angle = (2 * Math.PI * (i + random.float(0, 0.7))) / corners;
    const far = convex ? 1 : random.float(0.4, 1);
    return [far * across * Math.cos(angle), far * up * Math.sin(angle)];
  });
}

function star(spikes: number, outer: number, inner: number): Ring {
  return disc(0, 0, 1, 2 * spikes).map(([x, y], i) => {
    const radius = i % 2 === 0 ? outer : inner;
    return [outer + radius * x, outer + radius * y];
  });
}

function comb(teeth: number, size: number): Ring {
  const pitch = size / teeth;
  const upper = Array.from({ length: teeth }, (_, i): Point[] => {
    const right = size - i * pitch;
    return [
      [right, size],
      [right - pitch * 0.6, size],
      [right - pitch * 0.6, size * 0.2],
      [right - pitch, size * 0.2],
    ];
  });
  return [[0, 0], [size, 0], ...upper.flat()];
}

/** An angle: two legs of a width. */
export function ell(size: number, leg: number): Ring {
  return [
    [0, 0],
    [size, 0],
    [size, leg],
    [leg, leg],
    [leg, size],
    [0, size],
  ];
}

function channel(size: number, wall: number): Ring {
  return [
    [0, 0],
    [size, 0],
    [size, size],
    [size - wall, size],
    [size - wall, wall],
    [wall, wall],
    [wall, size],
    [0, size],
  ];
}

/** A rectangle with points along its sides that are off the line by next to nothing. */
function nearlyStraight(random: Random, size: number): Ring {
  return box(0, 0, size, size / 2).flatMap(([x, y], i, corners): Point[] => {
    const [toX, toY] = corners[(i + 1) % corners.length]!;
    const steps = random.int(1, 6);
    return Array.from({ length: steps }, (_, k) => {
      const off = k === 0 ? 0 : random.pick([0, 1e-9, -1e-9, 1e-7, -1e-7, 1e-5]);
      return [x + ((toX - x) * k) / steps + off, y + ((toY - y) * k) / steps + off];
    });
  });
}

function plate(size: number, rows: number): Outline {
  const pitch = size / rows;
  const holes = Array.from({ length: rows * rows }, (_, i) =>
    disc(((i % rows) + 0.5) * pitch, (Math.floor(i / rows) + 0.5) * pitch, pitch * 0.3, 20),
  );
  return { exterior: box(0, 0, size, size), holes };
}

function turned([x, y]: Point, degrees: number): Point {
  if (degrees === 0) return [x, y];
  const angle = (degrees * Math.PI) / 180;
  return [x * Math.cos(angle) - y * Math.sin(angle), x * Math.sin(angle) + y * Math.cos(angle)];
}

function shift([x, y]: Point, offset: number): Point {
  return [x + offset, y - offset];
}
