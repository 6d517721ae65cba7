/** Indices of the judges, against looking at everything. */
import { describe, expect, it } from "vitest";
import { blankLeg, Legs } from "../../../engine/verify/controller/legs.ts";
import { JudgedShape } from "../../../engine/verify/nest/shape.ts";
import { indexOfLegs } from "../../../engine/verify/sweep/inspect.ts";
import { Random } from "../../helpers/random.ts";

const COUNT = 3000;
const angleOf = (i: number) => (2 * Math.PI * i) / COUNT;

/** Boxes all over a disc of radius 100 and beside it. */
function boxes(): [number, number, number, number][] {
  const some = new Random(7);
  return Array.from({ length: 200 }, () => {
    const [x, y] = [some.float(-130, 130), some.float(-130, 130)];
    return [x, y, x + some.float(0, 40), y + some.float(0, 40)];
  });
}
const meet = (a: number[], b: number[]) =>
  a[0]! <= b[2]! && a[2]! >= b[0]! && a[1]! <= b[3]! && a[3]! >= b[1]!;

describe("the edges of a shape that come near a box", () => {
  it("are found at every level of its index", () => {
    const exterior = Array.from({ length: COUNT }, (_, i) => [
      (100 - 3 * (i % 2)) * Math.cos(angleOf(i)),
      (100 - 3 * (i % 2)) * Math.sin(angleOf(i)),
    ]) as [number, number][];
    const shape = new JudgedShape({ exterior, holes: [] }, 0);
    const { ax, ay, bx, by } = shape;
    const all = Array.from(ax, (x, i) => [
      Math.min(x, bx[i]!),
      Math.min(ay[i]!, by[i]!),
      Math.max(x, bx[i]!),
      Math.max(ay[i]!, by[i]!),
    ]);
    for (const box of boxes()) {
      const found: number[] = [];
      shape.visitEdges(...box, (edge) => found.push(edge));
      expect(found.sort((a, b) => a - b)).toEqual(all.flatMap((own, i) => (meet(own, box) ? [i] : [])));
    }
  });
});

describe("the legs of a program that come near a box", () => {
  it("are found, lines and arcs alike", () => {
    const legs = new Legs();
    const all: number[][] = [];
    for (let i = 0; i < COUNT / 10; i++) {
      const [from, to] = [angleOf(10 * i), angleOf(10 * i + 10)];
      const leg = { ...blankLeg(), line: i };
      Object.assign(leg, { x0: 100 * Math.cos(from), y0: 100 * Math.sin(from) });
      Object.assign(leg, { x1: 100 * Math.cos(to), y1: 100 * Math.sin(to) });
      const bulge = i % 3 === 0 ? 1 : 0;
      if (bulge > 0) leg.turn = 1;
      legs.add(leg);
      const own = [
        Math.min(leg.x0, leg.x1),
        Math.min(leg.y0, leg.y1),
        Math.max(leg.x0, leg.x1),
        Math.max(leg.y0, leg.y1),
      ];
      // An arc over an axis reaches as far as its circle.
      const over = (k: number) => bulge > 0 && from < (k * Math.PI) / 2 && to > (k * Math.PI) / 2;
      if (over(1)) own[3] = 100;
      if (over(2)) own[0] = -100;
      if (over(3)) own[1] = -100;
      all.push(own);
    }
    const index = indexOfLegs(legs);
    for (const box of boxes())
      expect(index.near(box)).toEqual(all.flatMap((own, i) => (meet(own, box) ? [i] : [])));
  });
});
