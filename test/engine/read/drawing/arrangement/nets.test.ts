/** Loose lines that meet at junctions become the parts that a person sees in them. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ReadOptions } from "../../../../../engine/base/contract/read-options.ts";
import { EdgeGraph } from "../../../../../engine/read/drawing/arrangement/graph.ts";
import { layOut } from "../../../../../engine/read/drawing/contacts/apart.ts";
import { CurveContacts } from "../../../../../engine/read/drawing/contacts/contacts.ts";
import { Contours } from "../../../../../engine/read/drawing/curves/contours.ts";
import { CurveTable } from "../../../../../engine/read/drawing/curves/curve-table.ts";
import { lineBetween } from "../../../../../engine/read/drawing/curves/curves.ts";
import {
  circle,
  line,
  polyline,
  readEntities,
  rectangle,
  sides,
  type Tag,
} from "../../../../helpers/drawing/dxf.ts";
import { Random } from "../../../../helpers/random.ts";

type Corner = readonly [x: number, y: number];

const outline = (corners: Corner[], layer = "0"): Tag[] =>
  corners.flatMap(([x, y], i) => line(x, y, ...corners[(i + 1) % corners.length]!, layer));

const areas = (entities: Tag[]) => readEntities(entities).parts.map(({ area }) => area);
type Box = [x: number, y: number, w: number, h: number];

const SHEET: Box = [0, 0, 120, 90];

const cornersOf = ([x, y, w, h]: Box): Corner[] => [
  [x, y],
  [x + w, y],
  [x + w, y + h],
  [x, y + h],
];

/** The sheet cut in two again and again. */
function cutUp(count: number, random: Random): Box[] {
  let boxes: Box[] = [SHEET];
  while (boxes.length < count) {
    const at = random.int(0, boxes.length - 1);
    const [x, y, w, h] = boxes[at]!;
    const across = w > h;
    const share = (across ? w : h) * random.pick([1 / 3, 1 / 2, 2 / 3]);
    const halves: Box[] = across
      ? [
          [x, y, share, h],
          [x + share, y, w - share, h],
        ]
      : [
          [x, y, w, share],
          [x, y + share, w, h - share],
        ];
    boxes = boxes.flatMap((box, i) => (i === at ? halves : [box]));
  }
  return boxes;
}

const rolesOf = (entities: Tag[], options: ReadOptions = {}) =>
  readEntities(entities, {}, options).paths.map(({ role, length }) => [role, Number(length.toFixed(6))]);

describe("neighbours drawn one by one", () => {
  it("are as many parts as were drawn, even where their borders differ by rounding", () => {
    const noise = fc.constantFrom(0, 1e-12, 1e-9);
    fc.assert(
      fc.property(fc.integer({ min: 3, max: 9 }), noise, fc.nat(), (count, jitter, seed) => {
        const random = new Random(seed);
        const off = (place: number) => place + jitter * (random.next() - 0.5);
        const rim = (i: number): Corner => {
          const angle = (2 * Math.PI * i) / count;
          return [100 * Math.cos(angle), 100 * Math.sin(angle)];
        };
        const facets = Array.from({ length: count }, (_, i): Corner[] => [[0, 0], rim(i), rim(i + 1)]);
        const lines = facets.flatMap((facet) =>
          facet.map(([x, y], i) => {
            const [nextX, nextY] = facet[(i + 1) % 3]!;
            const ends = [off(x), off(y), off(nextX), off(nextY)] as const;
            return random.chance(0.5) ? line(...ends) : line(ends[2], ends[3], ends[0], ends[1]);
          }),
        );
        const found = areas(random.shuffle(lines).flat());
        expect(found).toHaveLength(count);
        for (const area of found) expect(area).toBeCloseTo(5000 * Math.sin((2 * Math.PI) / count), 5);
      }),
      { seed: 20261126, numRuns: 100 },
    );
  });

  it("stay apart where one of them reaches further out than their junctions", () => {
    const slanted: Corner[] = [
      [10, 0],
      [0, -1],
      [0, 10],
      [10, 10],
    ];
    expect(areas([...outline(slanted), ...sides(10, 0, 10, 10)])).toEqual([105, 100]);
  });

  it("stay apart where a sheet is cut up by straight lines, however its pieces are drawn", () => {
    const style = fc.constantFrom(
      "lines",
      "lines and polylines",
      "lines on three layers",
      "lines in a frame",
    );
    const jitter = fc.constantFrom(0, 1e-9, 1e-6, 1e-4);
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 8 }), style, jitter, fc.nat(), (count, how, noise, seed) => {
        const random = new Random(seed);
        const off = (place: number) => place + noise * (random.next() - 0.5);
        const boxes = cutUp(count, random);
        const drawn = boxes.map((box): Tag[][] => {
          const corners = cornersOf(box).map(([x, y]): Corner => [off(x), off(y)]);
          if (how === "lines and polylines" && random.chance(0.5))
            return [polyline(corners.map((at) => [...at]))];
          const layer = how === "lines on three layers" ? `L${random.int(0, 2)}` : "0";
          return corners.map(([x, y], i) => line(x, y, ...corners[(i + 1) % 4]!, layer));
        });
        if (how === "lines in a frame") drawn.push([rectangle(...SHEET)]);
        const found = areas(random.shuffle(drawn.flat()).flat());
        const truth = boxes.map(([, , w, h]) => w * h).sort((p, q) => q - p);
        expect(found).toHaveLength(count);
        for (const [i, area] of found.entries()) expect(Math.abs(area - truth[i]!)).toBeLessThan(0.1);
      }),
      { seed: 20261128, numRuns: 400 },
    );
  });

  it("are found amid four others that go around them", () => {
    const around = [sides(0, 0, 20, 10), sides(20, 0, 10, 20), sides(10, 20, 20, 10), sides(0, 10, 10, 20)];
    for (const amid of [sides(10, 10, 10, 10), rectangle(10, 10, 10, 10)])
      expect(areas([...around.flat(), ...amid])).toEqual([200, 200, 200, 200, 100]);
  });
});

