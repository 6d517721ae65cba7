/** Which parts are refused before any solver sees them, and by which name. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkNestRequest } from "../../../../engine/base/check/part.ts";
import { type NestRequest, nestRequestSchema } from "../../../../engine/base/contract/v1/nest.ts";
import type { Point, Ring } from "../../../../engine/base/contract/values/geometry.ts";
import { EngineError } from "../../../../engine/base/errors.ts";
import { jobSpecs, randomJob, requestFrom, SHAPE_KINDS } from "../../../helpers/nest/jobs.ts";
import { Random } from "../../../helpers/random.ts";
import { box, disc } from "../../../helpers/rings.ts";

const tile = box(0, 0, 10, 10);

/** The complaint about a part behind a good one as `path: message`, or "accepted". */
function complaint(exterior: Ring, holes: Ring[] = []): string {
  const good = { id: "good", exterior: tile, holes: [], quantity: 1 };
  const request: NestRequest = {
    parts: [good, { ...good, exterior, holes }],
    sheet: { width: 100, height: 100 },
    config: { spacing: 0, edge_margin: 0, rotation_step: 90, kerf: 0 },
  };
  try {
    checkNestRequest(request);
    return "accepted";
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    expect(error.code).toBe("INVALID_INPUT");
    const [{ path, message }] = error.details as [(typeof error.details)[number]];
    expect(path.slice(0, 2)).toEqual(["parts", 1]);
    return `${path.slice(2).join(".")}: ${message}`;
  }
}

const ring = (...points: number[][]) => points as Ring;

