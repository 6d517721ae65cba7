/** From drawings to programs in one chain: all that a drawing has reaches the files, by the word of another reader. */
import DxfParser from "dxf-parser";
import { afterAll, describe, expect, it } from "vitest";
import { type CutPlan, createEngine, EngineError, type PanelPlan } from "../../engine/index.node.ts";

const engine = await createEngine({ workers: 1 });
afterAll(() => engine.close());
const quick = { workBudget: 20_000, timeLimitMs: 60_000 };

/** A plate with a round corner of radius 20, a round hole, an engraved circle of radius 4 and a bend line. */
function plate(width: number): string {
  const line = (layer: string, x0: number, y0: number, x1: number, y1: number) =>
    `0\nLINE\n8\n${layer}\n10\n${x0}\n20\n${y0}\n11\n${x1}\n21\n${y1}\n`;
  const entities = [
    line("CUT", 0, 0, width, 0),
    line("CUT", width, 0, width, 60),
    `0\nARC\n8\nCUT\n10\n${width - 20}\n20\n60\n40\n20\n50\n0\n51\n90\n`,
    line("CUT", width - 20, 80, 0, 80),
    line("CUT", 0, 80, 0, 0),
    "0\nCIRCLE\n8\nCUT\n10\n20\n20\n20\n40\n7\n",
    "0\nCIRCLE\n8\nENGRAVE\n10\n50\n20\n20\n40\n4\n",
    line("BEND", 10, 45, width - 25, 45),
  ];
  return `0\nSECTION\n2\nHEADER\n9\n$INSUNITS\n70\n4\n0\nENDSEC\n0\nSECTION\n2\nENTITIES\n${entities.join("")}0\nENDSEC\n0\nEOF\n`;
}

interface Entity {
  layer: string;
  shape?: boolean;
  vertices: { x: number; y: number; bulge?: number }[];
}

/** Polylines of a layer, and the radii of their arcs: chord / (2 sin(2 atan bulge)). */
function radiiOn(dxf: string, layer: string): number[][] {
  const { entities } = new DxfParser().parseSync(dxf) as unknown as { entities: Entity[] };
  return entities
    .filter((entity) => entity.layer === layer)
    .map(({ vertices, shape }) =>
      vertices.flatMap(({ x, y, bulge }, i) => {
        const to = vertices[i + 1] ?? (shape ? vertices[0] : undefined);
        if (!bulge || !to) return [];
        return [Math.hypot(to.x - x, to.y - y) / (2 * Math.abs(Math.sin(2 * Math.atan(bulge))))];
      }),
    );
}

const all = (value: number) => (radii: number[]) =>
  radii.length > 0 && radii.every((radius) => Math.abs(radius - value) < 1e-6);

describe("twenty drawings", () => {
  it("become sheets in DXF in five lines, with every arc, mark and bend", async () => {
    const files = Array.from({ length: 20 }, (_, i) => new Blob([plate(100 + i)]));
    const drawings = await Promise.all(files.map((file) => engine.read(file, { name: "plate.dxf" })));
    const parts = drawings.flatMap((drawing) => drawing.parts);
    const plan = await engine.nest({ parts, sheet: { width: 500, height: 300 }, spacing: 3 }, quick);
    const texts = await Promise.all(plan.sheets.map((sheet) => sheet.toDxf()));

    expect([plan.placed_parts, plan.unplaced]).toEqual([20, []]);
    const on = (layer: string) => texts.flatMap((text) => radiiOn(text, layer));
    expect(on("CUT_OUTER").filter(all(20))).toHaveLength(20);
    expect(on("CUT_INNER").filter(all(7))).toHaveLength(20);
    expect(on("ENGRAVE").filter(all(4))).toHaveLength(20);
    expect(on("BEND")).toHaveLength(20);
  });

  it("are named where one stands among parts", async () => {
    const drawing = await engine.read(new Blob([plate(100)]), { name: "plate.dxf" });
    const parts = [...drawing.parts, drawing] as never[];
    await expect(engine.nest({ parts, sheet: { width: 500, height: 300 } })).rejects.toMatchObject({
      code: "INVALID_INPUT",
      message: "parts.1: This is a whole drawing. Its `parts` are what goes in here",
    });
  });
});