describe("a sheet of squares drawn one by one", () => {
  it("is as many parts within the four long lines of a frame, drawn before or after them", () => {
    const squares = Array.from({ length: 12 }, (_, i) => sides(10 * (i % 4), 10 * Math.floor(i / 4), 10, 10));
    for (const drawn of [
      [sides(0, 0, 40, 30), ...squares],
      [...squares, sides(0, 0, 40, 30)],
    ]) {
      const { parts, findings } = readEntities(drawn.flat());
      expect(parts.map(({ area, holes }) => [area, holes.length])).toEqual(Array(12).fill([100, 0]));
      expect(findings).toMatchObject([
        { code: "duplicates-removed", count: 4 },
        { code: "shared-edges", count: 12, severity: "note" },
        { code: "several-parts" },
      ]);
    }
  });
});

describe("a line from corner to corner", () => {
  const notched: Corner[] = [
    [0, 0],
    [100, 0],
    [100, 100],
    [60, 100],
    [60, 60],
    [40, 60],
    [40, 100],
    [0, 100],
  ];

  it("parts a plate with a notch that it passes", () => {
    const found = areas([...outline(notched), ...line(0, 0, 60, 100)]);
    expect(found.length).toBeGreaterThan(1);
  });

  it("is an open path where one asks for scores, also where the outline is a polyline and drawn side by side", () => {
    for (const outlines of [
      rectangle(0, 0, 100, 100),
      [...rectangle(0, 0, 100, 100), ...sides(0, 0, 100, 100)],
    ])
      expect(rolesOf([...outlines, ...line(0, 0, 100, 100)], { sharedEdges: "scores" })).toEqual([
        ["exterior", 400],
        ["open", Number((100 * Math.SQRT2).toFixed(6))],
      ]);
  });

  it("is an open path between two plates that it connects, however often it is drawn", () => {
    const plates = [...sides(0, 0, 100, 100), ...sides(200, 0, 100, 100)];
    const bridge = line(100, 0, 200, 0);
    for (const times of [1, 2, 3])
      expect(rolesOf([...plates, ...Array.from({ length: times }, () => bridge).flat()])).toEqual([
        ["exterior", 400],
        ["exterior", 400],
        ["open", 100],
      ]);
  });
});

