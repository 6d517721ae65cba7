/** Layers and line types say what is bent, engraved or only drawn; whole words count, and the caller has the last word. */
import { describe, expect, it } from "vitest";
import type { LayerRole } from "../../../../../engine/base/contract/read-options.ts";
import { LAYERS } from "../../../../../engine/write/toolpath/write/lines.ts";
import {
  block,
  circle,
  insert,
  layer,
  line,
  polyline,
  readEntities,
  rectangle,
  type Sections,
  sides,
  type Tag,
} from "../../../../helpers/drawing/dxf.ts";

const read = (entities: Tag[], sections: Sections = {}, roles: Record<string, LayerRole> = {}) =>
  readEntities(entities, sections, { roles });
const plate = [...rectangle(0, 0, 200, 100, "OUTLINE"), ...circle(30, 50, 6, "OUTLINE")];
const typed = (tags: Tag[], lineType: string): Tag[] =>
  tags.flatMap((tag): Tag[] => (tag[0] === 8 ? [tag, [6, lineType]] : [tag]));

/** A plate of 200 × 100 with two holes and, per system, its ways of saying what else there is. */
describe("flat patterns by", () => {
  const loose = (layer: string) => sides(0, 0, 200, 100, layer);
  const holes = (layer: string) => [...circle(30, 50, 6, layer), ...circle(170, 50, 6, layer)];
  const net = 20_000 - 72 * Math.PI;
  const upright = (x: number, name: string) => line(x, 0, x, 100, name);
  const seenFromBelow = (tags: Tag[]): Tag[] => [
    ...tags.map(([code, value]): Tag => [code, code === 10 ? -Number(value) : value]),
    [210, 0],
    [220, 0],
    [230, -1],
  ];
  const note = (x: number, y: number, text: string): Tag[] => [
    [0, "MTEXT"],
    [8, "0"],
    [10, x],
    [20, y],
    [40, 0.1],
    [1, text],
  ];

  it.each<[system: string, entities: Tag[], bends: number, unit: number]>([
    [
      "Inventor",
      [
        ...loose("IV_OUTER_PROFILE"),
        ...holes("IV_INTERIOR_PROFILES"),
        ...upright(60, "IV_BEND"),
        ...upright(100, "IV_BEND_DOWN"),
        ...upright(140, "IV_ROLL"),
        ...upright(58, "IV_TANGENT"),
        ...upright(62, "IV_ROLL_TANGENT"),
        ...line(29, 50, 31, 50, "IV_ARC_CENTERS"),
        ...circle(100, 50, 2, "IV_MARK_SURFACE"),
      ],
      3,
      4,
    ],
    [
      "Fusion",
      [
        ...loose("OUTER_PROFILES"),
        ...seenFromBelow(circle(30, 50, 6, "INTERIOR_PROFILES")),
        ...circle(170, 50, 6, "INTERIOR_PROFILES"),
        ...polyline(
          [
            [60, 1],
            [60, 99],
          ],
          false,
          "BEND",
        ),
        ...upright(140, "BEND"),
        ...upright(58, "BEND_EXTENT"),
      ],
      2,
      4,
    ],
    [
      "Onshape",
      [
        ...loose("SHEETMETAL_CUT_LINES"),
        ...holes("SHEETMETAL_CUT_LINES"),
        ...upright(60, "SHEETMETAL_BEND_LINES_UP"),
        ...upright(140, "SHEETMETAL_BEND_LINES_DOWN"),
        ...upright(58, "SHEETMETAL_BEND_TANGENT_LI"),
      ],
      2,
      4,
    ],
    [
      "SolidWorks without a map",
      [
        ...loose("0"),
        ...holes("0"),
        ...typed(upright(60, "0"), "CENTER"),
        ...typed(upright(140, "0"), "CENTER"),
      ],
      2,
      4,
    ],
    [
      "SolidWorks with a map",
      [
        ...loose("OUTER"),
        ...holes("OUTER"),
        ...typed(upright(60, "BEND"), "CENTERX2"),
        ...typed(upright(140, "BEND"), "CENTERX2"),
        ...line(5, 5, 10, 5, "ETCH"),
        ...note(60.5, 50, "UP  90\\U+00B0  R 0.313"),
      ],
      2,
      1,
    ],
    [
      "German hands",
      [...loose("Kontur"), ...holes("KONTUR"), ...upright(60, "Biegelinie"), ...line(5, 5, 10, 5, "Gravur")],
      1,
      4,
    ],
  ])("%s keep outline, holes and bends apart", (_, entities, bends, unit) => {
    const { data, parts } = read(entities, { unit });
    const factor = unit === 1 ? 25.4 : 1;
    expect(parts).toHaveLength(1);
    expect(data.area / factor ** 2).toBeCloseTo(net, 6);
    expect(data.hole_count).toBe(2);
    expect(data.bend_lines).toHaveLength(bends);
    expect(data.cut_paths).toHaveLength(3);
  });

  it("any of them give way to the caller's map", () => {
    const entities = [...loose("IV_BEND"), ...holes("BEND_EXTENT"), ...upright(60, "IV_OUTER_PROFILE")];
    const roles = { IV_BEND: "cut", BEND_EXTENT: "cut", IV_OUTER_PROFILE: "bend" } as const;
    const { data } = read(entities, {}, roles);
    expect(data.area).toBeCloseTo(net, 8);
    expect(data.bend_lines).toHaveLength(1);
  });

  it("SolidWorks say in a note how a line is bent, Inventor and Onshape by its layer", () => {
    const bend = (entities: Tag[], unit = 4) =>
      read([...plate, ...entities], { unit })
        .paths.filter(({ role }) => role === "bend")
        .map((path) => path.bend);
    const two = [...upright(60, "BEND"), ...upright(140, "BEND")];
    const silent = { direction: null, angle: null, radius: null };
    expect(bend([...two, ...note(60.5, 50, "UP  90\\U+00B0  R 1")])).toEqual([
      { direction: "up", angle: 90, radius: 1 },
      silent,
    ]);
    expect(bend([...two, ...note(139.6, 99, "{\\fArial|b0;DOWN 45.5%%d,\\~R .5}")], 1)).toEqual([
      silent,
      { direction: "down", angle: 45.5, radius: 12.7 },
    ]);
    expect(bend([...two, ...note(100, 50, "UP 90 R 1"), ...note(60.2, 3, "FLAT 90 R 1")])).toEqual([
      silent,
      silent,
    ]);
    expect(bend([...upright(60, "IV_BEND"), ...upright(140, "IV_BEND_DOWN")])).toMatchObject([
      { direction: "up" },
      { direction: "down" },
    ]);
    expect(bend(upright(60, "SHEETMETAL_BEND_LINES_UP"))).toMatchObject([{ direction: "up" }]);
    // Near the start of the one, and far from all of it but its end.
    const short = [...upright(60, "BEND"), ...line(60.8, 90, 60.8, 5, "BEND")];
    expect(bend([...short, ...note(60.3, 5, "UP 90 R 1")])).toMatchObject([{ direction: "up" }, silent]);
    expect(bend(upright(60, "BENDLNE"))).toHaveLength(1);
    const { findings } = read([...plate, ...two, ...note(60.5, 50, "DN 30 R2")]);
    expect(findings).toContainEqual(
      expect.objectContaining({ code: "bend-notes", count: 1, at: [60.5, 50] }),
    );
  });

  it("notes in blocks stand where their INSERT puts them, turned, scaled and mirrored", () => {
    const two = [...upright(60, "BEND"), ...upright(140, "BEND")];
    const bends = (at: Tag[], content: Tag[]) =>
      read([...plate, ...two, ...at], { blocks: block("NOTE", content, [1, 0]) })
        .paths.filter(({ role }) => role === "bend")
        .map((path) => path.bend?.angle);
    const written = note(4, 0, "UP 90 R 1");
    // From (base 1, 0) the note stands 3 to the right: scaled by 2 and turned a quarter, 6 above the place of the INSERT.
    expect(bends(insert("NOTE", 140, 40), written)).toEqual([null, null]);
    expect(
      bends(
        insert("NOTE", 140.5, 40, [
          [41, 2],
          [42, 2],
          [50, 90],
        ]),
        written,
      ),
    ).toEqual([null, 90]);
    expect(bends(insert("NOTE", 63.5, 40, [[41, -1]]), written)).toEqual([90, null]);
    // Letters of 0.1 reach 1 mm; a block twice as large doubles that.
    expect(bends(insert("NOTE", 54.5, 40, [[41, 2]]), written)).toEqual([90, null]);
    expect(bends(insert("NOTE", 52.5, 40, [[41, 2]]), written)).toEqual([null, null]);
    expect(
      bends(
        insert("NOTE", 52.5, 40, [
          [41, 2],
          [42, 2],
        ]),
        written,
      ),
    ).toEqual([90, null]);
    const copies: Tag[] = [
      [70, 2],
      [44, 80],
    ];
    expect(bends(insert("NOTE", 57.5, 40, copies), written)).toEqual([90, 90]);
    const text = written.map(([code, value]): Tag => [code, code === 0 ? "TEXT" : value]);
    // An MTEXT stands in world coordinates, a TEXT in those of its extrusion.
    expect(bends(insert("NOTE", 57.5, 40), seenFromBelow(text))).toEqual([90, null]);
    expect(bends(insert("NOTE", 65.5, 40), seenFromBelow(written))).toEqual([90, null]);
  });
});

