/** Examples of docs/engine.md by their headings: each is a program of its own, and test/package/docs.test.ts runs it. */
const ENGINE = `import { createEngine } from "offcut";

await using engine = await createEngine();`;
const WEDGE = `{ id: "wedge", exterior: [[0, 0], [90, 0], [0, 60]], quantity: 12 }`;
const NEST = `{ parts: [${WEDGE}], sheet: { width: 400, height: 250 }, spacing: 2 }`;
const CUT = `{ stocks: [{ length: 6000 }], pieces: [{ id: "leg", length: 720, quantity: 9 }], kerf: 3 }`;
const PANELS = `{ stocks: [{ length: 2800, width: 2070 }], pieces: [{ id: "door", length: 600, width: 400, quantity: 20 }], kerf: 3.2 }`;
const SHEET = `{ sheet_width: 200, sheet_height: 100, placements: [{ exterior: [[0, 0], [40, 0], [40, 30], [0, 30]], x: 10, y: 10 }] }`;

/** Text of the example below a heading, by the heading. */
export const EXAMPLES = {
  "The engine": `import { createEngine, VERSION } from "offcut";

await using engine = await createEngine({ workers: 2 });
console.log(VERSION, engine.workers);`,
  "engine.nest": `${ENGINE}
const plan = await engine.nest(${NEST}, { timeLimitMs: 1000, seed: 1 });
console.log(plan.sheets_used, plan.sheets[0].utilization, plan.unplaced);`,
  "engine.cut": `${ENGINE}
const plan = await engine.cut(${CUT});
console.log(plan.status, plan.lower_bound, plan.patterns.map(({ count, cuts }) => [count, cuts]));`,
  "engine.panels": `${ENGINE}
const plan = await engine.panels(${PANELS});
console.log(plan.status, plan.summary.stocks_used, plan.summary.waste_percent);`,
  "engine.plan": `${ENGINE}
const kept = JSON.stringify(await engine.cut(${CUT}));
const plan = engine.plan(kept);
console.log((await plan.verify()).ok);`,
  "engine.read": `import { readFile } from "node:fs/promises";
${ENGINE}
const drawing = await engine.read(await readFile("plate.dxf"), { name: "plate.dxf", join_tolerance: 0.1 });
console.log(drawing.parts.map(({ id, area }) => [id, area]), drawing.findings);`,
  "engine.write": `${ENGINE}
const { gcode, totals } = await engine.write(${SHEET}, { machine: "grbl-laser", lead_in: 2 });
console.log(totals.cut_length, gcode);`,
  "engine.draw": `${ENGINE}
const { text } = await engine.draw(${SHEET}, { layer_names: { outer: "CUT" } });
console.log(text);`,
  "engine.lightburn": `${ENGINE}
const { text } = await engine.lightburn(${SHEET}, { machine: "grbl-laser", operations: { "cut-inner": { power: 300 } } });
console.log(text);`,
  "engine.close": `import { createEngine } from "offcut";

const engine = await createEngine();
try {
  console.log((await engine.cut(${CUT})).status);
} finally {
  await engine.close();
}`,
  "Plans, sheets and drawings": `${ENGINE}
const plan = await engine.nest(${NEST});
console.log(await plan.verify());
for (const sheet of plan.sheets) console.log(await sheet.toGcode({ machine: "grbl-laser" }), await sheet.toDxf(), await sheet.toSvg(), await sheet.toPicture());
console.log(await plan.toHtml({ title: "Job 7" }), await plan.toCsv());
const bars = await engine.cut(${CUT});
console.log(await bars.toSvg(), await bars.toCsv(), await bars.toHtml());
const panels = await engine.panels(${PANELS});
console.log(await panels.toDxf(), await panels.toPtx(), await panels.toCutsCsv(), await panels.toLabelsCsv());`,
  "Options and progress": `import { createEngine, PauseSwitch } from "offcut";

await using engine = await createEngine();
const [pause, stop] = [new PauseSwitch(), new AbortController()];
const onProgress = ({ elapsed_ms, sheets_used }) => console.log(elapsed_ms, sheets_used);
const plan = engine.nest(${NEST}, { timeLimitMs: 1000, onProgress, pause, signal: stop.signal });
const end = pause.watch((paused) => console.log(paused));
pause.pause();
setTimeout(() => pause.resume(), 100);
await pause.whenResumed();
end();
console.log((await plan).ended);`,
  "Programs and drawings of sheets": `${ENGINE}
const plan = await engine.nest(${NEST});
const program = await plan.sheets[0].toProgram({ machine: "linuxcnc-plasma", lead_in: 4, operations: { "cut-inner": { feed_rate: 1200 } } });
console.log(program.totals.cut_length, program.findings, program.left_out, program.picture.moves.length);
console.log(await program.toSvg());
const drawing = await plan.sheets[0].toDrawing("dxf", { layer_names: { outer: "CUT" } });
const project = await plan.sheets[0].toLightBurn({ machine: "grbl-laser" });
console.log(drawing.findings, drawing.text, project.text);`,
  "What a drawing holds": `import { readFile } from "node:fs/promises";
${ENGINE}
const drawing = await engine.read(await readFile("gear.dxf"), { roles: { DIM: "ignore" } });
const { groups, open_ends, paths, unit } = drawing;
console.log(unit, groups.map(({ layer, role, count }) => [layer, role, count]), open_ends, paths.length);
console.log(await drawing.toSvg({ width: 400, height: 300 }));`,
  "Requests and plans": `${ENGINE}
const request = {
  stocks: [{ id: "new", length: 6000, cost: 18 }, { id: "rest", length: 2480, quantity: 2, offcut: true }],
  pieces: [{ id: "rail", length: 1830, quantity: 7 }, { id: "brace", length: 415, quantity: 9, angle_start: 45, angle_end: 45 }],
  kerf: 3,
  options: { min_offcut: 500, offcuts_first: true, profile_width: 40 },
};
const plan = await engine.cut(request);
for (const { count, stock_id, cuts, offcut } of plan.patterns)
  console.log(count, stock_id, cuts.map(({ count, piece_id, position }) => [count, piece_id, position]), offcut);
console.log(plan.summary.waste_percent, plan.total_offcut, plan.unplaced);`,
  Errors: `import { createEngine, EngineError } from "offcut";

await using engine = await createEngine();
try {
  await engine.cut({ stocks: [{ length: -1 }], pieces: [] });
} catch (error) {
  if (error instanceof EngineError) console.log(error.code, error.details);
}`,
  "offcut/v1": `import { readFile } from "node:fs/promises";
import { createEngine } from "offcut";
import { cutDataJson, v1, verifyCutAnswer, verifyNestAnswer } from "offcut/v1";

await using engine = await createEngine();
const api = v1(engine);
const bars = ${CUT};
const answer = await api.cut(bars);
console.log(answer.summary.stocks_used, verifyCutAnswer(bars, answer).ok);
for (const text of cutDataJson(await api.cutPlan(bars))) process.stdout.write(text);
const parts = { parts: [${WEDGE}], sheet: { width: 400, height: 250 } };
console.log(verifyNestAnswer(parts, await api.nest(parts)).ok);
const file = await readFile("plate.dxf");
console.log((await api.parse(file)).data.area, (await api.svg(file, { width: 400 })).data.svg);
const sheet = ${SHEET};
console.log((await api.gcode(sheet)).data, (await api.dxf(sheet)).data);`,
  "offcut/verify": `import { createEngine } from "offcut";
import { verifyCut, verifyGcode, verifyNest, verifyPanels } from "offcut/verify";

await using engine = await createEngine();
const parts = ${NEST};
console.log(verifyNest(parts, await engine.nest(parts)).ok);
const bars = ${CUT};
console.log(verifyCut(bars, await engine.cut(bars)).ok);
const panels = ${PANELS};
console.log(verifyPanels(panels, await engine.panels(panels)).ok);
const sheet = ${SHEET};
console.log(verifyGcode((await engine.write(sheet)).gcode, { request: sheet }).ok);`,
  "offcut/sawing": `import { createEngine } from "offcut";
import { panelCuts, panelLeaves } from "offcut/sawing";

await using engine = await createEngine();
const { patterns, kerf } = await engine.panels(${PANELS});
console.log(panelCuts(patterns[0], kerf).map(({ direction, position }) => [direction, position]));
console.log(panelLeaves(patterns[0], kerf).map(({ piece_id, x, y }) => [piece_id, x, y]));`,
  "offcut/machines": `import { createEngine } from "offcut";
import { chartMaterials, MACHINE_PRESETS } from "offcut/machines";

const laser = MACHINE_PRESETS["grbl-laser"];
console.log(laser.work_area, chartMaterials(laser.chart, "laser"));
await using engine = await createEngine();
const machine = { ...laser, name: "Ours", defaults: { ...laser.defaults, feed_rate: 800 } };
console.log((await engine.write(${SHEET}, { machine })).gcode);`,
  "offcut/schemas": `import { LIMITS, nestPlanRequestSchema } from "offcut/schemas";

const read = nestPlanRequestSchema.safeParse(${NEST});
console.log(read.success, LIMITS.nest.exterior_points);`,
  "offcut/adapters": `import makerjs from "makerjs";
import * as THREE from "three";
import {
  geoJsonOf, makerModelOf, outlineFromThree, outlinesFromGeoJson, outlinesFromMaker,
  outlinesFromSvgElement, outlinesFromSvgPath, outlinesFromWires, placementMatrix, svgPathOf, threeShapeOf,
} from "offcut/adapters";

// SVG: path data, and elements of a page.
const [plate] = outlinesFromSvgPath("M0 0H40V30H0Z");
const rect = { tagName: "rect", getAttribute: (name) => ({ width: "40", height: "30" })[name] ?? null };
console.log(svgPathOf(plate), outlinesFromSvgElement(rect));
// GeoJSON with planar coordinates.
console.log(outlinesFromGeoJson(geoJsonOf(plate)));
// maker.js
const [ring] = outlinesFromMaker(new makerjs.models.Ring(40, 15));
console.log(ring.holes.length, makerjs.exporter.toSVG(makerModelOf(plate)));
// three.js
console.log(outlineFromThree(threeShapeOf(plate, THREE)).exterior);
// Wires of replicad and OpenCascade: edges with a point for each parameter.
const circle = { pointAt: (t) => ({ x: 20 * Math.cos(2 * Math.PI * t), y: 20 * Math.sin(2 * Math.PI * t) }) };
console.log(outlinesFromWires([[circle]])[0].exterior.length);
// A placement of a plan, for whatever draws the shape.
console.log(placementMatrix({ x: 10, y: 20, rotation: 90 }));`,
  "offcut/lists": `import {
  barListOf, decodeText, isPanelList, panelListOf, readAngles, readBarList, readDefects, readLength, readPanelList, readPartList,
} from "offcut/lists";

const bars = decodeText(new TextEncoder().encode("name,length,quantity\\nrail,1830,7\\nleg,720,12\\n"));
if (!isPanelList(bars)) console.log(barListOf(bars), readBarList(bars, "bars.csv").rows);
const panels = "name,length,width,quantity\\nside,800,300,12\\n";
if (isPanelList(panels)) console.log(panelListOf(panels), readPanelList(panels, "panels.csv").rows);
console.log(readPartList("file,quantity,angles\\nplate.dxf,12,0/90\\n", "parts.csv").rows);
// Single cells, as these lists have them.
console.log(readLength('72 1/2"'), readAngles("0/90"), readDefects("120:80:400x60"));`,
  "offcut/server": `import { createService } from "offcut/server";

const service = await createService({ DATA_DIR: ":memory:" });
console.log((await service.app.fetch(new Request("http://localhost/health"))).status);
await service.close();`,
};
