/** Where a vertical line crosses arcs: at places of them, as often as chords of theirs say, and which way they run there. */
import { expect, it } from "vitest";
import { crossVertical } from "../../../../../engine/read/drawing/contacts/pieces.ts";
import { curveAt, ellipseAround } from "../../../../../engine/read/drawing/curves/curves.ts";
import { Random } from "../../../../helpers/random.ts";

it("a vertical line crosses an arc of an ellipse where the arc is, without chords of it", () => {
  let crossed = 0;
  for (let seed = 1; seed <= 500; seed++) {
    const random = new Random(seed);
    const vector = () => ({ x: random.float(-50, 50), y: random.float(-50, 50) });
    const sweep = random.float(0.1, 2 * Math.PI) * (random.chance(0.5) ? 1 : -1);
    const curve = ellipseAround(vector(), vector(), vector(), random.float(-9, 9), sweep);
    const x = curve.x0 + random.float(-60, 60);
    const places = Array.from({ length: 2001 }, (_, i) => curveAt(curve, i / 2000));
    const expected = places.flatMap(([right], i) => {
      const [left] = places[i - 1] ?? [right];
      return left <= x !== right <= x ? [right > left] : [];
    });
    const found: { t: number; y: number; rightwards: boolean }[] = [];
    crossVertical({ curve, chords: null }, x, (t, y, rightwards) => found.push({ t, y, rightwards }));
    found.sort((p, q) => p.t - q.t);
    expect(found.map(({ rightwards }) => rightwards)).toEqual(expected);
    for (const { t, y } of found) {
      const [u, v] = curveAt(curve, t);
      expect([u, v]).toEqual([expect.closeTo(x, 6), expect.closeTo(y, 6)]);
    }
    crossed += found.length;
  }
  expect(crossed).toBeGreaterThan(200);
});
