/** Lines with an end in common: what their ends tell against what all of them are asked for. */
import { describe, expect, it } from "vitest";
import { meetAtEnds } from "../../../../../engine/read/drawing/contacts/corners.ts";
import { meet } from "../../../../../engine/read/drawing/contacts/meet.ts";
import { lineBetween } from "../../../../../engine/read/drawing/curves/curves.ts";
import { Random } from "../../../../helpers/random.ts";

const WELD = 1e-3;

type Told = [t: number, u: number][];

function atEnds(numbers: readonly number[]): Told | null {
  const told: Told = [];
  const isAll = meetAtEnds(Float64Array.from(numbers), 0, 1, WELD, (_p, _q, t, u) => told.push([t, u]));
  return isAll ? told : null;
}

function asked([a, b, c, d, e, f, g, h]: readonly number[]): Told {
  const told: Told = [];
  const [p, q] = [lineBetween(a!, b!, c!, d!), lineBetween(e!, f!, g!, h!)];
  meet({ curve: p, chords: null }, { curve: q, chords: null }, WELD, (t, u) => told.push([t, u]));
  return told;
}

describe("lines that share ends", () => {
  it("meet there and nowhere else, wherever their ends tell it", () => {
    const random = new Random(2611);
    const far = [0, 1e6, 33_333.333];
    let told = 0;
    for (let i = 0; i < 20_000; i++) {
      const [x, y] = [random.pick(far) + random.float(-5, 5), random.pick(far) + random.float(-5, 5)];
      const reach = 10 ** random.float(-4, 3);
      const angle = random.float(0, 7);
      // Along the same line, back on it, and a hair or plainly off it.
      const turn = random.pick([0, Math.PI, 1e-5, 1e-4, 2e-3, 0.1, Math.PI / 2, 3]) * random.pick([1, -1]);
      const longer = random.pick([1, 1, 0.5, 3]);
      const a = [x + reach * Math.cos(angle), y + reach * Math.sin(angle)];
      const b =
        turn === 0 && longer === 1
          ? a
          : [x + longer * reach * Math.cos(angle + turn), y + longer * reach * Math.sin(angle + turn)];
      const p = random.chance(0.5) ? [x, y, ...a] : [...a, x, y];
      const q = random.chance(0.5) ? [x, y, ...b] : [...b, x, y];
      const found = atEnds([...p, ...q]);
      if (!found) continue;
      told++;
      expect(found, String([...p, ...q])).toEqual(asked([...p, ...q]));
    }
    expect(told).toBeGreaterThan(8000);
  });

  it("are asked in full where an end is shared by nearly the same line, or by none", () => {
    expect(atEnds([0, 0, 10, 0, 0, 0, 9, 0])).toBeNull();
    expect(atEnds([0, 0, 10, 0, 1, 1, 9, 5])).toBeNull();
    expect(atEnds([0, 0, 10, 0, Number.NaN, Number.NaN, Number.NaN, Number.NaN])).toBeNull();
  });
});
