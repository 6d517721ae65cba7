/** From a drawing to the machine on the command line, as a shell uses it: arcs and marks arrive, and jobs give the same files. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { MACHINE_PRESETS } from "../../../engine/base/contract/machine/presets.ts";
import { circle, drawing, dxfText, polyline } from "../../helpers/drawing/dxf.ts";
import { box } from "../../helpers/rings.ts";
import { commandLine, SHORT } from "./command-line.ts";

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "offcut-programs-"));
  const plate = box(0, 0, 200, 120);
  const score = [
    [100, 30],
    [180, 30],
  ];
  const entities = [
    ...polyline(plate, true, "CUT"),
    ...circle(60, 60, 20),
    ...polyline(score, false, "ENGRAVE"),
  ];
  writeFileSync(join(folder, "plate.dxf"), dxfText(drawing(entities), "\n"));
});

afterAll(() => rmSync(folder, { recursive: true }));

const offcut = (...args: string[]) => commandLine(folder, args);

const read = (name: string) => readFileSync(join(folder, name), "utf8");

describe("offcut", () => {
  it("takes a drawing to a machine with its arcs, its marks and the machine's kerf", async () => {
    const files = ["--gcode", "run", "--dxf", "run.dxf", "--job", "job.json", "--svg", "run.svg"];
    const words = ["nest", "plate.dxf:4", "--sheet", "900x500", "--machine", "machine.json", ...files];
    const base = MACHINE_PRESETS["linuxcnc-plasma"];
    // A torch only draws lines that it was told how to draw.
    const machine = { ...base, operations: { ...base.operations, engrave: { feed_rate: 9000 } } };
    writeFileSync(join(folder, "machine.json"), JSON.stringify(machine));
    expect((await offcut(...words, ...SHORT)).code).toBe(0);
    const text = read("run.ngc");
    expect(text).toContain("kerf 1.5 mm");
    expect(text.match(/plate engrave/g)).toHaveLength(4);
    expect(text.match(/^G[23] /gm)!.length).toBeGreaterThanOrEqual(4);
    expect(read("run.dxf")).toContain("ENGRAVE");
    expect(read("run.svg")).toContain("Toolpath");
  });

  it("writes the same files from the job, and judges by it", async () => {
    expect((await offcut("gcode", "job.json", "--out", "again")).code).toBe(0);
    expect(read("again.ngc")).toBe(read("run.ngc"));
    expect((await offcut("dxf", "job.json", "--out", "again.dxf")).code).toBe(0);
    expect(read("again.dxf")).toBe(read("run.dxf"));
    expect((await offcut("dxf", "job.json", "--svg")).out).toMatch(/^<svg/);
    expect((await offcut("verify", "run.ngc", "--sheet", "job.json")).code).toBe(0);
    writeFileSync(join(folder, "bad.ngc"), read("run.ngc").replace(/^M5$/gm, ""));
    expect((await offcut("verify", "bad.ngc", "--sheet", "job.json")).code).toBe(1);
  });

  it("shows in the drawing where an irregular sheet ends, from the job too", async () => {
    const square = (x: number, y: number, size: number) => [
      [x, y],
      [x + size, y],
      [x + size, y + size],
      [x, y + size],
    ];
    const sheets = [
      {
        id: "rest",
        width: 300,
        height: 300,
        outline: [...square(0, 0, 300).slice(0, 2), [0, 300]],
        defects: [square(20, 200, 9)],
      },
    ];
    const parts = [{ id: "plate", exterior: square(0, 0, 40), quantity: 2 }];
    writeFileSync(join(folder, "rest.json"), JSON.stringify({ parts, sheets }));
    const files = ["--dxf", "rest.dxf", "--job", "rest-job.json", "--svg", "rest.svg"];
    expect((await offcut("nest", "rest.json", ...files, ...SHORT)).code).toBe(0);
    for (const layer of ["STOCK", "DEFECT"]) expect(read("rest.dxf")).toContain(layer);
    expect(read("rest.svg")).toContain("M0 300L300 300L0 0Z");
    expect((await offcut("dxf", "rest-job.json")).out).toBe(read("rest.dxf"));
  });
});
