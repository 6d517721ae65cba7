/** Bridges that stand, or are told: over webs between two kerfs, at the starts of cuts, in widths of a hair. */
import { describe, expect, it } from "vitest";
import {
  type ExportRequestInput,
  exportRequestSchema,
} from "../../../../../engine/base/contract/v1/export.ts";
import type { Point, Ring } from "../../../../../engine/base/contract/values/geometry.ts";
import { verifyGcode } from "../../../../../engine/verify/program/verify.ts";
import { planExport } from "../../../../../engine/write/toolpath/export.ts";
import type { GcodeOptions } from "../../../../../engine/write/toolpath/machine/options.ts";
import { planToolpath } from "../../../../../engine/write/toolpath/plan/toolpath.ts";
import { programText, writeBody } from "../../../../../engine/write/toolpath/write/gcode.ts";
import { programJob, tabbedJob } from "../../../../helpers/programs/jobs.ts";
import { box, disc, ELL } from "../../../../helpers/rings.ts";

const sheet = (rings: Ring[], at: (i: number) => [number, number], kerf: number): ExportRequestInput => {
  return {
    sheet_width: 300,
    sheet_height: 120,
    placements: rings.map((exterior, i) => ({ exterior, x: at(i)[0], y: at(i)[1] })),
    config: { kerf },
  };
};
const plan = (request: ExportRequestInput, options: GcodeOptions) =>
  planExport(exportRequestSchema.parse(request), options);

describe("a web between two kerfs that is thinner than a bridge", () => {
  // Kerfs of 0.3 leave a web of 0.1 between rectangles that are 0.7 apart, three by three.
  const grid = sheet(
    Array.from({ length: 9 }, () => box(0, 0, 40, 20)),
    (i) => [10 + (i % 3) * 40.7, 10 + Math.floor(i / 3) * 20.7],
    0.3,
  );

  it("is crossed by bridges to the part behind it", () => {
    const { picture, findings } = plan(grid, { tabs: 2, tab_width: 1 });
    expect(findings).toEqual([]);
    const inner = picture.tabs.filter(({ from: [x, y] }) => x > 10.5 && x < 131 && y > 10.5 && y < 71);
    expect(inner.length).toBeGreaterThan(0);
    // Every one has its like on the other side of the web, 0.4 mm away.
    for (const { from, to } of inner) {
      const [x, y] = [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2];
      const across = inner.filter(({ from: [ax, ay], to: [bx, by] }) => {
        const away = Math.hypot((ax + bx) / 2 - x, (ay + by) / 2 - y);
        return Math.abs(away - 0.4) < 0.02;
      });
      expect(across).toHaveLength(1);
    }
  });
});

it.each([8, 10, 12, 15])("a window behind an edge is cut whole beside bridges of %s mm", (tabWidth) => {
  for (const [gap, edge] of [
    [1, 3],
    [2, 6],
    [3, 3],
  ] as const) {
    const window = box(30 - edge, 10, 10, 10);
    const request: ExportRequestInput = {
      sheet_width: 86 + gap,
      sheet_height: 36,
      placements: [
        { exterior: box(0, 0, 40, 30), holes: [window], x: 3, y: 3 },
        { exterior: box(0, 0, 40, 30), x: 43 + gap, y: 3 },
      ],
      config: { kerf: 0.4 },
    };
    const { cuts } = planToolpath(exportRequestSchema.parse(request), { tabs: 4, tab_width: tabWidth });
    const inner = cuts.filter(({ role }) => role === "cut-inner");
    expect(inner.map(({ stroke }) => stroke.pieces.map(({ tab }) => tab))).toEqual([[false]]);
    expect(() => plan(request, { tabs: 4, tab_width: tabWidth })).not.toThrow();
  }
});

// Each of them was refused by its judge once: bridges into holes of the part behind, over notches, round wide kerfs, arcs of ESSI
// that are shorter than its numbers, bridges that its numbers make narrower.
it.each([5719, 6343, 9021, 9046, 9050, 9174, 9238, 9543, 9597])(
  "job %s with tabs passes its judge",
  (seed) => {
    const { request, options } = tabbedJob(seed);
    expect(() => planExport(request, options)).not.toThrow();
  },
);

// ESSI prints tenths of a millimetre. These jobs have holes hardly wider than the kerf, long leads, or a very short rest of an
// outline before its first bridge or behind its last; the judge refused each of their programs once.
it.each([8446, 8467, 8597, 8630, 8672, 8831])("job %s passes its judge as an ESSI program", (seed) => {
  for (const jobOf of [programJob, tabbedJob]) {
    const { request, options } = jobOf(seed);
    const { machine: _, ...own } = options;
    expect(() => planExport(request, { ...own, dialect: "essi" })).not.toThrow();
  }
});

