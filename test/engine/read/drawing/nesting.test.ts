/** Rings nested deep and in each other's bays: against what is plain from how they are made. */
import { describe, expect, it } from "vitest";
import type { Point } from "../../../../engine/base/contract/values/geometry.ts";
import { arrange } from "../../../../engine/read/drawing/arrangement/arrange.ts";
import { layOut } from "../../../../engine/read/drawing/contacts/apart.ts";
import { Contours } from "../../../../engine/read/drawing/curves/contours.ts";
import { CurveTable } from "../../../../engine/read/drawing/curves/curve-table.ts";
import { lineBetween } from "../../../../engine/read/drawing/curves/curves.ts";
import { Random } from "../../../helpers/random.ts";

/** A ring and the place in the list of the one that directly holds it, or -1. */
interface Known {
  ring: Point[];
  parent: number;
}

describe("nesting of many rings", () => {
  it("finds the holders of ten thousand rings, nested a hundred deep", () => {
    expectNesting(strips(100, 99));
  });

  it("finds that combs in each other's bays hold only what lies in their own material", () => {
    for (let seed = 0; seed < 8; seed++) expectNesting(combs(12, 25), new Random(seed));
  });

  it("finds that neither of two spirals holds the other, but what is around both", () => {
    for (let seed = 0; seed < 8; seed++) expectNesting(spirals(20), new Random(seed));
  });

  it("looks past two hundred rings that lie beside one to what holds it", () => {
    for (let seed = 0; seed < 8; seed++) expectNesting(stairs(200), new Random(seed));
  });

  it("finds what holds two rings of which each lies below the other somewhere", () => {
    const bar = cornersOf({ x0: 0, y0: 4, x1: 10, y1: 6 });
    const around: Point[] = [
      [-6, 8],
      [11, 8],
      [11, 2],
      [2, 2],
      [2, 0],
      [12, 0],
      [12, 10],
      [-6, 10],
    ];
    const known = [
      { ring: boxAt(-20, -20, 50), parent: -1 },
      { ring: bar, parent: 0 },
      { ring: around, parent: 0 },
    ];
    for (let seed = 0; seed < 200; seed++) expectNesting(known, new Random(seed));
  });
});

/** In any order, direction and place, with any corner first. */
function expectNesting(known: Known[], random = new Random(known.length)): void {
  const order = random.shuffle(known.map((_, i) => i));
  const angle = 2 * Math.PI * random.next();
  const [cos, sin] = random.chance(0.5) ? [1, 0] : [Math.cos(angle), Math.sin(angle)];
  const rings = order.map((i) => {
    const points = known[i]!.ring.map(([x, y]): Point => [x * cos - y * sin, x * sin + y * cos]);
    const first = random.int(0, points.length - 1);
    const ring = [...points.slice(first), ...points.slice(0, first)];
    return random.chance(0.5) ? ring : ring.reverse();
  });
  const drawn = contoursOf(rings);
  const { arranged } = arrange(layOut(drawn, { weld: 1e-3, join: 1e-3, kerf: 0.15 }), {
    lookOf: () => 0,
    weld: 1e-3,
    join: 1e-3,
    sliver: 0.03,
    kerf: 0.15,
    extent: 10_000,
    shared_edges: "parts",
    trim_overshoots: undefined,
  });
  const { contours, parts } = arranged;
  // Each ring is told from others by its first corner.
  const places = new Map(rings.map((ring, place) => [String(ring[0]), order[place]!]));
  const numberOf = (contour: number) => {
    const { x0, y0 } = contours.table.ends(contours.get(contour).curves[0]!);
    return places.get(String([x0, y0]))!;
  };
  const depthOf = (i: number): number => (known[i]!.parent < 0 ? 0 : 1 + depthOf(known[i]!.parent));
  const expected = new Map<number, number[]>();
  known.forEach((_, i) => {
    if (depthOf(i) % 2 === 0) expected.set(i, []);
  });
  known.forEach(({ parent }, i) => {
    if (depthOf(i) % 2 === 1) expected.get(parent)!.push(i);
  });
  const sorted = (list: number[]) => list.sort((p, q) => p - q);
  const found = new Map(
    parts.map(({ exterior, holes }) => [numberOf(exterior), sorted(holes.map(numberOf))]),
  );
  expect([...found].sort(([p], [q]) => p - q)).toEqual([...expected].sort(([p], [q]) => p - q));
}

function contoursOf(rings: Point[][]): Contours {
  const contours = new Contours(new CurveTable());
  for (const ring of rings) {
    const curves = ring.map((point, i) => {
      const [x, y] = ring[(i + 1) % ring.length]!;
      return contours.table.add(lineBetween(...point, x, y));
    });
    contours.add({ closed: true, layer: "0", colour: 0, curves });
  }
  return contours;
}

