/** Tables that people see at a terminal: everything that a shop asks, in its units. */
import { describe, expect, it } from "vitest";
import { type CommandAction, EXIT, type Io, OptionValues } from "../../../engine/cli/base/command.ts";
import { faultSentence } from "../../../engine/cli/base/solve-command.ts";
import { cut } from "../../../engine/cli/cut-command.ts";
import { parse } from "../../../engine/cli/drawing-command.ts";
import { nest } from "../../../engine/cli/nest-command.ts";
import { panels } from "../../../engine/cli/panels-command.ts";
import { tableOf } from "../../../engine/cli/tables/text-table.ts";
import { createEngine } from "../../../engine/index.node.ts";
import { drawing, dxfText, polyline } from "../../helpers/drawing/dxf.ts";
import { box, ELL } from "../../helpers/rings.ts";

type Given = ConstructorParameters<typeof OptionValues>[0];

/** Runs a command on files in memory, as on a terminal of 100 columns. */
async function run(command: CommandAction, words: string[], given: Given, files: Record<string, string>) {
  const warnings: string[] = [];
  let screen = "";
  const io: Io = {
    engine: () => createEngine({ workers: 0 }),
    workers: 1,
    terminal: true,
    columns: 100,
    list: async (pattern) => Object.keys(files).filter((name) => name.endsWith(pattern.replace("*", ""))),
    read: async (path) => {
      if (files[path] === undefined) throw Object.assign(new Error(`no ${path}`), { code: "ENOENT" });
      return new TextEncoder().encode(files[path]);
    },
    write: async (path, text) => {
      if (path === "-") screen += [...text].join("");
      else files[path] = [...text].join("");
    },
    warn: (line) => warnings.push(line),
    progress: () => {},
    signal: new AbortController().signal,
    disk: { nameOf: () => undefined, faultOf: () => undefined },
    within: () => io,
    ended: async () => {},
    serve: async () => {},
  };
  const code = await command.run({ words, values: new OptionValues(given), io });
  const lines = screen.split("\n");
  return { code, warnings, screen, lines, cells: lines.map((line) => line.trim().split(/ {2,}/)) };
}

const outlines = (rings: number[][][]) =>
  dxfText(drawing(rings.flatMap((ring) => polyline(ring, true, "CUT"))), "\n");
const plate = outlines([box(0, 0, 100, 60), box(20, 20, 30, 20)]);
const beam = outlines([box(0, 0, 508, 25.4)]);

/** A short search that a busy machine does not cut shorter. */
const SHORT = { work: "100000", seconds: "600" };

