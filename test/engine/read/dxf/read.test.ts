/** Entities come out with the areas, lengths and bounds that their formulas give. */
import { describe, expect, it } from "vitest";
import { parseDxfDataSchema } from "../../../../engine/base/contract/v1/drawing.ts";
import { signedArea } from "../../../../engine/base/geometry/ring.ts";
import { readDrawing } from "../../../../engine/read/dxf/read.ts";
import {
  arc,
  block,
  circle,
  drawing,
  dxfBytes,
  ellipse,
  insert,
  line,
  polyline,
  readEntities,
  rectangle,
  sides,
  type Tag,
} from "../../../helpers/drawing/dxf.ts";

const read = (entities: Tag[], options = {}) => readEntities(entities, {}, options);

describe("a plate with two holes", () => {
  const plate = read([...rectangle(0, 0, 100, 60), ...circle(20, 30, 5), ...circle(80, 30, 5)], {
    name: "in/plate.v2.dxf",
  });

  it("has every field of the interface", () => {
    expect(parseDxfDataSchema.parse(plate.data)).toEqual(plate.data);
    expect(plate.data).toMatchObject({
      name: "plate.v2",
      bounds: { min_x: 0, min_y: 0, max_x: 100, max_y: 60 },
      dimensions: { width: 100, height: 60, unit: "mm" },
      layers: ["0"],
      bend_lines: null,
      entity_count: 3,
      has_holes: true,
      hole_count: 2,
    });
  });

  it("is measured on the true circles, not on their points", () => {
    expect(plate.data.area).toBeCloseTo(6000 - 50 * Math.PI, 8);
    expect(plate.data.perimeter).toBeCloseTo(320 + 20 * Math.PI, 8);
  });

  it("gives closed rings, the exterior counter-clockwise and the holes clockwise", () => {
    const { exterior, holes } = plate.data.geometry;
    for (const ring of [exterior, ...holes]) expect(ring.at(-1)).toEqual(ring[0]);
    expect(signedArea(exterior)).toBeCloseTo(6000, 8);
    for (const hole of holes) expect(signedArea(hole)).toBeLessThan(0);
  });

  it("keeps the points of a hole within a hundredth of the circle, on both sides of each chord's middle", () => {
    for (const [x, y] of plate.data.geometry.holes.flat()) {
      expect(Math.hypot(x - (x < 50 ? 20 : 80), y - 30)).toBeCloseTo(5, 8);
    }
    for (const ring of plate.data.geometry.holes) {
      for (let i = 0; i + 1 < ring.length; i++) {
        const [x, y] = [(ring[i]![0] + ring[i + 1]![0]) / 2, (ring[i]![1] + ring[i + 1]![1]) / 2];
        expect(5 - Math.hypot(x - (x < 50 ? 20 : 80), y - 30)).toBeLessThanOrEqual(0.01);
      }
    }
  });

  it("lists every contour to be cut, the part's own included", () => {
    expect(plate.data.cut_paths).toEqual([plate.data.geometry.exterior, ...plate.data.geometry.holes]);
  });

  it("survives a structured clone", () => {
    expect(structuredClone(plate)).toEqual(plate);
  });
});

