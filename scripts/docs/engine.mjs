/** docs/engine.md: what the package exports, from the comments in its declarations. */
import { readFileSync } from "node:fs";
import { z } from "zod";
import { fieldTable } from "./fields.mjs";

/** Files of declarations under dist/types/engine, in the order of the page; of some only what is named. */
const SECTIONS = [
  [
    "The engine",
    [["index.node.d.ts"], ["engine.d.ts", "EngineOptions", "DrawingSource"], ["run/platform/options.d.ts"]],
  ],
  ["Options and progress", [["base/contract/search-options.d.ts"]]],
  [
    "Options of machines",
    [
      ["write/toolpath/machine/options.d.ts", "GcodeOptions", "MachineSettings", "Mark"],
      ["base/contract/machine/post.d.ts", "DialectName", "Post"],
      ["base/contract/machine/charts.d.ts", "Chart", "ChartRow", "chartMaterials"],
      ["base/contract/machine/operations.d.ts", "OperationRole", "LeadShape"],
      ["write/toolpath/path/shape.d.ts", "PathOptions", "PartCurves", "curvesOfPart", "mirroredCurves"],
      ["write/toolpath/write/lines.d.ts", "DrawingOptions", "SheetDrawingOptions"],
    ],
  ],
  [
    "Drawings",
    [
      ["base/contract/read-options.d.ts"],
      [
        "read/drawing/model/drawing.d.ts",
        ...["Arc", "Bend", "Bezier", "Curve", "DrawingGroup", "DrawingLayer", "DrawingPath", "DrawingUnit"],
        ...["EllipseArc", "Hints", "LengthAccount", "Line", "OpenEnd", "PathRole"],
      ],
      ["base/contract/values/finding.d.ts"],
      ["read/drawing/outward.d.ts"],
      ["read/drawing/orders/suggested.d.ts"],
      ["read/drawing/basis/fold.d.ts", "findingsWithout"],
    ],
  ],
  [
    "From answers to exports, pictures and reports",
    [
      ["write/toolpath/plan/placed.d.ts", "exportOfSheet", "curvesOfSheet", "marksOfSheet"],
      ["write/toolpath/plan/drawn.d.ts"],
      ["plan/nest/nest-answer.d.ts", "nestDataFromPlan"],
      ["plan/cut/cut-answer.d.ts", "cutDataFromPlan", "cutDataJson"],
      ["write/toolpath/plan/toolpath.d.ts", "planToolpath"],
      ["write/toolpath/plan/model.d.ts"],
      ["write/toolpath/write/measure.d.ts", "measureToolpath", "ToolpathTotals"],
      ["write/toolpath/export.d.ts", "PlannedExport"],
      ["write/toolpath/time/picture.d.ts", "ProgramPicture", "PictureMove"],
      ["write/picture/sheet-svg.d.ts"],
      ["write/picture/bars-svg.d.ts", "BarsSvgOptions", "barsToSvg"],
      ["write/picture/toolpath-svg.d.ts"],
      ["write/report/sheets-report.d.ts", "sheetsToHtml", "ReportOptions"],
      ["write/report/plan-report.d.ts", "planToHtml", "groundOf"],
      ["base/geometry/free-rectangle.d.ts", "Rectangle", "Blocker", "largestRectangle"],
      ["write/report/csv.d.ts", "sheetsToCsv", "barsToCsv"],
      ["plan/panel/sawing.d.ts", "PanelRectangle", "PanelCutStep", "PanelLeaf", "panelCuts", "panelLeaves"],
      ["write/picture/panels-svg.d.ts"],
      ["write/report/panels-dxf.d.ts"],
      ["write/report/panels-report.d.ts"],
    ],
  ],
  [
    "Checking answers",
    [
      ["verify/v1/v1-nest.d.ts", "verifyNest"],
      ["verify/nest/nest-judge.d.ts", "verifyNestPlan"],
      ["verify/v1/v1-cut.d.ts", "verifyCut", "CutReport", "CutViolation"],
      ["verify/cut/cut-judge.d.ts", "verifyCutPlan"],
      ["verify/panel/panel-judge.d.ts", "verifyPanelPlan", "PanelPlanReport", "PanelPlanViolation"],
      ["verify/program/verify.d.ts", "verifyGcode"],
      ["verify/wants/judged.d.ts", "ProgramReport", "ProgramFinding"],
      ["verify/nest/judged-layout.d.ts", "NestReport", "NestViolation", "NestVerifyOptions"],
    ],
  ],
  ["Errors", [["base/errors.d.ts", "EngineError", "ErrorCode", "ErrorDetail", "API_ERROR_CODES"]]],
  [
    "Constants and small helpers",
    [
      ["entry.d.ts", "VERSION"],
      ["base/contract/values/limits.d.ts"],
      ["base/contract/machine/post.d.ts", "DIALECTS"],
      [
        "base/contract/machine/operations.d.ts",
        "ROLES",
        "LEAD_SHAPES",
        "ENTRIES",
        "DIRECTIONS",
        "LAYER_PURPOSES",
      ],
      ["base/contract/machine/presets.d.ts", "MACHINE_PRESETS", "MachinePreset"],
      ["base/contract/lightburn.d.ts", "LIGHTBURN_COLOURS", "LIGHTBURN_LAYERS"],
      [
        "base/contract/nest-plan.d.ts",
        "MOST_PARTS_IN_ALL",
        "REMNANTS",
        "OBJECTIVES",
        "copiesAsked",
        "sheetTypesOf",
      ],
      ["base/contract/cut-plan.d.ts", "endsOf", "shortening"],
      ["base/contract/v1/envelope.d.ts", "envelopeSchema"],
      ["base/pause.d.ts", "PauseSwitch"],
    ],
  ],
  [
    "Adapters (`offcut/adapters`)",
    [
      ["read/adapters/outline.d.ts", "Outline", "CurveOptions"],
      ["read/adapters/svg.d.ts"],
      ["read/adapters/shapes.d.ts"],
      ["read/adapters/placement.d.ts"],
    ],
  ],
  [
    "Lists from spreadsheets (`offcut/lists`)",
    [
      ["read/lists/bar-list.d.ts"],
      ["read/lists/panel-list.d.ts"],
      ["read/lists/part-list.d.ts"],
      ["read/lists/table/list-layout.d.ts", "ListOptions", "List", "Advice"],
      ["read/lists/wanted.d.ts", "Wanted"],
      ["read/lists/defects.d.ts"],
      ["read/lists/table/lengths.d.ts", "readLength", "ReadLength", "Unit", "UNITS", "DecimalSign"],
      ["read/lists/table/encoding.d.ts"],
    ],
  ],
  [
    "Plans, sheets and drawings",
    [
      ["chain/plan.d.ts", "NestPlan", "CutPlan", "PanelPlan"],
      ["chain/sheet.d.ts"],
      ["chain/drawing.d.ts", "Part", "Drawing"],
      ["run/files/plans.d.ts", "ProgramSettings", "SheetDrawingSettings", "PlanReport"],
    ],
  ],
  ["The interface `/v1` (`offcut/v1`)", [["v1.d.ts"]]],
  ["The service (`offcut/server`)", [["../server/service.d.ts"]]],
];