it("bridges are as wide as asked where places are printed in tenths of a millimetre", () => {
  const request = sheet([box(0, 0, 50.66, 37.48)], () => [10.87, 10.87], 2.87);
  const { cuts } = planToolpath(exportRequestSchema.parse(request), {
    dialect: "essi",
    tabs: 4,
    tab_width: 2,
  });
  const gaps = cuts.flatMap(({ stroke: { pieces } }) =>
    pieces.flatMap(({ tab, moves }, i) => (tab ? [[pieces[i - 1]!.moves.at(-1)!.to, moves.at(-1)!.to]] : [])),
  );
  expect(gaps).toHaveLength(4);
  for (const [from, to] of gaps as [Point, Point][])
    expect(Math.hypot(to[0] - from[0], to[1] - from[1])).toBeGreaterThan(2 + 2.87 + 0.1);
});

it("no cut begins where a bridge does", () => {
  const hexagons = sheet(
    Array.from({ length: 6 }, () => disc(0, 0, 12, 6)),
    (i) => [20 + (i % 3) * 24.8, 20 + Math.floor(i / 3) * 21.6],
    0.8,
  );
  for (const tabWidth of [2, 3, 4, 5])
    for (const tabs of [1, 2, 3, 4])
      expect(() =>
        plan(hexagons, { dialect: "waterjet", lead_in: 6, tabs, tab_width: tabWidth }),
      ).not.toThrow();
});

it("the later passes of a hole are no late cuts", () => {
  const part: ExportRequestInput = {
    sheet_width: 100,
    sheet_height: 100,
    placements: [
      { exterior: box(0, 0, 80, 80), holes: [box(15, 15, 50, 50)], x: 10, y: 10 },
      { exterior: disc(0, 0, 10, 36), x: 50, y: 50 },
    ],
    config: { kerf: 0.2 },
  };
  const options: GcodeOptions = { lead_in: 3, lead_out: 3, passes: 3 };
  const { gcode } = plan(part, options);
  expect(verifyGcode(gcode, { request: part, options }).violations).toEqual([]);
});

it("a bridge of a hair must stand too", () => {
  const request = sheet([box(0, 0, 40, 20)], () => [10, 10], 0.3);
  const whole = plan(request, {}).gcode;
  const codes = verifyGcode(whole, { request, options: { tabs: 2, tab_width: 0.04 } }).violations;
  expect(codes.map(({ code }) => code)).toContain("tab-missing");
});

describe("scrap that falls out itself", () => {
  // Four rectangles round a pocket of 10 by 10, one kerf apart.
  const pinwheel: ExportRequestInput = {
    sheet_width: 80,
    sheet_height: 80,
    placements: [
      { exterior: box(0, 0, 30, 19.8), x: 10, y: 10 },
      { exterior: box(0, 0, 19.8, 30), x: 40.2, y: 10 },
      { exterior: box(0, 0, 30, 19.8), x: 30, y: 40.2 },
      { exterior: box(0, 0, 19.8, 30), x: 10, y: 30 },
    ],
    config: { kerf: 0.2 },
  };

  it("holds no bridge", () => {
    for (const tabs of [1, 2, 3, 4, 5]) {
      const { picture, findings, gcode } = plan(pinwheel, { tabs, tab_width: 1 });
      expect(findings).toEqual([]);
      const middles = picture.tabs.map(({ from, to }) => [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2]);
      for (const [x, y] of middles)
        expect(x! > 29.5 && x! < 40.5 && y! > 29.5 && y! < 40.5, `${x} ${y}`).toBe(false);
      expect(verifyGcode(gcode, { request: pinwheel, options: { tabs, tab_width: 1 } }).ok).toBe(true);
    }
  });

  it("is found out by the judge", () => {
    const square = sheet([box(0, 0, 20, 20)], () => [20, 20], 0.2);
    const options = { tabs: 1, tab_width: 2 };
    // A bridge of 2 in the middle of the upper side; then three cuts round its end.
    const program = (more: string[]) =>
      [
        "G21 G90 G17 G94",
        "M5",
        "G0 X31.1 Y40.1",
        "M4 S100",
        "G1 X40.1 Y40.1 F1000",
        "G1 X40.1 Y19.9",
        "G1 X19.9 Y19.9",
        "G1 X19.9 Y40.1",
        "G1 X28.9 Y40.1",
        "M5",
        ...more,
        "M2",
      ].join("\n");
    const codes = (text: string) =>
      verifyGcode(text, { request: square, options }).violations.map(({ code }) => code);
    const around = ["G0 X28 Y40.1", "M4 S100", "G1 X28 Y43 F1000", "G1 X32 Y43", "G1 X32 Y40.1", "M5"];
    expect(codes(program([]))).toEqual([]);
    expect(codes(program(around))).toEqual(expect.arrayContaining(["tab-missing", "part-loose"]));
  });

  it("is made by cuts through the skeleton, which leave the bridges standing", () => {
    const row = sheet(
      Array.from({ length: 3 }, () => box(0, 0, 60, 40)),
      (i) => [20 + 90 * i, 40],
      1,
    );
    for (const pitch of [40, 50, 60, 75]) {
      const options: GcodeOptions = { tabs: 4, tab_width: 3, skeleton: { pitch } };
      const { findings, verified, gcode } = plan(row, options);
      expect(findings).toEqual([]);
      expect(verified.bridges).toBe(12);
      expect(verifyGcode(gcode, { request: row, options }).ok).toBe(true);
    }
  });
});

