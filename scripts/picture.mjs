/** `npm run picture`: nests the example drawings with the built package, draws docs/sheet.svg, toolpath.svg and panels.svg. */
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build, install, root, say } from "./steps.mjs";

install();
build();

const entry = (name) => import(new URL(`../dist/${name}.node.js`, import.meta.url).href);
const { createEngine } = await entry("index");
const engine = await createEngine();

await draw("sheet", { gear: 9, plate: 7, links: 14 }, { width: 1000, height: 500 }, (sheet) =>
  sheet.toPicture(),
);
await draw("toolpath", { gear: 1, plate: 2, links: 2 }, { width: 400, height: 250 }, async (sheet) =>
  (await sheet.toProgram()).toSvg(),
);
await drawPanels();
await engine.close();

/** Nests so many of each part of the example drawings, judges the plan, and writes the picture of its first sheet. */
async function draw(picture, wanted, sheet, render) {
  const parts = [];
  for (const [name, quantity] of Object.entries(wanted)) {
    const bytes = await readFile(join(root, "web-demo/public/examples", `${name}.dxf`));
    const drawing = await engine.read(bytes, { name });
    parts.push(...drawing.parts.map((part) => ({ ...part, marks: [], quantity })));
  }
  const config = { spacing: 2, edge_margin: 5, kerf: 0.2, rotation_step: 15 };
  const plan = await engine.nest({ parts, sheet, ...config }, { timeLimitMs: 120_000, workBudget: 3e8 });
  const report = await plan.verify();
  if (!report.ok) throw new Error(report.violations[0].message);
  await mkdir(join(root, "docs"), { recursive: true });
  await writeFile(join(root, `docs/${picture}.svg`), await render(plan.sheets[0]));
  say(`${picture}: ${plan.placed_parts} parts on ${plan.sheets_used} sheet`);
}

/** Cuts a small wardrobe from boards, checks the plan, and draws it. */
async function drawPanels() {
  const pieces = [
    ["side", 2000, 580, 4, "length"],
    ["shelf", 764, 560, 10, "length"],
    ["door", 1980, 396, 4, "length"],
    ["drawer front", 760, 178, 6, "length"],
    ["drawer side", 500, 150, 12, "any"],
    ["plinth", 800, 80, 4, "any"],
  ].map(([id, length, width, quantity, grain]) => ({ id, length, width, quantity, grain }));
  const trim = { trim_left: 10, trim_right: 10, trim_bottom: 10, trim_top: 10 };
  const request = {
    stocks: [{ id: "oak 19", length: 2800, width: 2070 }],
    pieces,
    kerf: 3.2,
    options: { ...trim, min_offcut_length: 600, min_offcut_width: 300 },
  };
  const plan = await engine.panels(request, { timeLimitMs: 60_000, workBudget: 1e8 });
  const report = await plan.verify();
  if (!report.ok) throw new Error(report.violations[0].message);
  await writeFile(join(root, "docs/panels.svg"), await plan.toSvg());
  say(`panels: ${report.placed_pieces} pieces on ${plan.summary.stocks_used} panels`);
}
