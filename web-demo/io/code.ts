/** The job as somebody would write it who calls the package or the server: the page documents the library. */
import { cutRequestOf, nestRequestOf, type Project } from "../project.ts";

export type Language = "javascript" | "curl" | "json";

export function codeOf(project: Project, language: Language): string {
  const sheets = project.mode === "sheets";
  const request = sheets ? nestRequestOf(project) : cutRequestOf(project);
  const json = JSON.stringify(request, shortNumbers, 2).replace(POINT, "[$1, $2]");
  if (language === "json") return json;
  if (language === "curl") {
    return [
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
    `const result = await engine.${sheets ? "nest" : "planCut"}(request, { timeLimitMs: ${project.budgetMs}, seed: ${project.seed} });`,
    "console.log(result.summary);",
    "await engine.close();",
  ].join("\n");
}

/** Points on one line. */
const POINT = /\[\s+(-?[\d.e-]+),\s+(-?[\d.e-]+)\s+\]/g;

function shortNumbers(_key: string, value: unknown): unknown {
  return typeof value === "number" ? Number(value.toFixed(6)) : value;
}
