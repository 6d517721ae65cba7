/**
 * Does every function that a program can call refuse what it does not know? All exports of the package stand in one of
 * two tables: with their options, of which each is misspelt and given wrong values, or among those that have none.
 */
import { afterAll, describe, expect, it } from "vitest";
import { PROGRAM_OPTIONS } from "../../../../engine/base/contract/program-options.ts";
import type { ReadOptions } from "../../../../engine/base/contract/read-options.ts";
import * as machines from "../../../../engine/entries/machines.ts";
import * as sawing from "../../../../engine/entries/sawing.ts";
import * as schemas from "../../../../engine/entries/schemas.ts";
import * as verify from "../../../../engine/entries/verify.ts";
import * as offcut from "../../../../engine/index.node.ts";
import * as adapters from "../../../../engine/read/adapters/index.ts";
import * as v1Entry from "../../../../engine/v1.ts";
import type { PathOptions } from "../../../../engine/write/toolpath/path/shape.ts";
import type { DrawingOptions } from "../../../../engine/write/toolpath/write/lines.ts";
import * as service from "../../../../server/service.ts";
import { rectangle } from "../../../helpers/nest/nest.ts";

const NEST = { parts: [{ id: "a", exterior: rectangle(10, 10) }], sheet: { width: 100, height: 100 } };
const CUT = { stocks: [{ length: 100 }], pieces: [{ id: "p", length: 30 }] };
const PANELS = { stocks: [{ length: 500, width: 300 }], pieces: [{ id: "p", length: 100, width: 100 }] };
const EXPORT = { sheet_width: 50, sheet_height: 50, placements: [] };
const DXF = new TextEncoder().encode(
  "0\nSECTION\n2\nENTITIES\n0\nLINE\n10\n0\n20\n0\n11\n9\n21\n9\n0\nENDSEC\n0\nEOF\n",
);
const SVG = new TextEncoder().encode('<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0H9V9Z"/></svg>');

const { v1 } = v1Entry;
const engine = await offcut.createEngine({ workers: 0 });
const quick = { search: false };
const nested = await v1(engine).nest(NEST, quick);
const nestPlan = await engine.nest(NEST, quick);
const cut = await v1(engine).cut(CUT, quick);
const cutPlan = await engine.cut(CUT, quick);
const panelPlan = await engine.panels(PANELS, quick);
const [sheet] = nestPlan.sheets as [offcut.NestSheet];
const program = await sheet.toProgram();
afterAll(() => engine.close());

/** Wrong values by option: of a wrong kind, out of range. */
type Wrong<Options = Record<string, unknown>> = { [Name in keyof Options]-?: unknown[] };

const call: Wrong<offcut.CallOptions> = { signal: ["now"], timeLimitMs: ["1", -1] };
const solve: Wrong<v1Entry.NestAnswerOptions> = {
  ...call,
  onProgress: ["log"],
  seed: ["1", 1.5, -1, 2 ** 32],
  workBudget: ["9", -1],
  onAbort: ["stop", 1],
  search: ["no", 0],
  pause: [true],
  workers: ["two", 0, 1.5],
};
const read: Wrong<ReadOptions & offcut.CallOptions> = {
  ...call,
  name: [3],
  max_bytes: ["1", 0, 1.5],
  join_tolerance: ["1", -1, 101],
  unit: ["ell"],
  join_gaps: ["1", -1],
  trim_overshoots: [-1],
  shared_edges: ["both"],
  annotation: ["no"],
  frames: ["no"],
  countersinks: ["no"],
  roles: ["cut", { a: "cutt" }],
  colours: [{ red: "cut" }],
  line_types: [{ a: 1 }],
  preset: ["red"],
};
const path: Wrong<PathOptions> = { curves: ["all", {}], arc_tolerance: ["1", -1, 2] };
const length = ["1", -1, 1e5];
const settings: Wrong<offcut.GcodeOptions> = {
  ...path,
  safe_height: length,
  depth: length,
  plunge_rate: ["1", 0],
  passes: [0, 1.5, 101],
  step_down: length,
  z_step: length,
  entry: ["dive"],
  ramp_angle: [0, 46],
  direction: ["left"],
  lead_in: length,
  lead_out: length,
  lead_shape: ["square"],
  lead_angle: [4, 176],
  lead_radius: length,
  overcut: length,
  pierce_delay: length,
  tabs: [-1, 1.5, 101],
  tab_width: length,
  tab_height: length,
  dialect: ["fanuc", 1],
  post: ["fanuc", {}, { offcut_post: 1, name: "own", templates: { end: ["{wrong}"] } }],
  machine: ["toaster", { offcut_machine: 2 }, 3],
  arcs: ["no"],
  marks: ["all", ["all"], [[{ role: "cutt", path: [] }]]],
  operations: [{ cutOuter: {} }, 3],
  layers: [{ a: { powr: 1 } }],
  rules: [{}, [{}]],
  common_lines: ["yes"],
  spread: [-1, 2],
  tools: [
    "drill",
    [{ number: 1 }],
    [
      { number: 1, diameter: 3 },
      { number: 1, diameter: 6 },
    ],
  ],
  chart: ["steel", { offcut_chart: 1, rows: [] }, { offcut_chart: 1, rows: [{ material: "steel" }] }],
  material: [1, ""],
  thickness: [0, 1e5],
  tip_up: [1],
  skeleton: [true, { pitch: 0 }],
};
const drawing: Wrong<DrawingOptions> = {
  ...path,
  marks: settings.marks,
  ground: ["none", { outlin: [] }],
  layer_names: [{ outer: "A/B" }, { out: "A" }, "CUT"],
  common_lines: ["yes", 1],
};
const judge = { tolerance: ["1", -1], complete: ["no"] };
const heading = { title: [1], note: [{}] };
const picture = { width: ["1", 0, Number.NaN] };
const report: Wrong<offcut.PlanReportOptions> = {
  ...heading,
  config: [{ kerff: 1 }, 3],
  gcode: [{ leadin: 1 }, "fast"],
  sheetCost: [-1, "1"],
  toolpaths: [1],
};
const curve = { tolerance: ["1", 0, -1] };
const element = { tagName: "rect", getAttribute: () => "9" };
const shape = new (class {
  holes = [];
  getPoints = () => rectangle(9, 9).map(([x, y]) => ({ x, y }));
})();
const wire = rectangle(9, 9).map(([x, y], i, ring) => {
  const [endX, endY] = ring[(i + 1) % ring.length]!;
  return { pointAt: (t: number) => ({ x: x + t * (endX - x), y: y + t * (endY - y) }) };
});
const positional = (wrong: Wrong) => ({ wrong, positional: true });

