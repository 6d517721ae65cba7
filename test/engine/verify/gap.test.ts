/** Distances and overlaps of the verifier against slow and different ways to get them. */
import { Clipper, EndType, FillRule, JoinType } from "clipper2-ts";
import { describe, expect, it } from "vitest";
import { nestRequestSchema } from "../../../engine/base/contract/v1/nest.ts";
import type { Ring } from "../../../engine/base/contract/values/geometry.ts";
import {
  pointSegmentDistance,
  segmentDistance,
  sideDistance,
} from "../../../engine/base/geometry/segment.ts";
import { outlineDistance, overlapping } from "../../../engine/verify/nest/gap.ts";
import {
  containsPoint,
  JudgedShape,
  type PlacedShape,
  placeShape,
} from "../../../engine/verify/nest/shape.ts";
import { randomJob, requestFrom, type ShapeKind } from "../../helpers/nest/jobs.ts";
import { Random } from "../../helpers/random.ts";
import { box } from "../../helpers/rings.ts";

const TOLERANCE = 1e-6;

/** Edges of a placed part as numbers. */
function edgesOf({ shape, x, y }: PlacedShape): [number, number, number, number][] {
  return Array.from(shape.ax, (ax, i) => [ax + x, shape.ay[i]! + y, shape.bx[i]! + x, shape.by[i]! + y]);
}

/** The least of f over [0, 1] for a convex f. */
function leastOf(f: (t: number) => number): number {
  let [from, to] = [0, 1];
  for (let i = 0; i < 80; i++) {
    const third = (to - from) / 3;
    if (f(from + third) <= f(to - third)) to -= third;
    else from += third;
  }
  return f((from + to) / 2);
}

/** Two placed parts of a random job, near each other. */
function randomPair(seed: number): {
  a: PlacedShape;
  b: PlacedShape;
  rings: [Ring[], Ring[]];
  kinds: ShapeKind[];
} {
  const random = new Random(seed);
  const specs = [randomJob(seed, 1), randomJob(seed + 1e6, 1)];
  const parts = specs.map((spec) => {
    const [part] = nestRequestSchema.parse(
      requestFrom({ ...spec, parts: [{ ...spec.parts[0]!, offset: 0, size: random.float(5, 40) }] }),
    ).parts;
    return part!;
  });
  const [a, b] = parts.map((part, i) => {
    const shape = new JudgedShape(part, 0);
    const { minX, minY } = shape.box;
    return placeShape(shape, random.float(0, 30) - minX, (i === 0 ? 0 : random.float(0, 30)) - minY);
  });
  const rings = parts.map((part, i) => {
    const { x, y } = i === 0 ? a! : b!;
    return [part.exterior, ...part.holes].map((ring) =>
      ring.map(([px, py]): [number, number] => [px + x, py + y]),
    );
  });
  return {
    a: a!,
    b: b!,
    rings: rings as [Ring[], Ring[]],
    kinds: specs.map(({ parts: [part] }) => part!.kind),
  };
}

describe("segments", () => {
  it("are as far apart as a search along both finds", () => {
    const random = new Random(1);
    for (let i = 0; i < 300; i++) {
      const [ax, ay, bx, by, cx, cy, dx, dy] = Array.from({ length: 8 }, () => random.int(-5, 5)) as [
        number,
        number,
        number,
        number,
        number,
        number,
        number,
        number,
      ];
      // The distance from a point of one segment to the nearest of the other is convex along the first.
      const searched = leastOf((s) =>
        leastOf((t) =>
          Math.hypot(ax + s * (bx - ax) - cx - t * (dx - cx), ay + s * (by - ay) - cy - t * (dy - cy)),
        ),
      );
      expect(segmentDistance(ax, ay, bx, by, cx, cy, dx, dy)).toBeCloseTo(searched, 6);
    }
  });

  it("know a point's distance and its side", () => {
    expect(pointSegmentDistance(0, 3, -1, 0, 1, 0)).toBe(3);
    expect(pointSegmentDistance(4, 4, -1, 0, 1, 0)).toBe(5);
    expect(pointSegmentDistance(3, 4, 0, 0, 0, 0)).toBe(5);
    expect(sideDistance(0, 3, -1, 0, 1, 0)).toBe(3);
    expect(sideDistance(0, -3, -1, 0, 1, 0)).toBe(-3);
    expect(sideDistance(0, -3, 1, 1, 1, 1)).toBe(0);
  });

  it("keep digits on a long segment far from the origin", () => {
    expect(pointSegmentDistance(50_000, 1e-7, 0, 0, 100_000, 0)).toBeCloseTo(1e-7, 15);
    expect(segmentDistance(0, 0, 1e5, 1e5, 3e4, 3e4 + 1e-6, 6e4, 6e4 + 1e-6)).toBeCloseTo(
      1e-6 / Math.SQRT2,
      11,
    );
  });
});

