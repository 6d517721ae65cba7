import { describe, expect, it } from "vitest";
import type { Point, Ring } from "../../../../engine/base/contract/values/geometry.ts";
import { fitArcs, joinArcs, type Vertex } from "../../../../engine/write/toolpath/path/arcs.ts";
import { distanceToRing } from "../../../helpers/program.ts";
import { Random } from "../../../helpers/random.ts";
import { box, disc } from "../../../helpers/rings.ts";

/** Points along lines and arcs, by the definition of the bulge alone. */
function unroll(path: Vertex[]): Ring {
  return path.flatMap(([x, y, bulge], i): Point[] => {
    const [tx, ty] = path[(i + 1) % path.length]!;
    if (bulge === 0) return [[x, y]];
    const angle = 4 * Math.atan(bulge);
    const radius = Math.hypot(tx - x, ty - y) / 2 / Math.sin(Math.abs(angle) / 2);
    const count = Math.ceil(Math.abs(angle) * 300);
    return Array.from({ length: count }, (_, k): Point => {
      // The chord to a point of the arc turns by half the angle that the arc has turned by there.
      const turned = (angle * k) / count;
      const towards = Math.atan2(ty - y, tx - x) - angle / 2 + turned / 2;
      const chord = 2 * radius * Math.sin(Math.abs(turned) / 2);
      return [x + chord * Math.cos(towards), y + chord * Math.sin(towards)];
    });
  });
}

const stray = (path: Vertex[], ring: Ring) => {
  const other = unroll(path);
  return Math.max(
    ...other.map((point) => distanceToRing(point, ring)),
    ...ring.map((point) => distanceToRing(point, other)),
  );
};

/** Two lines and two half circles of radius 10, the circles with this many chords each. */
function slot(chords: number): Ring {
  const half = (x: number, from: number) =>
    Array.from({ length: chords + 1 }, (_, i): Point => {
      const angle = from + (Math.PI * i) / chords;
      return [x + 10 * Math.cos(angle), 10 * Math.sin(angle)];
    });
  return [...half(40, -Math.PI / 2), ...half(0, Math.PI / 2)];
}

