/**
 * The command line as a shell uses it: files and pipes in, files and pipes out, and what it ends with. It is run as the
 * built program where rights, devices, pipes or signals matter.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { nestPlanSchema } from "../../../engine/base/contract/nest-plan.ts";
import { type NestData, nestDataSchema, nestRequestSchema } from "../../../engine/base/contract/v1/nest.ts";
import { verifyNestAnswer } from "../../../engine/verify/v1/v1-nest.ts";
import { circle, drawing, dxfText, polyline } from "../../helpers/drawing/dxf.ts";
import { box, disc, ELL } from "../../helpers/rings.ts";
import { built, commandLine, PROGRAM, SHORT } from "./command-line.ts";

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "offcut-cli-"));
  writeFileSync(join(folder, "plate.dxf"), outlines([box(0, 0, 100, 60), box(20, 20, 30, 20)]));
  writeFileSync(join(folder, "pair.dxf"), outlines([box(0, 0, 50, 50), box(100, 0, 20, 80)]));
  writeFileSync(join(folder, "lines.dxf"), outlines([box(0, 0, 50, 50)], false));
  writeFileSync(
    join(folder, "job.json"),
    JSON.stringify({ parts: [{ id: "a", exterior: box(0, 0, 5, 5) }], sheet: { width: 99, height: 99 } }),
  );
  writeFileSync(join(folder, "list.json"), "[]");
  writeFileSync(join(folder, "pieces.csv"), "name;length;qty\nleg;700,5;16\nrail;1999;2\n");
});

afterAll(() => rmSync(folder, { recursive: true }));

/** A drawing in millimetres with these outlines. */
function outlines(rings: number[][][], closed = true): string {
  return dxfText(drawing(rings.flatMap((ring) => polyline(ring, closed, "CUT"))), "\n");
}

const offcut = (args: string[], input = "") => commandLine(folder, args, input);

const read = (name: string) => readFileSync(join(folder, name), "utf8");

