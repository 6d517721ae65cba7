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

/** What no part is made of, with the findings that tell of it and where. */
const untouched = ({ account }: Drawing): [number, RegExp][] => [
  [account.open, /^(open-cuts|open-outside|cuts-in-waste)$/],
  [account.overshoot, /^(overshoots-left-out|contours-cross)$/],
  [account.duplicate, /^(duplicates-removed|overlaps-removed|near-duplicates|shared-edges)$/],
];

describe("the account of a drawing", () => {
  it.each([0.0005, -0.0005])("adds up where two pieces of a line lie %d mm over each other", (over) => {
    const pieces = [...line(20, 20, 50 + over, 20), ...line(50, 20, 80, 20)];
    const drawing = readEntities([...rectangle(0, 0, 100, 60), ...pieces]);
    expect(drawing.account.drawn).toBeCloseTo(380 + over, 9);
    expect(sumOf(drawing)).toBeCloseTo(380 + over, 9);
    expect(drawing.findings).toMatchObject([{ code: "open-cuts", count: 1 }]);
  });

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

  it("names the fate of each curve", () => {
    const { account, parts } = readEntities([
      ...sides(0, 0, 100, 60),
      ...line(0, 0, 40, 0),
      ...line(100, 60, 101, 60),
      ...line(30, 20, 30, 40, "BEND"),
      ...line(60, 20, 60, 40, "ENGRAVE"),
      ...line(80, 20, 80, 40),
      ...line(0, 200, 50, 200, "AXIS"),
    ]);
    expect(parts).toHaveLength(1);
    expect(account).toMatchObject({ cut: 320, duplicate: 40, bend: 20, engrave: 20, construction: 50 });
    expect(account.open + account.overshoot).toBe(21);
  });

  it("names the paths of what is not made, as they are drawn, and nothing else has them", () => {
    const frame = polyline(
      [
        [-20, -20],
        [220, -20],
        [220, 120],
        [-20, 120],
      ],
      true,
      "RAHMEN",
    );
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

describe("gaps", () => {
  const open = polyline(
    [
      [0, 0],
      [100, 0],
      [100, 60],
      [0, 60],
      [0, 2],
    ],
    false,
  );

  it("are told with both ends and their width, and closed when somebody asks for it", () => {
    const { openEnds, findings, parts } = readEntities(open);
    expect(parts).toEqual([]);
    expect(openEnds).toMatchObject([{ width: 2, plain: true, layer: "0" }]);
    expect(findings).toContainEqual(expect.objectContaining({ code: "gaps-left-open", severity: "stop" }));
    const closed = readEntities(open, {}, { joinGaps: 2.5 });
    expect(closed.data.area).toBe(6000);
    expect(closed.account.more.closed).toBeCloseTo(2, 9);
  });

  it("are none between the dashes of a perforation, but between two of three lines they are", () => {
    const dashes = Array.from({ length: 20 }, (_, i) => line(5 * i, 30, 5 * i + 4.2, 30));
    const perforated = readEntities([...rectangle(-1, 0, 102, 60), ...dashes.flat()]);
    expect(perforated.openEnds).toEqual([]);
    expect(perforated.account.open).toBeCloseTo(84, 9);
    expect(readEntities([...line(0, 30, 9, 30), ...line(9.8, 30, 20, 30)]).openEnds).toHaveLength(1);
  });

  it.each([1, 0.1, 0.02])("are none in symbols and letters, drawn %d times as large", (scale) => {
    const strokes = [line(0, 0, 0, 7), line(0.8, 7, 5, 7), line(0.8, 3.5, 4, 3.5), line(5.8, 7, 5.8, 0)];
    const letter = strokes.map(([first, ...rest]) => [
      first!,
      ...rest.map(
        ([code, value]): Tag => (code >= 10 && code < 40 ? [code, scale * Number(value)] : [code, value]),
      ),
    ]);
    expect(readEntities(letter.flat()).openEnds).toEqual([]);
  });

  it("are none between slits of a hinge, the first and the last of a column as well", () => {
    const column = (x: number, ends: number[]) =>
      ends.flatMap((y, i) => (i % 2 === 0 ? line(x, y, x, ends[i + 1]!) : []));
    const odd = [30, 34, 38].flatMap((x) => column(x, [2, 29.7, 30.3, 58]));
    const even = [32, 36].flatMap((x) => column(x, [1, 14, 15.5, 44.5, 46, 59]));
    const hinge = readEntities([...rectangle(0, 0, 100, 60), ...odd, ...even]);
    expect(hinge.openEnds).toEqual([]);
    expect(hinge.findings).toMatchObject([{ code: "open-cuts", count: 12 }]);
  });

  it("are none at the heads of slits like a T", () => {
    const heads = [...line(30, 30, 60, 30), ...line(60, 30, 60, 29.5), ...line(60, 30, 60, 30.5)];
    const slit = readEntities([...rectangle(0, 0, 100, 60), ...heads]);
    expect(slit.openEnds).toEqual([]);
    expect(slit.findings.map(({ code }) => code)).toEqual(["open-cuts"]);
    expect(slit.account.open).toBeCloseTo(31, 9);
  });

  it("leave line ends beyond a corner out up to the length that is asked for", () => {
    const tails = [
      ...line(-3, 0, 100, 0),
      ...line(100, -3, 100, 60),
      ...line(100, 60, 0, 60),
      ...line(0, 60, 0, 0),
    ];
    expect(readEntities(tails).account.overshoot).toBeCloseTo(6, 9);
    expect(readEntities(tails, {}, { trimOvershoots: 1 }).account.open).toBeCloseTo(6, 9);
  });

  it("are cut where they are no slip: a stroke through a sign of a few millimetres", () => {
    const half = 2.5;
    const [inner, outer] = [half / Math.SQRT2, (1.4 * half) / Math.SQRT2];
    const sign = [...arc(0, 0, half, 135, 315), ...line(-outer, outer, outer, -outer)];
    const { parts, account } = readEntities(sign);
    expect(parts[0]!.area).toBeCloseTo((Math.PI * half * half) / 2, 3);
    expect(account.overshoot).toBe(0);
    expect(account.open).toBeCloseTo(2 * Math.SQRT2 * (outer - inner), 9);
    // As large as a plate they are lines that pass its corners.
    const plate = [...arc(0, 0, 50, 135, 315), ...line(-38, 38, 38, -38)];
    expect(readEntities(plate).account.overshoot).toBeCloseTo(2 * (38 * Math.SQRT2 - 50), 9);
  });

  it("take a tail that stops a hair beside the next side for no gap", () => {
    for (let over = 0.02; over < 0.3; over += 0.02) {
      const drawn = [
        ...line(0, 0, 100 + over, 0),
        ...line(100, 0, 150, 25),
        ...line(150, 25, 0, 60),
        ...line(0, 60, 0, 0),
      ];
      const { parts, account } = readEntities(drawn);
      expect(parts).toHaveLength(1);
      expect(account.overshoot).toBeCloseTo(over, 9);
    }
  });

  it("close an outline for what lies straight above them", () => {
    const holes = Array.from({ length: 9 }, (_, i) => circle(49.2 + 0.2 * i, 5 + 6 * i, 0.4));
    const outline = [
      ...line(0, 0, 49, 0),
      ...line(51, 0, 100, 0),
      ...line(100, 0, 100, 60),
      ...line(100, 60, 0, 60),
      ...line(0, 60, 0, 0),
    ];
    const { parts } = readEntities([...outline, ...holes.flat()], {}, { joinGaps: 2 });
    expect(parts.map((part) => part.holes.length)).toEqual([9]);
  });
});
