/** No pair of curves of one contour that may meet is left out. */
import { describe, expect, it } from "vitest";
import { pairsAlong } from "../../../../../engine/read/drawing/contacts/along.ts";
import { Random } from "../../../../helpers/random.ts";

describe("pairs of curves of a contour", () => {
  it("are those whose boxes meet, each once and the earlier first", () => {
    for (let seed = 1; seed <= 200; seed++) {
      const random = new Random(seed);
      const count = random.int(2, 40);
      const bounds = new Float64Array(4 * count);
      for (let at = 0; at < bounds.length; at += 4) {
        const [x, y] = [random.int(0, 30), random.int(0, 30)];
        bounds.set([x, y, x + random.int(0, 8), y + random.int(0, 8)], at);
      }
      const first = random.int(0, count - 2);
      const end = random.int(first + 2, count);
      const found: string[] = [];
      pairsAlong(bounds, [first, end], (p, q) => found.push(`${p} ${q}`) > 0);
      const expected: string[] = [];
      for (let p = first; p < end; p++)
        for (let q = p + 1; q < end; q++)
          if ([0, 1].every((i) => spans(bounds, p, i, q) && spans(bounds, q, i, p)))
            expected.push(`${p} ${q}`);
      expect(found.sort(), `seed ${seed}`).toEqual(expected.sort());
    }
  });

  it("end where nobody wants more", () => {
    let calls = 0;
    pairsAlong(new Float64Array(40), [0, 10], () => ++calls < 3);
    expect(calls).toBe(3);
  });
});

/** Whether one of two boxes begins before the other ends. */
function spans(bounds: Float64Array, p: number, axis: number, q: number): boolean {
  return bounds[4 * p + axis]! <= bounds[4 * q + axis + 2]!;
}
