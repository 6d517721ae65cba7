/** INSERTs put blocks where CAD systems put them, and nothing hidden is cut. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { curveAt } from "../../../../engine/read/drawing/curves/curves.ts";
import {
  arc,
  block,
  circle,
  insert,
  layer,
  line,
  polyline,
  readEntities,
  rectangle,
  type Tag,
  text,
} from "../../../helpers/drawing/dxf.ts";

const read = readEntities;
const quarter = Math.tan(Math.PI / 8);
/** A rectangle 20 × 30 whose far corner is rounded with r = 10. */
const rounded = polyline([
  [0, 0],
  [20, 0],
  [20, 20, quarter],
  [10, 30],
  [0, 30],
]);
const ROUNDED = 600 - (1 - Math.PI / 4) * 100;

describe("INSERT", () => {
  it("of copies turned at every angle gives parts as they are drawn: rounding alone tells their areas apart", () => {
    const lens = polyline([
      [0, 0, 1],
      [40, 0, 0.5],
    ]);
    const copies = Array.from({ length: 60 }, (_, i) => insert("LENS", 100 * i, 0, [[50, 7 * i]]));
    const { parts } = readEntities(copies.flat(), { blocks: block("LENS", lens) });
    const places = parts.map(({ bounds }) => Math.round((bounds.min_x + bounds.max_x) / 200));
    expect(places).toEqual(places.toSorted((p, q) => p - q));
    expect(parts.length).toBe(60);
  });

  it("scales, turns and moves about the base point", () => {
    const blocks = block("A", rectangle(5, 5, 10, 4), [5, 5]);
    const { data } = read(
      insert("A", 100, 50, [
        [41, 2],
        [42, 2],
        [50, 90],
      ]),
      { blocks },
    );
    expect(data.bounds).toEqual({ min_x: 92, min_y: 50, max_x: 100, max_y: 70 });
  });

  it("is as large as it is where a scale is 0, as some programs write it", () => {
    const flat: Tag[] = [41, 42, 43].map((code) => [code, 0]);
    const { parts } = readEntities(insert("P", 5, 0, flat), { blocks: block("P", rectangle(0, 0, 10, 4)) });
    expect(parts.map(({ area, bounds }) => [area, bounds.min_x])).toEqual([[40, 5]]);
  });

  it("turns the spacing of an array but does not scale it", () => {
    const blocks = block("A", rectangle(0, 0, 1, 1));
    const { parts } = read(
      insert("A", 0, 0, [
        [41, 3],
        [42, 3],
        [50, 90],
        [70, 3],
        [71, 2],
        [44, 10],
        [45, 20],
      ]),
      { blocks },
    );
    const corners = parts.map(({ bounds }) =>
      [bounds.max_x, bounds.min_y].map((value) => Math.round(value * 1e6) / 1e6 + 0),
    );
    expect(corners.sort((p, q) => p[0]! - q[0]! || p[1]! - q[1]!)).toEqual([
      [-20, 0],
      [-20, 10],
      [-20, 20],
      [0, 0],
      [0, 10],
      [0, 20],
    ]);
  });

  it("mirrors arcs and bulges, also when nested", () => {
    const blocks = [...block("A", rounded), ...block("B", insert("A", 0, 0, [[41, -1]]))];
    for (const more of [
      [],
      [[41, -1]],
      [[42, -1]],
      [[50, 30]],
      [
        [210, 0],
        [220, 0],
        [230, -1],
      ],
    ] as Tag[][]) {
      const { data, parts } = read(insert("B", 7, 9, more), { blocks });
      expect(parts).toHaveLength(1);
      expect(data.area).toBeCloseTo(ROUNDED, 8);
    }
  });

  it("makes ellipses of circles and arcs under unequal scales", () => {
    const blocks = block("A", [...circle(0, 0, 10), ...rectangle(-20, -20, 40, 40)]);
    const { data } = read(
      insert("A", 0, 0, [
        [41, 2],
        [42, 1],
      ]),
      { blocks },
    );
    expect(data.area).toBeCloseTo(3200 - 200 * Math.PI, 7);
    const bulged = read(
      insert("A", 0, 0, [
        [41, 1],
        [42, 3],
        [50, 45],
      ]),
      { blocks: block("A", rounded) },
    );
    expect(bulged.data.area).toBeCloseTo(3 * ROUNDED, 7);
  });

  it("stretches along the axes of the block, also when turned: the bounds are those of the ellipse", () => {
    const { data } = read(
      insert("A", 0, 0, [
        [41, 3],
        [42, 1],
        [50, 30],
      ]),
      { blocks: block("A", circle(0, 0, 10)) },
    );
    expect(data.bounds.max_x).toBeCloseTo(
      Math.hypot(30 * Math.cos(Math.PI / 6), 10 * Math.sin(Math.PI / 6)),
      9,
    );
    expect(data.bounds.max_y).toBeCloseTo(
      Math.hypot(30 * Math.sin(Math.PI / 6), 10 * Math.cos(Math.PI / 6)),
      9,
    );
  });

  it.each([1, -1])(
    "copies every point to where its matrix says, arcs as arcs where scales are even (z %i)",
    (z) => {
      const content = [
        ...polyline(
          [
            [0, 0, 0.4],
            [10, 5, -0.7],
            [20, 0],
          ],
          false,
          "BULGES",
        ),
        ...arc(60, 0, 5, 20, 200, "ARC"),
      ];
      const blocks = block("A", content, [3, -2]);
      const scale = fc.constantFrom(1, -1, 2.5, -0.3);
      fc.assert(
        fc.property(scale, scale, fc.integer({ min: -720, max: 720 }), (sx, sy, degrees) => {
          const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
          const turned = (x: number, y: number) => [cos * x - sin * y, sin * x + cos * y] as const;
          const more: Tag[] = [
            [41, sx],
            [42, sy],
            [44, 500],
            [45, 700],
            [50, degrees],
            [70, 2],
            [71, 2],
            [210, 0],
            [220, 0],
            [230, z],
          ];
          const copies = read(insert("A", 40, 30, more), { blocks }).paths;
          for (const { layer, curves } of read(content).paths) {
            const found = copies.filter((path) => path.layer === layer).flatMap((path) => path.curves);
            expect(found).toHaveLength(4 * curves.length);
            for (const { kind } of found)
              expect(kind).toBe(Math.abs(sx) === Math.abs(sy) ? "arc" : "ellipse");
            for (const [column, row] of [0, 1, 2, 3].map((i) => [i % 2, i >> 1] as const)) {
              for (const share of [0, 0.3, 0.8, 1]) {
                for (const curve of curves) {
                  const [px, py] = curveAt(curve, share);
                  const [x, y] = turned(sx * (px - 3), sy * (py + 2));
                  const [dx, dy] = turned(500 * column, 700 * row);
                  const truth = [z * (40 + x + dx), 30 + y + dy] as const;
                  const away = found
                    .flatMap((copy) => [curveAt(copy, share), curveAt(copy, 1 - share)])
                    .map(([cx, cy]) => Math.hypot(cx - truth[0], cy - truth[1]));
                  expect(Math.min(...away)).toBeLessThan(1e-9);
                }
              }
            }
          }
        }),
        { seed: 20261126, numRuns: 60 },
      );
    },
  );

  it("counts as one entity; layer 0 inside stands for its layer", () => {
    const blocks = block("A", [...rectangle(0, 0, 10, 10), ...circle(5, 5, 1, "HOLES")]);
    const { data, paths } = read(
      [...line(20, 0, 30, 0, "X"), ...insert("A", 0, 0, [[8, "PLATE"]])].filter(
        ([code, value]) => !(code === 8 && value === "0"),
      ),
      { blocks },
    );
    expect(data.entity_count).toBe(2);
    expect(data.layers).toEqual(["X", "PLATE", "HOLES"]);
    expect(paths.find(({ role }) => role === "exterior")?.layer).toBe("PLATE");
  });

  it("leaves dimension graphics alone: their anonymous blocks are not inserted", () => {
    const blocks = block("*D1", line(0, 0, 500, 500));
    const { data } = read([...rectangle(0, 0, 10, 10), [0, "DIMENSION"], [8, "0"], [2, "*D1"]], { blocks });
    expect(data.bounds.max_x).toBe(10);
  });
});

