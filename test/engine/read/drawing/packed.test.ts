/** A drawing stays the same when its curves become numbers and when it goes to another thread. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Point } from "../../../../engine/base/contract/values/geometry.ts";
import { type CurveId, CurveTable } from "../../../../engine/read/drawing/curves/curve-table.ts";
import {
  arcAround,
  bezierThrough,
  type Curve,
  curveAt,
  curveLength,
  ellipseAround,
  lineBetween,
} from "../../../../engine/read/drawing/curves/curves.ts";
import { readRecord, sizeOfRecord } from "../../../../engine/read/drawing/curves/records.ts";
import { openDrawing } from "../../../../engine/read/drawing/model/packed.ts";
import { readDrawing, readPacked } from "../../../../engine/read/dxf/read.ts";
import { buffersOf } from "../../../../engine/run/worker/wire.ts";
import {
  arc,
  circle,
  drawing,
  dxfBytes,
  ellipse,
  line,
  nurbsCircle,
  rectangle,
  type Tag,
} from "../../../helpers/drawing/dxf.ts";

const SEED = 20261120;
const number = fc.double({ min: -1000, max: 1000, noNaN: true });
const size = fc.double({ min: 0.1, max: 100, noNaN: true });
const angle = fc.double({ min: -6, max: 6, noNaN: true }).filter((turn) => Math.abs(turn) > 0.01);
const points = fc.array(fc.tuple(number, number), { minLength: 2, maxLength: 26 });

const curve: fc.Arbitrary<Curve> = fc.oneof(
  fc.tuple(number, number, number, number).map((ends) => lineBetween(...ends)),
  fc.tuple(number, number, size, number, angle).map((values) => arcAround(...values)),
  fc
    .tuple(number, number, size, size, number, angle)
    .map(([x, y, u, v, start, sweep]) =>
      ellipseAround({ x, y }, { x: u, y: 1 }, { x: 2, y: v }, start, sweep),
    ),
  points.map((control) => bezierThrough(control, null)),
  points.chain((control) =>
    fc
      .array(size, { minLength: control.length, maxLength: control.length })
      .map((weights) => bezierThrough(control, weights)),
  ),
);

function listed(table: CurveTable, ids: CurveId[]): Curve[] {
  return ids.map((id) => table.get(id));
}

describe("A table of curves", () => {
  it("gives every curve back as it was put in", () => {
    fc.assert(
      fc.property(fc.array(curve, { minLength: 1, maxLength: 50 }), (curves) => {
        const table = new CurveTable();
        const ids = curves.map((one) => table.add(one));
        expect(listed(table, ids)).toEqual(curves);
      }),
      { seed: SEED, numRuns: 100 },
    );
  });

  it("holds more curves than one of its blocks, none of them torn apart", () => {
    const table = new CurveTable();
    const longest = bezierThrough(
      Array.from({ length: 26 }, (_, i): Point => [i, i * i]),
      Array.from({ length: 26 }, (_, i) => 1 + i),
    );
    const ids = Array.from({ length: 3000 }, (_, i) =>
      table.add(i % 3 === 0 ? lineBetween(i, 0, 0, i) : longest),
    );
    expect(listed(table, ids.slice(0, 2))).toEqual([lineBetween(0, 0, 0, 0), longest]);
    ids.forEach((id, i) => {
      if (i % 3 === 0) expect(table.get(id)).toEqual(lineBetween(i, 0, 0, i));
      else expect(table.ends(id)).toEqual({ x0: 0, y0: 0, x1: 25, y1: 625 });
    });
  });

  it("runs a curve backwards by its other number", () => {
    fc.assert(
      fc.property(curve, (one) => {
        const table = new CurveTable();
        const back = ~table.add(one);
        const turned = table.get(back);
        expect(table.ends(back)).toEqual({ x0: one.x1, y0: one.y1, x1: one.x0, y1: one.y0 });
        expect(turned).toMatchObject(table.ends(back));
        for (const share of [0.1, 0.5, 0.8]) {
          const [x, y] = curveAt(turned, share);
          const [ox, oy] = curveAt(one, 1 - share);
          expect(Math.hypot(x - ox, y - oy)).toBeLessThan(1e-8);
        }
        expect(table.get(~back)).toEqual(one);
      }),
      { seed: SEED, numRuns: 200 },
    );
  });

  it("shows curves one at a time as it gives them, and knows their lengths", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(curve, fc.boolean()), { minLength: 1, maxLength: 20 }), (some) => {
        const table = new CurveTable();
        const ids = some.map(([one, turned]) => (turned ? ~table.add(one) : table.add(one)));
        const run = table.run([0, ...ids], 1, ids.length);
        expect(run.length).toBe(ids.length);
        const given = listed(table, ids);
        // The next one is written over the last.
        expect(ids.map((_, i) => structuredClone(run.at(i)))).toEqual(given);
        expect(run.at(-1)).toEqual(given.at(-1));
        for (const [i, id] of [...ids.entries(), ...ids.entries()])
          expect(table.length(id)).toBe(curveLength(some[i]![0]));
      }),
      { seed: SEED, numRuns: 100 },
    );
  });

  it("copies curves behind each other, each in its own sense", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(curve, fc.boolean()), { minLength: 1, maxLength: 20 }), (some) => {
        const table = new CurveTable();
        const ids = some.map(([one, turned]) => (turned ? ~table.add(one) : table.add(one)));
        const target = new Float64Array(ids.reduce((sum, id) => sum + table.size(id), 7));
        expect(ids.reduce((at, id) => table.copy(id, target, at), 7)).toBe(target.length);
        const found: Curve[] = [];
        for (let at = 7; at < target.length; at += sizeOfRecord(target, at))
          found.push(readRecord(target, at));
        expect(found).toEqual(listed(table, ids));
      }),
      { seed: SEED, numRuns: 100 },
    );
  });
});

describe("A drawing", () => {
  const everything: Tag[] = [
    ...rectangle(0, 0, 100, 60),
    ...circle(20, 20, 8),
    ...ellipse(60, 30, 12, 3, 0.5),
    ...nurbsCircle(5).map(
      ([code, value]): Tag => (code === 10 ? [code, Number(value) + 200] : [code, value]),
    ),
    ...rectangle(300, 0, 20, 20),
    ...line(150, 0, 170, 5),
    ...arc(150, 50, 10, 0, 200),
    ...line(0, 40, 100, 40, "BEND_UP"),
    ...line(5, 5, 9, 9, "ENGRAVE"),
  ];
  const bytes = dxfBytes(drawing(everything));

  it("is the same on the other side of a thread", () => {
    const read = readDrawing(bytes);
    expect(read.parts.map(({ holes }) => holes.length)).toEqual([2, 0, 0]);
    expect(read.paths.map(({ role }) => role)).toEqual([
      "exterior",
      "hole",
      "hole",
      "exterior",
      "exterior",
      "open",
      "open",
      "bend",
      "engrave",
    ]);
    const packed = readPacked(bytes, {});
    const sent = structuredClone(packed, { transfer: buffersOf(packed) });
    expect(openDrawing(sent)).toEqual(read);
  });

  it("crosses threads without a number being copied", () => {
    const packed = readPacked(bytes, {});
    const columns = [packed.paths.curves, packed.paths.points, packed.paths.firstPoints, packed.parts.areas];
    structuredClone(packed, { transfer: buffersOf(packed) });
    expect(columns.map(({ byteLength }) => byteLength)).toEqual([0, 0, 0, 0]);
  });

  it("can be copied and written like any plain data", () => {
    const read = readDrawing(bytes);
    expect(structuredClone(read)).toEqual(read);
    expect({ ...read }).toEqual(read);
    expect(JSON.parse(JSON.stringify(read))).toEqual(JSON.parse(JSON.stringify({ ...read })));
    expect(Object.keys(JSON.parse(JSON.stringify(read)))).toEqual(
      expect.arrayContaining(["data", "parts", "paths", "layers", "unit", "findings"]),
    );
  });

  it("is made once, and its rings once for all who show them", () => {
    const { data, parts } = readDrawing(bytes);
    expect(parts[0]!.exterior).toBe(data.geometry.exterior);
    expect(data.cut_paths[0]).toBe(data.geometry.exterior);
    const read = readDrawing(bytes);
    expect(read.paths).toBe(read.paths);
  });
});