/** Requests that go beyond the interface, whose fields no other page lists. */
const REQUESTS = {
  nest: "nestPlanRequestSchema",
  cut: "cutPlanRequestSchema",
  panels: "panelPlanRequestSchema",
};

/** The answers to them. */
const ANSWERS = {
  nest: "nestPlanSchema",
  cut: "cutPlanSchema",
  panels: "panelPlanSchema",
};

/** @param offcut the built package */
export function enginePage(offcut) {
  return [
    "# The engine",
    "<!-- Made by `npm run docs` from the comments in the code. -->",
    "An engine reads, nests, cuts, plans panels and writes. Requests and answers of the HTTP interface are in `offcut/v1`; [http.md](http.md) lists their fields. Each request and plan is also exported as a zod schema and as types (`NestPlanRequestInput` before the defaults are filled in, `NestPlanRequest` after).",
    ...SECTIONS.flatMap(([title, files]) => [
      `## ${title}`,
      ...files.flatMap(([path, ...names]) => declarationsIn(path, names)),
      ...(title === "The engine" ? methods() : []),
    ]),
    "## Requests beyond the interface",
    ...Object.entries(REQUESTS).flatMap(([method, schema]) => [
      `### The request of ${method}`,
      fieldTable(z.toJSONSchema(offcut[schema], { io: "input", unrepresentable: "any" })),
    ]),
    "### The options of read",
    fieldTable(z.toJSONSchema(offcut.readOptionsSchema, { io: "input" })),
    "### A machine",
    "All of it is optional: a profile may be a single number over a preset. Every role of `operations` has the same settings.",
    fieldTable(machine(offcut)),
    "## Schemas",
    "Every request and answer as a zod schema, of which the tables here and the declarations are made.",
    schemaTable(offcut),
    "## Answers beyond the interface",
    ...Object.entries(ANSWERS).flatMap(([method, schema]) => [
      `### The answer of ${method}`,
      fieldTable(z.toJSONSchema(offcut[schema], { io: "output", unrepresentable: "any" })),
    ]),
    "",
  ].join("\n\n");
}

