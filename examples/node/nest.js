/** `node nest.js DRAWING COPIES`: nests copies of a drawing's parts and writes each sheet as a program and a drawing. */
import { readFile, writeFile } from "node:fs/promises";
import { createEngine } from "offcut";

const [drawingFile, copies] = process.argv.slice(2);
const engine = await createEngine();
try {
  const drawing = await engine.read(await readFile(drawingFile), { name: drawingFile });
  for (const { message } of drawing.findings) console.error(`${drawingFile}: ${message}`);
  const request = {
    parts: drawing.parts.map((part) => ({ ...part, quantity: Number(copies) })),
    sheet: { width: 1000, height: 500 },
    spacing: 2,
    kerf: 0.2,
  };
  const plan = await engine.nest(request, { timeLimitMs: 2000 });

  // The judge shares no code with the solver.
  const report = await plan.verify();
  if (!report.ok) throw new Error(report.violations[0].message);

  for (const [i, sheet] of plan.sheets.entries()) {
    await writeFile(`sheet-${i}.gcode`, await sheet.toGcode({ dialect: "grbl-laser" }));
    await writeFile(`sheet-${i}.dxf`, await sheet.toDxf());
  }
  console.log(`${plan.placed_parts} parts, sheets: ${plan.sheets_used}`);
} finally {
  await engine.close();
}