describe("a job that only the package has", () => {
  const read = () => engine.read(new TextEncoder().encode(plate(100)), { name: "plate" });

  it("reaches the program: angles, mirroring, a fixed part, two types of sheets", async () => {
    const [part] = (await read()).parts;
    const turned = { ...part!, id: "turned", quantity: 3, angles: [90], mirror: true };
    const place = { part: 0, x: 10, y: 10, rotation: 0 };
    const plan = await engine.nest(
      {
        parts: [part!, turned],
        sheets: [
          { id: "small", width: 130, height: 110, quantity: 1 },
          { id: "large", width: 400, height: 250 },
        ],
        fixed: [{ sheet_id: "small", placements: [{ ...place, mirrored: true, x: 115 }] }],
      },
      quick,
    );
    expect(await plan.verify()).toMatchObject({ ok: true, placed_parts: 4 });
    expect(plan.sheets.map(({ sheet_id }) => sheet_id)).toEqual(["small", "large"]);
    for (const sheet of plan.sheets) {
      const dxf = await sheet.toDxf();
      const n = sheet.placements.length;
      expect(radiiOn(dxf, "CUT_OUTER").filter(all(20))).toHaveLength(n);
      expect(radiiOn(dxf, "ENGRAVE").filter(all(4))).toHaveLength(n);
      const { gcode, findings } = await sheet.toProgram({ machine: "linuxcnc-plasma" });
      expect(gcode).toMatch(/^G[23] /m);
      expect(findings.filter(({ severity }) => severity === "stop")).toEqual([]);
      expect(await sheet.toSvg()).toMatch(/<g id="BEND"[\s\S]*A20 20/);
    }
    // The fixed part is turned over: its round corner lies on the left, where the mirrored one has it.
    const outline = new DxfParser().parseSync(await plan.sheets[0]!.toDxf()) as unknown as {
      entities: Entity[];
    };
    const cut = outline.entities.find(({ layer }) => layer === "CUT_OUTER")!;
    expect(Math.min(...cut.vertices.map(({ x }) => x))).toBeCloseTo(15, 6);
  });

  it("is plain data, and comes back from it with all that it can do", async () => {
    const { parts } = await read();
    const plan = await engine.nest({ parts, sheet: { width: 200, height: 200 } }, quick);
    const text = JSON.stringify(plan);
    const back = engine.plan(text);
    expect(JSON.stringify(back)).toBe(text);
    if (!("sheets" in back)) throw new Error("no nesting plan");
    expect(await back.sheets[0]!.toDxf()).toBe(await plan.sheets[0]!.toDxf());
    expect(await back.sheets[0]!.toPicture()).toBe(await plan.sheets[0]!.toPicture());
    expect(await back.toHtml()).toBe(await plan.toHtml());
    expect(await back.verify()).toMatchObject({ ok: true });
    const bars = await engine.cut({ stocks: [{ length: 100 }], pieces: [{ id: "a", length: 30 }] }, quick);
    const barsBack = engine.plan(JSON.parse(JSON.stringify(bars))) as CutPlan;
    expect(await barsBack.verify()).toMatchObject({ ok: true });
    for (const write of ["toSvg", "toCsv", "toHtml"] as const)
      expect(await barsBack[write]()).toBe(await bars[write]());
    const panel = { length: 100, width: 80 };
    const boards = await engine.panels(
      { stocks: [panel], pieces: [{ id: "a", length: 40, width: 20 }] },
      quick,
    );
    const boardsBack = engine.plan(JSON.stringify(boards)) as PanelPlan;
    expect(await boardsBack.verify()).toMatchObject({ ok: true });
    for (const write of ["toSvg", "toDxf", "toCsv", "toCutsCsv", "toLabelsCsv", "toHtml"] as const)
      expect(await boardsBack[write]()).toBe(await boards[write]());
    const moved = { ...plan, sheets: plan.sheets.map((sheet) => ({ ...sheet, utilization: 1 })) };
    const wrong = engine.plan({ ...moved, request: plan.request });
    expect(await wrong.verify()).toMatchObject({ ok: false });
    expect(() => engine.plan({ ...plan })).toThrow(EngineError);
    expect(() => engine.plan("{")).toThrow("must be JSON");
  });

  it("keeps what a program is told from what a sheet is", async () => {
    const { parts } = await read();
    const { sheets } = await engine.nest({ parts, sheet: { width: 200, height: 200 }, kerf: 1 }, quick);
    const wide = await sheets[0]!.toDxf({ kerf: 4 });
    // Half a kerf outside the corner of radius 20, inside the hole of radius 7.
    expect(radiiOn(wide, "CUT_OUTER").some((radii) => radii.some((r) => Math.abs(r - 22) < 1e-6))).toBe(true);
    expect(radiiOn(await sheets[0]!.toDxf(), "CUT_INNER").filter(all(6.5))).toHaveLength(1);
    await expect(sheets[0]!.toGcode({ feed_rat: 3 } as object)).rejects.toThrow("feed_rate");
  });
});
