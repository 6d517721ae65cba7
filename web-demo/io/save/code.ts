/** The job as somebody would write it who calls the package or the server: the page documents the library. */
import { LIMITS } from "../../../engine/entries/schemas.ts";
import { needsPlan } from "../../model/nest-plan.ts";
import { PLANS } from "../../model/plans.ts";
import type { Project } from "../../model/project.ts";
import { makeNestRequest } from "../../model/request.ts";

export type Language = "javascript" | "curl" | "json";

/** Requests, profile by profile or material by material, and the call that answers them. */
function jobOf(project: Project): { call: string; requests: object[] } {
  const { mode } = project;
  if (mode === "sheets") {
    const request = makeNestRequest(project);
    return { call: needsPlan(request, LIMITS.nest.quantity) ? "planNest" : "nest", requests: [request] };
  }
  const { groups, request } = PLANS[mode];
  const requests = groups(project).map((group) => request(project, group));
  return { call: mode === "bars" ? "planCut" : "planPanels", requests };
}

export function writeCode(project: Project, language: Language): string {
  const { call, requests } = jobOf(project);
  const text = (request: unknown) => JSON.stringify(request, shortNumbers, 2).replace(POINT, "[$1, $2]");
  if (language === "json") return text(requests.length === 1 ? requests[0] : requests);
  if (language === "javascript") return scriptOf(project, call, requests.map(text));
  if (call === "planPanels")
    return "# Panels are planned by the package and the command line; the service has none.";
  const path = call === "planCut" ? "cut-1d" : "nest-2d";
  return [
    ...(call === "planNest"
      ? ["# Rotation rules of single parts, racks and remnants are the package's; the service ignores them."]
      : []),
    ...(requests.some((request) => "options" in request)
      ? ["# Trims, offcuts and limits of the saw are the package's; the service ignores them."]
      : []),
    ...requests.flatMap((request) => [
      `curl "$OFFCUT_URL/v1/solve/${path}" \\`,
      '  -H "X-API-Key: $OFFCUT_KEY" -H "Content-Type: application/json" \\',
      `  -d '${text(request).replaceAll("'", "'\\''")}'`,
    ]),
  ].join("\n");
}

function scriptOf({ budgetMs, seed }: Project, call: string, requests: readonly string[]): string {
  const options = `{ timeLimitMs: ${budgetMs}, seed: ${seed} }`;
  const single = requests.length === 1;
  return [
    'import { createEngine } from "offcut";',
    "",
    single ? `const request = ${requests[0]};` : `const requests = [${requests.join(", ")}];`,
    "",
    "const engine = await createEngine();",
    ...(single
      ? [`const result = await engine.${call}(request, ${options});`, "console.log(result);"]
      : [
          "for (const request of requests) {",
          `  console.log(await engine.${call}(request, ${options}));`,
          "}",
        ]),
    "await engine.close();",
  ].join("\n");
}

const POINT = /\[\s+(-?[\d.e-]+),\s+(-?[\d.e-]+)\s+\]/g;

function shortNumbers(_key: string, value: unknown): unknown {
  return typeof value === "number" ? Number(value.toFixed(6)) : value;
}