/** area, length, bounds of one part each; the truth follows from the construction. */
const shapes: [what: string, entities: Tag[], area: number, length: number, bounds: number[]][] = [
  ["a circle", circle(1, 2, 3), 9 * Math.PI, 6 * Math.PI, [-2, -1, 4, 5]],
  [
    "two arcs that make a circle",
    [...arc(0, 0, 2, 30, 210), ...arc(0, 0, 2, 210, 30)],
    4 * Math.PI,
    4 * Math.PI,
    [-2, -2, 2, 2],
  ],
  [
    "an obround of bulges",
    polyline([
      [0, 0],
      [50, 0, 1],
      [50, 20],
      [0, 20, 1],
    ]),
    1000 + 100 * Math.PI,
    100 + 20 * Math.PI,
    [-10, 0, 60, 20],
  ],
  [
    "a bite of a negative bulge",
    polyline([
      [0, 0],
      [100, 0],
      [100, 60, -Math.tan(Math.PI / 8)],
      [0, 60],
    ]),
    6000 - (5000 * (Math.PI / 2 - 1)) / 2,
    220 + (Math.SQRT1_2 * 100 * Math.PI) / 2,
    [0, 0, 100, 60],
  ],
  [
    "lines and arcs in mixed directions",
    [
      ...line(10, 0, 90, 0),
      ...arc(90, 10, 10, 270, 360),
      ...line(100, 50, 100, 10),
      ...arc(90, 50, 10, 0, 90),
      ...line(10, 60, 90, 60),
      ...arc(10, 50, 10, 90, 180),
      ...line(0, 50, 0, 10),
      ...arc(10, 10, 10, 180, 270),
    ],
    6000 - (4 - Math.PI) * 100,
    240 + 20 * Math.PI,
    [0, 0, 100, 60],
  ],
  [
    "a polyline that repeats its first point instead of the flag",
    polyline(
      [
        [0, 0],
        [4, 0],
        [4, 3],
        [0, 0],
      ],
      false,
    ),
    6,
    12,
    [0, 0, 4, 3],
  ],
  ["loose lines", sides(-5, -6, 10, 12), 120, 44, [-5, -6, 5, 6]],
  [
    "a full ellipse",
    [
      [0, "ELLIPSE"],
      [8, "0"],
      [10, 50],
      [20, 30],
      [11, 40],
      [21, 0],
      [40, 0.5],
    ],
    800 * Math.PI,
    193.76896441095354,
    [10, 10, 90, 50],
  ],
  [
    "a half ellipse turned over by its extrusion",
    [
      [0, "ELLIPSE"],
      [8, "0"],
      [10, 0],
      [20, 0],
      [11, 40],
      [21, 0],
      [40, 0.5],
      [41, 0],
      [42, Math.PI],
      [210, 0],
      [220, 0],
      [230, -1],
      ...line(-40, 0, 40, 0),
    ],
    400 * Math.PI,
    80 + 193.76896441095354 / 2,
    [-40, -20, 40, 0],
  ],
  [
    "a circle turned over by its extrusion",
    [...circle(30, 40, 5), [210, 0], [220, 0], [230, -1]],
    25 * Math.PI,
    10 * Math.PI,
    [-35, 35, -25, 45],
  ],
  [
    "a circle tilted by 60 degrees",
    [...circle(0, 0, 10), [210, 0], [220, -Math.sin(Math.PI / 3)], [230, 0.5]],
    50 * Math.PI,
    48.44224110273838,
    [-10, -5, 10, 5],
  ],
];

