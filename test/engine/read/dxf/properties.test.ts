/** A part stays the same however it is turned, mirrored, scaled, ordered and in whatever unit it is drawn. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readDrawing } from "../../../../engine/read/dxf/read.ts";
import {
  arc,
  block,
  circle,
  drawing,
  dxfBinary,
  dxfBytes,
  ellipse,
  insert,
  line,
  readEntities,
  rectangle,
  sides,
  type Tag,
} from "../../../helpers/drawing/dxf.ts";

const SEED = 20260711;
const settings = { seed: SEED, numRuns: 60 };
const read = readEntities;
const millimetre = (from: number, to: number) =>
  fc.integer({ min: from * 100, max: to * 100 }).map((value) => value / 100);

/** Parts that lie side by side, each with holes, in loose or closed form: entities kept apart so that they can be shuffled. */
const partEntities = fc
  .array(
    fc.record({
      w: millimetre(20, 60),
      h: millimetre(20, 60),
      form: fc.constantFrom("lines", "polyline", "rounded"),
      hole: fc.constantFrom("none", "circle", "arcs", "ellipse", "square"),
    }),
    { minLength: 1, maxLength: 5 },
  )
  .map((parts) =>
    parts.flatMap(({ w, h, form, hole }, i): Tag[][] => {
      const x = 100 * i;
      const [cx, cy, r] = [x + w / 2, h / 2, Math.min(w, h) / 4];
      return [...outline(form, x, w, h), ...cutout(hole, cx, cy, r)];
    }),
  );

function outline(form: string, x: number, w: number, h: number): Tag[][] {
  if (form === "polyline") return [rectangle(x, 0, w, h)];
  if (form === "lines") return split(sides(x, 0, w, h));
  const r = Math.min(w, h) / 5;
  return split([
    ...line(x + r, 0, x + w - r, 0),
    ...line(x + w, r, x + w, h - r),
    ...line(x + r, h, x + w - r, h),
    ...line(x, r, x, h - r),
    ...arc(x + r, r, r, 180, 270),
    ...arc(x + w - r, r, r, 270, 0),
    ...arc(x + w - r, h - r, r, 0, 90),
    ...arc(x + r, h - r, r, 90, 180),
  ]);
}

function cutout(hole: string, x: number, y: number, r: number): Tag[][] {
  if (hole === "circle") return [circle(x, y, r)];
  if (hole === "arcs") return [arc(x, y, r, 20, 150), arc(x, y, r, 150, 20)];
  if (hole === "ellipse") return [ellipse(x, y, r, 0, 0.6)];
  if (hole === "square") return split(sides(x - r / 2, y - r / 2, r, r));
  return [];
}

function split(tags: Tag[]): Tag[][] {
  const entities: Tag[][] = [];
  for (const tag of tags) tag[0] === 0 ? entities.push([tag]) : entities.at(-1)!.push(tag);
  return entities;
}

/** Measures of a part that do not depend on its place: area, perimeter and holes, smallest first. */
function shapes({ parts }: ReturnType<typeof read>, scale = 1): number[][] {
  return parts
    .map(({ area, perimeter, holes }) => [area / scale ** 2, perimeter / scale, holes.length])
    .sort((p, q) => p[0]! - q[0]!);
}

function expectSame(found: number[][], wanted: number[][]): void {
  expect(found).toHaveLength(wanted.length);
  found.forEach((shape, i) => {
    shape.forEach((value, k) => {
      expect(Math.abs(value - wanted[i]![k]!)).toBeLessThanOrEqual(1e-7 * Math.abs(value));
    });
  });
}

describe("a part stays what it is", () => {
  it("when its block is turned, mirrored, scaled and moved", () => {
    fc.assert(
      fc.property(
        partEntities,
        fc.integer({ min: 0, max: 359 }),
        fc.boolean(),
        fc.constantFrom(0.1, 1, 3, 25.4),
        (entities, turn, mirrored, scale) => {
          const plain = read(entities.flat());
          const placing: Tag[] = [
            [41, mirrored ? -scale : scale],
            [42, scale],
            [50, turn],
          ];
          const placed = read(insert("P", 17, -31, placing), { blocks: block("P", entities.flat()) });
          expectSame(shapes(placed, scale), shapes(plain));
        },
      ),
      settings,
    );
  });

  it("in any unit", () => {
    fc.assert(
      fc.property(
        partEntities,
        fc.constantFrom(
          ...([
            [1, 25.4],
            [5, 10],
            [6, 1000],
            [13, 0.001],
          ] as const),
        ),
        (entities, [unit, factor]) => {
          expectSame(shapes(read(entities.flat(), { unit: unit! }), factor), shapes(read(entities.flat())));
        },
      ),
      settings,
    );
  });

  it("whatever the order of its entities and the direction of its lines", () => {
    fc.assert(
      fc.property(
        partEntities,
        fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })),
        (entities, random) => {
          const plain = read(entities.flat());
          const next = () => random.next().value as number;
          const keyed = entities.map((entity) => ({
            key: next(),
            entity: next() < 0.5 ? reversed(entity) : entity,
          }));
          const shuffled = read(keyed.sort((p, q) => p.key - q.key).flatMap(({ entity }) => entity));
          expectSame(shapes(shuffled), shapes(plain));
          expect(shuffled.data.bounds).toEqual(plain.data.bounds);
          expect(shuffled.parts.map(({ bounds }) => bounds)).toEqual(plain.parts.map(({ bounds }) => bounds));
        },
      ),
      settings,
    );
  });

  it("in ASCII and in binary", () => {
    fc.assert(
      fc.property(partEntities, fc.boolean(), (entities, wide) => {
        const tags = drawing(entities.flat());
        expect(readDrawing(dxfBinary(tags, { wide }))).toEqual(readDrawing(dxfBytes(tags)));
      }),
      settings,
    );
  });

  it("and its points enclose what its curves do, within the tolerance", () => {
    fc.assert(
      fc.property(partEntities, (entities) => {
        for (const { exterior, holes, area, perimeter } of read(entities.flat()).parts) {
          const polygon = [exterior, ...holes].reduce((sum, ring) => sum + shoelace(ring), 0);
          expect(Math.abs(polygon - area)).toBeLessThanOrEqual(0.01 * perimeter);
        }
      }),
      settings,
    );
  });
});

/** The same entity drawn from its other end. */
function reversed(entity: Tag[]): Tag[] {
  if (entity[0]![1] !== "LINE") return entity;
  const turned = new Map([
    [10, 11],
    [11, 10],
    [20, 21],
    [21, 20],
  ]);
  return entity.map(([code, value]): Tag => [turned.get(code) ?? code, value]);
}

function shoelace(ring: [number, number][]): number {
  let sum = 0;
  for (let i = 0; i + 1 < ring.length; i++)
    sum += (ring[i]![0] * ring[i + 1]![1] - ring[i + 1]![0] * ring[i]![1]) / 2;
  return sum;
}
