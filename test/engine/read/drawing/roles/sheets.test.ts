/**
 * Sheets around parts that were nested already: left out where holes in what lies on them tell it, and never a plate
 * with its holes.
 */
import { describe, expect, it } from "vitest";
import {
  circle,
  line,
  polyline,
  readEntities,
  rectangle,
  sides,
  type Tag,
  text,
} from "../../../../helpers/drawing/dxf.ts";

/** An angle of 80 × 60 mm with a corner off: 4,200 mm². */
const angle = (x: number, y: number, name = "0"): Tag[] =>
  polyline(
    [
      [x, y],
      [x + 80, y],
      [x + 80, y + 30],
      [x + 40, y + 60],
      [x, y + 60],
    ],
    true,
    name,
  );
const AREA = 4200;
const places = (count: number) =>
  Array.from({ length: count }, (_, i): [number, number] => [10 + 95 * (i % 6), 20 + 75 * Math.floor(i / 6)]);
const angles = (count: number, name?: string) => places(count).flatMap(([x, y]) => angle(x, y, name));
/** Each with a hole. */
const drilled = (count: number, name?: string) =>
  places(count).flatMap(([x, y]) => [...angle(x, y, name), ...circle(x + 20, y + 20, 8, name)]);
const HOLE = 64 * Math.PI;
/** With a name in each. */
const labelled = (count: number, name: (i: number) => string) =>
  places(count).flatMap(([x, y], i) => [...angle(x, y), ...text(x + 5, y + 10, name(i), 6)]);

describe("a rectangle around parts", () => {
  it.each<[what: string, sheet: Tag[], parts: Tag[], count: number, net: number]>([
    ["that have holes", rectangle(0, 0, 1000, 500), drilled(12), 12, AREA - HOLE],
    ["with a name in each", rectangle(0, 0, 1000, 500), labelled(12, (i) => `P${i}`), 12, AREA],
    ["of loose lines", sides(0, 0, 1000, 500), drilled(12), 12, AREA - HOLE],
    ["with a layer named for it", rectangle(0, 0, 2000, 1000, "Blech 3mm"), angles(5), 5, AREA],
    ["of a common size, on its own layer", rectangle(0, 0, 3000, 1500, "B1"), drilled(2), 2, AREA - HOLE],
    ["twice", [...rectangle(0, 0, 600, 90), ...rectangle(0, 92, 600, 80)], drilled(12), 12, AREA - HOLE],
  ])("%s is left out", (_, sheet, parts, count, net) => {
    const drawing = readEntities([...sheet, ...parts]);
    expect(drawing.parts.map(({ area }) => area)).toEqual(Array(count).fill(expect.closeTo(net, 6)));
    const told = drawing.findings.filter(({ code }) => code === "drawing-frame");
    expect(told.map(({ message }) => message)).toContainEqual(
      expect.stringMatching(/^sheet .* around \d+ parts/),
    );
    expect(drawing.account.construction).toBeGreaterThan(1000);
  });

  it.each<[what: string, entities: Tag[], parts: number]>([
    [
      "a plate with cut-outs of two kinds",
      [...rectangle(0, 0, 1000, 500), ...labelled(12, (i) => (i % 2 === 0 ? "A" : "B"))],
      1,
    ],
    ["a plate with many cut-outs", [...rectangle(0, 0, 1000, 500), ...angles(12)], 1],
    [
      "a plate with round holes",
      [...rectangle(0, 0, 1000, 500), ...places(12).flatMap(([x, y]) => circle(x + 40, y + 40, 20))],
      1,
    ],
    [
      "a plate that is fixed by holes near its corners",
      [...rectangle(0, 0, 1000, 500), ...drilled(3), ...circle(10, 490, 4), ...circle(990, 490, 4)],
      4,
    ],
    [
      "a window with one part in it",
      [...rectangle(0, 0, 1000, 500), ...rectangle(5, 5, 700, 400), ...drilled(12)],
      13,
    ],
    [
      "washers in a plate",
      [
        ...rectangle(0, 0, 1000, 500),
        ...places(6).flatMap(([x, y]) => [...circle(x + 40, y + 40, 20), ...circle(x + 40, y + 40, 8)]),
      ],
      7,
    ],
  ])("stays: %s", (_, entities, count) => {
    const { parts, account } = readEntities(entities);
    expect(parts).toHaveLength(count);
    expect(account.construction).toBe(0);
  });

  it("is none among a thousand squares in each other, which are rings", () => {
    const squares = Array.from({ length: 1000 }, (_, i) =>
      rectangle(i, i, 3000 - 2 * i, 3000 - 2 * i),
    ).flat();
    expect(readEntities(squares).parts).toHaveLength(500);
  });

  it("is cut where the caller says so", () => {
    const { parts } = readEntities(
      [...rectangle(0, 0, 1000, 500), ...drilled(12)],
      {},
      { roles: { 0: "cut" } },
    );
    expect(parts).toHaveLength(13);
  });
});

