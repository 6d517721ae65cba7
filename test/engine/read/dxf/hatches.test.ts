/** Filled areas are contours where a drawing has nothing else, and no news beside the lines that bound them. */
import { describe, expect, it } from "vitest";
import {
  block,
  circle,
  insert,
  line,
  readEntities,
  rectangle,
  type Tag,
} from "../../../helpers/drawing/dxf.ts";

const ring = (points: [number, number][]): Tag[] => [
  [92, 7],
  [72, 0],
  [73, 1],
  [93, points.length],
  ...points.flatMap(([x, y]): Tag[] => [
    [10, x],
    [20, y],
  ]),
  [97, 0],
];
const filled = (type: "HATCH" | "MPOLYGON", paths: Tag[][]): Tag[] => [
  [0, type],
  [8, "0"],
  [10, 0],
  [20, 0],
  [2, "SOLID"],
  [91, paths.length],
  ...paths.flat(),
  [75, 0],
];
const onLayer = (layer: string, entity: Tag[]) =>
  entity.map(([code, value]): Tag => [code, code === 8 ? layer : value]);
const edge = (kind: number, ...values: Tag[]): Tag[] => [[72, kind], ...values];
const plate: [number, number][] = [
  [0, 0],
  [100, 0],
  [100, 60],
  [0, 60],
];
const disc: Tag[] = [
  [92, 1],
  [93, 1],
  ...edge(2, [10, 30], [20, 30], [40, 10], [50, 0], [51, 360], [73, 1]),
  [97, 0],
];
/** A slot whose left end is drawn clockwise. */
const slot: Tag[] = [
  [92, 1],
  [93, 4],
  ...edge(1, [10, 0], [20, 0], [11, 40], [21, 0]),
  ...edge(2, [10, 40], [20, 10], [40, 10], [50, 270], [51, 450], [73, 1]),
  ...edge(1, [10, 40], [20, 20], [11, 0], [21, 20]),
  ...edge(2, [10, 0], [20, 10], [40, 10], [50, 90], [51, 270], [73, 0]),
  [97, 0],
];

const open = [line(3, 0, 100, 0), line(100, 0, 100, 60), line(100, 60, 0, 60), line(0, 60, 0, 4)].flat();
/** Half of a lens: a parabola over its chord. */
const leaf: Tag[] = [
  [92, 1],
  [93, 2],
  ...edge(4, [94, 2], [73, 0], [74, 0], [95, 6], [96, 3]),
  ...[0, 0, 0, 1, 1, 1].map((knot): Tag => [40, knot]),
  ...[
    [0, 0],
    [15, 40],
    [30, 0],
  ].flatMap(([x, y]): Tag[] => [
    [10, x!],
    [20, y!],
  ]),
  [97, 0],
  ...edge(1, [10, 30], [20, 0], [11, 0], [21, 0]),
  [97, 0],
];