describe("at a terminal", () => {
  it("nest lists sheets, parts and remnants, and says why a part has no place", async () => {
    const files = { "plate.dxf": plate, "beam.dxf": beam };
    const given = { sheet: "400x300", ...SHORT };
    const { code, lines, warnings } = await run(nest, ["plate.dxf:3", "beam.dxf"], given, files);
    expect([code, warnings]).toEqual([EXIT.INCOMPLETE, []]);
    expect(lines[0]).toMatch(/^3 of 4 parts on 1 sheet of 400 x 300 mm, \d+\.\d\d % used$/);
    expect(lines).toContain("  Part   Size           Holes  Placed");
    expect(lines).toContain("  plate  100 x 60 mm        1  3 of 3");
    expect(lines).toContain("  beam   508 x 25.4 mm      0  0 of 1");
    expect(lines.find((line) => /^ +1 /.test(line))).toMatch(/3 x plate +\S+ x \S+ mm$/);
    expect(lines.slice(lines.indexOf("Not placed") + 1)).toEqual([
      "  1 x beam: 508 x 25.4 mm does not fit on a sheet (390 x 290 mm inside its margin), at any allowed",
      "    angle",
      "",
    ]);
  });

  it("nest lists sheets that are alike once", async () => {
    const corner = outlines([ELL]);
    const files = { "plate.dxf": plate, "corner.dxf": corner };
    const given = { sheet: "120x80", spacing: "2", margin: "2", ...SHORT };
    const { cells } = await run(nest, ["plate.dxf:5", "corner.dxf:1"], given, files);
    const sheets = cells.filter((row) => row.length === 4 && row[1]!.endsWith("%"));
    expect(sheets.map(([numbers]) => numbers).sort()).toEqual(["1-5 (5 alike)", "6"]);
    expect(sheets.find(([numbers]) => numbers === "6")![2]).toBe("1 x corner");
  });

  it("speaks inches where it is asked to, and takes them", async () => {
    const given = { sheet: "20x10", margin: "1/4", spacing: '1/8"', units: "in", ...SHORT };
    const { lines } = await run(nest, ["beam.dxf"], given, { "beam.dxf": beam });
    expect(lines[0]).toContain('0 of 1 part on 0 sheets of 20" x 10"');
    expect(lines.at(-3)).toContain('20" x 1" does not fit on a sheet (19 1/2" x 9 1/2" inside its margin)');
    const json = await run(
      nest,
      ["beam.dxf"],
      { ...given, json: true, request: "r.json" },
      { "beam.dxf": beam },
    );
    expect(JSON.parse(json.screen).summary).toMatchObject({ placed_parts: 0 });
  });

  it("tells which sheets of a plan look alike, what they cost and that there are no more", async () => {
    const request = {
      parts: [{ id: "tile", exterior: box(0, 0, 100, 100), quantity: 3 }],
      sheets: [{ id: "rest", width: 120, height: 100, quantity: 2, cost: 3.5 }],
      config: { spacing: 0, edge_margin: 0 },
    };
    const files: Record<string, string> = { "job.json": JSON.stringify(request) };
    const out = { ...SHORT, report: "plan.csv" };
    const { code, lines, cells } = await run(nest, ["job.json"], out, files);
    expect(code).toBe(EXIT.INCOMPLETE);
    expect(lines[0]).toBe("2 of 3 parts on 2 sheets, at least 3 needed, cost 7");
    const sheets = cells.filter(([, type]) => type === "rest");
    expect(sheets.reduce((sum, [count]) => sum + Number(count), 0)).toBe(2);
    for (const sheet of sheets)
      expect(sheet.slice(2)).toEqual(["120 x 100 mm", "83.3 %", "1 x tile", "20 x 100 mm"]);
    expect(lines.at(-2)).toBe("  1 x tile: no more sheets are left");
    expect(files["plan.csv"]!.trim().split("\r\n")).toHaveLength(1 + sheets.length);
    expect(files["plan.csv"]).toMatch(/^1,\d,rest,tile,/m);
    await run(nest, ["job.json"], { ...SHORT, report: "plan.html" }, files);
    expect(files["plan.html"]).toMatch(/Layout 1 of \d, rest, 120 × 100 mm[\s\S]*<svg/);
    expect(files["plan.html"]).toMatch(/Not placed[\s\S]*tile/);
  });

  it("cut draws every pattern with its count, its cuts and its rest", async () => {
    const files: Record<string, string> = {
      "pieces.csv": "name,length,qty\nleg,1000,5\npost,2500,1\nmast,7000,1\n",
    };
    const given = { stock: ["3000:2", "1800:3"], kerf: "4", ...SHORT, report: "cut.html" };
    const { code, lines } = await run(cut, ["pieces.csv"], given, files);
    expect(code).toBe(EXIT.INCOMPLETE);
    expect(lines[0]).toMatch(/^\d bars, \d+ mm, [\d.]+ % waste, /);
    const post = lines.indexOf("1 bar of 3000 mm, 496 mm left");
    expect(lines[post + 1]).toMatch(/^ {2}│─+post─+│░+$/);
    expect(lines[post + 1]!.length).toBeCloseTo(98, -1);
    expect(lines.slice(post + 2, post + 4)).toEqual([
      "  Pieces  Name  Length  First at",
      "       1  post    2500         0",
    ]);
    expect(lines.find((line) => line.includes("mast"))).toBe(
      "  1 x mast: 7000 mm is longer than any bar (3000 mm)",
    );
    expect(files["cut.html"]).toMatch(/<svg[\s\S]*Patterns[\s\S]*1 × post 2500[\s\S]*Not placed[\s\S]*mast/);
  });

  it("cut takes feet and fractions, and lists angles where there are some", async () => {
    const files = { "frame.csv": 'part,length (in),qty,angle start,angle end\nrail,"72 1/2""",2,45,-45\n' };
    const given = { stock: ["20 ft"], kerf: '1/8"', units: "ft", ...SHORT, "profile-width": '2"' };
    const { code, lines, cells } = await run(cut, ["frame.csv"], given, files);
    expect(code).toBe(EXIT.DONE);
    expect(lines[0]).toMatch(/^1 bar, 20',/);
    expect(cells).toContainEqual(["Pieces", "Name", "Length", "First at", "Angles"]);
    const rails = cells.filter(([, name]) => name === "rail");
    expect(rails.reduce((sum, [pieces]) => sum + Number(pieces), 0)).toBe(2);
    for (const rail of rails) {
      expect(rail[2]).toBe("6' 0 1/2\"");
      expect(rail[4]).toMatch(/^-?45° -?45°$/);
    }
  });

  it("panels lists patterns, pieces as they lie, and rests", async () => {
    const files: Record<string, string> = {
      "list.csv": "Length,Width,Qty,Label\n800,300,4,side\n3000,20,1,rod\n",
    };
    const given = { sheet: ["1000x700:5"], kerf: "3", grain: "none", ...SHORT, report: "panels.html" };
    const { code, lines } = await run(panels, ["list.csv"], given, files);
    expect(code).toBe(EXIT.INCOMPLETE);
    expect(lines[0]).toMatch(/^2 panels, [\d.]+ % waste, \d+ cuts of \d+\.\d m, /);
    expect(
      lines.some((line) =>
        /^(1 panel|2 panels) of 1000 x 700 mm "1000x700:?5?", [\d.]+ % used, \d+ cuts each/.test(line),
      ),
    ).toBe(true);
    expect(lines.some((line) => /^ +2 {2}side +800 x 300 mm/.test(line))).toBe(true);
    expect(lines.at(-2)).toContain("1 x rod: 3000 x 20 mm does not fit on a panel");
    expect(files["panels.html"]).toMatch(/<svg[\s\S]*Pattern 1[\s\S]*Not placed[\s\S]*rod/);
  });

  it("parse lists parts with sizes and holes and tells what it noticed, for many drawings at once", async () => {
    const files = { "a.dxf": plate, "b.dxf": "nonsense", "c.dxf": beam };
    const { code, lines, cells, warnings } = await run(
      parse,
      ["*.dxf"],
      { "skip-bad": true, units: "in" },
      files,
    );
    expect(code).toBe(EXIT.INCOMPLETE);
    expect(lines[0]).toBe('a: 1 part, 3.937" x 2.362" overall');
    expect(cells).toContainEqual(["Part", "Size", "Holes", "Area"]);
    expect(cells).toContainEqual(["1", '20" x 1"', "0", "20.00 in²"]);
    expect(warnings.filter((line) => line.startsWith("skipped"))).toEqual([
      expect.stringMatching(/^skipped b\.dxf: /),
      "skipped 1 of 3 drawings",
    ]);
    await expect(run(parse, ["*.dxf"], {}, files)).rejects.toThrow();
    await expect(run(parse, ["*.svg"], {}, files)).rejects.toThrow("no file matches *.svg");
  });

  it("makes a plan for every material of a list of parts", async () => {
    const list = "file,quantity,material,angles\nplate,2,steel,0 90\nbeam.dxf,1,oak,free\nghost,1,oak,\n";
    const files: Record<string, string> = {
      "in/parts.csv": list,
      "in/plate.dxf": plate,
      "in/beam.dxf": beam,
    };
    const given = {
      parts: "in/parts.csv",
      sheet: "600x300",
      ...SHORT,
      out: "plan.json",
      "skip-bad": true,
    };
    const { code, warnings, lines } = await run(nest, [], given, files);
    expect(code).toBe(EXIT.INCOMPLETE);
    expect(warnings.filter((line) => line.startsWith("skipped"))).toEqual([
      expect.stringMatching(/^skipped in\/ghost\.dxf: /),
      "skipped 1 of 3 drawings",
    ]);
    expect(lines.filter((line) => /parts? on 1 sheet/.test(line))).toHaveLength(2);
    expect(JSON.parse(files["plan-steel.json"]!).placed_parts).toBe(2);
    expect(JSON.parse(files["plan-oak.json"]!).placed_parts).toBe(1);
    const oak = await run(nest, [], { ...given, material: "oak" }, files);
    expect(oak.lines[0]).toMatch(/^1 of 1 part on 1 sheet/);
    await expect(run(nest, [], { ...given, out: "-" }, files)).rejects.toThrow("--material");
  });
});

describe("a table", () => {
  it("keeps its columns straight with wide characters, and no text moves the cursor", () => {
    const rows = [
      ["长度", "1"],
      ["a\u001b[2Jb\n", "100"],
    ];
    expect(tableOf([{ title: "Name" }, { title: "N", right: true }], rows, 80)).toEqual([
      "  Name       N",
      "  长度       1",
      "  a [2Jb   100",
    ]);
    expect(tableOf([{ title: "Name" }], [["a very long name"]], 10)[1]).toBe("  a very …");
    expect(tableOf([{ title: "Name" }], [], 80)).toEqual([]);
  });

  it("cuts the column that may be cut where a line is too long", () => {
    const heads = [{ title: "Sheet" }, { title: "Parts", shrinks: true }, { title: "Remnant" }];
    const row = ["1", "12 x plate, 4 x gear, 7 x hook", "602 x 500 mm"];
    expect(tableOf(heads, [row], 42)[1]).toBe("  1      12 x plate, 4 x ge…  602 x 500 mm");
  });
});

describe("a fault inside", () => {
  const fault = { method: "nest", seed: 3, message: "A worker failed: it ran out of memory" };

  it("is told with what the answer is worth, and what can be reported", () => {
    const lost = faultSentence({ kind: "worker lost", ...fault });
    expect(lost).toMatch(/^a part of the search broke down; what you get is the best one found/);
    expect(lost).toContain("(to report it: nest, seed 3: A worker failed: it ran out of memory)");
    expect(faultSentence({ kind: "answer rejected", ...fault })).toMatch(
      /did not pass its own check; .*which did/,
    );
  });
});