describe("hidden entities", () => {
  const plate = rectangle(0, 0, 100, 100);
  const layers = [
    ...layer("OFF").map((tag): Tag => (tag[0] === 62 ? [62, -7] : tag)),
    ...layer("ICE").map((tag): Tag => (tag[0] === 70 ? [70, 1] : tag)),
  ];

  it.each<[string, Tag[]]>([
    ["on a layer that is off", circle(50, 50, 5, "OFF")],
    ["on a frozen layer", circle(50, 50, 5, "ICE")],
    ["marked invisible", [...circle(50, 50, 5), [60, 1]]],
    ["in paper space", [...circle(50, 50, 5), [67, 1]]],
    ["inserted on a frozen layer", insert("A", 50, 50).map((tag): Tag => (tag[0] === 8 ? [8, "ICE"] : tag))],
    [
      "of layer 0, inserted on a layer that is off",
      insert("Z", 50, 50).map((tag): Tag => (tag[0] === 8 ? [8, "OFF"] : tag)),
    ],
  ])("%s are not cut, but told", (_, hidden) => {
    const blocks = [...block("A", circle(0, 0, 5, "SEEN")), ...block("Z", circle(0, 0, 5))];
    const { data, findings } = read([...plate, ...hidden], { layers, blocks });
    expect(data.area).toBe(10000);
    expect(data.cut_paths).toHaveLength(1);
    expect(findings).toMatchObject([{ code: "entities-hidden", count: 1 }]);
  });

  it("are no windows of paper space on what is drawn", () => {
    const { findings } = read([...plate, [0, "VIEWPORT"], [8, "0"], [67, 1], [69, 1]], {});
    expect(findings).toEqual([]);
  });

  it("on their own layer are seen in an INSERT that is on a layer that is merely off", () => {
    const placed = insert("A", 50, 50).map((tag): Tag => (tag[0] === 8 ? [8, "OFF"] : tag));
    const { data } = read([...plate, ...placed], { layers, blocks: block("A", circle(0, 0, 5, "SEEN")) });
    expect(data.hole_count).toBe(1);
  });

  it("without a contour are counted by type, inside blocks as well", () => {
    const word = text(1, 1, "abc", 5);
    const { data, findings } = read(
      [...plate, ...word, [0, "HATCH"], [8, "0"], [10, 0], [20, 0], ...insert("A", 0, 0)],
      { blocks: block("A", word) },
    );
    expect(data.entity_count).toBe(4);
    expect(findings).toMatchObject([
      { code: "entities-skipped", message: expect.stringContaining("HATCH"), count: 1 },
      { code: "text-not-drawn", count: 2 },
    ]);
  });
});