interface Options {
  wrong: Wrong;
  /** They are arguments one by one, which have no names that could be misspelt. */
  positional?: boolean;
}

/** Every function with options. */
const OPTIONS: Record<string, Options & { call: (options: never) => unknown }> = {
  createEngine: {
    call: (options) => offcut.createEngine(options),
    wrong: { workers: [-1, 1.5, "2"], workerUrl: ["x", { nesst: "" }], wasm: [3], onFault: ["log"] },
  },
  "v1.nest": { call: (options) => v1(engine).nest(NEST, options), wrong: solve },
  "engine.nest": { call: (options) => engine.nest(NEST, options), wrong: solve },
  "v1.cut": { call: (options) => v1(engine).cut(CUT, options), wrong: solve },
  "engine.cut": { call: (options) => engine.cut(CUT, options), wrong: solve },
  "engine.panels": { call: (options) => engine.panels(PANELS, options), wrong: solve },
  "v1.parse": { call: (options) => v1(engine).parse(DXF, options), wrong: read },
  "engine.read": { call: (options) => engine.read(SVG, options), wrong: read },
  "v1.svg": { call: (options) => v1(engine).svg(DXF, {}, options), wrong: read },
  "v1.svg, its picture": {
    call: (options) => v1(engine).svg(DXF, options),
    wrong: { width: [99], height: ["tall"], stroke_color: ["#1"], stroke_width: [0], background: [3] },
  },
  "engine.write": {
    call: (options) => engine.write(EXPORT, options),
    wrong: { ...settings, ...call },
  },
  "engine.lightburn": {
    call: (options) => engine.lightburn(EXPORT, options),
    wrong: { ...settings, ...call },
  },
  "engine.draw": {
    call: (options) => engine.draw(EXPORT, options),
    wrong: { ...drawing, ...call, format: ["pdf"] },
  },
  verifyNestAnswer: { call: (options) => v1Entry.verifyNestAnswer(NEST, nested, options), wrong: judge },
  verifyNest: { call: (options) => verify.verifyNest(NEST, nestPlan, options), wrong: judge },
  verifyGcode: {
    call: (options) => verify.verifyGcode("M2", { request: EXPORT, options }),
    wrong: settings,
  },
  "nestPlan.verify": { call: (options) => nestPlan.verify(options), wrong: { ...judge, ...call } },
  "nestPlan.toHtml": { call: (options) => nestPlan.toHtml(options), wrong: { ...report, ...call } },
  "nestPlan.toCsv": { call: (options) => nestPlan.toCsv(options), wrong: call },
  "sheet.toPicture": {
    call: (options) => sheet.toPicture(options),
    wrong: { labels: ["no"], guides: [0], ...call },
  },
  "program.toSvg": { call: (options) => program.toSvg(options), wrong: { numbers: ["no"], ...call } },
  "cutPlan.toSvg": {
    call: (options) => cutPlan.toSvg(options),
    wrong: { ...picture, rows: [-1, 1.5], ...call },
  },
  "cutPlan.toCsv": { call: (options) => cutPlan.toCsv(options), wrong: call },
  "cutPlan.toHtml": { call: (options) => cutPlan.toHtml(options), wrong: { ...heading, ...call } },
  "panelPlan.toSvg": {
    call: (options) => panelPlan.toSvg(options),
    wrong: { ...picture, patterns: [-1, "all"], cuts: [1], ...call },
  },
  "panelPlan.toDxf": { call: (options) => panelPlan.toDxf(options), wrong: call },
  "panelPlan.toLabelsCsv": { call: (options) => panelPlan.toLabelsCsv(options), wrong: call },
  "panelPlan.toHtml": { call: (options) => panelPlan.toHtml(options), wrong: { ...heading, ...call } },
  panelCuts: {
    call: ({ kerf }: { kerf: number }) => sawing.panelCuts(panelPlan.patterns[0]!, kerf),
    ...positional({ kerf: ["3", -1] }),
  },
  panelLeaves: {
    call: ({ kerf }: { kerf: number }) => sawing.panelLeaves(panelPlan.patterns[0]!, kerf),
    ...positional({ kerf: ["3", -1] }),
  },
  outlinesFromSvgPath: {
    call: (options) => adapters.outlinesFromSvgPath("M0 0H9V9Z", options),
    wrong: curve,
  },
  outlinesFromSvgElement: {
    call: (options) => adapters.outlinesFromSvgElement(element, options),
    wrong: curve,
  },
  outlinesFromMaker: { call: (options) => adapters.outlinesFromMaker({}, options), wrong: curve },
  outlineFromThree: {
    call: ({ divisions }: { divisions?: number }) => adapters.outlineFromThree(shape, divisions),
    ...positional({ divisions: ["4", 0, 1.5] }),
  },
  outlinesFromWires: {
    call: ({ divisions }: { divisions?: number }) => adapters.outlinesFromWires([wire], divisions),
    ...positional({ divisions: ["4", 0, 1.5] }),
  },
  placementMatrix: {
    call: (wrong: object) => adapters.placementMatrix({ x: 0, y: 0, rotation: 0, ...wrong }),
    ...positional({ x: ["0"], y: [Number.NaN], rotation: [null] }),
  },
};