describe("filled areas", () => {
  it.each<[what: string, entities: Tag[], area: number]>([
    ["a HATCH with a hole", filled("HATCH", [ring(plate), disc]), 6000 - 100 * Math.PI],
    ["an MPOLYGON", filled("MPOLYGON", [ring(plate)]), 6000],
    ["a HATCH of lines and arcs", filled("HATCH", [slot]), 800 + 100 * Math.PI],
  ])("are cut where nothing else is drawn: %s", (_, entities, area) => {
    const { data, findings } = readEntities(entities);
    expect(data.area).toBeCloseTo(area, 6);
    expect(findings.map(({ code }) => code)).toContain("hatch-boundaries");
    expect(findings.map(({ code }) => code)).not.toContain("entities-skipped");
  });

  it("are cut along splines, and within blocks where those are inserted", () => {
    const filledBlocks = { blocks: block("F", filled("HATCH", [leaf])) };
    const once = readEntities(filled("HATCH", [leaf]));
    expect(once.data.area).toBeCloseTo((2 / 3) * 30 * 20, 6);
    const { parts, findings } = readEntities(
      [
        ...insert("F", 0, 0),
        ...insert("F", 200, 0, [
          [41, 2],
          [42, 2],
        ]),
      ],
      filledBlocks,
    );
    expect(parts.map(({ area }) => area)).toEqual([4 * 400, 400].map((area) => expect.closeTo(area, 6)));
    const codes = findings.map(({ code }) => code);
    expect(codes).toContain("hatch-boundaries");
    expect(codes).not.toContain("entities-skipped");
  });

  it("are on the layer of the area, which stands first in it", () => {
    const { findings } = readEntities(onLayer("SHEET 2", filled("HATCH", [ring(plate)])));
    expect(findings).toContainEqual(expect.objectContaining({ code: "hatch-boundaries", layer: "SHEET 2" }));
  });

  it("are cut along the corners of each SOLID, the last two of which change places", () => {
    const solid = (x: number, ...more: Tag[]): Tag[] => [
      [0, "SOLID"],
      [8, "Paste"],
      ...[0, 3, 0, 3].flatMap((dx, i): Tag[] => [
        [10 + i, x + dx],
        [20 + i, i < 2 ? 2 : 0],
      ]),
      ...more,
    ];
    const mirrored: Tag[] = [
      [210, 0],
      [220, 0],
      [230, -1],
    ];
    const { parts, findings } = readEntities([...solid(0), ...solid(10), ...solid(-33, ...mirrored)]);
    expect(parts.map(({ area }) => area)).toEqual([6, 6, 6]);
    expect(parts.map(({ bounds }) => bounds.max_x).sort((p, q) => p - q)).toEqual([3, 13, 33]);
    expect(findings).toContainEqual(expect.objectContaining({ code: "hatch-boundaries", count: 3 }));
  });

  it("lie in the plane of their own, whatever bounds them", () => {
    const mirrored = (paths: Tag[][]): Tag[] =>
      filled("HATCH", paths).flatMap((tag): Tag[] =>
        tag[0] === 2 ? [[230, -1], [210, 0], [220, 0], tag] : [tag],
      );
    for (const [path, from, to] of [
      [ring(plate), -100, 0],
      [slot, -50, 10],
      [disc, -40, -20],
      [leaf, -30, 0],
    ] as const) {
      const { min_x, max_x } = readEntities(mirrored([path])).data.bounds;
      expect([min_x, max_x]).toEqual([expect.closeTo(from, 9), expect.closeTo(to, 9)]);
    }
  });

  it("are not cut where they only keep off a text", () => {
    const around = ring([
      [10, 10],
      [30, 10],
      [30, 20],
    ]).map(([code, value]): Tag => [code, code === 92 ? 2 | 8 : value]);
    expect(readEntities(filled("HATCH", [ring(plate), around])).data.area).toBeCloseTo(6000, 9);
  });

  it.each<[what: string, lines: Tag[]]>([
    ["dimensions", [line(0, -2, 0, -30), line(100, -2, 100, -30), line(0, -25, 100, -25)].flat()],
    ["a bend line", onLayer("BEND", line(40, 0, 40, 60))],
    ["some of their outline", [line(100, 0, 0, 0), line(100, 60, 100, 0)].flat()],
    ["the edge of their hole", circle(30, 30, 10)],
    ["an outline that is open at a corner", [...open, ...circle(30, 30, 10)]],
    ["a frame", [rectangle(-60, -60, 297, 210), rectangle(-50, -50, 277, 190)].flat()],
  ])("are cut beside what makes no other part: %s", (_, lines) => {
    for (const entities of [
      [...lines, ...filled("HATCH", [ring(plate), disc])],
      [...filled("HATCH", [ring(plate), disc]), ...lines],
    ]) {
      const { parts, findings } = readEntities(entities);
      expect(parts.map(({ area }) => area)).toEqual([expect.closeTo(6000 - 100 * Math.PI, 6)]);
      expect(findings).toContainEqual(expect.objectContaining({ code: "hatch-boundaries", count: 1 }));
    }
  });

  it("are divided by lines right across them, which is asked about", () => {
    const axes = [line(-10, 30, 110, 30), line(50, -10, 50, 70)].flat();
    const { parts, findings } = readEntities([...axes, ...filled("HATCH", [ring(plate), disc])]);
    expect(parts).toHaveLength(4);
    expect(findings).toContainEqual(
      expect.objectContaining({ code: "shared-edges", severity: "check", count: 4 }),
    );
  });

  it.each<[what: string, lines: Tag[]]>([
    ["in one", rectangle(-100, -100, 300, 260)],
    ["beside one", rectangle(200, 0, 100, 60)],
    ["across one", rectangle(50, -10, 100, 80)],
  ])("are left out and told where lines make parts: %s", (_, lines) => {
    const alone = readEntities(lines);
    const { parts, account, findings } = readEntities([...lines, ...filled("HATCH", [ring(plate), disc])]);
    expect(parts).toEqual(alone.parts);
    expect(account).toEqual(alone.account);
    expect(findings).toContainEqual(expect.objectContaining({ code: "entities-skipped", count: 1 }));
  });

  it("are no loss where lines draw them, however those are cut", () => {
    const sides = [line(0, 0, 30, 0), line(100, 0, 30, 0), line(100, 60, 100, 0), line(0, 60, 100, 60)];
    const { parts, findings } = readEntities([
      ...filled("HATCH", [ring(plate), disc]),
      ...[...sides, line(0, 60, 0, 0)].flat(),
      ...circle(30, 30, 10),
    ]);
    expect(parts.map(({ area }) => area)).toEqual([expect.closeTo(6000 - 100 * Math.PI, 6)]);
    expect(findings.map(({ code, severity }) => [code, severity])).toEqual([["aids-skipped", "note"]]);
  });

  it("with values missing draw nothing", () => {
    const broken = filled("HATCH", [ring(plate)]).filter(([code]) => code !== 20);
    expect(readEntities([...broken, ...circle(0, 0, 5)]).parts).toHaveLength(1);
    expect(() => readEntities(broken)).toThrow(/1 HATCH/);
  });
});