describe("rectangles with two texts in each, nested on a sheet", () => {
  /** In rows from the lower left corner, as far from the sheet's sides and from each other. */
  const rows = (off: number, gap: number, sizeOf: (i: number) => [number, number]) => {
    const tags: Tag[] = [];
    for (let i = 0; i < 20; i++) {
      const [x, y] = [off + (i % 5) * (180 + gap), off + Math.floor(i / 5) * (120 + gap)];
      tags.push(...rectangle(x, y, ...sizeOf(i)));
      tags.push(...text(x + 20, y + 20, `P${i}`, 12), ...text(x + 20, y + 50, "S235 3mm", 12));
    }
    return tags;
  };
  it.each<[what: string, off: number, gap: number, sizeOf: (i: number) => [number, number]]>([
    ["alike, near the sides", 3, 2, () => [180, 120]],
    ["alike, along the sides", 0, 10, () => [180, 120]],
    ["alike, far from the sides", 10, 2, () => [180, 120]],
    ["of many sizes", 5, 3, (i) => [180 - i, 120 - 2 * i]],
  ])("%s, are parts, and none of them is a title block", (_, off, gap, sizeOf) => {
    const { parts } = readEntities([...rectangle(0, 0, 1000, 520), ...rows(off, gap, sizeOf)]);
    const areas = Array.from({ length: 20 }, (_, i) => sizeOf(i).reduce((p, q) => p * q));
    expect(parts.map(({ area }) => area)).toEqual(
      areas.sort((p, q) => q - p).map((area) => expect.closeTo(area, 6)),
    );
  });

  it("are parts where those of the outer rows lie in line", () => {
    const tags = Array.from(
      { length: 165 },
      (_, i) => [(i % 15) * 190, Math.floor(i / 15) * 130] as const,
    ).flatMap(([x, y], i) => [
      ...rectangle(x, y, 180, 120),
      ...text(x + 20, y + 20, `P${i}`, 12),
      ...text(x + 20, y + 50, "DC01", 12),
    ]);
    expect(readEntities([...rectangle(0, 0, 3000, 1500), ...tags]).parts).toHaveLength(165);
  });
});

const told = (code: string, { findings }: ReturnType<typeof readEntities>) =>
  findings.filter((finding) => finding.code === code).map(({ message }) => message);
const net = ({ parts }: ReturnType<typeof readEntities>) => parts.map(({ area }) => area);
const times = (count: number, area: number) => Array(count).fill(expect.closeTo(area, 6));

