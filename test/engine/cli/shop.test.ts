/** The command line in a shop: at a terminal, with lists and wildcards, and completed by the shell. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { nestDataSchema, nestRequestSchema } from "../../../engine/base/contract/v1/nest.ts";
import { allCommands } from "../../../engine/cli/commands.ts";
import { verifyNestAnswer } from "../../../engine/verify/v1/v1-nest.ts";
import { drawing, dxfText, polyline } from "../../helpers/drawing/dxf.ts";
import { box } from "../../helpers/rings.ts";
import { commandLine, PROGRAM, SHORT } from "./command-line.ts";

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "offcut-shop-"));
  const plate = (width: number) => dxfText(drawing(polyline(box(0, 0, width, 60), true, "CUT")), "\n");
  for (const [name, width] of [
    ["a1.dxf", 100],
    ["a2.dxf", 120],
    ["b[1].dxf", 140],
  ] as const)
    writeFileSync(join(folder, name), plate(width));
  writeFileSync(join(folder, "bad.dxf"), "nonsense");
  writeFileSync(join(folder, "list.csv"), "\uFEFFLänge;Stück;Bezeichnung\r\n1.830,50;4;Tür\r\n", "utf16le");
});

afterAll(() => rmSync(folder, { recursive: true }));

const offcut = (args: string[], input = "") => commandLine(folder, args, input);

/** Through util-linux's `script`, whose program believes that it speaks to a terminal. */
function atTerminal(args: string[]): string {
  const quoted = [process.execPath, PROGRAM, ...args].map((word) => `'${word}'`).join(" ");
  const options = { cwd: folder, encoding: "utf8" } as const;
  const { stdout } = spawnSync("script", ["-qec", `stty cols 100; ${quoted}`, "/dev/null"], options);
  return stdout.replaceAll("\r\n", "\n");
}

const hasTerminal = process.platform === "linux" && existsSync("/usr/bin/script");

const read = (name: string) => readFileSync(join(folder, name), "utf8");

