/**
 * Outlines as drawing programs write them: the same part clean and with noise of every kind, none of which moves the
 * outline by as much as a nanometre. A layout is right for the one when it is right for the other.
 */

import type { NestPlanRequestInput } from "../../../engine/base/contract/nest-plan.ts";
import type { Point, Ring } from "../../../engine/base/contract/values/geometry.ts";
import type { Random } from "../random.ts";

/** A quarter of a circle about (x, y) from an angle on, counter-clockwise or clockwise. */
function arc(x: number, y: number, radius: number, from: number, sweep: number, points: number): Ring {
  return Array.from({ length: points }, (_, i): Point => {
    const angle = from + (sweep * i) / (points - 1);
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)];
  });
}

/** A slot from the upper edge down, with the round reliefs in its corners that a router leaves. */
function dogBoneSlot(x: number, top: number, width: number, depth: number, points: number): Ring {
  const r = width / 5;
  const [left, right, low] = [x - width / 2, x + width / 2, top - depth];
  // From the right, as the outline of a part goes along its upper edge.
  return [
    [right, top],
    ...arc(right, low, r, Math.PI / 2, -1.5 * Math.PI, points),
    ...arc(left, low, r, 0, -1.5 * Math.PI, points),
    [left, top],
  ];
}

const OUTLINES: Record<string, (random: Random, size: number) => Ring> = {
  slotted(random, size) {
    const points = random.int(4, 60);
    const height = size * random.float(0.25, 0.8);
    const slots = random.int(1, 3);
    const width = (size / slots) * random.float(0.1, 0.3);
    const upper = Array.from({ length: slots }, (_, i) =>
      dogBoneSlot(size * (1 - (i + 0.5) / slots), height, width, height * random.float(0.3, 0.6), points),
    );
    return [[0, 0], [size, 0], [size, height], ...upper.flat(), [0, height]];
  },
  rounded(random, size) {
    const points = random.int(12, 250);
    const height = size * random.float(0.2, 1);
    const r = Math.min(size, height) * random.float(0.05, 0.5);
    const quarter = (x: number, y: number, from: number) => arc(x, y, r, from, Math.PI / 2, points);
    return [
      ...quarter(size - r, height - r, 0),
      ...quarter(r, height - r, Math.PI / 2),
      ...quarter(r, r, Math.PI),
      ...quarter(size - r, r, 1.5 * Math.PI),
    ];
  },
  flank(random, size) {
    const corner = size * random.float(0.1, 0.6);
    return [
      [0, 0],
      [size, 0],
      [size, 0.3 * size],
      [corner, size],
      [0, size * random.float(0.5, 0.95)],
    ];
  },
  bracket(random, size) {
    const leg = size * random.float(0.1, 0.4);
    return [
      [0, 0],
      [size, 0],
      [size, leg],
      [leg, leg],
      [leg, size * random.float(0.5, 1)],
      [0, size],
    ];
  },
  box(random, size) {
    const height = size * random.float(0.1, 1);
    return [
      [0, 0],
      [size, 0],
      [size, height],
      [0, height],
    ];
  },
};

/** Each is given two corners of a ring and answers what is to stand between them. */
const NOISES: Record<string, (random: Random, from: Point, to: Point) => Ring> = {
  /** Edges of almost no length, as two entities leave where they meet. */
  near: (random, [x, y]) => {
    const step = () => random.pick([0, 1e-16, 4.44e-16, 1.8e-14, 1e-13, 1e-11, 1e-10]) * random.pick([1, -1]);
    return Array.from({ length: random.int(1, 3) }, (): Point => [x + step(), y + step()]);
  },
  collinear: (random, from, to) => {
    const count = random.int(1, 30);
    return Array.from({ length: count }, (_, i) => between(from, to, (i + 1) / (count + 1)));
  },
  /** The side goes on beside itself by a last digit. */
  step: (random, from, to) => {
    const [x, y] = between(from, to, random.float(0.2, 0.8));
    const size = random.pick([1e-15, 1.77636e-14, 1e-13, 1e-12]);
    return [
      [x, y],
      [x + size, y - size],
    ];
  },
  /** There and back, along the side or away from it. */
  spike: (random, from, to) => {
    const foot = between(from, to, random.float(0.2, 0.7));
    const tip = random.chance(0.5) ? between(from, to, 0.9) : away(from, to, foot, random.float(0.01, 0.2));
    const back: Point = [foot[0] + random.pick([0, 1e-13]), foot[1] - random.pick([0, 1e-14])];
    return [foot, tip, back];
  },
};

function between([ax, ay]: Point, [bx, by]: Point, share: number): Point {
  return [ax + share * (bx - ax), ay + share * (by - ay)];
}

/** To the right of the side: outside. */
function away([ax, ay]: Point, [bx, by]: Point, [x, y]: Point, share: number): Point {
  return [x + share * (by - ay), y - share * (bx - ax)];
}

/** The ring with noise between its corners, and points of it off by a last digit. */
export function withNoise(random: Random, ring: Ring): Ring {
  const names = Object.keys(NOISES);
  // No more points than a request may have.
  const share = Math.min(random.float(0.05, 0.5), 100 / ring.length);
  const noisy = ring.flatMap((point, i): Ring => {
    if (!random.chance(share)) return [point];
    return [point, ...NOISES[random.pick(names)]!(random, point, ring[(i + 1) % ring.length]!)];
  });
  const digit = () => random.pick([0, 0, 4.440892098500626e-16, -1.7763568394002505e-15, 2.8e-14]);
  return noisy.map(([x, y]) => [x + digit(), y + digit()]);
}

export interface NoisyJob {
  clean: NestPlanRequestInput;
  noisy: NestPlanRequestInput;
}

/** A strip or sheets with parts of a few to some hundred points, and the same job with noise on every outline. */
export function noisyJob(random: Random): NoisyJob {
  const size = random.pick([30, 300, 1000]);
  const names = Object.keys(OUTLINES);
  const outlines = Array.from({ length: random.int(1, 5) }, () => {
    const [x, y] = random.pick([
      [0, 0],
      [0, 0],
      [-size / 3, 17.1],
      [2e4, -3e3],
    ]) as Point;
    const ring = OUTLINES[random.pick(names)]!(random, size * random.float(0.15, 1));
    return ring.map((point): Point => [point[0] + x, point[1] + y]);
  });
  const angles = random.pick([
    [0, 180],
    [0, 90, 180, 270],
    [0],
    [0, 90],
    [0, 45, 90, 135, 180, 225, 270, 315],
  ]);
  const rest = outlines.map((_, i) => {
    return { id: `part-${i}`, quantity: random.int(1, 5), angles, mirror: random.chance(0.2) };
  });
  const place = random.chance(0.5)
    ? { strip: true, sheet: { width: 1, height: size * random.float(1.1, 3) } }
    : { sheet: { width: size * random.float(1.2, 4), height: size * random.float(1.2, 3) } };
  const config = {
    spacing: random.pick([0, 0, 0, 1e-7, 0.5, 3]),
    edge_margin: random.pick([0, 5]),
    kerf: random.pick([0, 0, 0.2]),
  };
  const job = (rings: Ring[]) => ({
    parts: rings.map((exterior, i) => ({ ...rest[i]!, exterior })),
    ...place,
    config,
  });
  return { clean: job(outlines), noisy: job(outlines.map((ring) => withNoise(random, ring))) };
}
