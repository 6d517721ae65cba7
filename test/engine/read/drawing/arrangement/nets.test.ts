/** Loose lines that meet at junctions become the parts that a person sees in them. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { EdgeGraph } from "../../../../../engine/read/drawing/arrangement/graph.ts";
import { layOut } from "../../../../../engine/read/drawing/contacts/apart.ts";
import { CurveContacts } from "../../../../../engine/read/drawing/contacts/contacts.ts";
import { Contours } from "../../../../../engine/read/drawing/curves/contours.ts";
import { CurveTable } from "../../../../../engine/read/drawing/curves/curve-table.ts";
import { lineBetween } from "../../../../../engine/read/drawing/curves/curves.ts";
import { line, polyline, readEntities, rectangle, type Tag } from "../../../../helpers/drawing/dxf.ts";
import { Random } from "../../../../helpers/random.ts";

type Corner = readonly [x: number, y: number];

const areas = (entities: Tag[]) => readEntities(entities).parts.map(({ area }) => area);
type Box = [x: number, y: number, w: number, h: number];

const SHEET: Box = [0, 0, 120, 90];

const cornersOf = ([x, y, w, h]: Box): Corner[] => [
  [x, y],
  [x + w, y],
  [x + w, y + h],
  [x, y + h],
];

/** The sheet cut in two again and again. */
function cutUp(count: number, random: Random): Box[] {
  let boxes: Box[] = [SHEET];
  while (boxes.length < count) {
    const at = random.int(0, boxes.length - 1);
    const [x, y, w, h] = boxes[at]!;
    const across = w > h;
    const share = (across ? w : h) * random.pick([1 / 3, 1 / 2, 2 / 3]);
    const halves: Box[] = across
      ? [
          [x, y, share, h],
          [x + share, y, w - share, h],
        ]
      : [
          [x, y, w, share],
          [x, y + share, w, h - share],
        ];
    boxes = boxes.flatMap((box, i) => (i === at ? halves : [box]));
  }
  return boxes;
}

describe("neighbours drawn one by one", () => {
  it("are as many parts as were drawn, even where their borders differ by rounding", () => {
    const noise = fc.constantFrom(0, 1e-12, 1e-9);
    fc.assert(
      fc.property(fc.integer({ min: 3, max: 9 }), noise, fc.nat(), (count, jitter, seed) => {
        const random = new Random(seed);
        const off = (place: number) => place + jitter * (random.next() - 0.5);
        const rim = (i: number): Corner => {
          const angle = (2 * Math.PI * i) / count;
          return [100 * Math.cos(angle), 100 * Math.sin(angle)];
        };
        const facets = Array.from({ length: count }, (_, i): Corner[] => [[0, 0], rim(i), rim(i + 1)]);
        const lines = facets.flatMap((facet) =>
          facet.map(([x, y], i) => {
            const [nextX, nextY] = facet[(i + 1) % 3]!;
            const ends = [off(x), off(y), off(nextX), off(nextY)] as const;
            return random.chance(0.5) ? line(...ends) : line(ends[2], ends[3], ends[0], ends[1]);
          }),
        );
        const found = areas(random.shuffle(lines).flat());
        expect(found).toHaveLength(count);
        for (const area of found) expect(area).toBeCloseTo(5000 * Math.sin((2 * Math.PI) / count), 5);
      }),
      { seed: 20261126, numRuns: 100 },
    );
  });

  it("stay apart where a sheet is cut up by straight lines, however its pieces are drawn", () => {
    const style = fc.constantFrom(
      "lines",
      "lines and polylines",
      "lines on three layers",
      "lines in a frame",
    );
    const jitter = fc.constantFrom(0, 1e-9, 1e-6, 1e-4);
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 8 }), style, jitter, fc.nat(), (count, how, noise, seed) => {
        const random = new Random(seed);
        const off = (place: number) => place + noise * (random.next() - 0.5);
        const boxes = cutUp(count, random);
        const drawn = boxes.map((box): Tag[][] => {
          const corners = cornersOf(box).map(([x, y]): Corner => [off(x), off(y)]);
          if (how === "lines and polylines" && random.chance(0.5))
            return [polyline(corners.map((at) => [...at]))];
          const layer = how === "lines on three layers" ? `L${random.int(0, 2)}` : "0";
          return corners.map(([x, y], i) => line(x, y, ...corners[(i + 1) % 4]!, layer));
        });
        if (how === "lines in a frame") drawn.push([rectangle(...SHEET)]);
        const found = areas(random.shuffle(drawn.flat()).flat());
        const truth = boxes.map(([, , w, h]) => w * h).sort((p, q) => q - p);
        expect(found).toHaveLength(count);
        for (const [i, area] of found.entries()) expect(Math.abs(area - truth[i]!)).toBeLessThan(0.1);
      }),
      { seed: 20261128, numRuns: 400 },
    );
  });
});

describe("snapping", () => {
  const WELD = 0.001;
  const graphOf = (lines: [number, number, number, number][]) => {
    const contours = new Contours(new CurveTable());
    for (const ends of lines)
      contours.add({
        closed: false,
        layer: "0",
        colour: 0,
        curves: [contours.table.add(lineBetween(...ends))],
      });
    const contacts = new CurveContacts(layOut(contours, { weld: WELD, join: WELD, kerf: WELD }), WELD);
    return new EdgeGraph(contacts, {
      lookOf: () => 0,
      weld: WELD,
      join: WELD,
      sliver: WELD,
      kerf: 0,
      extent: 100,
      shared_edges: "parts",
      trim_overshoots: undefined,
    });
  };

  it("moves no end by more than the tolerance, however the ends crowd", () => {
    const random = new Random(19);
    for (let round = 0; round < 30; round++) {
      const near = () => random.int(0, 6) * 0.7 * WELD;
      const lines = Array.from({ length: 40 }, (_, i): [number, number, number, number] => {
        const angle = (2 * Math.PI * i) / 40;
        return [near(), near(), 100 * Math.cos(angle), 100 * Math.sin(angle)];
      });
      const { curves, from, origins, nodes } = graphOf(lines);
      for (const [edge, curve] of curves.entries()) {
        // Gaps have no curve.
        if (curve < 0 || from[edge] !== 0) continue;
        const [x, y] = lines[curve]!;
        const node = origins[2 * edge]!;
        expect(Math.hypot(nodes.xs[node]! - x, nodes.ys[node]! - y)).toBeLessThanOrEqual(WELD);
      }
    }
  });

  it("lets no row of ends run together, each a hair from the next", () => {
    const { nodes } = graphOf(
      Array.from({ length: 100 }, (_, i) => [0.9 * WELD * i, 0, 0.9 * WELD * i - 50 + i, 90]),
    );
    const inRow = Array.from({ length: nodes.count }, (_, node) => nodes.ys[node]!).filter((y) => y === 0);
    expect(inRow.length).toBeGreaterThan((100 * 0.9) / 2);
  });
});