describe("small parts along the sides of a sheet", () => {
  /** Of 25 mm, a millimetre apart: less than half of what lines of so large a frame may be broad. */
  const smalls = (rows: number, tags: (x: number, y: number, i: number) => Tag[]) =>
    Array.from({ length: 8 * rows }, (_, i) => {
      const [x, y] = [5 + 26 * (i % 8), 5 + 26 * Math.floor(i / 8)];
      return [...rectangle(x, y, 25, 25), ...tags(x, y, i)];
    }).flat();
  const large = (tags: (x: number, y: number, i: number) => Tag[]) =>
    places(12).flatMap(([x, y], i) => [...angle(x, y + 200), ...tags(x, y + 200, i)]);
  const named = (x: number, y: number, i: number) => text(x + 3, y + 10, `P${i}`, 5);
  const hole = (x: number, y: number) => circle(x + 8, y + 12, 4);

  it.each([
    ["one row", 1],
    ["two rows", 2],
    ["four rows", 4],
  ])("are no title block: %s, each with its name", (_, rows) => {
    const drawing = readEntities([...rectangle(0, 0, 2500, 1250), ...smalls(rows, named), ...large(named)]);
    expect(net(drawing)).toEqual([...times(12, AREA), ...times(8 * rows, 625)]);
    expect(told("drawing-frame", drawing)).toEqual([expect.stringMatching(/^sheet /)]);
  });

  it.each([
    ["one row", 1],
    ["two rows", 2],
  ])("are no title block: %s, and parts with holes", (_, rows) => {
    const drawing = readEntities([...rectangle(0, 0, 2500, 1250), ...smalls(rows, () => []), ...large(hole)]);
    expect(net(drawing)).toEqual([...times(12, AREA - 16 * Math.PI), ...times(8 * rows, 625)]);
  });
});

describe("parts on a page with a title block", () => {
  /** A3 with its lower right corner in cells of lines, and a word or two in each row. */
  const block = [130, 160, 190].flatMap((y) => [
    ...line(240, y - 120, 410, y - 120),
    ...text(245, y - 117, "SCALE 1:1", 3),
    ...text(330, y - 117, "DATE", 3),
  ]);
  const title = [
    ...block,
    ...line(240, 10, 240, 100),
    ...line(320, 10, 320, 100),
    ...line(240, 100, 410, 100),
  ];
  const border = rectangle(10, 10, 400, 277);
  const page = [...rectangle(0, 0, 420, 297), ...border, ...title];
  const tag = (x: number, y: number) => [
    ...rectangle(x, y, 20, 15),
    ...text(x + 2, y + 9, "P7", 3),
    ...text(x + 2, y + 3, "3mm", 3),
  ];

  it.each<[what: string, frame: Tag[], parts: Tag[], areas: number[]]>([
    [
      "a small one with two texts in the other corner",
      page,
      [...angle(100, 150), ...tag(12, 270)],
      [AREA, 300],
    ],
    [
      "a disc along the border",
      [...border, ...title],
      [...angle(100, 150), ...circle(40, 281, 5)],
      [AREA, 25 * Math.PI],
    ],
    [
      "a row of them along the border",
      page,
      [0, 1, 2, 3].flatMap((i) => tag(12 + 21 * i, 270)),
      [300, 300, 300, 300],
    ],
  ])("come out: %s", (_, frame, parts, areas) => {
    const drawing = readEntities([...frame, ...parts]);
    expect(net(drawing)).toEqual(areas.map((area) => expect.closeTo(area, 6)));
    expect(told("drawing-frame", drawing)).toContainEqual(
      expect.stringMatching(/^drawing frame and title block /),
    );
  });

  it("do not when they are a plate with holes at both ends", () => {
    const holes = [20, 400].flatMap((x) => circle(x, 277, 5));
    expect(net(readEntities([...border, ...title, ...angle(100, 150), ...holes]))).not.toContainEqual(
      expect.closeTo(25 * Math.PI, 6),
    );
  });
});