/** Functions of data alone, each called with an answer of another kind; where data is anything, null. */
const DATA: Record<string, ((other: never) => unknown) | null> = {
  "engine.plan": (other) => engine.plan(other),
  verifyCutAnswer: (other) => v1Entry.verifyCutAnswer(CUT, other),
  verifyCut: (other) => verify.verifyCut(CUT, other),
  verifyPanels: (other) => verify.verifyPanels(PANELS, other),
  cutDataJson: (other) => [...v1Entry.cutDataJson(other)],
  // junk.test.ts asks these, as all others that take data.
  envelopeSchema: null,
  chartMaterials: null,
  v1: null,
  // Classes, whose constructors programs do not call with options.
  EngineError: null,
  PauseSwitch: null,
  // test/engine/read/adapters asks it.
  outlinesFromGeoJson: null,
  geoJsonOf: null,
  makerModelOf: null,
  svgPathOf: null,
  threeShapeOf: null,
  // test/server/operation asks for its settings.
  createService: null,
};

/** Private members of an engine. */
const INSIDE = ["constructor", "solve", "searchesFor", "export", "readWith", "close"];

async function refusal(act: () => unknown): Promise<offcut.EngineError> {
  try {
    await act();
  } catch (error) {
    if (error instanceof offcut.EngineError) return error;
    throw error;
  }
  throw new Error("was not refused");
}

it("stands here", () => {
  const functions = [offcut, verify, schemas, sawing, machines, v1Entry, adapters, service].flatMap(
    (module) => Object.entries(module).flatMap(([name, value]) => (typeof value === "function" ? name : [])),
  );
  const methods = Object.getOwnPropertyNames(Object.getPrototypeOf(engine))
    .filter((name) => !INSIDE.includes(name))
    .map((name) => `engine.${name}`);
  const called = [...Object.keys(OPTIONS), ...Object.keys(DATA)].filter(
    (name) => !/^(v1|nestPlan|sheet|program|cutPlan|panelPlan)\./.test(name),
  );
  expect([...functions, ...methods].sort()).toEqual(called.sort());
  expect(Object.keys(settings).sort()).toEqual(Object.keys(PROGRAM_OPTIONS).sort());
});

