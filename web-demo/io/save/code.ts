/** The job as somebody would write it who calls the package or the server: the page documents the library. */
import { LIMITS } from "../../../engine/index.ts";
import { needsPlan } from "../../model/nest-plan.ts";
import type { Project } from "../../model/project.ts";
import { cutRequestOf, nestRequestOf, profilesOf } from "../../model/request.ts";
import { materialsOf, panelRequestOf } from "../../panels/job.ts";

export type Language = "javascript" | "curl" | "json";

export function codeOf(project: Project, language: Language): string {
  if (project.mode === "panels") return panelCode(project, language);
  const sheets = project.mode === "sheets";
  const nest = nestRequestOf(project);
  const request = sheets ? nest : cutRequestOf(project, profilesOf(project.bars)[0] ?? "");
  const call = sheets ? (needsPlan(nest, LIMITS.nest.quantity) ? "planNest" : "nest") : "planCut";
  const json = JSON.stringify(request, shortNumbers, 2).replace(POINT, "[$1, $2]");
  if (language === "json") return json;
  if (language === "curl") {
    return [
      ...(call === "planNest"
        ? ["# Rotation rules of single parts are the package's; the service ignores them."]
        : []),
      ...("options" in request
        ? ["# Trims, offcuts and limits of the saw are the package's; the service ignores them."]
        : []),
      `curl "$OFFCUT_URL/v1/solve/${sheets ? "nest-2d" : "cut-1d"}" \\`,
      '  -H "X-API-Key: $OFFCUT_KEY" -H "Content-Type: application/json" \\',
      `  -d '${json.replaceAll("'", "'\\''")}'`,
    ].join("\n");
  }
  return scriptOf(project, call, json);
}

/** Panels are the package's and the command line's; the service does not plan them. */
function panelCode(project: Project, language: Language): string {
  const request = panelRequestOf(project, materialsOf(project.panels)[0] ?? "");
  const json = JSON.stringify(request, shortNumbers, 2);
  if (language === "json") return json;
  if (language === "curl")
    return "# Panels are planned by the package and the command line; the service has none.";
  return scriptOf(project, "planPanels", json);
}

function scriptOf({ budgetMs, seed }: Project, call: string, json: string): string {
  return [
    'import { createEngine } from "offcut";',
    "",
    `const request = ${json};`,
    "",
    "const engine = await createEngine();",
    `const result = await engine.${call}(request, { timeLimitMs: ${budgetMs}, seed: ${seed} });`,
    "console.log(result);",
    "await engine.close();",
  ].join("\n");
}

/** Points on one line. */
const POINT = /\[\s+(-?[\d.e-]+),\s+(-?[\d.e-]+)\s+\]/g;

function shortNumbers(_key: string, value: unknown): unknown {
  return typeof value === "number" ? Number(value.toFixed(6)) : value;
}
