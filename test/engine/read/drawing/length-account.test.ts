/** No millimetre is lost: what becomes of all curves adds up, however they cross, touch and lie on each other. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Drawing } from "../../../../engine/read/drawing/model/drawing.ts";
import { drawingToSvg } from "../../../../engine/write/picture/drawing-svg.ts";
import {
  arc,
  circle,
  ellipse,
  line,
  polyline,
  readEntities,
  rectangle,
  sides,
  type Tag,
} from "../../../helpers/drawing/dxf.ts";
import { Random } from "../../../helpers/random.ts";
import { box } from "../../../helpers/rings.ts";

const sumOf = ({ account }: Drawing) => {
  const { drawn: _, more: __, ...fates } = account;
  return Object.values(fates).reduce((sum, length) => sum + length, 0);
};

/** Segments, arcs and closed boxes with ends on a coarse grid, where touches, overlaps and triple points abound. */
const scene = fc.array(
  fc.tuple(fc.constantFrom("line", "arc", "box", "round"), fc.nat(6), fc.nat(6), fc.nat(6), fc.nat(6)),
  { minLength: 1, maxLength: 14 },
);
const drawnOf = (kind: string, a: number, b: number, c: number, d: number): Tag[] => {
  if (kind === "line") return line(10 * a, 10 * b, 10 * c, 10 * d);
  if (kind === "arc") return arc(10 * a, 10 * b, 10 * (c + 1), 30 * d, 30 * d + 90);
  // An ellipse with equal axes.
  if (kind === "round") return ellipse(10 * a, 10 * b, 10 * (c + 1), 10 * d, 1);
  return rectangle(10 * a, 10 * b, 10 * (c + 1), 10 * (d + 1));
};
const lengthOf = (kind: string, a: number, b: number, c: number, d: number): number => {
  if (kind === "line") return 10 * Math.hypot(a - c, b - d);
  if (kind === "round") return 20 * Math.PI * Math.hypot(c + 1, d);
  return kind === "arc" ? (10 * (c + 1) * Math.PI) / 2 : 20 * (c + d + 2);
};

/** Lines that belong to no part, with the findings that report them and their places. */
const untouched = ({ account }: Drawing): [number, RegExp][] => [
  [account.open, /^(open-cuts|open-outside|cuts-in-waste)$/],
  [account.overshoot, /^(overshoots-left-out|contours-cross)$/],
  [account.duplicate, /^(duplicates-removed|overlaps-removed|near-duplicates|shared-edges)$/],
];

describe("the account of a drawing", () => {
  it("adds up to what is drawn, and the perimeters of parts to what is cut", () => {
    fc.assert(
      fc.property(scene, (shapes) => {
        const drawing = readEntities([
          ...shapes.flatMap((shape) => drawnOf(...shape)),
          ...circle(500, 500, 3),
        ]);
        const drawn = shapes.reduce((sum, shape) => sum + lengthOf(...shape), 6 * Math.PI);
        const { account } = drawing;
        expect(Math.abs(account.drawn - drawn)).toBeLessThan(1e-6 * drawn);
        expect(Math.abs(sumOf(drawing) - drawn)).toBeLessThan(1e-6 * drawn);
        const perimeters = drawing.parts.reduce((sum, { perimeter }) => sum + perimeter, 0);
        const { closed, shared } = account.more;
        expect(Math.abs(perimeters - account.cut - shared - closed)).toBeLessThan(1e-6 * drawn);
        expect(drawing.findings.map(({ code }) => code)).not.toContain("account-open");
        for (const [length, codes] of untouched(drawing))
          if (length > 0)
            expect(drawing.findings).toContainEqual(
              expect.objectContaining({ code: expect.stringMatching(codes), at: expect.anything() }),
            );
      }),
      { seed: 20_261_122, numRuns: 150 },
    );
  });

  it("is the same whatever the order of the file, and where it lies", () => {
    const plate = [
      sides(0, 0, 100, 60),
      line(50, -1, 50, 61),
      circle(20, 30, 8),
      line(0, 0, 40, 0),
      circle(80, 30, 5),
    ];
    const plain = readEntities(plate.flat());
    const random = new Random(5);
    for (let round = 0; round < 10; round++) {
      const other = readEntities(random.shuffle(plate).flat());
      expect(other.parts.map(({ area }) => area.toFixed(6))).toEqual(
        plain.parts.map(({ area }) => area.toFixed(6)),
      );
      expect(other.account.cut).toBeCloseTo(plain.account.cut, 6);
      expect(other.account.duplicate).toBeCloseTo(plain.account.duplicate, 6);
    }
  });

  it("names the paths of what is not made, as they are drawn, and nothing else has them", () => {
    const frame = polyline(box(-20, -20, 240, 140), true, "RAHMEN");
    const drawing = readEntities([
      ...frame,
      ...rectangle(0, 0, 100, 60),
      ...line(30, 20, 30, 40, "BEND"),
      ...line(-10, 30, 110, 30, "AXIS"),
      ...line(0, -5, 40, -5, "BEND_EXTENT"),
    ]);
    const aside = drawing.paths.filter(({ role }) => role === "construction");
    const lines = aside.map(({ layer, curves, length }) => [layer, curves.length, length]);
    expect(lines).toEqual(
      expect.arrayContaining([
        ["RAHMEN", 4, 760],
        ["AXIS", 1, 120],
      ]),
    );
    expect(aside.reduce((sum, { length }) => sum + length, 0)).toBeCloseTo(drawing.account.construction, 9);
    expect(drawing.data.cut_paths).toHaveLength(1);
    expect(drawing.data.bend_lines).toHaveLength(1);
    expect(drawing.data.bounds).toEqual({ min_x: 0, min_y: 0, max_x: 100, max_y: 60 });
    const options = {
      ...{ width: 200, height: 200, stroke_width: 1 },
      stroke_color: "#000",
      background: "#fff",
    };
    const { svg } = drawingToSvg(drawing, options);
    expect(svg).not.toMatch(/RAHMEN|AXIS/);
  });
});
