/** No step of cleaning opens an outline that closed before it, whatever lies beside it or across it. */
import fc from "fast-check";
import { expect, it } from "vitest";
import {
  arc,
  circle,
  line,
  polyline,
  readEntities,
  type Tag,
  text,
} from "../../../../helpers/drawing/dxf.ts";

const share = fc.double({ min: 0, max: 1, noNaN: true });
const off = fc.double({ min: -0.4, max: 0.4, noNaN: true });

/** What lies beside or across an outline: doubles of its sides, lines from side to side, dimensions, axes, loose ends. */
const clutter = fc.record({
  kind: fc.constantFrom("double", "divider", "dimension", "axis", "tail", "bow", "sink"),
  side: fc.integer({ min: 0, max: 3 }),
  from: share,
  to: share,
  off,
});

const outlines = fc.array(
  fc.record({
    form: fc.constantFrom("lines", "ring"),
    width: fc.integer({ min: 20, max: 90 }),
    height: fc.integer({ min: 20, max: 90 }),
    /** Steps in the sides, by how much and from where to where. */
    steps: fc.array(fc.tuple(off, share, share), { minLength: 4, maxLength: 4 }),
    clutter: fc.array(clutter, { maxLength: 5 }),
  }),
  { minLength: 1, maxLength: 4 },
);

type Place = readonly [x: number, y: number];

const cornersOf = ([x, y, w, h]: readonly [number, number, number, number]): Place[] => [
  [x, y],
  [x + w, y],
  [x + w, y + h],
  [x, y + h],
];

type Clutter = Parameters<Parameters<typeof clutter.map>[0]>[0];

function drawn({ kind, side, from, to, off }: Clutter, [x, y, w, h]: number[]): Tag[] {
  const corners = cornersOf([x!, y!, w!, h!]);
  const [a, b] = [corners[side]!, corners[(side + 1) % 4]!];
  const at = (t: number) => [a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])] as const;
  const [nx, ny] = [(a[1] - b[1]) / (side % 2 ? h! : w!), (b[0] - a[0]) / (side % 2 ? h! : w!)];
  const [p, q] = [at(from), at(to)];
  const beside = ([u, v]: readonly [number, number], by: number) => [u + by * nx, v + by * ny] as const;
  if (kind === "double") return line(...beside(p, off), ...beside(q, off / 2));
  if (kind === "divider") return line(...p, ...beside(q, side % 2 ? w! : h!));
  if (kind === "tail") return line(...p, ...beside(q, -10 * Math.abs(off)));
  if (kind === "axis") return line(x! - 3 * w!, y! + from * h!, x! + 4 * w!, y! + from * h!);
  if (kind === "bow") return arc(...p, 3 + 10 * Math.abs(off), 360 * from, 360 * to);
  if (kind === "sink")
    return [...circle(x! + w! / 2, y! + h! / 2, 4), ...circle(x! + w! / 2, y! + h! / 2, 2)];
  return [
    ...line(...beside(a, -6), ...beside(b, -6)),
    ...line(...a, ...beside(a, -8)),
    ...line(...b, ...beside(b, -8)),
    ...text(...beside(at(0.5), -5.5), `${side % 2 ? h : w}`, 3),
  ];
}

it("keeps outlines closed that are closed as drawn", () => {
  fc.assert(
    fc.property(outlines, (all) => {
      const rooms = all.map(({ width, height }, i) => [1000 * i, 0, width, height]);
      const tags = all.flatMap(({ form, width, height, steps, clutter }, i): Tag[] => {
        const [x, y] = [1000 * i, 0];
        const corners = cornersOf([x, y, width, height]);
        const ring = corners.flatMap((corner, side) => {
          const next = corners[(side + 1) % 4]!;
          const [by, p, q] = steps[side]!;
          const [u, v] = [next[0] - corner[0], next[1] - corner[1]];
          const long = Math.abs(u + v);
          const at = (t: number, by: number): Place => [
            corner[0] + t * u - (by * v) / long,
            corner[1] + t * v + (by * u) / long,
          ];
          const [low, high] = [0.1 + 0.8 * Math.min(p, q), 0.1 + 0.8 * Math.max(p, q)];
          if (Math.abs(by) < 0.02 || (high - low) * long < 0.02) return [corner];
          return [corner, at(low, 0), at(low, by), at(high, by), at(high, 0)];
        });
        const loose = ring.flatMap((from, i) => line(...from, ...ring[(i + 1) % ring.length]!));
        const outline = form === "lines" ? loose : polyline(ring.map((at) => [...at]));
        return [...outline, ...clutter.flatMap((one) => drawn(one, rooms[i]!))];
      });
      const { parts } = readEntities(tags);
      for (const [i, { width, height, clutter }] of all.entries()) {
        const here = parts.filter(({ exterior }) => exterior.every(([u]) => Math.abs(u - 1000 * i) < 500));
        const area = here.reduce((sum, part) => sum + part.area, 0);
        const bows = clutter.filter(({ kind }) => kind === "bow").length;
        // Doubles along the sides, the hole of a countersink, and bows take this much at most.
        const slack = 0.9 * (width + height) + 52 + 160 * bows;
        expect(area).toBeGreaterThan(width * height - Math.min(slack, 0.8 * width * height));
      }
    }),
    { seed: 20261128, numRuns: 60 },
  );
});
