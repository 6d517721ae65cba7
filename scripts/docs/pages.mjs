/** The made pages of docs/ by their names: from the built declarations, the built package and the service's document. */
import { runnerImport } from "vite";
import { root } from "../steps.mjs";
import { cliPage } from "./cli.mjs";
import { enginePage } from "./engine.mjs";
import { httpPage } from "./http.mjs";
import { pythonTypes } from "./python.mjs";

/** @returns {Promise<Record<string, string>>} */
export async function makePages() {
  const { module } = await runnerImport("./server/docs/openapi.ts", {
    root,
    configFile: false,
    logLevel: "error",
  });
  const { module: commands } = await runnerImport("./engine/cli/commands.ts", {
    root,
    configFile: false,
    logLevel: "error",
  });
  const offcut = await import(new URL("../../dist/index.node.js", import.meta.url).href);
  const document = module.createOpenApiDocument(true);
  return {
    "../clients/python/offcut/types.py": pythonTypes(document),
    "cli.md": cliPage(commands.commandPages()),
    "engine.md": enginePage(offcut),
    "http.md": httpPage(document),
  };
}