describe("a part", () => {
  it("of every generated kind is accepted, wherever and however it is written", () => {
    for (let seed = 0; seed < 200; seed++) {
      checkNestRequest(nestRequestSchema.parse(requestFrom(randomJob(seed))));
    }
    fc.assert(
      fc.property(jobSpecs, (spec) => {
        expect(checkNestRequest(nestRequestSchema.parse(requestFrom(spec))).size).toBe(0);
      }),
      { numRuns: 200, seed: 10 },
    );
    for (const kind of SHAPE_KINDS) {
      for (const size of [1e-3, 1e5]) {
        const part = { kind, size, turn: 31, offset: 0, quantity: 1, seed: 5 };
        if (kind === "sliver" && size < 1) continue;
        checkNestRequest(nestRequestSchema.parse(requestFrom({ ...randomJob(1), parts: [part] })));
      }
    }
  });

  it.each<[string, Ring, string]>([
    ["no points", ring(), "exterior: has fewer than 3 different points"],
    [
      "two points, one repeated",
      ring([0, 0], [1, 0], [0, 0], [1, 0]),
      "exterior: has fewer than 3 different points",
    ],
    ["points on a line", ring([0, 0], [5, 0], [9, 0]), "exterior: encloses no area"],
    ["a width of a nanometre", box(0, 0, 100, 1e-7), "exterior: encloses no area"],
    ["a number missing", ring([0, 0], [1], [1, 1]), "exterior.1: a point is two finite numbers, [x, y]"],
    ["a NaN", ring([0, 0], [1, Number.NaN], [1, 1]), "exterior.1: a point is two finite numbers, [x, y]"],
    [
      "an infinite number",
      ring([0, 0], [1, 0], [1, -Infinity]),
      "exterior.2: a point is two finite numbers, [x, y]",
    ],
    [
      "four numbers in a point",
      ring([0, 0, 0, 0], [1, 0], [1, 1]),
      "exterior.0: a point is two finite numbers, [x, y]",
    ],
    [
      "points at different heights",
      ring([0, 0, 1], [1, 0, 1], [1, 1, 2]),
      "exterior.2: a point is two finite numbers, [x, y]",
    ],
    [
      "a coordinate out of reach",
      ring([0, 0], [1, 0], [1, 2e9]),
      "exterior.2: a coordinate is at most 1000000000 from 0",
    ],
  ])("with %s is refused", (_what, exterior, expected) => {
    expect(complaint(exterior)).toBe(expected);
  });

  it("may have all its points at one height", () => {
    expect(complaint(ring([0, 0, 7], [1, 0, 7], [1, 1, 7]))).toBe("accepted");
  });

  it.each<[string, Ring]>([
    ["a bow tie", ring([0, 0], [10, 10], [10, 0], [0, 10])],
    ["a loop", ring([0, 0], [10, 0], [10, 10], [4, 10], [4, -5], [0, -5])],
    ["a pentagram", ring(...[0, 2, 4, 1, 3].map((i) => disc(0, 0, 10, 5)[i]!))],
    [
      "a bow tie with its knot as a point of both strands",
      ring([0, 0], [5, 5], [10, 10], [10, 0], [5, 5], [0, 11]),
    ],
    ["a ring twice around", [...disc(0, 0, 10, 12), ...disc(0, 0, 8, 12)]],
    ["the same ring twice", [...box(0, 0, 4, 4), ...box(0, 0, 4, 4)]],
    ["a lobe turned over in fine steps", lobes(1e-7)],
  ])("that crosses itself is refused: %s", (_what, exterior) => {
    for (const degrees of [0, 12, 100]) {
      expect(complaint(turned(exterior, degrees)), `${degrees}`).toMatch(/^exterior: crosses itself/);
    }
  });

  it.each<[string, Ring]>([
    ["in a point", ring([0, 0], [5, 5], [10, 0], [10, 10], [5, 5], [0, 10])],
    ["with a point on an edge", ring([0, 0], [10, 0], [10, 10], [5, 0], [0, 10])],
    ["along a slit", ring([0, 0], [10, 0], [10, 5], [3, 5], [3, 5], [10, 5], [10, 10], [0, 10])],
    ["around a bridged hole", [...box(0, 0, 10, 10), [0, 0], ...box(3, 3, 4, 4).reverse(), [3, 7]]],
    ["along a spike", ring([0, 0], [10, 0], [20, 0], [10, 0], [10, 10], [0, 10])],
    ["to within half a nanometre of crossing", ring([0, 0], [10, 0], [10, 10], [5, -5e-10], [0, 10])],
    ["in repeated points", box(0, 0, 10, 10).flatMap((p) => [p, p, p])],
  ])("may touch itself %s", (_what, exterior) => {
    for (const degrees of [0, 12, 100])
      expect(complaint(turned(exterior, degrees)), `${degrees}`).toBe("accepted");
  });

  it("is found to cross itself exactly when two of its edges do", () => {
    const random = new Random(12);
    let crossed = 0;
    for (let i = 0; i < 300; i++) {
      const points = Array.from(
        { length: random.int(4, 7) },
        (): Point => [random.next() * 9, random.next() * 9],
      );
      const expected = anyEdgesCross(points);
      // By a hair: that is mended (mend.test.ts).
      if (nearestCorner(points) < 0.02) continue;
      expect(complaint(points).includes("crosses itself"), JSON.stringify(points)).toBe(expected);
      crossed += Number(expected);
    }
    expect(crossed).toBeGreaterThan(50);
    expect(crossed).toBeLessThan(250);
  });
});