describe("a closed contour in another one", () => {
  const read = (...drawn: Tag[][]) => {
    const { parts, findings } = readEntities(drawn.flat());
    return [parts.map(({ area }) => area), findings.some(({ code }) => code === "contours-cross")];
  };
  const spokes = [line(0, 30, 100, 30), line(50, 0, 50, 60)];

  it.each<[string, Tag[][], number[]]>([
    ["is a hole though lines lead to it", [rectangle(30, 20, 40, 20), ...spokes], [1300, 1300, 1300, 1300]],
    [
      "holds a part in its hole though lines lead to that",
      [rectangle(20, 10, 60, 40), rectangle(40, 20, 20, 20), ...spokes],
      [900, 900, 900, 900, 100, 100, 100, 100],
    ],
    ["divides it where it is half of it or more", [rectangle(0, 0, 100, 50)], [5000, 1000]],
    [
      "divides it in halves",
      [
        polyline([
          [0, 0],
          [100, 0],
          [100, 60],
        ]),
      ],
      [3000, 3000],
    ],
  ])("%s", (_, drawn, expected) => {
    expect(read(rectangle(0, 0, 100, 60), ...drawn)).toEqual([expected, false]);
  });

  it("is a part in the hole of one though a line leads to it, and no line of the hole is lost in silence", () => {
    const { parts, findings, account } = readEntities([
      ...rectangle(0, 0, 100, 60),
      ...circle(50, 30, 25),
      ...rectangle(40, 20, 20, 20),
      ...line(25, 30, 75, 30),
    ]);
    expect(parts.map(({ area, holes }) => [Math.round(area), holes.length])).toEqual([
      [Math.round(6000 - 625 * Math.PI), 1],
      [200, 0],
      [200, 0],
    ]);
    expect(findings).toContainEqual(expect.objectContaining({ code: "cuts-in-waste", count: 2 }));
    expect(account.overshoot + account.left_out).toBe(0);
  });

  it("is told where it lies in waste on both sides", () => {
    const slot = [line(30, 40, 70, 40), line(30, 20, 70, 20), circle(30, 30, 10), circle(70, 30, 10)];
    const { parts, findings, account } = readEntities([...rectangle(0, 0, 100, 60), ...slot.flat()]);
    expect(parts[0]!.area).toBeCloseTo(6000 - 800 - 100 * Math.PI, 6);
    expect(account.overshoot).toBeCloseTo(20 * Math.PI, 6);
    expect(findings.map(({ code }) => code)).toContain("cuts-in-waste");
  });

  it("is a notch on its border, whatever lies beside that", () => {
    const plates = [rectangle(0, 0, 100, 60), rectangle(100, 0, 50, 60)];
    expect(read(...plates, rectangle(20, 50, 10, 10))).toEqual([[5900, 3000], true]);
  });

  it("is cut out of an outline that is drawn twice a hair beside itself, and of no other", () => {
    const drawn = [
      ...rectangle(0.0185, 0, 100, 40, "A"),
      ...rectangle(20, 20.0078, 40, 20, "CUT"),
      ...rectangle(0, 0.0145, 100, 40, "B"),
    ];
    const { parts } = readEntities(drawn);
    const held = parts.map(({ area, holes }) => [Math.round(area), holes.length]);
    // A hole that leaves no material above it, or a notch.
    expect([[[3200, 1]], [[3200, 0]]]).toContainEqual(held);
  });
});

describe("contours drawn over each other", () => {
  it("stay whole, and what lines close off beside them is a part of its own", () => {
    const crossed = [...circle(40, 20, 20), ...rectangle(10, -10, 25, 22)];
    const beside = [...line(0, 30, 30, 10), ...line(0, 10, 40, 40)];
    const [disc, box, third, ...rest] = areas([...crossed, ...beside]);
    expect(disc).toBeCloseTo(400 * Math.PI, 6);
    expect(box).toBeCloseTo(550, 6);
    expect(rest).toEqual([]);
    // From where the lines meet to where each of them meets the disc, less the segment of the disc between those.
    const meeting = [20 / (3 / 4 + 2 / 3), 10 + 15 / (3 / 4 + 2 / 3)] as const;
    const entry = (dx: number, dy: number) => {
      const [x, y] = [meeting[0] - 40, meeting[1] - 20];
      const half = x * dx + y * dy;
      const t =
        (-half - Math.sqrt(half ** 2 - (dx ** 2 + dy ** 2) * (x ** 2 + y ** 2 - 400))) / (dx ** 2 + dy ** 2);
      return [t * dx, t * dy] as const;
    };
    const [[px, py], [qx, qy]] = [entry(3, -2), entry(4, 3)];
    const angle = 2 * Math.asin(Math.hypot(qx - px, qy - py) / 40);
    expect(third).toBeCloseTo((px * qy - py * qx) / 2 - 200 * (angle - Math.sin(angle)), 6);
  });
});

describe("a tail", () => {
  it("does not take the end of a contour that has a gap", () => {
    const gap = [
      ...line(0, 0, 100, 0),
      ...line(100, 0, 100, 100),
      ...line(100, 100, 0, 100),
      ...line(0, 100, 0, 0.04),
    ];
    expect(rolesOf([...gap, ...line(0, 0.02, -30, 0.02)])).toEqual([
      ["exterior", 400],
      ["open", 30],
    ]);
  });
});

