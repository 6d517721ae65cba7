/** `offcut panels` from a list to files. */
import { describe, expect, it } from "vitest";
import { EXIT, type Io, OptionValues } from "../../../engine/cli/base/command.ts";
import { panels } from "../../../engine/cli/panels-command.ts";
import { verify } from "../../../engine/cli/verify.ts";
import { createEngine } from "../../../engine/index.node.ts";

type Given = ConstructorParameters<typeof OptionValues>[0];

/** Runs a command on files in memory. */
async function run(command: typeof panels, words: string[], given: Given, files: Record<string, string>) {
  const warnings: string[] = [];
  const io: Io = {
    engine: () => createEngine({ workers: 0 }),
    workers: 0,
    read: async (path) => new TextEncoder().encode(files[path]),
    write: async (path, text) => {
      files[path] = [...text].join("");
    },
    warn: (line) => warnings.push(line),
    progress: () => {},
    terminal: false,
    columns: 80,
    list: async () => [],
    signal: new AbortController().signal,
    disk: { nameOf: () => undefined, faultOf: () => undefined },
    within: () => io,
    ended: async () => {},
    serve: async () => {},
  };
  const code = await command.run({ words, values: new OptionValues(given), io });
  return { code, warnings };
}

const LIST =
  "Length,Width,Qty,Material,Label\n800,300,12,oak,side\n600,400,7,oak,shelf\n2000,580,2,mdf,back\n";
const SETTINGS = { sheet: ["2800x2070:9"], kerf: "3.2", trim: "10", grain: "length" };

describe("offcut panels", () => {
  it("takes damaged panels", async () => {
    const files: Record<string, string> = { "list.csv": "Length,Width,Qty\n800,300,12\n" };
    const given = {
      damaged: ["1800x1070@5+120:80:400x60"],
      sheet: ["2800x2070"],
      kerf: "3.2",
      out: "p.json",
    };
    const { code } = await run(
      panels,
      ["list.csv"],
      { ...given, optimize: "cost", request: "r.json" },
      files,
    );
    expect(code).toBe(EXIT.DONE);
    expect(JSON.parse(files["r.json"]!).stocks).toContainEqual(
      expect.objectContaining({ quantity: 1, cost: 5, defects: [{ x: 120, y: 80, length: 400, width: 60 }] }),
    );
    const wrong = run(panels, ["list.csv"], { ...given, damaged: ["1800x1070"] }, files);
    await expect(wrong).rejects.toThrow("--damaged is LxW+X:Y:LxW");
  });

  it("makes a plan for every material, with a picture, lists, labels and a drawing that agree", async () => {
    const files: Record<string, string> = { "list.csv": LIST };
    const out = {
      out: "p.json",
      request: "r.json",
      csv: "p.csv",
      cuts: "c.csv",
      labels: "l.csv",
      dxf: "p.dxf",
      svg: "p.svg",
    };
    const { code, warnings } = await run(panels, ["list.csv"], { ...SETTINGS, ...out }, files);
    expect(code).toBe(EXIT.DONE);
    expect(warnings).toHaveLength(2);
    const plan = JSON.parse(files["p-oak.json"]!);
    expect(plan.status).toBe("optimal");
    expect(plan.summary.stocks_used).toBe(1);
    expect(files["l-oak.csv"]!.trim().split("\r\n")).toHaveLength(1 + 19);
    expect(files["c-oak.csv"]!.trim().split("\r\n")).toHaveLength(1 + plan.summary.total_cuts);
    expect(files["p-mdf.csv"]).toMatch(/,back,(2000,580,no|580,2000,yes),2,/);
    expect(files["p-oak.svg"]).toContain("1 panel,");
    expect(files["p-oak.dxf"]!.match(/LWPOLYLINE/g)).toHaveLength(1 + 19);
    const judged = await run(verify, ["r-oak.json", "p-oak.json"], {}, files);
    expect(judged).toEqual({ code: EXIT.DONE, warnings: [] });
  });

  it("takes a request, changes what the command line says otherwise, and tells what found no place", async () => {
    const request = {
      stocks: [{ length: 1000, width: 500 }],
      pieces: [{ id: "p", length: 900, width: 600 }],
    };
    const files: Record<string, string> = { "request.json": JSON.stringify(request) };
    const fails = await run(panels, ["request.json"], { out: "plan.json" }, files);
    expect(fails).toEqual({
      code: EXIT.INCOMPLETE,
      warnings: ["not placed: 1 x p: 900 x 600 mm does not fit on a panel (1000 x 500 mm inside its trims)"],
    });
    const fits = await run(panels, ["request.json"], { out: "plan.json", sheet: ["1000x700@30"] }, files);
    expect(fits.code).toBe(EXIT.DONE);
    expect(JSON.parse(files["plan.json"]!).summary.total_cost).toBe(30);
  });

  it("does not write several plans into one stream", async () => {
    await expect(run(panels, ["list.csv"], SETTINGS, { "list.csv": LIST })).rejects.toThrow("--material");
    await expect(
      run(panels, ["list.csv"], { sheet: ["2800"], material: "mdf" }, { "list.csv": LIST }),
    ).rejects.toThrow("--sheet is LxW");
  });
});
