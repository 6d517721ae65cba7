/** Requests and answers between threads: whatever is packed arrives as a structured clone of it would. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { pack, unpack } from "../../../../engine/run/worker/pack.ts";

function sent(value: unknown): unknown {
  const { value: packed, buffers } = pack(value);
  return unpack(structuredClone(packed, { transfer: buffers }));
}

const point = fc.tuple(fc.double(), fc.double());
const place = fc.record({
  part_id: fc.string(),
  x: fc.double(),
  mirrored: fc.boolean(),
  bounds: fc.record({ a: fc.double() }),
});
const lists = fc.oneof(
  fc.array(point, { maxLength: 30 }),
  fc.array(fc.double(), { maxLength: 30 }),
  fc.array(place, { maxLength: 30 }),
  fc.array(fc.oneof(point, place, fc.jsonValue()), { maxLength: 30 }),
);

describe("a value on its way between threads", () => {
  it("arrives as it was, whatever it is", () => {
    fc.assert(
      fc.property(
        fc.oneof(lists, fc.jsonValue(), fc.record({ parts: fc.array(lists, { maxLength: 12 }) })),
        (value) => {
          expect(sent(value)).toEqual(structuredClone(value));
        },
      ),
      { numRuns: 300, seed: 7 },
    );
  });

  it("arrives as it was where lists are not quite alike", () => {
    const points = Array.from({ length: 20 }, (_, i) => [i, -i]);
    const records = Array.from({ length: 20 }, (_, i): Record<string, unknown> => ({ x: i, y: [i, i] }));
    for (const value of [
      [...points, [1, 2, 3]],
      [...points, [1, "2"]],
      [...points, null],
      [...points, [NaN, -0]],
      [...records, { y: [0, 0], x: 1 }],
      [...records, { x: 1 }],
      [...records, { x: 1, y: undefined }],
      records.map((record) => ({ ...record, deeper: points })),
      JSON.parse('[{"__proto__": {"a": 1}}, {"b": {"__proto__": 2}}]'),
      Array.from({ length: 20 }, () => JSON.parse('{"__proto__": {"a": 1}}')),
      { bytes: new Uint8Array([1, 2]), map: new Map([[1, points]]), none: undefined },
    ]) {
      expect(sent(value)).toStrictEqual(structuredClone(value));
    }
  });

  it("is refused before anything is sent where a clone would be, however deep it lies", () => {
    const deep = (value: unknown, levels: number): unknown =>
      levels === 0 ? value : { list: Array.from({ length: 10 }, () => ({ a: deep(value, levels - 1) })) };
    for (const odd of [() => 1, Symbol("x"), new WeakMap(), Promise.resolve()])
      for (const value of [
        odd,
        [odd],
        deep(odd, 3),
        { far: deep(odd, 1) },
        Array.from({ length: 20 }, () => odd),
      ])
        expect(() => pack(value)).toThrow(expect.objectContaining({ name: "DataCloneError" }));
  });

  it("arrives in circles where it was in circles", () => {
    const circle: { list: unknown[] } = { list: [] };
    circle.list.push(circle);
    let at = sent(circle) as typeof circle;
    for (let i = 0; i < 100; i++) at = at.list[0] as typeof circle;
    expect(Array.isArray(at.list)).toBe(true);
  });

  it("leaves what it is handed untouched, and hands over columns instead of lists", () => {
    const ring = Array.from({ length: 2000 }, (_, i) => [i, i / 3]);
    const request = { parts: [{ exterior: ring }] };
    const before = structuredClone(request);
    const { value, buffers } = pack(request);
    expect(buffers.map(({ byteLength }) => byteLength)).toEqual([2000 * 16]);
    structuredClone(value, { transfer: buffers });
    expect(request).toEqual(before);
  });
});
