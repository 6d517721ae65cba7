/** `node nest.js DRAWING COPIES`: nests copies of a drawing's parts and writes each sheet as a program and a drawing. */
import { readFile, writeFile } from "node:fs/promises";
import { createEngine, exportOfSheet, verifyNest } from "offcut";

const [drawingFile, copies] = process.argv.slice(2);
const engine = await createEngine();
try {
  const drawing = await engine.readDrawing(await readFile(drawingFile));
  for (const { message } of drawing.findings) console.error(`${drawingFile}: ${message}`);
  const request = {
    parts: drawing.parts.map(({ exterior, holes }, i) => ({
      id: `part ${i + 1}`,
      exterior,
      holes,
      quantity: Number(copies),
    })),
    sheet: { width: 1000, height: 500 },
    config: { spacing: 2, kerf: 0.2 },
  };
  const layout = await engine.nest(request, { timeLimitMs: 2000 });

  // The judge shares no code with the solver.
  const report = verifyNest(request, layout);
  if (!report.ok) throw new Error(report.violations[0].message);

  for (const { index } of layout.sheets) {
    const sheet = exportOfSheet(request, layout, index);
    await writeFile(`sheet-${index}.gcode`, await engine.exportGcode(sheet, { dialect: "grbl-laser" }));
    await writeFile(`sheet-${index}.dxf`, await engine.exportDxf(sheet));
  }
  console.log(layout.summary);
} finally {
  await engine.close();
}