it("a bridge through a web leaves the holes of its own part to be cut", () => {
  const rings = { exterior: box(0, 0, 30, 14), holes: [disc(7, 7, 5, 24)] };
  const request: ExportRequestInput = {
    sheet_width: 120,
    sheet_height: 80,
    placements: [0, 1, 2, 3].map((i) => ({ ...rings, x: 20 + 31 * (i % 2), y: 20 + 15 * (i >> 1) })),
    config: { kerf: 0.2 },
  };
  for (const tabs of [2, 4, 6]) expect(() => plan(request, { tabs, tab_width: 5 })).not.toThrow();
});

/** Squares on their corners in a row, with only corners of scrap beside them in a sheet that is hardly larger. */
const diamonds = (count: number): ExportRequestInput => {
  const across = 20 * Math.SQRT2;
  return {
    sheet_width: count * (across + 5),
    sheet_height: across + 5,
    placements: Array.from({ length: count }, (_, i) => ({
      exterior: box(0, 0, 20, 20),
      x: 2.5 + across / 2 + i * (across + 5),
      y: 2.5,
      rotation: 45,
    })),
    config: { kerf: 3 },
  };
};

it("a wheel whose teeth are hardly wider than its bridges keeps all of them, round corners inwards too", () => {
  const wheel: Ring = Array.from({ length: 36 }, (_, i) => {
    const radius = i % 4 < 2 ? 28 : 23;
    const angle = (2 * Math.PI * (i + (i % 2 ? 0.3 : -0.1))) / 36;
    return [radius * Math.cos(angle), radius * Math.sin(angle)];
  });
  const request = sheet([wheel], () => [60, 60], 6);
  const options: GcodeOptions = { dialect: "grbl-router", depth: 10, tabs: 3, tab_width: 6, tab_height: 3 };
  const { findings, gcode } = plan(request, options);
  expect(findings.map(({ code }) => code)).toEqual([]);
  // Outlines left out beside the bridges are found all the same.
  const wider = verifyGcode(gcode, { request, options: { ...options, tab_width: 8 } });
  expect(wider.violations.map(({ code }) => code)).toContain("bridge-narrow");
});

it("tells of parts that hold by a strip narrower than their tabs", () => {
  const request = diamonds(1);
  // As wide as a side, so that it goes round a corner.
  const options: GcodeOptions = { tabs: 1, tab_width: 17, arc_tolerance: 0 };
  const { gcode, findings } = plan(request, options);
  expect(findings.map(({ code, count }) => [code, count])).toEqual([["strips-narrow", 1]]);
  expect(gcode).toContain("note - 1 part holds by a strip narrower than its tabs");
  const silent = gcode.replace(/^.*strip narrower.*\n/m, "");
  const [fault, ...others] = verifyGcode(silent, { request, options }).violations;
  expect([fault?.code, others]).toEqual(["strip-narrow", []]);
  expect(fault!.amount).toBeGreaterThan(0.5);
  expect(fault!.amount).toBeLessThan(17);
  expect(plan(request, { tabs: 1, tab_width: 1 }).findings).toEqual([]);
});

it("tells of each such part once", () => {
  const { findings } = plan(diamonds(3), { tabs: 1, tab_width: 19, arc_tolerance: 0 });
  expect(findings.map(({ code, count }) => [code, count])).toEqual([["strips-narrow", 3]]);
});