describe("outlines", () => {
  it("are as far apart as the nearest of all pairs of edges", () => {
    for (let seed = 0; seed < 150; seed++) {
      const { a, b } = randomPair(seed);
      let least = Infinity;
      const others = edgesOf(b);
      for (const edge of edgesOf(a)) {
        for (const other of others) least = Math.min(least, segmentDistance(...edge, ...other));
      }
      expect(outlineDistance(a, b, Infinity), `seed ${seed}`).toBe(least);
      expect(outlineDistance(b, a, least / 2), `seed ${seed}`).toBe(least / 2);
    }
  });

  it("contain a point when they wind around it", () => {
    const random = new Random(3);
    for (let seed = 0; seed < 60; seed++) {
      const { a } = randomPair(seed);
      for (let i = 0; i < 20; i++) {
        const x = random.float(a.box.minX - 1, a.box.maxX + 1);
        const y = random.float(a.box.minY - 1, a.box.maxY + 1);
        let angle = 0;
        for (const [ax, ay, bx, by] of edgesOf(a)) {
          angle += Math.atan2(
            (ax - x) * (by - y) - (ay - y) * (bx - x),
            (ax - x) * (bx - x) + (ay - y) * (by - y),
          );
        }
        expect(containsPoint(a, x, y), `seed ${seed}, (${x}, ${y})`).toBe(Math.abs(angle) > Math.PI);
      }
    }
  });

  it("overlap exactly when another library finds an area that both cover", () => {
    let [overlaps, apart] = [0, 0];
    for (let seed = 0; seed < 400; seed++) {
      const { a, b, rings } = randomPair(seed);
      const [first, second] = rings.map((part) => part.map((ring) => ring.map(([x, y]) => ({ x, y }))));
      const shared = Clipper.intersectD(first!, second!, FillRule.EvenOdd, 6);
      const area = Math.abs(shared.reduce((sum, path) => sum + Clipper.areaD(path), 0));
      const found = overlapping(a, b, outlineDistance(a, b, Infinity), TOLERANCE);
      // Between the two a sliver of an overlap may be thinner than the tolerance.
      if (area > 1e-3) expect(found, `seed ${seed}: area ${area}`).toBe(true);
      if (area === 0) expect(found, `seed ${seed}`).toBe(false);
      overlaps += Number(area > 1e-3);
      apart += Number(area === 0);
    }
    expect(Math.min(overlaps, apart)).toBeGreaterThan(50);
  });

  it("overlap exactly when one reaches the other's core, as another library erodes it", () => {
    // A coarse tolerance, so that the other library's rounding does not matter.
    const tolerance = 0.05;
    const counts = { overlap: 0, touch: 0 };
    for (let seed = 0; seed < 250; seed++) {
      const pair = randomPair(seed);
      // A line that leads nowhere is an outline without a core: it must not cut into a part, whatever areas say.
      if (pair.kinds.includes("spiked")) continue;
      const { a, b } = pushedTogether(pair.a, pair.b, new Random(seed), tolerance);
      const [first, second] = [pathsOf(a), pathsOf(b)];
      const shared = (depth: number) =>
        reach(first, eroded(second, depth)) + reach(second, eroded(first, depth));
      const found = overlapping(a, b, outlineDistance(a, b, 1), tolerance);
      if (shared(1.1 * tolerance) > 1e-4) expect(found, `seed ${seed}`).toBe(true);
      if (shared(0.9 * tolerance) === 0) expect(found, `seed ${seed}`).toBe(false);
      counts[found ? "overlap" : "touch"]++;
    }
    expect(Math.min(counts.overlap, counts.touch)).toBeGreaterThan(50);
  });

  it("overlap on top of their equals, however they lean and whichever way they are flat", () => {
    // No edge of one runs inside the other: only their cores tell.
    for (let degrees = 0; degrees < 360; degrees += 15)
      for (const flat of [0.15, 0.5, 1]) {
        const turn = (degrees * Math.PI) / 180;
        const diamond = [
          [20, 0],
          [0, 20 * flat],
          [-20, 0],
          [0, -20 * flat],
        ].map(([x, y]): [number, number] => [
          x! * Math.cos(turn) - y! * Math.sin(turn),
          x! * Math.sin(turn) + y! * Math.cos(turn),
        ]);
        const shape = new JudgedShape({ exterior: diamond, holes: [] }, 0);
        const [a, b] = [placeShape(shape, 300, 200), placeShape(shape, 300, 200)];
        for (const tolerance of [TOLERANCE, 1e-3, 0.1])
          expect(overlapping(a, b, 0, tolerance), `${degrees} degrees, ${flat}, ${tolerance}`).toBe(true);
      }
  });

  it("overlap from a micrometre of depth on, at every angle", () => {
    for (let degrees = 0; degrees < 360; degrees += 7) {
      const plate: Ring = box(0, 0, 80, 50);
      const turn = (degrees * Math.PI) / 180;
      const fixed = placeShape(new JudgedShape({ exterior: plate, holes: [] }, degrees), 1e4, -1e4);
      const moved = (depth: number) =>
        placeShape(fixed.shape, 1e4 + (80 - depth) * Math.cos(turn), -1e4 + (80 - depth) * Math.sin(turn));
      const judge = (depth: number) => {
        const other = moved(depth);
        return overlapping(fixed, other, outlineDistance(fixed, other, 1), TOLERANCE);
      };
      expect([0, 0.9e-6, 1.1e-6, 1e-3].map(judge), `${degrees} degrees`).toEqual([false, false, true, true]);
    }
  });
});

