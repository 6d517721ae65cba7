import { describe, expect, it } from "vitest";
import { Boxes, type LegBox } from "../../../engine/verify/sweep/leg-boxes.ts";
import { Random } from "../../helpers/random.ts";

describe("boxes", () => {
  it.each([0, 1, 15, 16, 40, 3000])("finds of %i what a look at each finds", (count) => {
    const source = new Random(count + 1);
    const random = () => source.next();
    const boxAt = (size: number): LegBox => {
      const [x, y] = [1000 * random() - 500, 10 * random()];
      return [x, y, x + size * random(), y + size * random()];
    };
    const all = Array.from({ length: count }, (_, i) => boxAt(i % 9 === 0 ? 0 : i % 7 === 0 ? 300 : 5));
    const boxes = new Boxes(count, (i) => all[i]!);
    let found = 0;
    for (let k = 0; k < 200; k++) {
      const [asked, reach] = [boxAt(k % 2 === 0 ? 1500 : 0.5), k % 3];
      const near = all.flatMap(([x0, y0, x1, y1], i) =>
        x0 <= asked[2] + reach && x1 >= asked[0] - reach && y0 <= asked[3] + reach && y1 >= asked[1] - reach
          ? [i]
          : [],
      );
      expect([...boxes.near(asked, reach)].sort((a, b) => a - b)).toEqual(near);
      found += near.length;
    }
    expect(found > 0).toBe(count > 0);
  });

  it("finds boxes on one line and in one place", () => {
    const flat = new Boxes(20, (i) => [i, 3, i, 3]);
    expect([...flat.near([4.5, 2, 6, 9], 0)].sort()).toEqual([5, 6]);
    const same = new Boxes(20, () => [1, 1, 1, 1]);
    expect(same.near([0, 0, 1, 1], 0)).toHaveLength(20);
    expect(same.near([0, 0, 0.5, 1], 0.4)).toHaveLength(0);
  });
});