describe.each(Object.entries(OPTIONS))("%s", (_name, { call: run, wrong, positional: isPlain }) => {
  const act = (options: unknown) => refusal(() => run(options as never));

  it.runIf(!isPlain)("asks of a misspelt option which one was meant", async () => {
    for (const name of Object.keys(wrong)) {
      const [last, before] = [name.at(-1)!, name.at(-2)!];
      const misspelt = `${name.slice(0, -2)}${last}${before}${last === before ? "x" : ""}`;
      const { code, details } = await act({ [misspelt]: wrong[name]![0] });
      expect(code).toBe("INVALID_INPUT");
      expect(details[0]!.path.at(-1)).toBe(misspelt);
      expect(details[0]!.message).toBe(`Unknown field; did you mean ${name}?`);
    }
  });

  it("refuses wrong values", async () => {
    for (const [name, values] of Object.entries(wrong))
      for (const value of values) {
        const { code, details, message } = await act({ [name]: value });
        expect(code).toBe("INVALID_INPUT");
        expect(details[0]?.path ?? message.split(":")).toContain(name);
      }
  });

  it.runIf(!isPlain)("refuses options that are none", async () => {
    for (const options of [null, "fast", 3, []])
      expect((await act(options)).message).toMatch(/must be an object|expected object/);
  });
});

describe("what is right", () => {
  it("is taken: sizes greater than 0 up to any that ends, one pass, ranges of angles from the smaller to the larger", async () => {
    expect(await panelPlan.toSvg({ width: 640 })).toContain('width="640"');
    const endless = await refusal(() => panelPlan.toSvg({ width: Number.POSITIVE_INFINITY }));
    expect(endless.message).toBe("width: must be a number greater than 0");
    expect(await engine.write(EXPORT, { passes: 1 })).toEqual(await engine.write(EXPORT));
    const ranged = (angles: [number, number][]) => ({ ...NEST, parts: [{ ...NEST.parts[0]!, angles }] });
    expect((await engine.nest(ranged([[-5, 5]]), quick)).placed_parts).toBe(1);
    expect((await refusal(() => engine.nest(ranged([[5, -5]]), quick))).message).toMatch(
      /^parts\.0\.angles.*from the smaller to the larger$/,
    );
  });

  it("is told where a name is like none, and where a point has too many numbers", async () => {
    const far = await refusal(() => engine.write(EXPORT, { machine: "zzzzzzzzzz" as never }));
    expect(far.message).not.toContain("mean");
    const near = await refusal(() => engine.write(EXPORT, { machine: "laser-grbll" as never }));
    expect(near.message).toMatch(/must be a profile or one of/);
    const path = [
      [0, 0, 0],
      [1, 1, 1],
    ];
    const marks = [[{ role: "mark", path }]] as never;
    expect((await refusal(() => engine.write(EXPORT, { marks }))).message).toMatch(/at least 2 points of 2/);
  });
});

describe("a request without its defaults", () => {
  const typed = { ...NEST.parts[0]!, exterior: new Float64Array(rectangle(10, 10).flat()) };

  it("writes the same as one with them, of which rings may be typed", async () => {
    const complete = schemas.nestPlanRequestSchema.parse(NEST);
    for (const request of [complete, { ...NEST, parts: [typed] }]) {
      const back = engine.plan({ ...nestPlan, request }) as offcut.NestPlan;
      expect(await back.toHtml()).toBe(await nestPlan.toHtml());
      expect(await back.sheets[0]!.toPicture()).toBe(await sheet.toPicture());
    }
    const drawn = { ...EXPORT, placements: [{ exterior: rectangle(9, 9), x: 9, y: 9, rotation: 0 }] };
    const full = v1Entry.exportRequestSchema.parse(drawn);
    expect(await (await engine.write(drawn)).toSvg()).toBe(await (await engine.write(full)).toSvg());
    expect((await panelPlan.toLabelsCsv()).split("\r\n")).toHaveLength(3);
  });

  it("is refused where it is misspelt", async () => {
    const request = { ...NEST, config: { spacign: 3 } };
    const back = engine.plan({ ...nestPlan, request }) as offcut.NestPlan;
    expect((await refusal(() => back.toHtml())).message).toMatch(/mean spacing\?$/);
  });
});

describe.each(Object.entries(DATA).flatMap(([name, run]) => (run ? [[name, run] as const] : [])))(
  "%s",
  (name, run) => {
    it("says which answer it wants where it gets another, or none", async () => {
      const others = [/[Cc]ut/.test(name) ? nested : cut, {}, undefined];
      for (const other of others)
        expect((await refusal(() => run(other as never))).message).toMatch(
          /must be (a list|an object), as an answer of \w+ has it/,
        );
    });
  },
);