describe("arcs fitted to points", () => {
  it("are found from four points on, as few as tell a circle from a corner", () => {
    const bulges = (count: number) => {
      const bow = Array.from(
        { length: count },
        (_, i): Point => [20 * Math.sin(i / 4), 20 * Math.cos(i / 4)],
      );
      const path = joinArcs(fitArcs([...bow, [28, -30], [-28, -30]], [], 0.2));
      return path.filter(([, , bulge]) => bulge !== 0).length;
    };
    expect([3, 4, 5].map(bulges)).toEqual([0, 1, 1]);
  });

  it("make two halves of a circle", () => {
    const path = joinArcs(fitArcs(disc(3, 4, 10, 360), [], 0.005));
    expect(path).toHaveLength(2);
    for (const [x, y, bulge] of path) {
      expect(bulge).toBeCloseTo(1, 6);
      expect(Math.hypot(x - 3, y - 4)).toBeCloseTo(10, 9);
    }
  });

  it("offer many places to enter a circle, and are halves again from wherever they are entered", () => {
    const path = fitArcs(disc(3, 4, 10, 360), [], 0.005);
    expect(path).toHaveLength(8);
    const turned = joinArcs([...path.slice(3), ...path.slice(0, 3)]);
    expect(turned).toHaveLength(2);
    expect(stray(turned, disc(3, 4, 10, 360))).toBeLessThan(1e-3);
  });

  it("know clockwise from counter-clockwise", () => {
    const [ccw] = fitArcs(disc(0, 0, 5, 200), [], 0.005);
    const [cw] = fitArcs(disc(0, 0, 5, 200).reverse(), [], 0.005);
    expect([Math.sign(ccw![2]), Math.sign(cw![2])]).toEqual([1, -1]);
  });

  it("leave lines, corners and coarse polygons alone", () => {
    for (const ring of [box(0, 0, 10, 5), disc(0, 0, 10, 24), disc(0, 0, 1000, 3)])
      expect(fitArcs(ring, [], 0.005)).toEqual(ring.map(([x, y]) => [x, y, 0]));
    const staircase = Array.from({ length: 40 }, (_, i): Point => [Math.ceil(i / 2), Math.floor(i / 2)]);
    expect(fitArcs(staircase, [], 0.005).every(([, , bulge]) => bulge === 0)).toBe(true);
  });

  it("stop where a curve turns the other way", () => {
    const wave = Array.from({ length: 400 }, (_, i): Point => {
      const x = (i * Math.PI) / 100;
      return [x, Math.sin(x)];
    });
    const ring: Ring = [...wave, [4 * Math.PI, -9], [0, -9]];
    const path = fitArcs(ring, [], 0.002);
    expect(path.length).toBeLessThan(60);
    expect(stray(path, ring)).toBeLessThan(0.0022);
    expect(path.some(([, , bulge]) => bulge > 0) && path.some(([, , bulge]) => bulge < 0)).toBe(true);
  });

  it.each([0.001, 0.005, 0.05])("never stray further than %d mm, there or back", (tolerance) => {
    for (const ring of [slot(300), disc(50, 50, 33, 500), ellipse(30, 12, 600), ellipse(3, 0.4, 300)])
      expect(stray(fitArcs(ring, [], tolerance), ring)).toBeLessThan(tolerance + 2e-4);
  });

  it("never stray from long chords between points that lie beside them", () => {
    const random = new Random(11);
    for (let job = 0; job < 200; job++) {
      let angle = 0;
      const ring: Ring = [];
      for (; angle < 2 * Math.PI - 0.4; angle += random.float(0.05, 0.7)) {
        const radius = 3 + random.float(-0.09, 0.09);
        ring.push([radius * Math.cos(angle), radius * Math.sin(angle)]);
      }
      expect(stray(fitArcs(ring, [], 0.1), ring), `job ${job}`).toBeLessThan(0.1 + 2e-4);
    }
  });

  it("are the same where the ring begins on a line, at a corner, or anywhere in an arc", () => {
    const ring = slot(180);
    for (const first of [0, 1, 2, 45, 90, 150, 176, 177, 178, 179, 180, 181, 182, 240, 330, 359, 360, 361]) {
      const path = joinArcs(fitArcs([...ring.slice(first), ...ring.slice(0, first)], [], 0.005));
      const turns = path.map(([, , bulge]) => bulge.toFixed(3)).sort();
      expect([first, ...turns]).toEqual([first, "0.000", "0.000", "1.000", "1.000"]);
    }
  });

  it.each([
    ["the only one of the ring", [], 0.005],
    ["of a known circle", [{ cx: 0, cy: 0, radius: 10 }], 0],
  ])(
    "come back whole where the ring begins one or two chords before the end of an arc, %s",
    (_, known, tolerance) => {
      // A D: a third of a circle and its chord.
      const ring = disc(0, 0, 10, 360).slice(0, 121);
      for (const first of [117, 118, 119]) {
        const path = fitArcs([...ring.slice(first), ...ring.slice(0, first)], known, tolerance);
        expect(path.map(([, , bulge]) => bulge.toFixed(6)).sort()).toEqual([
          "0.000000",
          Math.tan(Math.PI / 6).toFixed(6),
        ]);
        const start = path.find(([, , bulge]) => bulge > 0)!;
        expect(start[0]).toBeCloseTo(10, 6);
        expect(start[1]).toBeCloseTo(0, 6);
      }
    },
  );

  it("are nothing when nothing is asked for", () => {
    const ring = disc(0, 0, 10, 1000);
    expect(fitArcs(ring, [], 0)).toEqual(ring.map(([x, y]) => [x, y, 0]));
  });
});

describe("arcs on known circles", () => {
  it("get the circle's own radius and centre, however the points lie", () => {
    const rough = disc(7, 8, 20, 300).map(
      ([x, y], i): Point => [x + 5e-4 * Math.sin(i), y + 5e-4 * Math.cos(3 * i)],
    );
    const path = joinArcs(fitArcs(rough, [{ cx: 7, cy: 8, radius: 20 }], 0));
    expect(path).toHaveLength(2);
    for (const [x, y] of unroll(path)) expect(Math.hypot(x - 7, y - 8)).toBeCloseTo(20, 9);
  });

  it("keep the lines between them", () => {
    const circles = [
      { cx: 0, cy: 0, radius: 10 },
      { cx: 40, cy: 0, radius: 10 },
    ];
    const path = joinArcs(fitArcs(slot(180), circles, 0));
    expect(path.map(([, , bulge]) => Math.round(bulge * 1e6) / 1e6)).toEqual([0, 1, 0, 1]);
  });

  it("are not made of the corners of a polygon that stands on the circle", () => {
    const ring = disc(0, 0, 10, 24);
    expect(fitArcs(ring, [{ cx: 0, cy: 0, radius: 10 }], 0)).toEqual(ring.map(([x, y]) => [x, y, 0]));
  });
});

function ellipse(a: number, b: number, count: number): Ring {
  return disc(0, 0, 1, count).map(([x, y]) => [a * x, b * y]);
}
