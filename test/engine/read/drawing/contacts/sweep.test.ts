/** What a sweep says to keep apart does, and however many lie in each other or come from one place, few pairs are looked at. */
import { describe, expect, it } from "vitest";
import { LIES, type SeparateContours } from "../../../../../engine/read/drawing/contacts/apart.ts";
import { CurveContacts } from "../../../../../engine/read/drawing/contacts/contacts.ts";
import { CurveIndex } from "../../../../../engine/read/drawing/contacts/curve-index.ts";
import { Sweep } from "../../../../../engine/read/drawing/contacts/sweep.ts";
import { Contours } from "../../../../../engine/read/drawing/curves/contours.ts";
import { CurveTable } from "../../../../../engine/read/drawing/curves/curve-table.ts";
import {
  arcAround,
  bezierThrough,
  type Curve,
  curveAt,
  ellipseAround,
  lineBetween,
} from "../../../../../engine/read/drawing/curves/curves.ts";
import { Random } from "../../../../helpers/random.ts";

const WELD = 1e-3;
const TURN = 2 * Math.PI;

const ellipse = (size: number, ratio: number) =>
  ellipseAround({ x: 3, y: 5 }, { x: size, y: 0 }, { x: 0, y: ratio * size }, 0, TURN);

/** Half of an oval. */
const bow = (size: number) =>
  bezierThrough(
    [
      [-size, 0],
      [-size, size],
      [size, size],
      [size, 0],
    ],
    null,
  );

const ray = (i: number, count: number, radius = 100) =>
  lineBetween(1, 2, 1 + radius * Math.cos((TURN * i) / count), 2 + radius * Math.sin((TURN * i) / count));

/** The curves that keep apart, and how many pairs were looked at for that. */
function sweep(curves: readonly Curve[]) {
  const laid = near(curves);
  const found = new Sweep(new CurveIndex(laid, WELD), laid.contours.table, [...curves.keys()], WELD);
  return { plain: found.run(), looks: found.looks };
}

describe("a sweep", () => {
  it.each<[string, (i: number, count: number) => Curve]>([
    ["circles about one centre", (i) => arcAround(3, 5, 10 + i, 1, TURN)],
    ["open arcs about one centre", (i) => arcAround(3, 5, 10 + i, i, 1 + (i % 5))],
    ["ellipses in each other", (i) => ellipse(10 + i, 0.4)],
    ["ovals in each other", (i) => bow(10 + i)],
    ["lines from one place", ray],
    ["lines side by side, aslant", (i) => lineBetween(i, 0, i + 900, 700)],
  ])("looks at a few pairs for each of 500 %s", (_, curveOf) => {
    const count = 500;
    const { plain, looks } = sweep(Array.from({ length: count }, (_, i) => curveOf(i, count)));
    expect(plain).toHaveLength(count);
    expect(looks).toBeLessThan(5 * count);
  });

  it("takes out the one that all others meet", () => {
    const curves = [
      ...Array.from({ length: 500 }, (_, i) => arcAround(0, 0, 10 + i, 1, TURN)),
      lineBetween(0, 0, 900, 300),
    ];
    const { plain, looks } = sweep(curves);
    expect(plain.length).toBeGreaterThanOrEqual(499);
    expect(plain).not.toContain(500);
    expect(looks).toBeLessThan(2500);
  });
});

describe("an index of curves that crowd", () => {
  it("looks at none but those that are asked for, where these are few", () => {
    const curves = Array.from({ length: 1000 }, (_, i) => ray(i, 1000));
    const index = new CurveIndex(near([...curves, arcAround(0, 0, 10, 1, TURN)]), WELD);
    const asked = new Uint8Array(1001);
    asked[1000] = 1;
    const found: number[] = [];
    index.nearOf(asked)(-200, -200, 200, 200, (curve) => found.push(curve));
    expect(new Set(found)).toEqual(new Set([1000]));
  });

  it("tells the same meetings as a look at places along all pairs of curves", () => {
    let most = 0;
    for (let seed = 1; seed <= 8; seed++) {
      const random = new Random(seed);
      const curves = [
        ...Array.from({ length: 60 }, (_, i) => arcAround(0, 0, 10 + i + random.float(-0.3, 0.3), 1, TURN)),
        ...Array.from({ length: random.int(0, 40) }, (_, i) => ray(i, 40, random.float(5, 90))),
        ...Array.from({ length: random.int(0, 40) }, (_, i) => ellipse(72 + i, 1.3)),
        ...Array.from({ length: random.int(0, 4) }, () =>
          lineBetween(...([0, 0, 0, 0].map(() => random.float(-90, 90)) as [number, number, number, number])),
        ),
      ] as Curve[];
      const contacts = new CurveContacts(near(curves), WELD);
      const found = new Set<string>();
      for (let i = 0; i < contacts.count; i++)
        found.add(
          contacts
            .contact(i)
            .slice(0, 2)
            .sort((p, q) => p - q)
            .join(),
        );
      const crossing = crossings(curves);
      for (const pair of crossing) expect(found, `seed ${seed}`).toContain(pair);
      most = Math.max(most, crossing.size);
    }
    expect(most).toBeGreaterThan(300);
  });
});

/** All of them near each other. */
function near(curves: readonly Curve[]): SeparateContours {
  const contours = new Contours(new CurveTable());
  for (const curve of curves) {
    const closed = curve.kind !== "line";
    contours.add({ closed, layer: "0", colour: 0, curves: [contours.table.add(curve)] });
  }
  const lies = new Uint8Array(curves.length).fill(LIES.near);
  const around = new Int32Array(curves.length).fill(-1);
  return { contours, lies, around };
}

/** Pairs of which one lies on both sides of the other by more than the tolerance: of lines and of what goes around a centre. */
function crossings(curves: readonly Curve[]): Set<string> {
  const found = new Set<string>();
  const places = curves.map((curve) => Array.from({ length: 65 }, (_, i) => curveAt(curve, i / 64)));
  for (const [i, p] of curves.entries())
    for (const [j, q] of curves.entries()) {
      if (i === j || p.kind === "line") continue;
      const beyond = places[j]!.map(([x, y]) =>
        p.kind === "arc"
          ? Math.hypot(x - p.cx, y - p.cy) - p.radius
          : p.kind === "ellipse"
            ? p.ux * (Math.hypot((x - p.cx) / p.ux, (y - p.cy) / p.vy) - 1)
            : 0,
      );
      const isBoth = Math.min(...beyond) < -10 * WELD && Math.max(...beyond) > 10 * WELD;
      if (isBoth && q.kind !== "bezier") found.add([i, j].sort((p, q) => p - q).join());
    }
  return found;
}