/** With one role for all, as they take the same settings. */
function machine(offcut) {
  const schema = z.toJSONSchema(offcut.machineSchema, { io: "input" });
  const { operations } = schema.properties;
  operations.properties = { "*": Object.values(operations.properties)[0] };
  return schema;
}

function read(path) {
  return readFileSync(new URL(`../../dist/types/engine/${path}`, import.meta.url), "utf8");
}

/** Every exported declaration that is wanted; schemas are left out, as are declarations that only re-export. */
function declarationsIn(path, wanted) {
  const blocks = read(path).matchAll(
    /(?:^\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n)?^export (?:declare )?((?:(?:interface|class) (\w+)[\s\S]*?^\})|(?:(?:function|type|const) (\w+)[\s\S]*?;(?=\n(?![ }]))))/gm,
  );
  return [...blocks]
    .map(([, comment, code, ...names]) => ({ comment, code, name: names.find(Boolean) }))
    .filter(({ name }) => (wanted.length > 0 ? wanted.includes(name) : !/Schema$|^check[A-Z]/.test(name)))
    .flatMap(({ comment, code, name }) => entry(name, comment, shortened(withoutPrivates(code), name)));
}

function methods() {
  const [, body] = /^export declare class Engine \{\n([\s\S]*?)^\}/m.exec(read("engine.d.ts"));
  const blocks = body.matchAll(/^ {4}\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\n {4}((\w+)\([\s\S]*?;)\n/gm);
  return [...blocks].flatMap(([, comment, code, name]) => entry(`engine.${name}`, comment, code));
}

function schemaTable(offcut) {
  const rows = Object.entries(offcut)
    .filter(([, value]) => value instanceof z.ZodType)
    .map(([name, { description }]) => `| \`${name}\` | ${said(name, description)} |`);
  return ["| schema | what it describes |", "|---|---|", ...rows].join("\n");
}

/** @throws Error for what says nothing of itself: no page is made of it */
function said(name, text) {
  if (!text?.trim()) throw new Error(`${name} has no description`);
  return text;
}

function entry(name, comment, code) {
  said(name, comment);
  return [`### ${name}`, ...textOf(comment), `\`\`\`ts declaration\n${code.trim()}\n\`\`\``];
}

function textOf(comment) {
  const text = comment.replace(/^\s*\* ?/gm, "").trim();
  return text.split(/\n(?=@)/).map((part) =>
    part
      .replace(/\s*\n\s*/g, " ")
      .replace(/@throws (\w+)/, "Throws `$1`:")
      .replace(/@param (\w+)/, "`$1`:")
      .replace(/@returns/, "Returns"),
  );
}

/** Without the values of a long constant: who wants them has them in the editor. */
function shortened(code, name) {
  const lines = code.split("\n");
  return /^const /.test(code) && lines.length > 60 ? `const ${name}: { … };` : code;
}

function withoutPrivates(code) {
  return code.replace(/^ {4}private .*\n/gm, "");
}