describe("the colour of a line", () => {
  const coloured = (...groups: Tag[]): Tag[] =>
    circle(0, 0, 10, "L").flatMap((tag): Tag[] => (tag[0] === 8 ? [tag, ...groups] : [tag]));
  const shown = (...groups: Tag[]) => insert("B", 0, 0, groups);
  const green: Tag = [62, 3];

  it.each<[string, Tag[], Tag[], string]>([
    ["its own", coloured([62, 1]), [], "#ff0000"],
    ["its own, as a true colour beside an index", coloured([62, 1], [420, 0x1e90ff]), [], "#1e90ff"],
    ["its own, as true black", coloured([420, 0]), [], "#000000"],
    ["that of its layer", coloured(), [[62, 5]], "#0000ff"],
    ["that of its layer, by name", coloured([62, 256]), [[62, 5]], "#0000ff"],
    ["that of its layer, as a true colour", coloured(), [[420, 0x00aa77]], "#00aa77"],
    ["that of its copy", shown(green), [[62, 5]], "#00ff00"],
    ["that of its copy, as a true colour", shown([420, 0xfedcba]), [[62, 5]], "#fedcba"],
  ])("is %s", (_, entities, ofLayer, hex) => {
    const { groups } = readEntities(entities, {
      layers: [[0, "LAYER"], [2, "L"], [70, 0], ...ofLayer],
      blocks: block("B", coloured([62, 0])),
    });
    expect(groups.map(({ colour }) => colour)).toEqual([hex]);
  });
});

// As AutoCAD's palette shows them, which rounds halves down.
it.each([
  [1, "#ff0000"],
  [5, "#0000ff"],
  [10, "#ff0000"],
  [30, "#ff7f00"],
  [50, "#ffff00"],
  [70, "#7fff00"],
  [90, "#00ff00"],
  [130, "#00ffff"],
  [170, "#0000ff"],
  [210, "#ff00ff"],
  [240, "#ff003f"],
])("the colour of index %i is %s", (index, colour) => {
  const [type, on, ...rest] = circle(0, 0, 5);
  const { paths } = read([type!, on!, [62, index], ...rest]);
  const channels = (text: string) => [1, 3, 5].map((at) => Number.parseInt(text.slice(at, at + 2), 16));
  expect(paths).toHaveLength(1);
  for (const [at, value] of channels(paths[0]!.colour).entries())
    expect(Math.abs(value - channels(colour)[at]!)).toBeLessThanOrEqual(1);
});

it("draws what is BYBLOCK in a block with the line type of its insert", () => {
  const [type, on, ...rest] = circle(5, 5, 2);
  const blocks = block("AXES", [type!, on!, [6, "BYBLOCK"], ...rest]);
  const placed = (lineType: string) =>
    read([...rectangle(0, 0, 20, 10), ...insert("AXES", 0, 0, [[6, lineType]])], { blocks }).parts;
  expect(placed("CENTER")[0]!.holes).toHaveLength(0);
  expect(placed("CONTINUOUS")[0]!.holes).toHaveLength(1);
});
