/**
 * Junk as arguments: every function of the package that takes an answer, a drawing or a shape is
 * called with something else in the place of each argument and of each field in it, three levels deep: it does its work,
 * or says what is wrong with which argument. No other error leaves it, and none of these calls is without end.
 */
import { afterAll, expect, it } from "vitest";
import { chartMaterials, MACHINE_PRESETS } from "../../../../engine/entries/machines.ts";
import * as sawing from "../../../../engine/entries/sawing.ts";
import * as verify from "../../../../engine/entries/verify.ts";
import * as offcut from "../../../../engine/index.node.ts";
import * as adapters from "../../../../engine/read/adapters/index.ts";
import { cutDataJson, v1, verifyCutAnswer, verifyNestAnswer } from "../../../../engine/v1.ts";
import { rectangle } from "../../../helpers/nest/nest.ts";

const NEST = {
  parts: [{ id: "a", exterior: rectangle(10, 10), holes: [rectangle(3, 3)], quantity: 2 }],
  sheet: { width: 100, height: 100 },
  config: { spacing: 1 },
};
const CUT = { stocks: [{ length: 100 }], pieces: [{ id: "p", length: 30, quantity: 2 }], kerf: 1 };
const PANELS = { stocks: [{ length: 500, width: 300 }], pieces: [{ id: "p", length: 100, width: 100 }] };
const EXPORT = {
  sheet_width: 50,
  sheet_height: 50,
  placements: [{ exterior: rectangle(9, 9), holes: [], x: 9, y: 9, rotation: 0 }],
};

const engine = await offcut.createEngine({ workers: 0 });
afterAll(() => engine.close());
const quick = { search: false };
const nested = await v1(engine).nest(NEST, quick);
const nestPlan = await engine.nest(NEST, quick);
const cut = await v1(engine).cut(CUT, quick);
const cutPlan = await engine.cut(CUT, quick);
const panels = await engine.panels(PANELS, quick);
const { gcode: program } = await engine.write(EXPORT);
const outline = { exterior: [...rectangle(9, 9), [0, 0] as [number, number]], holes: [] };
class Path {
  holes: unknown[] = [];
}
const three = { Shape: Path, Path, Vector2: Path };

/** Methods of a plan that comes back from JSON, with its request and its data. */
function written(name: string, methods: string[], request: object, plan: object): typeof CALLS {
  return Object.fromEntries(
    methods.map((method) => {
      const call = (asked: object, data: object) => {
        const back = engine.plan({ ...data, request: asked }) as unknown as Record<string, () => unknown>;
        return back[method]?.();
      };
      return [`${name}.${method}`, [call, request, { ...plan }]];
    }),
  );
}

/** Arguments with which each function does its work. */
const CALLS: Record<string, [call: (...args: never[]) => unknown, ...args: unknown[]]> = {
  verifyNestAnswer: [verifyNestAnswer, NEST, nested, {}],
  verifyNest: [verify.verifyNest, NEST, nestPlan, {}],
  verifyCutAnswer: [verifyCutAnswer, CUT, cut],
  verifyCut: [verify.verifyCut, CUT, cutPlan],
  verifyPanels: [verify.verifyPanels, PANELS, panels],
  verifyGcode: [verify.verifyGcode, program, { request: EXPORT, options: {} }],
  chartMaterials: [chartMaterials, MACHINE_PRESETS.waterjet.chart, "waterjet"],
  cutDataJson: [(plan: offcut.CutPlan) => [...cutDataJson(plan)], cutPlan],
  panelCuts: [sawing.panelCuts, panels.patterns[0], 3],
  panelLeaves: [sawing.panelLeaves, panels.patterns[0], 3],
  ...written("nestPlan", ["toCsv", "toHtml", "verify"], NEST, nestPlan),
  ...written("cutPlan", ["toSvg", "toCsv", "toHtml", "verify"], CUT, cutPlan),
  ...written("panelPlan", ["toSvg", "toDxf", "toCsv", "toCutsCsv", "toLabelsCsv", "toHtml"], PANELS, panels),
  "sheet.toPicture": [
    (request: object, sheet: object) =>
      (engine.plan({ request, sheets: [sheet] }) as offcut.NestPlan).sheets[0]!.toPicture(),
    NEST,
    nestPlan.sheets[0],
  ],
  outlinesFromSvgPath: [adapters.outlinesFromSvgPath, "M0 0H9V9Z", {}],
  outlinesFromSvgElement: [adapters.outlinesFromSvgElement, { tagName: "rect", getAttribute: () => "9" }, {}],
  outlinesFromMaker: [
    adapters.outlinesFromMaker,
    { paths: { a: { type: "circle", origin: [0, 0], radius: 3 } } },
    {},
  ],
  outlineFromThree: [
    adapters.outlineFromThree,
    { holes: [], getPoints: () => rectangle(9, 9).map(point) },
    4,
  ],
  outlinesFromWires: [adapters.outlinesFromWires, [[{ pointAt: (t: number) => ({ x: t, y: t * t }) }]], 4],
  outlinesFromGeoJson: [adapters.outlinesFromGeoJson, { type: "Polygon", coordinates: [outline.exterior] }],
  placementMatrix: [adapters.placementMatrix, { x: 0, y: 0, rotation: 0 }],
  geoJsonOf: [adapters.geoJsonOf, outline],
  makerModelOf: [adapters.makerModelOf, outline],
  svgPathOf: [adapters.svgPathOf, outline],
  threeShapeOf: [adapters.threeShapeOf, outline, three],
};

const JUNK = [
  ...[undefined, null, Number.NaN, "", "x", 3, -1.5, true, {}, [], [null], [[]], { qty: 1 }],
  ...[() => 1, new Float64Array(4), new Map(), new Date(0)],
];

function point([x, y]: readonly [number, number]): { x: number; y: number } {
  return { x, y };
}

/** A value with junk in the place of it, and of each of its fields. */
function* spoilt(value: unknown, depth: number): Generator<unknown> {
  yield* JUNK;
  if (depth === 0 || typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return;
  const keys = Array.isArray(value) ? [0] : Object.keys(value);
  for (const key of keys.filter((one) => one in value))
    for (const inner of spoilt((value as Record<string | number, unknown>)[key], depth - 1)) {
      const copy = Array.isArray(value)
        ? [...value]
        : Object.assign(Object.create(Object.getPrototypeOf(value)), value);
      copy[key] = inner;
      yield copy;
    }
}

it.each(Object.entries(CALLS))("%s", async (_name, [call, ...args]) => {
  const run = call as (...given: unknown[]) => unknown;
  await run(...args);
  for (const [at, arg] of args.entries())
    for (const other of spoilt(arg, 3)) {
      try {
        await run(...args.map((one, i) => (i === at ? other : one)));
      } catch (error) {
        expect(error).toBeInstanceOf(offcut.EngineError);
        const { code, message, details } = error as offcut.EngineError;
        expect([code, details.length > 0]).toEqual(["INVALID_INPUT", true]);
        expect(message).toMatch(/^[\w.]*\w: ./);
      }
    }
});
