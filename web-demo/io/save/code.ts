/** The job as somebody would write it who calls the package or the server: the page documents the library. */
import { LIMITS } from "../../../engine/index.ts";
import { needsPlan } from "../../model/nest-plan.ts";
import type { Project } from "../../model/project.ts";
import { cutRequestOf, nestRequestOf, profilesOf } from "../../model/request.ts";

export type Language = "javascript" | "curl" | "json";

export function codeOf(project: Project, language: Language): string {
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
  return [
    'import { createEngine } from "offcut";',
    "",
    `const request = ${json};`,
    "",
    "const engine = await createEngine();",
    `const result = await engine.${call}(request, { timeLimitMs: ${project.budgetMs}, seed: ${project.seed} });`,
    "console.log(result);",
    "await engine.close();",
  ].join("\n");
}

/** Points on one line. */
const POINT = /\[\s+(-?[\d.e-]+),\s+(-?[\d.e-]+)\s+\]/g;

function shortNumbers(_key: string, value: unknown): unknown {
  return typeof value === "number" ? Number(value.toFixed(6)) : value;
}