describe("parts on several sheets", () => {
  const sheets = (own: string, counts: number[], tags: (x: number, y: number) => Tag[]) =>
    counts.flatMap((count, s) => [
      ...rectangle(0, 1100 * s, 2000, 1000, own),
      ...places(count).flatMap(([x, y]) => [...angle(x, y + 1100 * s), ...tags(x, y + 1100 * s)]),
    ]);

  it("are parts on the one with a single part too, where another is a sheet by its parts", () => {
    const drawing = readEntities(sheets("0", [12, 1, 3], (x, y) => circle(x + 20, y + 20, 8)));
    expect(net(drawing)).toEqual(times(16, AREA - HOLE));
  });

  it("are parts where rectangles of one size hold other numbers of them", () => {
    const drawing = readEntities(sheets("B1", [40, 25], () => []));
    expect(net(drawing)).toEqual(times(65, AREA));
  });

  it("stay cut-outs in equal plates that are fixed by holes", () => {
    const { parts } = readEntities(
      [0, 700].flatMap((y, i) => [
        ...rectangle(0, y, 600, 600),
        ...rectangle(100, y + 100, 100, 80),
        ...(i === 0 ? [] : rectangle(300, y + 100, 100, 80)),
        ...circle(10, y + 10, 4),
        ...circle(590, y + 590, 4),
      ]),
    );
    expect(parts.map(({ holes }) => holes.length).sort()).toEqual([3, 4]);
  });
});

describe("what lies on a sheet with its name", () => {
  const plain = (count: number) => angles(count, "0");
  it("is parts where a disc lies near the corner", () => {
    const drawing = readEntities([
      ...rectangle(0, 0, 2000, 1000, "Blech"),
      ...plain(12),
      ...circle(1960, 12, 10),
    ]);
    expect(net(drawing)).toEqual([...times(12, AREA), expect.closeTo(100 * Math.PI, 6)]);
  });

  it("is holes where two of them fix a plate", () => {
    const fixed = [...circle(12, 12, 10), ...circle(1988, 12, 10)];
    expect(
      readEntities([...rectangle(0, 0, 2000, 1000, "Blech"), ...plain(12), ...fixed]).parts,
    ).toHaveLength(1);
  });

  it("is parts with slots in them", () => {
    const slots = places(5).flatMap(([x, y]) => rectangle(x + 5, y + 5, 60, 6));
    const drawing = readEntities([...rectangle(0, 0, 1000, 500, "Blech"), ...plain(5), ...slots]);
    expect(net(drawing)).toEqual(times(5, AREA - 360));
  });
});

describe("a rectangle at an end of a sheet", () => {
  const rest = rectangle(600, 0, 400, 500);

  it("is what is left of it, where parts keep away from its sides", () => {
    const drawing = readEntities([...rectangle(0, 0, 1000, 500), ...rest, ...drilled(12)]);
    expect(drawing.parts).toHaveLength(12);
    expect(told("drawing-frame", drawing)).toEqual([
      expect.stringMatching(/^sheet 1000 mm × 500 mm around 12 parts left out: 2/),
    ]);
  });

  it.each<[what: string, others: Tag[]]>([
    ["it has a hole", [...drilled(12), ...circle(700, 100, 8)]],
    ["others lie on its sides too", [...drilled(12), ...rectangle(0, 300, 90, 200)]],
  ])("is a part where %s", (_, others) => {
    const { parts } = readEntities([...rectangle(0, 0, 1000, 500), ...rest, ...others]);
    expect(parts.some(({ bounds }) => bounds.max_x === 1000)).toBe(true);
  });
});

describe("parts that lie on the sides of their sheet", () => {
  it.each<[what: string, sheet: Tag[]]>([
    ["closed", rectangle(10, 20, 1000, 500)],
    ["of loose lines", sides(10, 20, 1000, 500)],
  ])("are parts: %s", (_, sheet) => {
    const drawing = readEntities([...sheet, ...labelled(12, (i) => `P${i}`)]);
    expect(net(drawing)).toEqual(times(12, AREA));
  });

  it("bear one name for all copies of one", () => {
    const drawing = readEntities([...rectangle(0, 0, 1000, 500), ...labelled(12, (i) => `P${i % 6}`)]);
    expect(net(drawing)).toEqual(times(12, AREA));
  });
});

