/** The made pages of docs/ by their names: from the built declarations, the built package and the service's document. */
import { runnerImport } from "vite";
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
  const { ROWS } = await source("engine/read/drawing/basis/sentences.ts");
  const { PROGRAM_ROWS } = await source("engine/write/toolpath/plan/sentences.ts");
  const built = (name) => import(new URL(`../../dist/${name}.node.js`, import.meta.url).href);
  const document = createOpenApiDocument(true);
  return {
    "../clients/python/offcut/types.py": pythonTypes(document),
    "cli.md": cliPage(commandPages()),
    "engine.md": enginePage(await built("schemas"), await built("v1")),
    "findings.md": findingsPage(ROWS, PROGRAM_ROWS),
    "http.md": httpPage(document),
  };
}

async function source(path) {
  const { module } = await runnerImport(`./${path}`, { root, configFile: false, logLevel: "error" });
  return module;
}