describe("the command line", () => {
  it.runIf(hasTerminal)("shows tables at a terminal, and JSON there with --json", async () => {
    const shown = atTerminal([
      ...["cut", "list.csv", "--stock", "6 m", "--kerf", "3", "--plan", "p.json", "--csv", "c.csv"],
    ]);
    expect(shown).toMatch(/2 bars, 12000 mm, [\d.]+ % waste/);
    expect(shown).toMatch(/│─+Tür─+│/);
    expect(shown).toMatch(/^1 bar of 6000 mm, /m);
    expect(shown).toContain("offcut: wrote p.json, c.csv\n");
    const json = atTerminal(["cut", "list.csv", "--stock", "6000", "--json"]);
    expect(JSON.parse(json.slice(json.indexOf("{"), json.lastIndexOf("}") + 1)).summary).toMatchObject({
      total_cut_length: 7322,
    });
  });

  it("takes quantity and material from drawings when it is told to, and says so", async () => {
    writeFileSync(join(folder, "0008-bracket-S235-3mm-x6.dxf"), read("a1.dxf"));
    const nest = (...more: string[]) =>
      offcut(["nest", "0008*.dxf", "--sheet", "500x500", ...SHORT, ...more]);
    const plain = await nest();
    expect(JSON.parse(plain.out).summary.placed_parts).toBe(1);
    const { out, err } = await nest("--suggested");
    expect(JSON.parse(out).summary.placed_parts).toBe(6);
    expect(err).toContain("taken as suggested by file name: quantity 6, S235 3 mm");
    expect((await nest("--suggested", "--material", "S235 3 mm")).code).toBe(0);
    expect((await nest("--suggested", "--material", "oak")).err).toContain("there are no parts of oak");
    rmSync(join(folder, "0008-bracket-S235-3mm-x6.dxf"));
  });

  it("takes what stands beside a part for that part alone", async () => {
    const text = (x: number, words: string): [number, string | number][] => [
      ...([
        [0, "TEXT"],
        [8, "0"],
        [10, x],
        [20, 30],
        [40, 5],
        [1, words],
      ] as [number, string | number][]),
    ];
    const plates = [0, 200, 400].flatMap((x) => polyline(box(x, 0, 100, 60), true, "CUT"));
    const marked = drawing([...plates, ...text(10, "4 Stk S235 t=3"), ...text(210, "2 Stk")]);
    writeFileSync(join(folder, "three.dxf"), dxfText(marked, "\n"));
    const args = ["nest", "three.dxf", "--sheet", "900x900", ...SHORT, "--request", "three.json"];
    const { err } = await offcut([...args, "--suggested", "--out", "n.json"]);
    expect(err).toContain("taken as suggested by text: quantity 4, 2, S235 3 mm");
    const { parts } = nestRequestSchema.parse(JSON.parse(read("three.json")));
    expect(parts.map(({ quantity }) => quantity).sort()).toEqual([1, 2, 4]);
    const two = drawing([...plates, ...text(10, "4 Stk S235 t=3"), ...text(210, "2 Stk AlMg3 t=3")]);
    writeFileSync(join(folder, "three.dxf"), dxfText(two, "\n"));
    const apart = await offcut([...args, "--suggested", "--out", "n.json"]);
    expect(apart.err).toContain("taken as suggested by text: quantity 4, 2, S235 3 mm, AlMg3 3 mm");
    expect(apart.err).toContain("beside other parts stands another material");
    const copiesOf = (name: string) =>
      nestRequestSchema.parse(JSON.parse(read(`three-${name}.json`))).parts.map(({ quantity }) => quantity);
    expect(["S235 3 mm", "AlMg3 3 mm", "3 mm"].map(copiesOf)).toEqual([[4], [2], [1]]);
    rmSync(join(folder, "three.dxf"));
  });

  it("reads drawings for nesting as it does for looking at them", async () => {
    const across = polyline(
      [
        [50, 0],
        [50, 60],
      ],
      false,
      "CUT",
    );
    const plate = polyline(box(0, 0, 100, 60), true, "CUT");
    writeFileSync(join(folder, "across.dxf"), dxfText(drawing([...plate, ...across]), "\n"));
    const open = polyline(
      [
        [0.8, 0],
        [100, 0],
        [100, 60],
        [0, 60],
        [0, 0],
      ],
      false,
      "CUT",
    );
    writeFileSync(join(folder, "open.dxf"), dxfText(drawing(open), "\n"));
    const nest = (...args: string[]) => offcut(["nest", ...args, "--sheet", "9x9m", ...SHORT]);
    const placed = async (...args: string[]) => JSON.parse((await nest(...args)).out).summary.placed_parts;
    expect(await placed("across.dxf")).toBe(2);
    expect(await placed("across.dxf", "--shared-edges", "scores")).toBe(1);
    expect((await nest("open.dxf")).err).toContain("has no closed outline");
    expect(await placed("open.dxf", "--join-gaps", "1")).toBe(1);
    const inches = ["--unit", "inch", "--request", "r.json", "--out", "n.json"];
    await nest("a1.dxf", ...inches);
    const [part] = nestRequestSchema.parse(JSON.parse(read("r.json"))).parts;
    expect(Math.max(...part!.exterior.map(([x]) => x))).toBeCloseTo(2540, 6);
    for (const [option, value, said] of [
      ["--shared-edges", "both", "--shared-edges must be parts or scores"],
      ["--preset", "lightbrn", "--preset must be red-cuts or lightburn"],
      ["--join", "1000", "--join must be at most 100"],
      ["--join-gaps", "wide", "--join-gaps must be a length"],
      ["--trim-overshoots", "-1", "--trim-overshoots must be at least 0"],
    ] as const) {
      const { code, err } = await nest("a1.dxf", option, value);
      expect([code, err]).toEqual([2, expect.stringContaining(said)]);
    }
    expect((await nest("a1.dxf", "--role", "Topp=mark")).err).toContain(
      "--role Topp: no line that is drawn has this",
    );
    expect((await nest("a1.dxf", "--role", "cut=cut")).err).toBe("");
    expect((await nest("a1.dxf", "--roles", "roles.json")).err).toContain("no such file");
    writeFileSync(join(folder, "roles.json"), JSON.stringify({ CUT: "ignore" }));
    expect((await nest("a1.dxf", "--roles", "roles.json")).err).toContain("nothing to cut");
    expect(await placed("a1.dxf", "--roles", "roles.json", "--role", "CUT=cut")).toBe(1);
    expect((await offcut(["nest", "--preset", "lightburn"], "{}")).err).toContain(
      "--preset is about drawings",
    );
    expect(await nest("plate.dwg")).toMatchObject({
      code: 2,
      err: "offcut: plate.dwg is a DWG drawing: save it as DXF in the program that drew it\n",
    });
    for (const name of ["across.dxf", "open.dxf"]) rmSync(join(folder, name));
  });

  it("expands wildcards that no shell has expanded, and takes names that look like them", async () => {
    const request = ["--sheet", "20inx20in", ...SHORT, "--request", "r.json", "--out", "n.json"];
    expect(await offcut(["nest", "a*.dxf:2", "b[1].dxf", ...request])).toMatchObject({
      code: 0,
      out: "",
      err: "",
    });
    const job = nestRequestSchema.parse(JSON.parse(read("r.json")));
    expect(job.parts.map(({ id, quantity }) => [id, quantity])).toEqual([
      ["a1", 2],
      ["a2", 2],
      ["b[1]", 1],
    ]);
    expect(job.sheet).toEqual({ width: 508, height: 508 });
    expect(verifyNestAnswer(job, nestDataSchema.parse(JSON.parse(read("n.json")))).violations).toEqual([]);
    const none = await offcut(["nest", "c*.dxf", "--sheet", "9x9"]);
    expect([none.code, none.err]).toEqual([2, "offcut: no file matches c*.dxf\n"]);
  });

  it("leaves out what cannot be read where it is told to, and says what", async () => {
    const { code, out, err } = await offcut(["nest", "*.dxf", "--sheet", "500x500", "--skip-bad", ...SHORT]);
    expect(code).toBe(1);
    expect(JSON.parse(out).summary.placed_parts).toBe(3);
    expect(err.trim().split("\n")).toEqual([
      expect.stringMatching(/^offcut: skipped bad\.dxf: /),
      "offcut: skipped 1 of 4 drawings",
    ]);
    const whole = await offcut(["nest", "*.dxf", "--sheet", "500x500"]);
    expect([whole.code, whole.err]).toEqual([2, expect.stringMatching(/^offcut: bad\.dxf: not a DXF/)]);
    const missing = await offcut([
      "nest",
      "a1.dxf",
      "none.dxf",
      "--sheet",
      "500x500",
      ...SHORT,
      "--skip-bad",
    ]);
    expect(missing.err).toContain("offcut: skipped none.dxf: there is no such file or folder\n");
    const list = await offcut(["cut", "--stock", "6000", "--skip-bad"], "id,length\na,long\nb,500\n");
    expect([list.code, list.err]).toEqual([
      1,
      'offcut: skipped: standard input, line 2: the length "long" is not a number\n',
    ]);
  });

  it("takes copies of a drawing from a pipe", async () => {
    const { code, out } = await offcut(["nest", "-:5", "--sheet", "500x500", ...SHORT], read("a1.dxf"));
    expect([code, JSON.parse(out).summary.placed_parts]).toEqual([0, 5]);
    expect(
      JSON.parse((await offcut(["nest", "--sheet", "500x500"], read("a1.dxf"))).out).summary.placed_parts,
    ).toBe(1);
  });

  it("writes reports to print and as lists", async () => {
    const files = ["--report", "r.html", ...SHORT];
    expect(await offcut(["nest", "a1.dxf:3", "--sheet", "500x500", ...files])).toMatchObject({
      code: 0,
      out: "",
      err: "",
    });
    expect(read("r.html")).toMatch(/^<!DOCTYPE html>[\s\S]*3 of 3[\s\S]*<svg/);
    expect(await offcut(["cut", "list.csv", "--stock", "6000", "--report", "r.csv"])).toMatchObject({
      code: 0,
      out: "",
    });
    expect(read("r.csv")).toMatch(/^bars,stock,[\s\S]*,Tür,1830\.5,/);
    const wrong = await offcut(["cut", "list.csv", "--stock", "6000", "--report", "r.pdf"]);
    expect([wrong.code, wrong.err]).toEqual([2, 'offcut: --report is a file .html or .csv, not "r.pdf"\n']);
  });

  it("explains a command as it is asked", async () => {
    expect((await offcut(["help", "nest"])).out).toBe((await offcut(["nest", "--help"])).out);
    expect((await offcut(["help", "fold"])).code).toBe(2);
    expect((await offcut(["panel"])).err).toContain('there is no command "panel": did you mean panels?');
    expect(
      await offcut(["cut", "-", "--stock", "6000"], "name;length;angle_start\nleg;700;45\n"),
    ).toMatchObject({
      code: 2,
      err: "offcut: --profile-width must be given, as piece leg is cut at an angle\n",
    });
    expect((await offcut(["cut", "--stok", "9"])).err).toContain("'--stok': did you mean --stock?; --help");
    // Its letters are all in --trim-overshoots, which nobody shortens so.
    expect((await offcut(["nest", "--time", "9"])).err).toContain("'--time'; --help");
  });

  it.each([
    [["cut", "list.csv", "--stock", "6000", "--units", "yards"], "--units is mm, in or ft"],
    [["cut", "list.csv", "--stock", "6000", "--decimal", "dot"], "--decimal is comma or point"],
    [["cut", "list.csv", "--stock", "1,830"], "--stock must be a number that is plainly 1.83 or 1830"],
    [
      ["cut", "list.csv", "--stock", "six"],
      '--stock must be a length, as in 6000, 20ft or 72 1/2", not "six"',
    ],
    [
      ["nest", "list.csv", "--sheet", "9x9"],
      "list.csv is a list; drawings are listed as in --parts list.csv",
    ],
    [["completion", "tcsh"], "which shell? bash, zsh, fish, powershell"],
    [["nest", "-:many", "--sheet", "9x9"], "the copies of standard input must be a number"],
  ])("refuses %j", async (words, sentence) => {
    const { code, err } = await offcut(words, "x");
    expect([code, err]).toEqual([2, expect.stringContaining(sentence)]);
  });

  it("is completed by bash", async () => {
    writeFileSync(join(folder, "complete.sh"), (await offcut(["completion", "bash"])).out);
    const complete = (...words: string[]) => {
      const last = words.length - 1;
      const script = `. ./complete.sh; COMP_WORDS=(${words.map((word) => `"${word}"`).join(" ")}); COMP_CWORD=${last}; _offcut; echo "\${COMPREPLY[@]}"`;
      return spawnSync("bash", ["-c", script], { cwd: folder, encoding: "utf8" }).stdout.trim();
    };
    expect(complete("offcut", "pa")).toBe("panels parse");
    expect(complete("offcut", "cut", "--trim")).toBe("--trim-start --trim-end");
    expect(complete("offcut", "help", "ve")).toBe("verify");
    expect(complete("offcut", "nest", "a.dxf", "--units", "")).toBe("mm in ft");
    expect(complete("offcut", "nest", "--units", "=", "i")).toBe("in");
    expect(complete("offcut", "nest", "--units", "=")).toBe("mm in ft");
    expect(complete("offcut", "nest", "--remnant", "")).toBe("right top largest-rectangle");
    expect(complete("offcut", "nest", "--objective", "")).toBe("shared");
    expect(complete("offcut", "gcode", "--dialect", "grbl")).toBe("grbl-laser grbl-router");
    expect(complete("offcut", "panels", "--grain", "")).toBe("length width none");
    expect(complete("offcut", "cut", "--optimize", "c")).toBe("cost");
    // A machine is a preset or a file.
    writeFileSync(join(folder, "shapes.json"), "{}");
    expect(complete("offcut", "gcode", "--machine", "shap").split(" ").sort()).toEqual([
      "shapeoko",
      "shapes.json",
    ]);
    // The unit of a drawing is another choice than the unit of numbers.
    expect(complete("offcut", "parse", "--unit", "mi").split(" ")).toContain("mil");
  });

  it("is completed by fish", async ({ skip }) => {
    if (spawnSync("fish", ["--version"]).status !== 0) skip();
    writeFileSync(join(folder, "offcut.fish"), (await offcut(["completion", "fish"])).out);
    const complete = (line: string) => {
      const script = `source offcut.fish; complete -C ${JSON.stringify(line)}`;
      const { stdout } = spawnSync("fish", ["--no-config", "-c", script], { cwd: folder, encoding: "utf8" });
      return stdout
        .trim()
        .split("\n")
        .map((row) => row.split("\t")[0]);
    };
    expect(complete("offcut nest --units ")).toEqual(["ft", "in", "mm"]);
    expect(complete("offcut nest --remnant t")).toEqual(["top"]);
    expect(complete("offcut gcode --machine shape")).toContain("shapeoko");
    expect(complete("offcut help ver")).toEqual(["verify"]);
  });

  it("has a script that zsh can read, with a choice as a list", async ({ skip }) => {
    const script = (await offcut(["completion", "zsh"])).out;
    expect(script).toContain(":value:(mm in ft)'");
    expect(script).toMatch(/--machine\[[^\]]*\]:value:\{ compadd [^}]*shapeoko[^}]*; _files \}'/);
    expect(script).toMatch(/--spacing\[[^\]]*\]:value: '/);
    if (spawnSync("zsh", ["--version"]).status !== 0) skip();
    expect(spawnSync("zsh", ["-n"], { input: script, encoding: "utf8" }).stderr).toBe("");
  });

  it.each([
    ["panels", "grain", "length,width,quantity\n50,40,1\n"],
    ["panels", "first-cut", "length,width,quantity\n50,40,1\n"],
    ["parse", "annotation", dxfText(drawing(polyline(box(0, 0, 50, 40), true, "CUT")))],
    ["parse", "shared-edges", dxfText(drawing(polyline(box(0, 0, 50, 40), true, "CUT")))],
  ])("accepts every word that is offered for %s --%s", async (command, name, input) => {
    const { words = [] } = (await allCommands()).get(command)!.options[name]!;
    expect(words.length).toBeGreaterThan(1);
    const sheet = command === "panels" ? ["--sheet", "200x100"] : [];
    const run = (word: string) => offcut([command, "-", ...sheet, `--${name}`, word], input);
    expect(await run("nonsense")).toMatchObject({ code: 2, err: expect.stringContaining(`--${name}`) });
    for (const word of words) expect((await run(word)).code).toBe(0);
  });

  it("explains options too, by `offcut help units`", async () => {
    const { code, out } = await offcut(["help", "units"]);
    expect(code).toBe(0);
    expect(out).toContain("offcut nest, offcut cut, offcut panels");
    expect(out).toContain("mm, in or ft");
    expect((await offcut(["help", "--machine"])).out).toContain("shapeoko");
    expect((await offcut(["help", "nest"])).out).toContain("Place parts on sheets.");
    expect(await offcut(["help", "unitz"])).toMatchObject({
      code: 2,
      err: expect.stringContaining("did you mean unit"),
    });
    const unknown = await offcut(["help", "everything"]);
    expect([unknown.code, unknown.err]).toEqual([2, expect.stringContaining("there is about nest, cut,")]);
  });

  it.each(["zsh", "fish", "powershell"])(
    "has a script for %s that names every command and option",
    async (shell) => {
      const script = (await offcut(["completion", shell])).out;
      for (const word of ["nest", "panels", "skip-bad", "units", "report"]) expect(script).toContain(word);
    },
  );
});