describe("crowded discs", () => {
  it.each([1, 0.95])("%s mm apart hold by the scrap between them, with leads in it too", (gap) => {
    const pitch = 16 + gap;
    const rings = Array.from({ length: 36 }, () => disc(8, 8, 8, 48));
    const request = sheet(
      rings,
      (k) => {
        const row = Math.floor(k / 6);
        return [10 + ((k % 6) + (row % 2) / 2) * pitch, 10 + (row * pitch * Math.sqrt(3)) / 2];
      },
      0.2,
    );
    const wide = { ...request, sheet_width: 150, sheet_height: 140 };
    expect(plan(wide, { tabs: 2, tab_width: 0.5 }).findings).toEqual([]);
    const led = plan(wide, { tabs: 2, tab_width: 0.5, lead_in: 2 });
    expect(led.findings.map(({ code }) => code)).toEqual(["leads-shortened", "leads-at-tabs"]);
    const bare = led.findings.find(({ code }) => code === "leads-at-tabs")!;
    expect(bare.count).toBeLessThan(72);
  });
});

describe("the width of a bridge", () => {
  const star: Ring = Array.from({ length: 10 }, (_, i) => {
    const radius = i % 2 === 0 ? 9 : 5;
    return [radius * Math.cos((Math.PI * i) / 5), radius * Math.sin((Math.PI * i) / 5)];
  });
  it.each<[string, Ring, number]>([
    ["round the corners of a square", box(0, 0, 6, 6), 7],
    ["round blunt corners", disc(0, 0, 5, 6), 3],
    ["round a small disc", disc(0, 0, 2, 36), 1.5],
    ["on a star without a straight place", star, 0.4],
    ["on a star, wide", star, 2],
  ])("is that of the straight way between its kerfs %s", (_, ring, tabWidth) => {
    const request = sheet([ring, ring], (i) => [30 + 60 * i, 40], 1.5);
    for (const tabs of [1, 2]) {
      const options = { tabs, tab_width: tabWidth };
      const { picture, findings, gcode } = plan(request, options);
      const few = findings.find(({ code }) => code === "tabs-left-out")?.count ?? 0;
      if (few === 0) expect(picture.tabs).toHaveLength(2 * tabs);
      expect(picture.tabs.length).toBeGreaterThan(0);
      for (const { from, to } of picture.tabs)
        expect(Math.hypot(to[0] - from[0], to[1] - from[1]) - 1.5).toBeGreaterThan(tabWidth - 0.02);
      expect(verifyGcode(gcode, { request, options }).ok).toBe(true);
    }
  });

  it("is not taken by the judge for its length along the path", () => {
    const request = sheet([box(0, 0, 6, 6)], () => [20, 20], 1);
    // All round but for 3 mm of each side at one corner: 5.8 along the path and 4.2 straight across are left by the kerf.
    const text = [
      "G21 G90 G17 G94",
      "M5",
      "G0 X26.5 Y23",
      "M4 S100",
      "G1 X26.5 Y19.5 F1000",
      "G1 X19.5 Y19.5",
      "G1 X19.5 Y26.5",
      "G1 X23 Y26.5",
      "M5",
      "M2",
    ].join("\n");
    const codes = (tabWidth: number) =>
      verifyGcode(text, { request, options: { tabs: 1, tab_width: tabWidth } }).violations.map(
        ({ code }) => code,
      );
    expect(codes(4.2)).toEqual([]);
    expect(codes(5)).toContain("bridge-narrow");
  });
});

describe("a part in a hole", () => {
  const corners = (half: number) => box(-half, -half, 2 * half, 2 * half);
  const nested = (inner: Ring): ExportRequestInput => ({
    sheet_width: 100,
    sheet_height: 100,
    placements: [
      { exterior: disc(0, 0, 30, 96), holes: [disc(0, 0, 14, 96)], x: 45, y: 45 },
      { exterior: inner, x: 45, y: 45 },
    ],
    config: { kerf: 0.5 },
  });

  it.each([
    ["whose kerf is the hole's", disc(0, 0, 13.5, 96)],
    ["whose kerf meets the hole's", disc(0, 0, 13, 96)],
    ["behind a round web", disc(0, 0, 11.5, 96)],
    ["whose corners are next to the hole", corners(9)],
  ])("%s hangs on the rim of the hole", (_, inner) => {
    const codes = plan(nested(inner), { tabs: 2, tab_width: 3 }).findings.map(({ code }) => code);
    expect(codes).not.toContain("parts-loose");
    expect(codes).not.toContain("tabs-left-out");
  });

  it("leaves no more of the rim uncut than its bridges take", () => {
    const request = nested(disc(0, 0, 13.5, 96));
    const { gcode } = plan(request, { tabs: 2, tab_width: 3 });
    const narrow = verifyGcode(gcode, { request, options: { tabs: 2, tab_width: 1 } });
    expect(narrow.violations.map(({ code }) => code)).toContain("not-cut");
  });

  it("has its bridges called narrow on the rim too", () => {
    const request = nested(disc(0, 0, 13.5, 96));
    const { gcode } = plan(request, { tabs: 2, tab_width: 3 });
    const { violations } = verifyGcode(gcode, { request, options: { tabs: 2, tab_width: 4 } });
    const onRim = violations.filter(({ hole }) => hole === 0).map(({ code }) => code);
    expect(onRim).toEqual(["bridge-narrow"]);
  });

  it("is told to be loose where the web is wider than its bridges", () => {
    const { findings } = plan(nested(disc(0, 0, 8, 96)), { tabs: 2, tab_width: 3 });
    expect(findings.map(({ code }) => code)).toContain("parts-loose");
  });
});