describe("a ring across layers", () => {
  it("is found where a line of one of them goes on past its corner", () => {
    const [p, q, r, s] = [
      [0, 0],
      [100, 0],
      [100, 100],
      [0, 100],
    ] as const;
    const drawn = [
      ...line(...p, ...q, "A"),
      ...line(...q, ...r, "A"),
      ...line(...r, 100, 130, "A"),
      ...line(...r, ...s, "B"),
      ...line(...s, ...p, "B"),
    ];
    expect(rolesOf(drawn)).toEqual([
      ["exterior", 400],
      ["open", 30],
    ]);
  });
});

describe("lines on the side of a plate", () => {
  const tails = [...line(0, 0, 0, -50), ...line(100, 0, 100, -50)];

  it.each<[string, Tag[], number[]]>([
    ["drawn twice between two tails go once", [...line(0, 0, 100, 0), ...tails], [400, 50, 50]],
    ["reaching over both of its ends lose what lies on it", line(-20, 0, 130, 0), [400, 20, 30]],
    ["of another layer go", line(0, 0, 100, 0, "OTHER"), [400]],
  ])("%s", (_, lines, lengths) => {
    const square = sides(0, 0, 100, 100);
    for (const drawn of [
      [...square, ...lines],
      [...lines, ...square],
    ]) {
      const { data, paths, findings } = readEntities(drawn);
      expect(data.area).toBe(10_000);
      expect(paths.map(({ length }) => Math.round(length)).sort((p, q) => q - p)).toEqual(
        [...lengths].sort((p, q) => q - p),
      );
      const told = findings.filter(({ code }) => /removed/.test(code));
      expect(told.reduce((sum, { count }) => sum + count, 0)).toBe(1);
    }
  });

  it("of another layer, on which a closed contour lies, too, take none from the plate", () => {
    const drawn = [
      ...line(0, 0, 36, 0, "N"),
      ...rectangle(0, 0, 36, 6, "H"),
      ...outline(
        [
          [0, 0],
          [36, 0],
          [36, 6],
          [0, 42],
          [0, 6],
        ],
        "D",
      ),
    ];
    const { data } = readEntities(drawn);
    expect(data.area).toBe((36 * (6 + 42)) / 2 - 36 * 6);
  });
});

describe("snapping", () => {
  const WELD = 0.001;
  const graphOf = (lines: [number, number, number, number][]) => {
    const contours = new Contours(new CurveTable());
    for (const ends of lines)
      contours.add({
        closed: false,
        layer: "0",
        colour: 0,
        curves: [contours.table.add(lineBetween(...ends))],
      });
    const contacts = new CurveContacts(layOut(contours, { weld: WELD, join: WELD, kerf: WELD }), WELD);
    return new EdgeGraph(contacts, {
      lookOf: () => 0,
      weld: WELD,
      join: WELD,
      sliver: WELD,
      kerf: 0,
      extent: 100,
      share: 1,
      sharedEdges: "parts",
      trimOvershoots: undefined,
    });
  };

  it("moves no end by more than the tolerance, however the ends crowd", () => {
    const random = new Random(19);
    for (let round = 0; round < 30; round++) {
      const near = () => random.int(0, 6) * 0.7 * WELD;
      const lines = Array.from({ length: 40 }, (_, i): [number, number, number, number] => {
        const angle = (2 * Math.PI * i) / 40;
        return [near(), near(), 100 * Math.cos(angle), 100 * Math.sin(angle)];
      });
      const { curves, from, origins, nodes } = graphOf(lines);
      for (const [edge, curve] of curves.entries()) {
        // Gaps have no curve.
        if (curve < 0 || from[edge] !== 0) continue;
        const [x, y] = lines[curve]!;
        const node = origins[2 * edge]!;
        expect(Math.hypot(nodes.xs[node]! - x, nodes.ys[node]! - y)).toBeLessThanOrEqual(WELD);
      }
    }
  });

  it("lets no row of ends run together, each a hair from the next", () => {
    const { nodes } = graphOf(
      Array.from({ length: 100 }, (_, i) => [0.9 * WELD * i, 0, 0.9 * WELD * i - 50 + i, 90]),
    );
    const inRow = Array.from({ length: nodes.count }, (_, node) => nodes.ys[node]!).filter((y) => y === 0);
    expect(inRow.length).toBeGreaterThan((100 * 0.9) / 2);
  });
});