describe("layer names", () => {
  it.each([
    "IV_BEND",
    "IV_BEND_DOWN",
    "IV_ROLL",
    "BEND",
    "Bend Lines",
    "SHEETMETAL_BEND_LINES_UP",
    "SHEETMETAL_BEND_LINES_DOWN",
    "BendLine",
    "PLI",
    "Piega",
    "DOBLEZ",
    "BIEGELINIE",
    "Biegelinien",
    "Bocklinje",
    "BendLine2",
    "bend-up",
    "절곡선",
    "折弯线",
    "曲げ線",
    "ЛИНИЯ СГИБА",
    "Hajlítás",
    "GIĘCIE",
    "Pliures",
    "Vikning",
    "KANTEN_BIEGEN",
  ])("%s are bend lines", (name) => {
    const { data } = read([...plate, ...line(60, 0, 60, 100, name), ...line(140, 0, 140, 100, name)]);
    expect(data.bend_lines).toEqual([
      [
        [60, 0],
        [60, 100],
      ],
      [
        [140, 0],
        [140, 100],
      ],
    ]);
    expect(data.cut_paths).toHaveLength(2);
    expect(data.bounds.max_x).toBe(200);
  });

  it.each([
    "CUT",
    "IV_OUTER_PROFILE",
    "IV_INTERIOR_PROFILES",
    "OUTER_PROFILES",
    "INTERIOR_PROFILES",
    "SHEETMETAL_CUT_LINES",
    "SLD-0",
    "Kontur",
    "SCHNITT",
  ])("%s is cut", (name) => {
    const { data } = read([...plate, ...line(60, 0, 60, 100, name)]);
    expect(data.bend_lines).toBeNull();
    expect(data.cut_paths).toHaveLength(3);
  });

  it.each(["BENDIX", "BENDER_2", "UNBENDABLE", "ROLLER", "Pliers", "MARKET", "FG-Frame"])(
    "%s is known to nobody, and asked for beside a known outline",
    (name) => {
      const { data, findings } = read([...plate, ...line(60, 0, 60, 100, name)]);
      expect(data.bend_lines).toBeNull();
      expect(data.cut_paths).toHaveLength(2);
      expect(findings).toMatchObject([{ code: "layer-unknown", severity: "stop", layer: name, count: 1 }]);
    },
  );

  it.each([
    ["IV_TANGENT", "extent"],
    ["BEND_EXTENT", "extent"],
    ["SHEETMETAL_BEND_TANGENT_LI", "extent"],
    ["IV_ROLL_TANGENT", "extent"],
    ["IV_ARC_CENTERS", "construction"],
    ["IV_TOOL_CENTER", "construction"],
    ["IV_TOOL_CENTER_DOWN", "construction"],
    ["IV_ALTREP_FRONT", "construction"],
    ["IV_ALTREP_BACK", "construction"],
    ["DEFPOINTS", "construction"],
    ["Anmerkungen", "construction"],
    ["Notas", "construction"],
    ["Hjælpelinjer", "construction"],
    ["Verdeckte Kanten", "construction"],
    ["IV_UNCONSUMED_SKETCHES", "construction"],
    ["DIM", "construction"],
    ["DIMENSIONS", "construction"],
    ["TEXT", "construction"],
    ["FRAME", "construction"],
    ["Title_Block", "construction"],
    ["A-DIMS-1", "construction"],
    ["IV_FEATURE_PROFILES", "engrave"],
    ["IV_FEATURE_PROFILES_DOWN", "engrave"],
    ["MARK", "mark"],
    ["MARKING", "engrave"],
    ["Gravur", "engrave"],
    ["Gravír", "engrave"],
    ["Mitat", "construction"],
    ["치수", "construction"],
    ["ENGRAVE", "engrave"],
    ["laser-etch", "engrave"],
    ["IV_MARK_THROUGH", "engrave"],
    ["LEADIN", "construction"],
    ["Lead-out", "construction"],
    ["CUT_LEADIN_2", "construction"],
    ["LeadIns", "construction"],
    ["LEAD", "construction"],
  ])("%s is neither cut nor bent", (name, role) => {
    const { data, layers, findings } = read([...plate, ...line(60, 0, 60, 300, name)]);
    expect(data).toMatchObject({ bend_lines: null, bounds: { max_y: 100 } });
    expect(data.cut_paths).toHaveLength(2);
    expect(layers).toContainEqual({ name, role });
    expect(findings).toHaveLength(1);
  });

  it.each(["mark", "engrave", "bend", "cut-open"] as const)(
    "of our own drawings are read as written: %s",
    (use) => {
      const { name } = LAYERS[use];
      const outline = rectangle(0, 0, 200, 100, LAYERS.outer.name);
      const { paths } = read([...outline, ...line(60, 0, 60, 100, name), ...line(80, 20, 90, 30, name)]);
      const role = use === "cut-open" ? "open" : use;
      expect(paths.filter(({ layer }) => layer === name)).toEqual([
        expect.objectContaining({ role }),
        expect.objectContaining({ role }),
      ]);
    },
  );

  it("give way to the caller", () => {
    const entities = [...plate, ...line(60, 0, 60, 100, "BEND"), ...line(90, 0, 90, 100, "Falz")];
    const { data } = read(entities, {}, { bend: "cut", FALZ: "bend" });
    expect(data.bend_lines).toEqual([
      [
        [90, 0],
        [90, 100],
      ],
    ]);
    expect(data.cut_paths).toHaveLength(3);
  });

  const stand = (x: number, y: number): Tag[] => [...sides(x, y, 60, 8), ...circle(x + 30, y + 4, 2)];
  const pierced = (name: string): Tag[] => [...sides(0, 0, 80, 70, name), ...circle(40, 35, 3, name)];

  it.each(["frame", "FRAME_2", "Rahmen", "cadre", "Border"])(
    "%s is a part with holes beside others",
    (name) => {
      const { parts, findings } = readEntities([...pierced(name), ...stand(0, 90)]);
      expect(parts.map(({ area }) => area)).toEqual(
        [5600 - 9 * Math.PI, 480 - 4 * Math.PI].map((area) => expect.closeTo(area, 6)),
      );
      expect(findings).toContainEqual(expect.objectContaining({ code: "layer-unclear", layer: name }));
    },
  );

  it.each<[what: string, frame: Tag[]]>([
    ["goes around them", pierced("FRAME")],
    ["has no hole", sides(0, 80, 80, 20, "FRAME")],
    ["says more", pierced("Title block")],
  ])("a frame is no part where it %s", (_, frame) => {
    const { parts, findings } = readEntities([...frame, ...stand(10, 10)]);
    expect(parts.map(({ area }) => area)).toEqual([expect.closeTo(480 - 4 * Math.PI, 6)]);
    expect(findings).toContainEqual(expect.objectContaining({ code: "drawing-frame" }));
  });

  it("that are vague give way where their contours are the outermost, and not within another's", () => {
    const { parts, paths } = read([
      ...rectangle(0, 0, 100, 60, "HILFSRAHMENTEIL"),
      ...rectangle(10, 10, 20, 5, "MARKIERUNG"),
    ]);
    expect(parts.map(({ area, holes }) => [area, holes.length])).toEqual([[6000, 0]]);
    expect(paths.filter(({ role }) => role === "engrave")).toHaveLength(1);
  });

  const tiles = ["Lid", "Base", "Side left", "Side right"].flatMap((name, i) =>
    rectangle(120 * (i % 2), 120 * Math.floor(i / 2), 100, 80, name),
  );

  it.each([
    "Marker tray",
    "Dimension plate",
    "Text holder",
    "Bend test coupon",
    "Hatch cover",
    "Axis bracket",
  ])("that say what a thing is for are parts among others: %s", (name) => {
    const { parts, findings } = read([
      ...tiles,
      ...rectangle(105, 0, 12, 200, name),
      ...circle(111, 50, 2, name),
    ]);
    expect(parts.map(({ area }) => Math.round(area))).toEqual([8000, 8000, 8000, 8000, 2387]);
    if (!name.startsWith("Bend")) expect(findings.map(({ code }) => code)).toContain("layer-unclear");
  });

  it.each(["Text layer", "Dimension lines", "Guide lines", "Notes", "Label text", "Hatch pattern"])(
    "of what drawings consist of are no parts among others: %s",
    (name) => {
      const { parts } = read([...tiles, ...rectangle(105, 0, 12, 200, name)]);
      expect(parts).toHaveLength(4);
    },
  );

  it("of things are no parts where their contours are small or lie in parts", () => {
    const { parts } = read([
      ...tiles,
      ...rectangle(108, 50, 3, 4, "Text holder"),
      ...rectangle(10, 10, 80, 40, "Guide plate"),
    ]);
    expect(parts.map(({ area }) => area)).toEqual([8000, 8000, 8000, 8000]);
  });

  it("of a drawing that has nothing else do not keep it from being cut, unless the caller says so", () => {
    const entities = rectangle(0, 0, 10, 10, "TEXT");
    const { data, findings } = read(entities);
    expect(data.area).toBe(100);
    expect(findings).toMatchObject([{ code: "role-overruled" }]);
    expect(() => read(entities, {}, { TEXT: "construction" })).toThrow(/nothing to cut/);
  });

  it("that are all numbers say nothing: an outline on layer 5 is cut", () => {
    const { data } = read([
      ...rectangle(0, 0, 100, 50, "5"),
      ...circle(20, 20, 3, "1"),
      ...circle(60, 20, 3, "8"),
    ]);
    expect(data).toMatchObject({ hole_count: 2, bend_lines: null });
    expect(data.cut_paths).toHaveLength(3);
  });

  it("that are numbers each cut what is on them", () => {
    const drawn = Array.from({ length: 60 }, (_, i) => rectangle(30 * i, 0, 20, 20, String(i + 1))).flat();
    const { parts, account } = readEntities(drawn);
    expect(parts).toHaveLength(60);
    expect(account.cut).toBe(account.drawn);
  });
});

