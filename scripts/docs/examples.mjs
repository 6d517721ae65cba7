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
console.log((await engine.cut(${CUT})).status);
await engine.close();`,
  "Plans, sheets and drawings": `${ENGINE}
const plan = await engine.nest(${NEST});
console.log(await plan.verify());
for (const sheet of plan.sheets) console.log(await sheet.toGcode({ machine: "grbl-laser" }), await sheet.toDxf(), await sheet.toSvg(), await sheet.toPicture());
console.log(await plan.toHtml({ title: "Job 7" }), await plan.toCsv());
const bars = await engine.cut(${CUT});
console.log(await bars.toSvg(), await bars.toCsv(), await bars.toHtml());`,
  "Options and progress": `import { createEngine, PauseSwitch } from "offcut";

await using engine = await createEngine();
const [pause, stop] = [new PauseSwitch(), new AbortController()];
const onProgress = ({ elapsed_ms, sheets_used }) => console.log(elapsed_ms, sheets_used);
const plan = await engine.nest(${NEST}, { timeLimitMs: 1000, onProgress, pause, signal: stop.signal });
console.log(plan.ended);`,
  "Programs and drawings of sheets": `${ENGINE}
const plan = await engine.nest(${NEST});
const program = await plan.sheets[0].toProgram({ machine: "linuxcnc-plasma", lead_in: 4, operations: { "cut-inner": { feed_rate: 1200 } } });
console.log(program.totals.cut_length, program.findings, program.left_out, program.picture.moves.length);
console.log(await program.toSvg());`,
  "What a drawing holds": `import { readFile } from "node:fs/promises";
${ENGINE}
const { groups, open_ends, paths, unit } = await engine.read(await readFile("gear.dxf"), { roles: { DIM: "ignore" } });
console.log(unit, groups.map(({ layer, role, count }) => [layer, role, count]), open_ends, paths.length);`,
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
  "offcut/v1": `import { createEngine } from "offcut";
import { v1, verifyCutAnswer } from "offcut/v1";

await using engine = await createEngine();
const request = ${CUT};
const answer = await v1(engine).cut(request);
console.log(answer.summary.stocks_used, verifyCutAnswer(request, answer));`,
  "offcut/verify": `import { createEngine } from "offcut";
import { verifyGcode, verifyNest } from "offcut/verify";

await using engine = await createEngine();
const request = ${NEST};
console.log(verifyNest(request, await engine.nest(request)).ok);
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
  "offcut/adapters": `import { geoJsonOf, outlinesFromSvgPath, placementMatrix, svgPathOf } from "offcut/adapters";

const [outline] = outlinesFromSvgPath("M0 0H40V30H0Z");
console.log(outline.exterior, svgPathOf(outline), geoJsonOf(outline));
console.log(placementMatrix({ x: 10, y: 20, rotation: 90 }));`,
  "offcut/lists": `import { isPanelList, readBarList } from "offcut/lists";

const text = "name,length,quantity\\nrail,1830,7\\nleg,720,12\\n";
if (!isPanelList(text)) console.log(readBarList(text, "list.csv").rows);`,
  "offcut/server": `import { createService } from "offcut/server";

const service = await createService({ DATA_DIR: ":memory:" });
console.log((await service.app.fetch(new Request("http://localhost/health"))).status);
await service.close();`,
};