describe("a frame about a frame", () => {
  /** Two gaskets, the one in the other, and an angle in the inner one. */
  const gaskets = (gap: number) => [
    ...rectangle(0, 0, 600, 400),
    ...rectangle(12, 12, 576, 376),
    ...rectangle(12 + gap, 12 + gap, 576 - 2 * gap, 376 - 2 * gap),
    ...rectangle(24 + gap, 24 + gap, 552 - 2 * gap, 352 - 2 * gap),
    ...angle(60, 60),
    ...circle(80, 80, 8),
  ];
  it.each([2, 5, 10])("is one frame at most, %d mm between them, and no title block", (gap) => {
    const drawing = readEntities(gaskets(gap));
    const inner = (576 - 2 * gap) * (376 - 2 * gap) - (552 - 2 * gap) * (352 - 2 * gap);
    expect(net(drawing)).toEqual([expect.closeTo(inner, 6), expect.closeTo(AREA - HOLE, 6)]);
    expect(told("drawing-frame", drawing)).toEqual(["drawing frame 600 mm × 400 mm left out: 2 curves"]);
  });
});

describe("plates of one size", () => {
  it("are none of them sheets for other numbers of windows in each", () => {
    const plate = (x: number, count: number) => [
      ...rectangle(x, 0, 300, 200),
      ...Array.from({ length: count }, (_, i) => rectangle(x + 20 + 60 * i, 40, 30, 100)).flat(),
    ];
    const drawing = readEntities([...plate(0, 2), ...plate(320, 3), ...plate(640, 4)]);
    expect(drawing.parts).toHaveLength(3);
    expect(told("sheet-unclear", drawing)).toEqual([]);
  });
});

describe("a rectangle of which nobody can say whether it is a sheet or a plate", () => {
  it.each<[what: string, entities: Tag[], asked: number]>([
    ["of a common size", [...rectangle(0, 0, 2500, 1250), ...angles(12)], 12],
    ["on its own layer", [...rectangle(0, 0, 1400, 900, "1"), ...angles(12)], 12],
    ["full of contours", [...rectangle(0, 0, 600, 180), ...angles(12)], 12],
  ])("is a plate, and that is told: %s", (_, entities, asked) => {
    const drawing = readEntities(entities);
    expect(drawing.parts).toHaveLength(1);
    expect(told("sheet-unclear", drawing)).toEqual([
      expect.stringMatching(new RegExp(`^rectangle .* around ${asked} contours not taken for a sheet$`)),
    ]);
  });

  it.each<[what: string, entities: Tag[]]>([
    [
      "a plate with round holes",
      [...rectangle(0, 0, 2500, 1250), ...places(12).flatMap(([x, y]) => circle(x, y, 5))],
    ],
    ["a plate with a window", [...rectangle(0, 0, 2500, 1250), ...rectangle(100, 100, 2300, 1000)]],
    [
      "a plate of no such size with cut-outs far apart",
      [...rectangle(0, 0, 1400, 900), ...[0, 400, 800].flatMap((x) => angle(50 + x, 50 + x))],
    ],
    [
      "a plate with cut-outs that have a layer each, as programs name shapes",
      [...rectangle(0, 0, 1400, 900, "1"), ...[0, 400, 800].flatMap((x) => angle(50 + x, 50 + x, `S${x}`))],
    ],
    [
      "a plate with windows that take up most of it",
      [
        ...rectangle(0, 0, 640, 340),
        ...[20, 220, 420].flatMap((x) => [20, 180].flatMap((y) => rectangle(x, y, 180, 140))),
      ],
    ],
  ])("is none: %s", (_, entities) => {
    const drawing = readEntities(entities);
    expect(drawing.parts).toHaveLength(1);
    expect(told("sheet-unclear", drawing)).toEqual([]);
  });
});