describe("offcut", () => {
  it("lists its commands, the options of each, and its version", async () => {
    const { code, out } = await offcut(["--help"]);
    expect(code).toBe(0);
    for (const command of ["nest", "cut", "parse", "svg", "gcode", "dxf", "verify", "serve"]) {
      expect(out).toContain(`offcut ${command}`);
      expect((await offcut([command, "--help"])).out).toContain("--");
    }
    expect((await offcut([])).out).toBe(out);
    const { version } = JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8"));
    expect(built(folder, ["--version"]).out).toBe(`${version}\n`);
  });

  it("refuses a folder that it may not write in before the search, as there would be no place for the answer", async () => {
    const closed = join(folder, "closed");
    mkdirSync(closed, { mode: 0o555 });
    chmodSync(folder, 0o755);
    // The superuser may write anywhere.
    const uid = process.getuid?.() === 0 ? { uid: 65_534 } : {};
    const words = ["nest", "plate.dxf", "--sheet", "200x200", "--dxf", "closed/sheet.dxf"];
    const { status, stderr } = spawnSync(process.execPath, [PROGRAM, ...words], {
      cwd: folder,
      encoding: "utf8",
      ...uid,
    });
    expect([status, stderr]).toEqual([
      2,
      "offcut: --dxf closed/sheet.dxf: there is no such file, and no permission to write one\n",
    ]);
  });

  it("writes over nothing that it reads, whatever the name, and says so before the search", async () => {
    const drawing = readFileSync(join(folder, "plate.dxf"));
    symlinkSync("plate.dxf", join(folder, "link.dxf"));
    for (const name of ["plate.dxf", "./plate.dxf", "link.dxf", join(folder, "plate.dxf")]) {
      const { code, err } = await offcut(["nest", "plate.dxf:2", "--sheet", "300x300", "--dxf", name]);
      expect([code, err]).toEqual([2, "offcut: --dxf plate.dxf: this file is read\n"]);
    }
    expect(readFileSync(join(folder, "plate.dxf"))).toEqual(drawing);
    // Each of several sheets has a name of its own, which may be that of a drawing.
    copyFileSync(join(folder, "plate.dxf"), join(folder, "copy-1.dxf"));
    const { code, err } = await offcut(["nest", "copy-1.dxf:3", "--sheet", "170x120", "--dxf", "copy.dxf"]);
    expect([code, err]).toEqual([2, expect.stringContaining("copy-1.dxf was read, and is not written over")]);
    expect(readFileSync(join(folder, "copy-1.dxf"))).toEqual(drawing);
  });

  it("writes no two sheets to standard output, of which readers would see the first alone", async () => {
    for (const option of ["--dxf", "--svg", "--gcode", "--job"]) {
      const nest = ["nest", "plate.dxf:3", "--sheet", "170x120", option, "-"];
      const { code, out, err } = await offcut(nest);
      expect([code, out]).toEqual([2, ""]);
      expect(err).toMatch(/standard output takes one sheet, and the layout has [23]: name a file for them$/m);
    }
  });

  it.skipIf(!existsSync("/dev/full"))("names the file that a full disk has no space for", async () => {
    const { code, err } = await offcut(["parse", "plate.dxf", "--out", "/dev/full"]);
    expect([code, err]).toEqual([
      2,
      expect.stringContaining("offcut: /dev/full: no space is left on this disk"),
    ]);
    expect(
      spawnSync("sh", ["-c", `"${process.execPath}" "${PROGRAM}" --help > /dev/full`], { encoding: "utf8" }),
    ).toMatchObject({
      status: 2,
      stderr: "offcut: standard output: no space is left on this disk\n",
    });
  });

  it.skipIf(process.platform === "win32")(
    "leaves a file as it was when it cannot be written whole",
    async () => {
      // Writes to a device too small for more than one line.
      const limited = (path: string) =>
        spawnSync(
          "sh",
          ["-c", `ulimit -f 1; exec "$0" "$@"`, process.execPath, PROGRAM, ...many, "--out", path],
          {
            cwd: folder,
            encoding: "utf8",
          },
        );
      const many = ["nest", "plate.dxf:90", "--sheet", "500x500", ...SHORT];
      writeFileSync(join(folder, "kept.json"), "before", { mode: 0o640 });
      for (const path of ["kept.json", "none.json"]) {
        const { status, stderr } = limited(path);
        expect([status, stderr]).toEqual([2, `offcut: ${path}: larger than a file may be here\n`]);
      }
      expect(read("kept.json")).toBe("before");
      expect(readdirSync(folder).filter((name) => /none|part$/.test(name))).toEqual([]);
      expect(
        (await offcut(["nest", "plate.dxf", "--sheet", "500x500", ...SHORT, "--out", "kept.json"])).code,
      ).toBe(0);
      expect(JSON.parse(read("kept.json")).summary.placed_parts).toBe(1);
      expect(statSync(join(folder, "kept.json")).mode & 0o777).toBe(0o640);
    },
  );

  it.each<[string, string[], string, RegExp]>([
    ["an unknown command", ["fold"], "", /no command "fold"/],
    ["an unknown option", ["nest", "--fold"], "", /--fold/],
    [
      "a missing folder for the answer, before the search",
      ["cut", "--out", "nowhere/plan.json"],
      "",
      /--out nowhere\/plan\.json: there is no folder "nowhere"/,
    ],
    [
      "a folder in place of a file for the answer, before the search",
      ["cut", "--out", "."],
      "",
      /--out \.: this is a folder/,
    ],
    [
      "two files in one",
      ["nest", "plate.dxf", "--sheet", "300x300", "--dxf", "a", "--gcode", "./a"],
      "",
      /--dxf and --gcode cannot both write to \.\/a$/,
    ],
    [
      "two files on standard output",
      ["nest", "plate.dxf", "--sheet", "300x300", "--dxf", "-", "--gcode", "-"],
      "",
      /--dxf and --gcode cannot both write to standard output$/,
    ],
    ["a missing file", ["nest", "missing.json"], "", /missing\.json: there is no such file/],
    ["a folder", ["parse", "."], "", /^offcut: \.: this is a folder/],
    ["no JSON", ["nest"], "parts", /standard input is not JSON/],
    ["broken JSON", ["cut", "--stock", "6000"], '{"pieces', /standard input is not JSON/],
    ["nothing at all", ["nest"], "", /standard input is empty: name a file, or send one through a pipe$/],
    ["an empty line", ["nest"], "\n", /standard input is empty$/],
    [
      "a kerf below 0",
      ["cut", "pieces.csv", "--stock", "6000", "--kerf", "-1"],
      "",
      /--kerf must be at least 0$/,
    ],
    [
      "a seed below 0",
      ["nest", "plate.dxf", "--sheet", "9x9", "--seed", "-2"],
      "",
      /seed.* must be a whole number/,
    ],
    ["an option without its value", ["cut", "--kerf", "--json"], "", /--kerf needs a value$/],
    [
      "a value like an option",
      ["cut", "--csv", "-a.csv"],
      "",
      /--csv needs a value; write --csv=-a\.csv if that/,
    ],
    ["a drawing to verify", ["verify", "pieces.csv", "plate.dxf"], "", /pieces\.csv is not JSON/],
    ["no sheet", ["nest", "plate.dxf"], "", /--sheet/],
    ["a role without its layer", ["parse", "plate.dxf", "--role", "bend"], "", /LAYER=ROLE/],
    [
      "a role that there is not",
      ["svg", "plate.dxf", "--role", "CUT=fold"],
      "",
      /^offcut: --role: CUT must be .*bend/,
    ],
    ["roles for a request", ["nest", "--role", "CUT=cut"], "{}", /--role/],
    ["a sheet of one side", ["nest", "plate.dxf", "--sheet", "100"], "", /WIDTHxHEIGHT/],
    [
      "more workers than there are",
      ["nest", "plate.dxf", "--sheet", "200x200", "--workers", "99"],
      "",
      /workers/,
    ],
    ["a number that is none", ["nest", "plate.dxf", "--sheet", "100x100", "--kerf", "thin"], "", /--kerf/],
    ["a request that breaks the schema", ["nest"], '{"parts":[],"sheet":{"width":1,"height":1}}', /parts/],
    [
      "a part that crosses itself",
      ["nest"],
      JSON.stringify({
        parts: [
          {
            id: "a",
            exterior: [
              [0, 0],
              [9, 9],
              [9, 0],
              [0, 9],
            ],
          },
        ],
        sheet: { width: 99, height: 99 },
      }),
      /crosses itself/,
    ],
    ["a drawing without outlines", ["nest", "lines.dxf", "--sheet", "100x100"], "", /no closed outline/],
    ["what is not a drawing", ["parse"], "hello", /DXF/],
    [
      "requests and drawings mixed",
      ["nest", "plate.dxf", "a.json", "--sheet", "9x9"],
      "",
      /a\.json is not a drawing/,
    ],
    ["no bars", ["cut", "pieces.csv"], "", /--stock/],
    ["a stock that is none", ["cut", "pieces.csv", "--stock", "6000:2:2"], "", /--stock/],
    ["a list with a hole", ["cut", "--stocks", "pieces.csv"], '{"pieces":[]}', /pieces/],
    [
      "a list with a line that cannot be read",
      ["cut", "--stock", "6000"],
      "id,length\nleg,700\nrail,long",
      /line 3: the length "long" is not/,
    ],
    [
      "a material that no piece of a list has",
      ["cut", "--stock", "6000", "--material", "oak"],
      "name,length,material\nleg,700,Oak\nrail,800,\n",
      /standard input has no pieces of oak, only of Oak, none$/,
    ],
    ["one file too few to verify", ["verify", "plate.dxf"], "", /two files/],
    [
      "two requests to verify",
      ["verify", "job.json", "job.json"],
      "",
      /job\.json is a request, not an answer; /,
    ],
    ["an answer that lacks a field", ["verify", "job.json", "-"], '{"sheets":[]}', /summary: is missing/],
    [
      "a request where a sheet belongs",
      ["gcode", "job.json"],
      "",
      /job\.json is a request, not a sheet; `offcut nest --job FILE` writes sheets$/,
    ],
    ...["gcode", "dxf", "nest", "cut", "panels"].map((name): [string, string[], string, RegExp] => [
      `a list in place of an object to ${name}`,
      [name, "list.json"],
      "",
      /list\.json has no fields: an object in braces is expected$/,
    ]),
    [
      "a layout to start from that has no sheets",
      ["nest", "plate.dxf", "--sheet", "300x300", "--start", "job.json"],
      "",
      /--start: sheets is missing/,
    ],
    [
      "a side that is no length",
      ["nest", "plate.dxf", "--sheet", "1e3x9"],
      "",
      /--sheet must be a length, .*"1e3"$/,
    ],
    [
      "more copies of a drawing than there may be",
      ["nest", "pair.dxf", "plate.dxf:10001", "--sheet", "300x300"],
      "",
      /the copies of plate\.dxf must be at most 10000$/m,
    ],
    [
      "less than no time",
      ["nest", "plate.dxf", "--sheet", "300x300", "--seconds", "-1"],
      "",
      /--seconds must be a number of at least 0$/,
    ],
    [
      "less than no work",
      ["cut", "pieces.csv", "--stock", "6000", "--work", "-1"],
      "",
      /--work must be a number of/,
    ],
    [
      "a colour that is none",
      ["svg", "plate.dxf", "--background", "a;b"],
      "",
      /--background must be # with 3 to 8/,
    ],
  ])("ends with 2 and a sentence for %s", async (_what, args, input, message) => {
    const { code, out, err } = await offcut(args, input);
    // Findings of a reader come before it.
    const sentences = err
      .trim()
      .split("\n")
      .filter((text) => !text.includes(".dxf: "));
    expect(sentences).toHaveLength(1);
    expect(sentences[0]).toMatch(message);
    expect(err).toMatch(/^offcut: /);
    expect(out).toBe("");
    expect(code).toBe(2);
  });

  it("plans what only a plan can answer, begins with an earlier one and checks both", async () => {
    const request = {
      parts: [
        {
          id: "hook",
          exterior: ELL,
          quantity: 9,
          mirror: true,
        },
      ],
      sheets: [
        { id: "new", width: 150, height: 100, cost: 3 },
        { id: "rest", width: 100, height: 60, quantity: 1, cost: 1 },
      ],
      config: { spacing: 1, edge_margin: 1 },
    };
    const files = [
      "--out",
      "plan.json",
      "--request",
      "plan-job.json",
      "--svg",
      "plan.svg",
      "--dxf",
      "plan.dxf",
    ];
    const made = await offcut(["nest", "-", ...SHORT, ...files], JSON.stringify(request));
    expect([made.code, made.out, made.err]).toEqual([0, "", ""]);
    const plan = nestPlanSchema.parse(JSON.parse(read("plan.json")));
    expect(plan.sheets.map(({ sheet_id }) => sheet_id)).toContain("new");
    expect(readdirSync(folder).filter((name) => /^plan.*\.svg$/.test(name))).toHaveLength(plan.sheets.length);
    expect((await offcut(["verify", "plan-job.json", "plan.json"])).code).toBe(0);
    const again = await offcut(["nest", "plan-job.json", "--start", "plan.json", ...SHORT]);
    expect(JSON.parse(again.out).cost).toBeLessThanOrEqual(plan.cost!);
    const short = await offcut(["nest", "plan-job.json", "--max-sheets", "1", ...SHORT]);
    expect(short.code).toBe(1);
    expect(JSON.parse(short.out).sheets_used).toBe(1);
    plan.cost = 0;
    expect((await offcut(["verify", "plan-job.json", "-"], JSON.stringify(plan))).code).toBe(1);
  });

  it("reads what a file's name says behind a point", async () => {
    writeFileSync(join(folder, "rib-MS-1.5mm-x4.dxf"), read("plate.dxf"));
    const { out, err } = await offcut(["parse", "rib-MS-1.5mm-x4.dxf"]);
    expect(JSON.parse(out).name).toBe("rib-MS-1.5mm-x4");
    expect(err).toContain("quantity 4, MS, 1.5 mm from the file name");
  });

  it("reads a drawing in dots to the inch, or in a unit of so many millimetres", async () => {
    const text = '<svg xmlns="http://www.w3.org/2000/svg"><rect width="90" height="45" fill="red"/></svg>';
    writeFileSync(join(folder, "dots.svg"), text);
    const width = async (...unit: string[]) => {
      const { min_x, max_x } = JSON.parse((await offcut(["parse", "dots.svg", ...unit])).out).bounds;
      return max_x - min_x;
    };
    expect(await width("--unit", "90dpi")).toBeCloseTo(25.4, 9);
    expect(await width("--unit", "0.25")).toBeCloseTo(22.5, 9);
    expect(await width("--unit", "pt")).toBeCloseTo((90 * 25.4) / 72, 9);
    expect((await offcut(["parse", "dots.svg", "--unit", "mi"])).err).toContain(
      "--unit must be mm, cm, m, inch",
    );
    expect(await offcut(["parse", "dots.svg", "--unit", "0dpi"])).toMatchObject({ code: 2 });
  });

  it("nests drawings and writes everything that is asked for", async () => {
    const files = [
      "--svg",
      "one.svg",
      "--dxf",
      "one.dxf",
      "--gcode",
      "one.gcode",
      "--out",
      "one.json",
      "--request",
      "job.json",
    ];
    const { code, out, err } = built(folder, [
      "nest",
      "plate.dxf:3",
      "pair.dxf:2",
      "--sheet",
      "400x300",
      ...SHORT,
      ...files,
    ]);
    expect([code, out, err]).toEqual([0, "", ""]);
    const request = nestRequestSchema.parse(JSON.parse(read("job.json")));
    const data = nestDataSchema.parse(JSON.parse(read("one.json")));
    expect(request.parts.map(({ id, quantity, holes }) => [id, quantity, holes.length])).toEqual([
      ["plate", 3, 1],
      ["pair-1", 2, 0],
      ["pair-2", 2, 0],
    ]);
    expect(verifyNestAnswer(request, data).violations).toEqual([]);
    expect(read("one.svg")).toMatch(/^<svg|^<\?xml/);
    expect(read("one.gcode")).toContain("M2");
    const back = JSON.parse((await offcut(["parse", "one.dxf"])).out);
    expect(back.layers).toEqual(expect.arrayContaining(["CUT_OUTER", "CUT_INNER"]));
    expect(await offcut(["verify", "job.json", "one.json"])).toMatchObject({ code: 0, err: "" });
  });

  it("takes a layer for what --role says, in every command that reads drawings", async () => {
    const ring = (size: number, layer: string) => polyline(box(0, 0, size, size), true, layer);
    writeFileSync(join(folder, "roles.dxf"), dxfText(drawing([...ring(50, "A=B"), ...ring(90, "JIG")])));
    const roles = ["--role", "jig=construction", "--role", "A=B=cut"];
    expect(JSON.parse((await offcut(["parse", "roles.dxf"])).out).area).toBe(8100 - 2500);
    expect(JSON.parse((await offcut(["parse", "roles.dxf", ...roles])).out).area).toBe(2500);
    expect((await offcut(["svg", "roles.dxf", ...roles])).out).not.toContain("JIG");
    await offcut(["nest", "roles.dxf", "--sheet", "100x100", "--request", "roles.json", ...roles]);
    expect(JSON.parse(read("roles.json")).parts[0].exterior).toHaveLength(5);
    expect(Math.max(...JSON.parse(read("roles.json")).parts[0].exterior.flat())).toBe(50);
  });

  it("keeps the arcs of a drawing", async () => {
    writeFileSync(join(folder, "round.dxf"), dxfText(drawing(circle(7, 8, 25, "CUT"))));
    const { code } = await offcut([
      "nest",
      "round.dxf:2",
      "--sheet",
      "200x200",
      "--kerf",
      "1",
      "--gcode",
      "arcs.gcode",
      "--dxf",
      "arcs.dxf",
    ]);
    expect(code).toBe(0);
    expect(read("arcs.gcode")).toMatch(/^G[23] .*[IR]/m);
    // Group 42 is the bulge of a polyline's corner: an arc to the next one.
    expect(read("arcs.dxf")).toMatch(/^ *42\r?\n-?[0-9.]+\r?$/m);
  });

  it("numbers the files of several sheets", async () => {
    await offcut([
      "nest",
      "plate.dxf:4",
      "--sheet",
      "120x80",
      ...SHORT,
      "--dxf",
      "many.dxf",
      "--gcode",
      "many",
    ]);
    const made = readdirSync(folder)
      .filter((name) => name.startsWith("many"))
      .sort();
    expect(made).toEqual([
      "many-0.dxf",
      "many-0.gcode",
      "many-1.dxf",
      "many-1.gcode",
      "many-2.dxf",
      "many-2.gcode",
      "many-3.dxf",
      "many-3.gcode",
    ]);
  });

  it("reads a request from a pipe, lets options override it, and ends with 1 for what does not fit", async () => {
    const request = {
      parts: [{ id: "disc", exterior: disc(0, 0, 30, 24), quantity: 2 }],
      sheet: { width: 10, height: 10 },
    };
    const fitting = await offcut(
      ["nest", "-", "--sheet", "70x70", "--spacing", "1"],
      JSON.stringify(request),
    );
    const data: NestData = JSON.parse(fitting.out);
    expect([fitting.code, fitting.err, data.summary.sheets_used]).toEqual([0, "", 2]);
    const small = await offcut(["nest"], JSON.stringify(request));
    expect([small.code, small.err]).toEqual([
      1,
      "offcut: not placed: 2 x disc: 60 x 60 mm does not fit on a sheet (0 x 0 mm inside its margin), at any allowed angle\n",
    ]);
    expect(JSON.parse(small.out).unplaced).toEqual(["disc", "disc"]);
  });

  it("finds an answer wrong that is", async () => {
    const request = {
      parts: [{ id: "a", exterior: box(0, 0, 9, 9), quantity: 2 }],
      sheet: { width: 99, height: 99 },
    };
    writeFileSync(join(folder, "right.json"), JSON.stringify(request));
    const { out } = await offcut(["nest", "right.json"]);
    writeFileSync(
      join(folder, "envelope.json"),
      JSON.stringify({ status: "success", data: JSON.parse(out) }),
    );
    expect((await offcut(["verify", "right.json", "envelope.json"])).code).toBe(0);
    writeFileSync(join(folder, "wrong.json"), out.replace('"placed_parts":2', '"placed_parts":1'));
    const wrong = await offcut(["verify", "right.json", "wrong.json"]);
    expect([wrong.code, wrong.err]).toEqual([1, "offcut: summary: placed_parts is 1, not 2\n"]);
    expect(JSON.parse(wrong.out).violations).toHaveLength(1);
  });

  it("cuts a list of pieces, and its plan passes its own judge", async () => {
    const { code, out } = await offcut([
      "cut",
      "pieces.csv",
      "--stock",
      "6000",
      "--stock",
      "3000:2@5.5",
      "--kerf",
      "3",
      "--verbose",
    ]);
    expect(code).toBe(0);
    const plan = JSON.parse(out);
    expect(plan.summary).toMatchObject({ all_pieces_placed: true, total_cut_length: 16 * 700.5 + 2 * 1999 });
    const request = {
      stocks: [
        { id: "6000", length: 6000 },
        { id: "3000", length: 3000, quantity: 2, cost: 5.5 },
      ],
      pieces: [
        { id: "leg", length: 700.5, quantity: 16 },
        { id: "rail", length: 1999, quantity: 2 },
      ],
      kerf: 3,
    };
    writeFileSync(join(folder, "bars.json"), JSON.stringify(request));
    writeFileSync(join(folder, "plan.json"), out);
    expect((await offcut(["verify", "bars.json", "plan.json"])).code).toBe(0);
    expect((await offcut(["cut", "bars.json"])).out).toBe(out);
  });

  it("plans with trims, offcuts and limits of a bar, and its judge knows them", async () => {
    const bars = ["--stock", "6000", "--offcut", "2400", "--offcuts-first", "--trim-start", "10"];
    const limits = [
      "--max-pieces",
      "4",
      "--min-offcut",
      "500",
      "--fewest-patterns",
      "--plan",
      "trimmed.json",
    ];
    expect(await offcut(["cut", "pieces.csv", ...bars, ...limits, "--kerf", "3"])).toMatchObject({
      code: 0,
      out: "",
    });
    const plan = JSON.parse(read("trimmed.json"));
    const rest = plan.patterns.find((pattern: { stock_id: string }) => pattern.stock_id === "2400");
    expect(rest).toMatchObject({ count: 1, trim_start: 10 });
    expect(plan).toMatchObject({ status: "optimal", objective: plan.summary.total_stock_length - 2400 });
    const options = {
      trim_start: 10,
      max_pieces: 4,
      min_offcut: 500,
      offcuts_first: true,
      fewest_patterns: true,
    };
    const request = {
      stocks: [
        { id: "6000", length: 6000 },
        { id: "2400", length: 2400, quantity: 1, offcut: true },
      ],
      pieces: [
        { id: "leg", length: 700.5, quantity: 16 },
        { id: "rail", length: 1999, quantity: 2 },
      ],
      kerf: 3,
      options,
    };
    writeFileSync(join(folder, "trims.json"), JSON.stringify(request));
    expect((await offcut(["verify", "trims.json", "trimmed.json"])).code).toBe(0);
    writeFileSync(
      join(folder, "three.json"),
      JSON.stringify({ ...request, options: { ...options, max_pieces: 3 } }),
    );
    expect((await offcut(["verify", "three.json", "trimmed.json"])).err).toContain("max-pieces");
    expect((await offcut(["cut", "trims.json", "--max-pieces", "none"])).err).toContain(
      "--max-pieces must be a number",
    );
    const wrong = await offcut(["cut", "trims.json", "--max-pieces", "0"]);
    expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining("--max-pieces must be at least 1")]);
    expect((await offcut(["verify", "trims.json", "plan.json"])).err).toContain("--plan");
  });

  it("writes a list for the saw and a picture of the bars", async () => {
    const { code, out } = await offcut([
      "cut",
      "pieces.csv",
      "--stock",
      "6000",
      "--kerf",
      "3",
      "--csv",
      "-",
      "--svg",
      "bars.svg",
    ]);
    const [head, ...rows] = out.trim().split("\r\n");
    expect(code).toBe(0);
    expect(head).toBe(
      "bars,stock,stock_length,piece,length,pieces_per_bar,first_position,angle_start,angle_end,offcut",
    );
    const pieces = rows
      .map((row) => row.split(","))
      .map(([bars, , , piece, , count]) => [piece, Number(bars) * Number(count)] as const);
    const total = (id: string) =>
      pieces.filter(([piece]) => piece === id).reduce((sum, [, count]) => sum + count, 0);
    expect([total("leg"), total("rail")]).toEqual([16, 2]);
    expect(read("bars.svg")).toContain("<svg");
  });

  it("takes a list from a pipe too", () => {
    const { out, code } = built(folder, ["cut", "--stock", "6000"], "id,length,quantity\nleg,1400,4\n");
    expect(code).toBe(0);
    expect(JSON.parse(out).summary).toMatchObject({ stocks_used: 1, total_cut_length: 5600 });
  });

  it("ends with 1 when there is too little stock", async () => {
    const { code, err } = await offcut(["cut", "pieces.csv", "--stock", "1000:3"]);
    expect([code, err]).toEqual([
      1,
      "offcut: not placed: 13 x leg: no more bars are left\n" +
        "offcut: not placed: 2 x rail: 1999 mm is longer than any bar (1000 mm)\n",
    ]);
  });

  it("reads, draws and writes drawings through pipes", async () => {
    const parsed = JSON.parse(built(folder, ["parse"], read("plate.dxf")).out);
    expect(parsed).toMatchObject({ name: "drawing", area: 100 * 60 - 30 * 20, hole_count: 1 });
    expect((await offcut(["svg", "--width", "300", "plate.dxf"])).out).toContain("<svg");
    const picture =
      '<svg xmlns="http://www.w3.org/2000/svg" width="9mm" viewBox="0 0 9 9"><rect width="5" height="4"/></svg>';
    expect(JSON.parse((await offcut(["parse"], picture)).out)).toMatchObject({ area: 20 });
    const sheet = JSON.stringify({
      sheet_width: 200,
      sheet_height: 100,
      placements: [{ exterior: box(0, 0, 50, 50), x: 10, y: 10 }],
    });
    expect((await offcut(["dxf"], sheet)).out).toContain("CUT_OUTER");
    const deep = await offcut(["gcode", "--dialect", "linuxcnc", "--passes", "2", "--depth", "4"], sheet);
    expect([deep.code, deep.err]).toEqual([0, ""]);
    expect(deep.out).not.toBe((await offcut(["gcode"], sheet)).out);
    expect((await offcut(["gcode", "--dialect", "etch-a-sketch"], sheet)).code).toBe(2);
  });

  it("writes into a pipe that is closed early without a complaint", async () => {
    const [reader, ended] = run(["parse", "plate.dxf"]);
    reader.stdout!.destroy();
    expect(await ended).toMatchObject({ err: expect.not.stringMatching(/EPIPE|[Ee]rror/) });
  });

  it.each(["SIGINT", "SIGTERM"] as const)("keeps the best when it is ended by %s", async (signal) => {
    const parts = Array.from({ length: 40 }, (_, i) => ({
      id: `${i}`,
      exterior: disc(0, 0, 20 + ((7 * i) % 31), 60),
      quantity: 9,
    }));
    writeFileSync(join(folder, "long.json"), JSON.stringify({ parts, sheet: { width: 900, height: 600 } }));
    const args = ["nest", "long.json", "--seconds", "50", "--out", "best.json", "--verbose"];
    const [child, ended] = run(args);
    await placed(child, 360);
    child.kill(signal);
    const { code } = await ended;
    expect(code).toBe(130);
    const verdict = await offcut(["verify", "long.json", "best.json", "--partial"]);
    expect([verdict.code, verdict.err]).toEqual([0, ""]);
    expect(JSON.parse(read("best.json")).summary.placed_parts).toBe(360);
  });

  it("starts the service", async () => {
    const [child, ended] = run([
      "serve",
      "--port",
      "0",
      "--host",
      "127.0.0.1",
      "--data",
      join(folder, "data"),
    ]);
    const port = await new Promise<number>((resolve) => {
      child.stdout!.on("data", (chunk) => {
        const found = /"port":(\d+)/.exec(String(chunk));
        if (found) resolve(Number(found[1]));
      });
    });
    const health = await fetch(`http://127.0.0.1:${port}/health`);
    expect(health.status).toBe(200);
    child.kill("SIGTERM");
    expect((await ended).code).toBe(0);
    expect(existsSync(join(folder, "data"))).toBe(true);
  });
});

function run(args: string[]): [ChildProcess, Promise<{ code: number | null; err: string }>] {
  const child = spawn(process.execPath, [PROGRAM, ...args], { cwd: folder });
  let err = "";
  child.stderr.on("data", (chunk) => {
    err += chunk;
  });
  return [child, new Promise((resolve) => child.on("close", (code) => resolve({ code, err })))];
}

/** Resolves when the program has said that all parts have a place. */
function placed(child: ChildProcess, parts: number): Promise<void> {
  return new Promise((resolve) => {
    child.stderr!.on("data", (chunk) => {
      if (String(chunk).includes(`${parts} parts on`)) resolve();
    });
  });
}