describe("a short stretch that is left uncut", () => {
  // Squares of 20 with a kerf of 0.2; each has a bridge of 2 in the middle of its upper side.
  const options = { tabs: 1, tab_width: 2 };
  const side = (x: number, y: number, uncut: string[]) => [
    `G0 X${x + 11.1} Y${y + 20.1}`,
    "M4 S100",
    `G1 X${x + 20.1} Y${y + 20.1} F1000`,
    `G1 X${x + 20.1} Y${y - 0.1}`,
    ...uncut,
    `G1 X${x - 0.1} Y${y - 0.1}`,
    `G1 X${x - 0.1} Y${y + 20.1}`,
    `G1 X${x + 8.9} Y${y + 20.1}`,
    "M5",
  ];
  const pause = (from: number, to: number, y: number) => [
    `G1 X${from} Y${y}`,
    "M5",
    `G0 X${to} Y${y}`,
    "M4 S100",
  ];
  const codes = (at: [number, number][], uncut: string[][]) => {
    const request = sheet(
      at.map(() => box(0, 0, 20, 20)),
      (i) => at[i]!,
      0.2,
    );
    const text = ["G21 G90 G17 G94", "M5", ...at.flatMap(([x, y], i) => side(x, y, uncut[i] ?? [])), "M2"];
    return verifyGcode(text.join("\n"), { request, options }).violations.map(({ code }) => code);
  };

  it.each<[string, [number, number][]]>([
    [
      "level with the bridge of another part",
      [
        [20, 20],
        [80, 40.2],
      ],
    ],
    [
      "above the bridge of another part",
      [
        [20, 20],
        [20, 80],
      ],
    ],
    ["beside no bridge but its own", [[20, 20]]],
  ])("is told %s", (_, at) => {
    expect(codes(at, [])).toEqual([]);
    const [x, y] = at.at(-1)!;
    const gap = pause(x + 10.6, x + 9.4, y - 0.1);
    const uncut = at.map((_, i) => (i === at.length - 1 ? gap : []));
    expect(codes(at, uncut)).toEqual(["bridge-narrow"]);
  });

  it("is told beside its own bridge", () => {
    // 1 mm from the bridge's end a second, narrower one.
    const request = sheet([box(0, 0, 20, 20)], () => [20, 20], 0.2);
    const lines = side(20, 20, []);
    const at = lines.indexOf("G1 X40.1 Y20.1 F1000".replace("20.1", "40.1"));
    lines.splice(at, 0, "G1 X32 Y40.1 F1000", "M5", "G0 X32.6 Y40.1", "M4 S100");
    const text = ["G21 G90 G17 G94", "M5", ...lines, "M2"].join("\n");
    expect(verifyGcode(text, { request, options }).violations.map(({ code }) => code)).toEqual([
      "bridge-narrow",
    ]);
  });
});

describe("a bridge is not made where none would hold, so that the first plan stands", () => {
  const ell: Ring = ELL;

  it.each([
    ["beyond the corner of a part that touches", 62, 1255, 171],
    ["beyond the edge of the sheet", 70, 130, 171],
  ])("%s", (_, step, sheet_width, sheet_height) => {
    const placements = Array.from({ length: 60 }, (_, i) => {
      return { exterior: ell, x: 5 + (i % 20) * step, y: 5 + Math.floor(i / 20) * (step - 10) };
    });
    const config = { kerf: 2 };
    const request = exportRequestSchema.parse({ sheet_width, sheet_height, placements, config });
    const options = { tabs: 2 };
    // Nothing is planned again here after the judge, as an export is.
    const plan = planToolpath(request, options);
    const text = programText(plan, request, writeBody(plan, request));
    expect(verifyGcode(text, { request, options }).violations).toEqual([]);
  });
});
