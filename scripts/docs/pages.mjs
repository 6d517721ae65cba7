/** The made pages of docs/ by their names: from the built declarations, the built package and the service's document. */
import { runnerImport } from "vite";
import { z } from "zod";
import { root } from "../steps.mjs";
import { cliPage } from "./cli.mjs";
import { enginePage } from "./engine.mjs";
import { findingsPage } from "./findings.mjs";
import { httpPage } from "./http.mjs";
import { pythonTypes } from "./python.mjs";

/** @returns {Promise<Record<string, string>>} */
export async function makePages() {
  const { createOpenApiDocument } = await source("server/docs/openapi.ts");
  const { commandPages } = await source("engine/cli/pages.ts");
  const { OTHERWISE, ROWS } = await source("engine/read/drawing/basis/sentences.ts");
  const { PROGRAM_ROWS, sentenceOf } = await source("engine/write/toolpath/plan/sentences.ts");
  const programs = Object.keys(PROGRAM_ROWS).map((code) => [code, sentenceOf(code, 2)]);
  const built = (name) => import(new URL(`../../dist/${name}.node.js`, import.meta.url).href);
  const document = createOpenApiDocument(true);
  const schemas = await built("schemas");
  return {
    "../clients/python/offcut/types.py": pythonTypes(document, panelSchemas(schemas)),
    "cli.md": cliPage(commandPages()),
    "engine.md": enginePage(schemas, await built("v1")),
    "findings.md": findingsPage(ROWS, programs, OTHERWISE),
    "http.md": httpPage(document),
  };
}

/** Requests and plans of panels, which are no part of the service's interface. */
function panelSchemas({ panelPlanRequestSchema, panelPlanSchema }) {
  const named = (schema, io) =>
    JSON.parse(JSON.stringify(z.toJSONSchema(schema, { io })).replaceAll("__schema0", "PanelNode"));
  return {
    PanelRequest: named(panelPlanRequestSchema, "input"),
    PanelPlan: named(panelPlanSchema, "output"),
  };
}

async function source(path) {
  const { module } = await runnerImport(`./${path}`, { root, configFile: false, logLevel: "error" });
  return module;
}