describe("a hole", () => {
  it.each<[string, Ring[], string]>([
    ["with too few points", [ring([1, 1], [2, 2])], "holes.0: has fewer than 3 different points"],
    ["without area", [ring([1, 1], [2, 2], [3, 3])], "holes.0: encloses no area"],
    [
      "that crosses itself",
      [ring([1, 1], [4, 4], [4, 1], [1, 4])],
      "holes.0: crosses itself near (2.5, 2.5)",
    ],
    ["across the exterior", [box(1, 1, 2, 2), box(8, 8, 4, 1)], "holes.1: crosses the exterior near"],
    ["outside", [box(20, 20, 2, 2)], "holes.0: lies outside the exterior"],
    ["outside but touching", [box(10, 2, 2, 2)], "holes.0: lies outside the exterior"],
    ["around the exterior", [box(-1, -1, 12, 12)], "holes.0: lies outside the exterior"],
    ["across another hole", [box(2, 2, 4, 4), box(4, 4, 4, 4)], "holes.1: crosses hole 0 near"],
    ["in another hole", [box(2, 2, 6, 6), box(3, 3, 2, 2)], "holes.1: overlaps another hole"],
    ["around another hole", [box(3, 3, 2, 2), box(2, 2, 6, 6)], "holes.1: overlaps another hole"],
    ["on its equal", [box(2, 2, 6, 6), box(2, 2, 6, 6).reverse()], "holes.1: overlaps another hole"],
    ["as large as the part", [tile], ": has no material between its holes"],
    [
      "with a NaN",
      [ring([1, 1], [2, 1], [2, Number.NaN])],
      "holes.0.2: a point is two finite numbers, [x, y]",
    ],
  ])("%s is refused", (_what, holes, expected) => {
    expect(complaint(tile, holes)).toContain(expected);
  });

  it("may touch the exterior and its neighbours, along whole edges too", () => {
    expect(complaint(tile, [box(0, 2, 5, 5)])).toBe("accepted");
    expect(complaint(tile, [ring([0, 5], [5, 2], [5, 8])])).toBe("accepted");
    expect(complaint(tile, [box(1, 1, 4, 8), box(5, 1, 4, 8)])).toBe("accepted");
    expect(complaint(tile, [box(1, 1, 4, 4), box(5, 5, 4, 4)])).toBe("accepted");
  });

  it("is looked at however many there are", () => {
    const exterior = disc(0, 0, 5000, 2000);
    const holes = Array.from({ length: 50 }, (_, i) =>
      disc((i % 7) * 900 - 2700, Math.floor(i / 7) * 900 - 3000, 440, 2000),
    );
    expect(complaint(exterior, holes)).toBe("accepted");
    expect(complaint(exterior, [...holes.slice(0, 49), disc(0, 0, 30, 9)])).toContain("holes.49");
  });
});

/** Two discs on one ring that turn opposite ways, joined through steps that are shorter than what counts as touching. */
function lobes(step: number): Ring {
  const across = Array.from({ length: 21 }, (_, i): Point => [(i - 10) * step, (i - 10) * step]);
  const back = across.map(([x, y]): Point => [-x, y]);
  return [[-10, -10], ...across, [10, 10], [-10, 20], ...back.reverse(), [10, -12]];
}

function turned(points: Ring, degrees: number): Ring {
  const angle = (degrees * Math.PI) / 180;
  return points.map(([x, y]) => [
    x * Math.cos(angle) - y * Math.sin(angle),
    x * Math.sin(angle) + y * Math.cos(angle),
  ]);
}

/** Solves for the point where two edges meet, pair by pair. */
function anyEdgesCross(points: Ring): boolean {
  const count = points.length;
  return points.some(([ax, ay], i) =>
    points.some(([cx, cy], j) => {
      if (Math.abs(i - j) <= 1 || Math.abs(i - j) === count - 1) return false;
      const [bx, by] = points[(i + 1) % count]!;
      const [dx, dy] = points[(j + 1) % count]!;
      const scale = (bx - ax) * (dy - cy) - (by - ay) * (dx - cx);
      const s = ((cx - ax) * (dy - cy) - (cy - ay) * (dx - cx)) / scale;
      const t = ((cx - ax) * (by - ay) - (cy - ay) * (bx - ax)) / scale;
      return s > 0 && s < 1 && t > 0 && t < 1;
    }),
  );
}

/** How near a corner comes to an edge that does not end in it. */
function nearestCorner(points: Ring): number {
  const distances = points.flatMap(([x, y], c) =>
    points.map(([ax, ay], i) => {
      const [bx, by] = points[(i + 1) % points.length]!;
      if (c === i || c === (i + 1) % points.length) return Infinity;
      const along = ((x - ax) * (bx - ax) + (y - ay) * (by - ay)) / ((bx - ax) ** 2 + (by - ay) ** 2);
      const within = Math.min(1, Math.max(0, along));
      return Math.hypot(x - ax - within * (bx - ax), y - ay - within * (by - ay));
    }),
  );
  return Math.min(...distances);
}
