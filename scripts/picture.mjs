/** `npm run picture`: nests the example drawings with the built package and writes docs/sheet.svg. */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build, install, root } from "./steps.mjs";

install();
build();

const { createEngine, nestRequestSchema, sheetToSvg, verifyNest } = await import(
  new URL("../dist/index.node.js", import.meta.url).href
);

/** Example drawings and how often each of their parts is wanted. */
const WANTED = [
  ["gear", 9],
  ["plate", 7],
  ["links", 14],
];

const engine = await createEngine();
const parts = [];
for (const [name, quantity] of WANTED) {
  const bytes = await readFile(join(root, "web-demo/public/examples", `${name}.dxf`));
  const drawing = await engine.readDrawing(bytes, { name });
  drawing.parts.forEach(({ exterior, holes }, i) => {
    parts.push({ id: drawing.parts.length > 1 ? `${name} ${i + 1}` : name, exterior, holes, quantity });
  });
}
const request = nestRequestSchema.parse({
  parts,
  sheet: { width: 1000, height: 500 },
  config: { spacing: 2, edge_margin: 5, kerf: 0.2, rotation_step: 15 },
});
const data = await engine.nest(request, { timeLimitMs: 60_000, workBudget: 2e9 });
await engine.close();
const report = verifyNest(request, data);
if (!report.ok) throw new Error(report.violations[0].message);
await mkdir(join(root, "docs"), { recursive: true });
await writeFile(join(root, "docs/sheet.svg"), sheetToSvg(request, data, 0));
console.log(data.summary);