/** Boxes one in the other; beside each next one there is a strip, in which small rings stand in a row. */
function strips(deep: number, beside: number): Known[] {
  const known: Known[] = [];
  const box = { x0: 0, y0: 0, x1: 2000, y1: 2000 };
  let holder = -1;
  for (let level = 0; level < deep; level++) {
    const own = known.length;
    known.push({ ring: cornersOf(box), parent: holder });
    for (let i = 0; i < beside; i++) {
      const along = (i + 0.3) / beside;
      const [x, y] = [
        [box.x0 + 0.2, box.y0 + along * (box.y1 - box.y0)],
        [box.x1 - 1.2, box.y0 + along * (box.y1 - box.y0)],
        [box.x0 + along * (box.x1 - box.x0), box.y0 + 0.2],
        [box.x0 + along * (box.x1 - box.x0), box.y1 - 1.2],
      ][level % 4]! as Point;
      known.push({ ring: i % 2 === 0 ? boxAt(x, y, 0.9) : hookAt(x, y, 0.9), parent: own });
    }
    box.x0 += level % 4 === 0 ? 1.3 : 0.02;
    box.x1 -= level % 4 === 1 ? 1.3 : 0.02;
    box.y0 += level % 4 === 2 ? 1.3 : 0.02;
    box.y1 -= level % 4 === 3 ? 1.3 : 0.02;
    holder = own;
  }
  return known;
}

/** Combs in a frame, each with its teeth between those of the next one; a hole in each tooth, a ring in each bay. */
function combs(count: number, teeth: number): Known[] {
  const known: Known[] = [{ ring: boxAt(-10, -10, Math.max(8 * teeth, 20 * count) + 40), parent: -1 }];
  for (let comb = 0; comb < count; comb++) {
    const own = known.length;
    const y = 20 * comb;
    // Teeth upwards reach far into the bays of the next comb, whose teeth hang down between them.
    const ring: Point[] = [];
    for (let i = 0; i < teeth; i++)
      ring.push([8 * i + 4, y], [8 * i + 4, y - 9], [8 * i + 6, y - 9], [8 * i + 6, y]);
    ring.push([8 * teeth, y], [8 * teeth, y + 5]);
    for (let i = teeth - 1; i >= 0; i--)
      ring.push([8 * i + 2, y + 5], [8 * i + 2, y + 18], [8 * i, y + 18], [8 * i, y + 5]);
    known.push({ ring, parent: 0 });
    for (let i = 0; i < teeth; i++) {
      known.push({ ring: hookAt(8 * i + 0.5, y + 12, 1), parent: own });
      known.push({ ring: boxAt(8 * i + 4.5, y - 5, 1), parent: own });
      known.push({ ring: boxAt(8 * i + 2.5, y - 6, 1), parent: 0 });
    }
  }
  return known;
}

/** Two arms around each other, with holes all along them and rings between them. */
function spirals(turns: number): Known[] {
  const at = (angle: number, radius: number): Point => [radius * Math.cos(angle), radius * Math.sin(angle)];
  const radius = (arm: number, angle: number) => 10 + (20 * angle) / (2 * Math.PI) + 10 * arm;
  const angles = Array.from({ length: 24 * turns }, (_, i) => (2 * Math.PI * (i + 0.37)) / 24);
  const arms = [0, 1].map((arm) => ({
    ring: [
      ...angles.map((angle) => at(angle, radius(arm, angle))),
      ...angles.toReversed().map((angle) => at(angle, radius(arm, angle) + 5)),
    ],
    parent: 0,
  }));
  const known: Known[] = [{ ring: boxAt(-25 * turns, -25 * turns, 50 * turns), parent: -1 }, ...arms];
  for (const arm of [0, 1])
    for (const angle of angles.slice(24, -24)) {
      known.push({ ring: boxAt(...at(angle, radius(arm, angle) + 2.5), 0.7), parent: 1 + arm });
      known.push({ ring: hookAt(...at(angle, radius(arm, angle) + 7.5), 0.7), parent: 0 });
    }
  return known;
}

/** Bars in a frame, each above all that start further right. */
function stairs(count: number): Known[] {
  const bars = Array.from({ length: count }, (_, i): Known => {
    const box = { x0: -3 * i, y0: i, x1: 10, y1: i + 0.5 };
    return { ring: cornersOf(box), parent: 0 };
  });
  return [{ ring: boxAt(-4 * count, -10, 5 * count), parent: -1 }, ...bars];
}

function boxAt(x: number, y: number, side: number): Point[] {
  return cornersOf({ x0: x, y0: y, x1: x + side, y1: y + side });
}

/** A box without one of its quarters: no convex ring. */
function hookAt(x: number, y: number, side: number): Point[] {
  const [half, far] = [side / 2, side];
  return [
    [x, y],
    [x + far, y],
    [x + far, y + half],
    [x + half, y + half],
    [x + half, y + far],
    [x, y + far],
  ];
}

interface Box {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

function cornersOf({ x0, y0, x1, y1 }: Box): Point[] {
  return [
    [x0, y0],
    [x1, y0],
    [x1, y1],
    [x0, y1],
  ];
}