describe("entities", () => {
  it.each(shapes)("measures %s", (_, entities, area, length, [minX, minY, maxX, maxY]) => {
    const { data, parts } = read(entities);
    expect(parts).toHaveLength(1);
    expect(data.area / area).toBeCloseTo(1, 9);
    expect(data.perimeter / length).toBeCloseTo(1, 9);
    expect(data.bounds.min_x).toBeCloseTo(minX!, 8);
    expect(data.bounds.min_y).toBeCloseTo(minY!, 8);
    expect(data.bounds.max_x).toBeCloseTo(maxX!, 8);
    expect(data.bounds.max_y).toBeCloseTo(maxY!, 8);
  });

  it("reads POLYLINE vertices with bulges, and leaves out the frame of a fitted spline", () => {
    const vertex = (x: number, y: number, more: Tag[] = []): Tag[] => [
      [0, "VERTEX"],
      [8, "0"],
      [10, x],
      [20, y],
      ...more,
    ];
    const old = (flags: number, vertices: Tag[]): Tag[] => [
      [0, "POLYLINE"],
      [8, "0"],
      [66, 1],
      [70, flags],
      ...vertices,
      [0, "SEQEND"],
    ];
    const slot = old(1, [
      ...vertex(0, 0),
      ...vertex(50, 0, [[42, 1]]),
      ...vertex(50, 20),
      ...vertex(0, 20, [[42, 1]]),
    ]);
    expect(read(slot).data.area).toBeCloseTo(1000 + 100 * Math.PI, 8);
    const fitted = old(5, [
      ...vertex(-500, 900, [[70, 16]]),
      ...vertex(0, 0, [[70, 8]]),
      ...vertex(3, 0, [[70, 8]]),
      ...vertex(0, 4, [[70, 8]]),
    ]);
    expect(read(fitted).data.area).toBeCloseTo(6, 10);
  });

  it("tells polylines that are drawn broader than a line, by their width as it is placed", () => {
    const wide = (width: number | string) =>
      polyline(
        [
          [10, 10],
          [30, 10],
        ],
        false,
      ).flatMap((tag): Tag[] => (tag[0] === 90 ? [tag, [43, width]] : [tag]));
    const told = (entities: Tag[], sections = {}) =>
      readEntities([...rectangle(0, 0, 100, 60), ...entities], sections).findings.filter(
        ({ code }) => code === "wide-stroke",
      );
    expect(told(wide(1))).toEqual([]);
    expect(told(wide("?"))).toEqual([]);
    expect(told(wide(5))).toMatchObject([{ count: 1, message: expect.stringContaining("5 mm wide") }]);
    const placed = insert("W", 0, 0, [
      [41, 0.5],
      [42, 0.5],
    ]);
    expect(told(placed, { blocks: block("W", wide(2)) })).toEqual([]);
    expect(told(placed, { blocks: block("W", wide(4)) })).toMatchObject([
      { message: expect.stringContaining("2 mm wide") },
    ]);
  });

  it("reads LWPOLYLINE vertices past vertex ids, comments and a wrong count", () => {
    const tags = polyline([
      [0, 0],
      [9, 0],
      [9, 5],
      [0, 5],
    ]);
    const noisy = tags.flatMap((tag): Tag[] =>
      tag[0] === 90 ? [[90, 2]] : tag[0] === 20 ? [tag, [91, 7], [999, "note"]] : [tag],
    );
    expect(read(noisy).data.area).toBe(45);
  });

  it("brings coordinates into order that come as 10, 11, 20, 21", () => {
    const order = [0, 8, 10, 11, 20, 21];
    const swapped = [0, 1, 2, 3].flatMap((i) =>
      sides(0, 0, 8, 2)
        .slice(6 * i, 6 * i + 6)
        .sort(([p], [q]) => order.indexOf(p) - order.indexOf(q)),
    );
    expect(swapped.map(([code]) => code).slice(2, 6)).toEqual([10, 11, 20, 21]);
    expect(read(swapped).data.area).toBe(16);
  });

  it("gives open paths without any exterior, area 0 and their length", () => {
    const { data, parts } = read([...line(0, 0, 3, 4), ...line(3, 4, 3, 10)]);
    expect(parts).toEqual([]);
    expect(data).toMatchObject({
      area: 0,
      perimeter: 11,
      geometry: { exterior: [], holes: [] },
      has_holes: false,
    });
    expect(data.cut_paths).toEqual([
      [
        [0, 0],
        [3, 4],
        [3, 10],
      ],
    ]);
  });

  it("keeps an outline of more than 2000 points within its limit and says how coarse it became", () => {
    const teeth = Array.from({ length: 6000 }, (_, i) => {
      const angle = (i * Math.PI) / 3000;
      const radius = 100 + (i % 2) * 0.005;
      return [radius * Math.cos(angle), radius * Math.sin(angle)];
    });
    const { data, findings } = read(polyline(teeth));
    expect(data.geometry.exterior.length).toBeLessThanOrEqual(2000);
    expect(findings.map(({ code }) => code)).toContain("points-coarsened");
    for (const [x, y] of data.geometry.exterior) expect(Math.abs(Math.hypot(x, y) - 100)).toBeLessThan(0.1);
  });
});

