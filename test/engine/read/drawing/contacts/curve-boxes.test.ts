/** Curves that have several boxes meet the same others as those that have one each. */
import { expect, it } from "vitest";
import { LIES, layOut } from "../../../../../engine/read/drawing/contacts/apart.ts";
import { CurveContacts } from "../../../../../engine/read/drawing/contacts/contacts.ts";
import { Contours } from "../../../../../engine/read/drawing/curves/contours.ts";
import { CurveTable } from "../../../../../engine/read/drawing/curves/curve-table.ts";
import { arcAround, lineBetween } from "../../../../../engine/read/drawing/curves/curves.ts";
import { Random } from "../../../../helpers/random.ts";

type Line = [x0: number, y0: number, x1: number, y1: number];

/** Random ends do not lie so close to a line. */
const WELD = 1e-7;

it("tells all lines that cross, short or long, as a look at all pairs does", () => {
  for (let seed = 1; seed <= 60; seed++) {
    const random = new Random(seed);
    const outlines = Array.from({ length: random.int(2, 25) }, () => starOf(random));
    const contours = contoursOf(outlines);
    const contacts = new CurveContacts(layOut(contours, { weld: WELD, join: WELD, kerf: WELD }), WELD);
    const { owners, firsts } = contacts.index;
    // Curves of outlines that lie alone have no number there.
    const starts = outlines.map((_, i) => outlines.slice(0, i).flat().length);
    const lineOf = (curve: number) => starts[owners[curve]!]! + curve - firsts[owners[curve]!]!;
    const found = Array.from({ length: contacts.count }, (_, i) => contacts.contact(i).slice(0, 2));
    const between = found.filter(([p, q]) => owners[p!] !== owners[q!]);
    const pairs = between.map((pair) => pair.map(lineOf).sort((p, q) => p - q));
    expect(new Set(pairs.map(String)), `seed ${seed}`).toEqual(crossings(outlines));
  }
});

it("has time for squares in each other, however small beside the drawing", () => {
  const reaches = [...Array.from({ length: 3000 }, (_, i) => 1 + 0.3 * i), 1e6];
  const contours = contoursOf(
    reaches.map((reach): Line[] => [
      [-reach, -reach, reach, -reach],
      [reach, -reach, reach, reach],
      [reach, reach, -reach, reach],
      [-reach, reach, -reach, -reach],
    ]),
  );
  expect(new CurveContacts(layOut(contours, { weld: WELD, join: WELD, kerf: 1 }), WELD).count).toBe(0);
});

it("has time for circles in each other, and none of them meet", () => {
  const circles = Array.from({ length: 1000 }, (_, i): Circle => [0.01 * i, 0, 1 + 0.3 * i]);
  expect(contactsOf(circles).count).toBe(0);
});

it("looks at pairs in the order in which they are drawn, wherever they lie", () => {
  const random = new Random(5);
  const circles = Array.from({ length: 60 }, (): Circle => [random.float(0, 50), random.float(0, 50), 20]);
  const contacts = contactsOf(circles);
  const places = Array.from({ length: contacts.count }, (_, i) => contacts.contact(i));
  const ranks = places.map(([p, q]) => circles.length * p + q);
  expect(ranks.length).toBeGreaterThan(1000);
  expect(ranks).toEqual(ranks.toSorted((p, q) => p - q));
});

it("tells which circles cross, and the place nearest to any other, as their centres and radii do", () => {
  for (let seed = 1; seed <= 40; seed++) {
    const random = new Random(seed);
    const reach = random.pick([5, 40, 400]);
    const circles = Array.from({ length: random.int(2, 60) }, (): Circle => {
      const [x, y] = random.chance(0.5) ? [0, 0] : [random.float(-50, 50), random.float(-50, 50)];
      return [x, y, random.float(1, reach)];
    });
    const contacts = contactsOf(circles);
    const { index } = contacts;
    const found = new Set<string>();
    for (let i = 0; i < contacts.count; i++) {
      const [p, q] = contacts.contact(i).map((curve) => index.owners[curve]!);
      found.add(`${Math.min(p!, q!)},${Math.max(p!, q!)}`);
    }
    expect(found, `seed ${seed}`).toEqual(crossingCircles(circles));
    for (let i = 0; i < 30; i++) {
      const [x, y] = [random.float(-reach, reach), random.float(-reach, reach)];
      const distances = circles.map(([cx, cy, radius]) => Math.abs(Math.hypot(x - cx, y - cy) - radius));
      expect(index.nearest(x, y, 1000, () => true)!.distance).toBeCloseTo(Math.min(...distances), 9);
    }
  }
});

type Circle = [x: number, y: number, radius: number];

/** All of them near each other, whatever lies between. */
function contactsOf(circles: readonly Circle[]): CurveContacts {
  const contours = new Contours(new CurveTable());
  for (const [x, y, radius] of circles) {
    const curves = [contours.table.add(arcAround(x, y, radius, 1, 2 * Math.PI))];
    contours.add({ closed: true, layer: "0", colour: 0, curves });
  }
  const none = new Int32Array(circles.length).fill(-1);
  const lies = new Uint8Array(circles.length).fill(LIES.near);
  return new CurveContacts({ contours, lies, around: none }, WELD);
}

function crossingCircles(circles: readonly Circle[]): Set<string> {
  const found = new Set<string>();
  for (const [i, [x, y, r]] of circles.entries())
    for (const [j, [u, v, s]] of circles.entries()) {
      const apart = Math.hypot(u - x, v - y);
      if (i < j && apart < r + s && apart > Math.abs(r - s)) found.add(`${i},${j}`);
    }
  return found;
}

function contoursOf(outlines: readonly Line[][]): Contours {
  const contours = new Contours(new CurveTable());
  for (const outline of outlines)
    contours.add({
      closed: true,
      layer: "0",
      colour: 0,
      curves: outline.map((ends) => contours.table.add(lineBetween(...ends))),
    });
  return contours;
}

/** Lines from corner to corner of a star, small or as large as all others together. */
function starOf(random: Random): Line[] {
  const [cx, cy] = [random.float(0, 100), random.float(0, 100)];
  const size = random.chance(0.2) ? random.float(20, 80) : random.float(1, 8);
  const count = random.int(3, 30);
  const corners = Array.from({ length: count }, (_, i): [number, number] => {
    const [angle, reach] = [(2 * Math.PI * i) / count, size * random.float(0.5, 1)];
    return [cx + reach * Math.cos(angle), cy + reach * Math.sin(angle)];
  });
  return corners.map(([x, y], i): Line => [x, y, ...corners[(i + 1) % count]!]);
}

/** Numbers of lines of different outlines that cross, by the sides on which their ends lie. */
function crossings(outlines: readonly Line[][]): Set<string> {
  const lines = outlines.flatMap((outline, owner) => outline.map((ends) => ({ ends, owner })));
  const side = ([x0, y0, x1, y1]: Line, x: number, y: number) =>
    Math.sign((x1 - x0) * (y - y0) - (y1 - y0) * (x - x0));
  const parts = (p: Line, q: Line) => side(p, q[0], q[1]) * side(p, q[2], q[3]) < 0;
  const found = new Set<string>();
  for (const [i, p] of lines.entries())
    for (const [j, q] of lines.entries())
      if (i < j && p.owner !== q.owner && parts(p.ends, q.ends) && parts(q.ends, p.ends))
        found.add(`${i},${j}`);
  return found;
}
