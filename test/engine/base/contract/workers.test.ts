/**
 * Do workers, whose schemas are without what checks no request, take and refuse what the caller's own thread does, in the
 * same words? Every request is sent with something else in the place of it and of each of its fields.
 */
import { afterAll, expect, it } from "vitest";
import { createEngine, type Engine } from "../../../../engine/index.node.ts";
import { v1 } from "../../../../engine/v1.ts";
import { rectangle } from "../../../helpers/nest/nest.ts";
import { PANEL_REQUEST } from "../../../helpers/run/requests.ts";

const NEST = {
  parts: [{ id: "a", exterior: rectangle(10, 10), holes: [rectangle(3, 3)], quantity: 1 }],
  sheet: { width: 100, height: 100 },
  config: { spacing: 1, edge_margin: 2, rotation_step: 90, kerf: 0.1 },
};
const CUT = {
  stocks: [{ id: "bar", length: 100, quantity: 3, cost: 2 }],
  pieces: [{ id: "p", length: 30, quantity: 2 }],
  kerf: 1,
};
const EXPORT = {
  sheet_width: 50,
  sheet_height: 50,
  placements: [{ exterior: rectangle(9, 9), holes: [], x: 9, y: 9, rotation: 0 }],
  config: { feed_rate: 1000, use_z: false },
};
const SHEETS = {
  parts: [{ ...NEST.parts[0], angles: [0, [5, 9]], mirror: true, priority: 1 }],
  sheets: [{ id: "s", width: 100, height: 100, quantity: 2, outline: rectangle(90, 90) }],
  config: NEST.config,
  remnant: "right",
};
const MITRES = { ...CUT, options: { trim_start: 1, profile_width: 5 } };
const PANELS = { ...PANEL_REQUEST, pieces: PANEL_REQUEST.pieces.slice(0, 1), options: { first_cut: "rip" } };
const OPTIONS = {
  machine: {
    name: "a",
    operations: { "cut-outer": { lead_in: 2, feed_rate: 900, passes: 2 } },
    layers: { a: { role: "mark" } },
  },
};

/** Values that threads can send to each other. */
const JUNK = [
  undefined,
  null,
  Number.NaN,
  "",
  "12",
  -1.5,
  true,
  { qty: 1 },
  [[]],
  2n ** 70n,
  new Float64Array(4),
];

/** A value with junk in the place of it, and of each of its fields. */
function* spoilt(value: unknown): Generator<unknown> {
  yield* JUNK;
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return;
  for (const [key, field] of Object.entries(value).slice(0, Array.isArray(value) ? 1 : undefined))
    for (const other of spoilt(field))
      yield Object.assign(Array.isArray(value) ? [] : {}, value, { [key]: other });
  if (!Array.isArray(value)) yield { ...value, spacign: 1 };
}

const engines = [await createEngine({ workers: 0 }), await createEngine({ workers: 1 })] as const;
afterAll(() => Promise.all(engines.map((engine) => engine.close())));

const CALLS: Record<string, [request: object, call: (engine: Engine, request: never) => Promise<unknown>]> = {
  nest: [NEST, (engine, request) => v1(engine).nest(request, { workBudget: 1 })],
  planNest: [SHEETS, (engine, request) => engine.nest(request, { workBudget: 1 })],
  cut: [CUT, (engine, request) => v1(engine).cut(request, { workBudget: 1 })],
  planCut: [MITRES, (engine, request) => engine.cut(request, { workBudget: 1 })],
  planPanels: [PANELS, (engine, request) => engine.panels(request, { workBudget: 1 })],
  exportGcode: [EXPORT, (engine, request) => engine.write(request)],
  "exportGcode with a machine": [OPTIONS, (engine, options) => engine.write(EXPORT as never, options)],
};

it.each(Object.entries(CALLS))("%s", async (_name, [request, call]) => {
  const said = (engine: Engine, value: unknown) =>
    call(engine, value as never).catch(({ code, message, details }) => ({ code, message, details }));
  await call(engines[1], request as never);
  let refused = 0;
  for (const value of [request, ...spoilt(request)]) {
    const [here, there] = await Promise.all([said(engines[0], value), said(engines[1], value)]);
    if (typeof here === "object" && here !== null && "code" in here) refused++;
    expect(there).toEqual(here);
  }
  expect(refused).toBeGreaterThan(JUNK.length);
});