describe("line types", () => {
  it("tell bends of straight lines inside the material, on the entity or on its layer", () => {
    const own = read([...plate, ...typed(line(60, 0, 60, 100), "CENTER2")]);
    expect(own.data.bend_lines).toEqual([
      [
        [60, 0],
        [60, 100],
      ],
    ]);
    const ofLayer = read([...plate, ...line(60, 2, 60, 98, "L3")], {
      layers: layer("L3", [[6, "CenterX2"]]),
    });
    expect(ofLayer.data.bend_lines).toEqual([
      [
        [60, 2],
        [60, 98],
      ],
    ]);
  });

  it("tell ends of bends beside bends, and bends where no other line type does", () => {
    const ends = [...typed(line(58, 0, 58, 100), "PHANTOM"), ...typed(line(62, 0, 62, 100), "PHANTOM2")];
    const bend = typed(line(60, 0, 60, 100), "CENTER");
    expect(read([...plate, ...ends, ...bend]).data.bend_lines).toHaveLength(1);
    expect(read([...plate, ...ends]).data.bend_lines).toHaveLength(2);
  });

  it.each<[string, Tag[]]>([
    [
      "first",
      [
        [6, "CENTER"],
        [2, "L3"],
      ],
    ],
    [
      "last",
      [
        [2, "L3"],
        [70, 0],
        [62, 7],
        [6, "CENTER"],
      ],
    ],
  ])("of a layer may stand %s in its record", (_, groups) => {
    const { data } = read([...plate, ...line(60, 2, 60, 98, "L3")], { layers: [[0, "LAYER"], ...groups] });
    expect(data.bend_lines).toHaveLength(1);
  });

  it("tell no bend of lines outside, in a hole, or of curves: these are aids, which is told", () => {
    for (const more of [line(300, 0, 300, 100), line(28, 50, 32, 50), circle(100, 50, 5)]) {
      const { data, findings } = read([...plate, ...typed(more, "CENTER")]);
      expect(data.bend_lines).toBeNull();
      expect(data.cut_paths).toHaveLength(2);
      expect(findings[0]).toMatchObject({ code: "line-types", count: 1 });
    }
  });

  it.each<[string, Tag[], number]>([
    [
      "with gaps is no cut, whatever its name",
      [
        [49, 2],
        [49, -0.5],
        [49, 0],
        [49, -0.5],
      ],
      1,
    ],
    ["without gaps is cut", [[49, 2]], 0],
    [
      "of another record's gaps is cut",
      [
        [0, "LTYPE"],
        [2, "TRAZOS2"],
        [49, -0.5],
      ],
      0,
    ],
  ])("that a drawing defines %s", (_, dashes, bends) => {
    const table: Tag[] = [[0, "LTYPE"], [2, "Trazos"], [70, 0], ...dashes];
    const { paths } = read([...plate, ...typed(line(60, 0, 60, 100, "OUTLINE"), "TRAZOS")], {
      layers: table,
    });
    expect(paths.filter(({ role }) => role === "bend")).toHaveLength(bends);
  });

  it("tell no bend where little of what looks alike could be one, as in plans", () => {
    const far = [0, 40, 80].flatMap((y) => line(300, y, 400, y));
    for (const [more, bends] of [
      [far.slice(0, 6), 1],
      [far, 0],
    ] as const) {
      const dashed = typed([...line(60, 0, 60, 100), ...more], "HIDDEN");
      const { paths, findings } = read([...plate, ...dashed]);
      expect(paths.filter(({ role }) => role === "bend")).toHaveLength(bends);
      expect(findings.find(({ code }) => code === "line-types")!.count).toBe(more.length / 6 + 1 - bends);
    }
  });

  it("tell no bend in a sheet seen from the side, but one in a strip", () => {
    for (const [thick, length, bends] of [
      [3, 160, 0],
      [6, 160, 0],
      [20, 160, 2],
      [3, 30, 2],
    ] as const) {
      const view = [...rectangle(0, -60, length, thick)];
      const dashed = typed(
        [19, 24].flatMap((x) => line(x, -60, x, thick - 60)),
        "HIDDEN",
      );
      const { paths, account } = read([...plate, ...view, ...dashed]);
      expect(paths.filter(({ role }) => role === "bend")).toHaveLength(bends);
      expect(account.construction).toBe(bends === 0 ? 2 * thick : 0);
    }
  });

  it("tell nothing where a whole outline is dashed", () => {
    const sides = [line(0, 0, 9, 0), line(9, 0, 9, 9), line(9, 9, 0, 9), line(0, 9, 0, 0)].flat();
    expect(read(typed(sides, "DASHED")).data.area).toBe(81);
  });
});