describe("what lies aslant", () => {
  const slant: Tag[] = [
    [210, 0],
    [220, 0.5],
    [230, 0.9],
  ];
  const rising = [1, 2, 3].map((i): Tag => [30, 5 * i]);
  it.each<[what: string, entities: Tag[]]>([
    ["a circle in a plane of its own", [...circle(5, 5, 3), ...slant]],
    ["a polyline in one", [...rectangle(1, 1, 5, 5), ...slant]],
    ["an ellipse whose axis rises", [...ellipse(9, 9, 5, 0, 0.5), [31, 3]]],
    ["a line that ends higher up", [...line(0, 0, 5, 5), [31, 1]]],
    [
      "a spline that rises",
      [
        ...([
          [0, "SPLINE"],
          [70, 8],
          [71, 3],
          [74, 3],
        ] as Tag[]),
        ...rising.flatMap((z, i): Tag[] => [
          [11, i],
          [21, i * i],
          [31, z[1]],
        ]),
      ],
    ],
  ])("is told: %s", (_, entities) => {
    const codes = (tags: Tag[]) =>
      readEntities([...rectangle(0, 0, 40, 40), ...tags]).findings.map(({ code }) => code);
    expect(codes(entities)).toContain("not-level");
    const level = entities.map(([code, value]): Tag => [code, [31, 220].includes(code) ? 0 : value]);
    expect(codes(level)).not.toContain("not-level");
  });
});

describe("units", () => {
  it.each([
    [0, 1],
    [1, 25.4],
    [2, 304.8],
    [4, 1],
    [5, 10],
    [6, 1000],
    [9, 0.0254],
    [21, 304.8006096012192],
  ])("scales $INSUNITS %i by %f", (unit, factor) => {
    const { data } = readDrawing(dxfBytes(drawing(rectangle(0, 0, 100, 60), { unit })));
    expect(data.bounds.max_x).toBeCloseTo(100 * factor, 9);
    expect(data.area / (6000 * factor * factor)).toBeCloseTo(1, 9);
  });

  it.each([
    ["mm", 0.001],
    ["cm", 0.01],
    ["m", 1],
    ["inch", 0.0254],
    ["foot", 12 * 0.0254],
    ["yard", 36 * 0.0254],
    ["mil", 0.0254 / 1000],
    ["um", 1e-6],
    ["dm", 0.1],
    ["km", 1000],
    ["px", 0.0254 / 96],
    ["pt", 0.0254 / 72],
  ] as const)("takes a unit that the caller says, %s, for so many metres: %f", (unit, metres) => {
    const side = 0.1 / metres;
    const { data } = readDrawing(dxfBytes(drawing(rectangle(0, 0, side, side))), { unit });
    expect(data.bounds.max_x).toBeCloseTo(100, 9);
  });

  it("lets the caller say the unit, and says when it assumed one", () => {
    const tags = drawing(rectangle(0, 0, 100, 60), {
      unit: 6,
      header: [
        [9, "$MEASUREMENT"],
        [70, 0],
      ],
    });
    expect(readDrawing(dxfBytes(tags), { unit: "mm" }).data.area).toBe(6000);
    expect(readDrawing(dxfBytes(tags)).findings).toMatchObject([
      { code: "size-unlikely", message: expect.stringContaining("100 mm if it were mm") },
    ]);
    const bare = drawing(rectangle(0, 0, 1, 1), { unit: 0 });
    expect(readDrawing(dxfBytes(bare)).findings.map(({ code }) => code)).toEqual(["unit-assumed"]);
  });
});

describe("objects of another program", () => {
  const proxy: Tag[] = [
    [0, "ACAD_PROXY_ENTITY"],
    [8, "TOOLS"],
    [100, "AcDbProxyEntity"],
    [90, 498],
    [91, 500],
    [92, 8],
    [310, "0800000001000000"],
  ];

  it("are named and counted where they stand beside a part", () => {
    const { parts, findings } = read([...rectangle(0, 0, 100, 60), ...proxy, ...proxy]);
    expect(parts).toHaveLength(1);
    expect(findings).toMatchObject([
      {
        code: "entities-skipped",
        message: "2 ACAD_PROXY_ENTITY (objects of another program) not cut: no lines or arcs",
      },
    ]);
  });

  it("are named in the refusal where there is nothing else", () => {
    expect(() => read(proxy)).toThrow(/ACAD_PROXY_ENTITY \(objects of another program\)/);
  });
});
