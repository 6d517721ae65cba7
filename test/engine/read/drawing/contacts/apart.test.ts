/** Curves that lie apart from all others are skipped, and no contact is missed by it. */

import { describe, expect, it } from "vitest";
import { insideRing } from "../../../../../engine/base/geometry/inside.ts";
import { findApart, LIES, layOut } from "../../../../../engine/read/drawing/contacts/apart.ts";
import { Contours } from "../../../../../engine/read/drawing/curves/contours.ts";
import { CurveTable } from "../../../../../engine/read/drawing/curves/curve-table.ts";
import { lineBetween } from "../../../../../engine/read/drawing/curves/curves.ts";
import { arc, circle, line, readEntities, sides, type Tag } from "../../../../helpers/drawing/dxf.ts";
import { Random } from "../../../../helpers/random.ts";

describe("boxes apart", () => {
  it("are those that no other one comes near, as a look at all pairs tells", () => {
    for (let seed = 1; seed <= 200; seed++) {
      const random = new Random(seed);
      const [wide, high] = [random.float(10, 300), random.float(10, 300)];
      const reach = random.float(0, 3);
      const boxes = new Float64Array(4 * random.int(0, 60));
      for (let at = 0; at < boxes.length; at += 4) {
        const [x, y] = [random.float(0, wide), random.float(0, high)];
        boxes.set([x, y, x + random.float(0, 20), y + random.float(0, 20)], at);
      }
      expect([...findApart(boxes, reach, () => LIES.near)], `seed ${seed}`).toEqual(byPairs(boxes, reach));
    }
  });

  it("are none of those that there was no time for", () => {
    const boxes = new Float64Array(4 * 1000);
    for (let i = 0; i < 999; i++) boxes.set([0, 10 * i, 20_000, 10 * i + 1], 4 * i);
    boxes.set([9000, 0, 9001, 9990], 4 * 999);
    expect(new Set(findApart(boxes, 1, () => LIES.near))).toEqual(new Set([LIES.near]));
  });
});

describe("boxes among many", () => {
  it("are all near where nearly all lie near the next one: to look on would only take time", () => {
    const boxes = new Float64Array(4 * 3000);
    for (let i = 0; i < 3000; i++) boxes.set(i < 2800 ? [i, 0, i + 1, 1] : [3 * i, 0, 3 * i + 1, 1], 4 * i);
    expect(new Set(findApart(boxes, 0.5, () => LIES.near))).toEqual(new Set([LIES.near]));
  });
});

describe("boxes whose contours are apart after all", () => {
  it("are apart, and no other box of their group is near for it", () => {
    const boxes = Float64Array.of(0, 0, 100, 100, 40, 40, 60, 60, 90, 90, 110, 110, 200, 0, 210, 10);
    const hole = (p: number, q: number) => (p + q === 1 ? LIES.apart : LIES.near);
    expect([...findApart(boxes, 1, hole)]).toEqual([LIES.near, LIES.apart, LIES.near, LIES.alone]);
    expect([...findApart(boxes.subarray(0, 8), 1, hole)]).toEqual([LIES.apart, LIES.apart]);
  });

  it("are alone where all of their group are, but not amid a group of others", () => {
    const boxes = Float64Array.of(0, 0, 50, 50, 20, 20, 30, 30, 0, 70, 100, 80, 90, 0, 99, 71);
    const hole = (p: number, q: number) => (p + q === 1 ? LIES.alone : LIES.near);
    expect([...findApart(boxes.subarray(0, 12), 1, hole)]).toEqual([LIES.alone, LIES.alone, LIES.alone]);
    expect([...findApart(boxes, 1, hole)]).toEqual([LIES.apart, LIES.apart, LIES.near, LIES.near]);
  });
});