/** `b` moved towards `a` until they touch, then on by up to three times the tolerance. */
function pushedTogether(
  a: PlacedShape,
  b: PlacedShape,
  random: Random,
  tolerance: number,
): { a: PlacedShape; b: PlacedShape } {
  const angle = random.float(0, 2 * Math.PI);
  const [dx, dy] = [Math.cos(angle), Math.sin(angle)];
  const at = (t: number) => placeShape(b.shape, b.x + t * dx, b.y + t * dy);
  const apart = (t: number) => !overlapping(a, at(t), outlineDistance(a, at(t), 1), 1e-9);
  let [near, far] = [0, 200];
  for (let i = 0; i < 40; i++) {
    const middle = (near + far) / 2;
    if (apart(middle)) far = middle;
    else near = middle;
  }
  return { a, b: at(far - random.float(0, 3 * tolerance)) };
}

type FloatPaths = { x: number; y: number }[][];

/** The rings of a placed part, put together again from its edges. */
function pathsOf(placed: PlacedShape): FloatPaths {
  const paths: FloatPaths = [];
  let start: number[] | undefined;
  for (const [ax, ay, bx, by] of edgesOf(placed)) {
    if (!start) paths.push([]);
    start ??= [ax, ay];
    paths.at(-1)!.push({ x: ax, y: ay });
    if (bx === start[0] && by === start[1]) start = undefined;
  }
  return paths;
}

function eroded(paths: FloatPaths, depth: number): FloatPaths {
  return Clipper.inflatePathsD(paths, -depth, JoinType.Round, EndType.Polygon, 2, 6);
}

function reach(paths: FloatPaths, core: FloatPaths): number {
  const shared = Clipper.intersectD(paths, core, FillRule.EvenOdd, 6);
  return Math.abs(shared.reduce((sum, path) => sum + Clipper.areaD(path), 0));
}