describe("contours that lie alone in others", () => {
  it("lie in those that go around them, as a look from their corners tells", () => {
    let nested = 0;
    for (let seed = 1; seed <= 1000; seed++) {
      const random = new Random(seed);
      const rings = Array.from({ length: random.int(2, 8) }, () => angleAt(random));
      const contours = new Contours(new CurveTable());
      for (const ring of rings)
        contours.add({
          closed: true,
          layer: "0",
          colour: 0,
          curves: ring.map(([x, y], i) =>
            contours.table.add(lineBetween(x, y, ...ring[(i + 1) % ring.length]!)),
          ),
        });
      const { lies, around } = layOut(contours, { weld: 1e-3, join: 1e-3, kerf: 0.15 });
      const holders = (own: number) =>
        rings.flatMap((ring, i) => (i !== own && insideRing(ring, ...rings[own]![0]!) ? [i] : []));
      for (const own of rings.keys()) {
        if (lies[own] !== LIES.alone) continue;
        const all = holders(own);
        const next = all.find((ring) =>
          all.every((other) => other === ring || holders(ring).includes(other)),
        );
        expect(around[own], `seed ${seed}`).toBe(next ?? -1);
        nested += Number(next !== undefined);
      }
    }
    expect(nested).toBeGreaterThan(100);
  });
});

/** An L of any size, so that others may lie in its box but not in it. */
function angleAt(random: Random): [number, number][] {
  const size = 2 ** random.float(0, 7);
  const [x, y, wide] = [
    random.float(0, 128 - size / 2),
    random.float(0, 128 - size / 2),
    random.float(0.3, 0.9) * size,
  ];
  return [
    [x, y],
    [x + size, y],
    [x + size, y + wide],
    [x + wide, y + wide],
    [x + wide, y + size],
    [x, y + size],
  ];
}

describe("contours apart", () => {
  /** Four lines that go on beyond their corners, so that no outline is joined of them before they are arranged. */
  const crossed = [
    ...line(-1, 0, 101, 0),
    ...line(100, -1, 100, 61),
    ...line(101, 60, -1, 60),
    ...line(0, 61, 0, -1),
  ];

  it.each<[string, Tag[]]>([
    ["lines that cross", crossed],
    ["lines end to end", sides(0, 0, 100, 60)],
  ])("are holes and cuts within %s", (_, outline) => {
    const inside = [...circle(30, 30, 10), ...arc(70, 30, 10, 0, 180)];
    const beside = [...circle(200, 30, 10), ...arc(240, 30, 10, 0, 180)];
    const { parts, paths, findings } = readEntities([...inside, ...outline, ...beside]);
    expect(parts.map(({ holes }) => holes.length)).toEqual([1, 0]);
    expect(parts[0]!.area).toBeCloseTo(6000 - Math.PI * 100, 6);
    expect(paths.filter(({ role }) => role === "open")).toHaveLength(2);
    const codes = new Set(findings.map(({ code }) => code));
    expect(codes.has("open-cuts") && codes.has("open-outside")).toBe(true);
  });
});

function byPairs(boxes: Float64Array, reach: number): number[] {
  const count = boxes.length / 4;
  const all = Array.from({ length: count }, (_, box) => box);
  const isNear = (p: number, q: number) =>
    [0, 1].every(
      (axis) =>
        boxes[4 * p + axis]! - reach <= boxes[4 * q + axis + 2]! &&
        boxes[4 * q + axis]! <= boxes[4 * p + axis + 2]! + reach,
    );
  // Each grows to all that it reaches by way of others, until none grows any more.
  let groups = all.map((p) => new Set([p]));
  for (const _ of all)
    groups = groups.map((group) => new Set(all.filter((q) => [...group].some((p) => isNear(p, q)))));
  const least = (group: Set<number>, axis: number) =>
    Math.min(...[...group].map((p) => boxes[4 * p + axis]!));
  const most = (group: Set<number>, axis: number) => Math.max(...[...group].map((p) => boxes[4 * p + axis]!));
  const isIn = (p: number, group: Set<number>) =>
    [0, 1].every(
      (axis) =>
        boxes[4 * p + axis]! - reach <= most(group, axis + 2) &&
        least(group, axis) <= boxes[4 * p + axis + 2]! + reach,
    );
  return all.map((p) => {
    if (groups[p]!.size > 1) return LIES.near;
    return groups.some((group) => group.size > 1 && isIn(p, group)) ? LIES.apart : LIES.alone;
  });
}
