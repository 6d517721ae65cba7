/** Plans the panels of a job, material after material; each has an equal share of the time. */
import type { PanelPlanOptions } from "../../engine/index.ts";
import type { PanelResult, Project } from "../model/project.ts";
import { count } from "../model/units.ts";
import { listMaterials, makePanelRequest } from "../panels/job.ts";
import { untilStopped } from "./until-stopped.ts";
import type { Workshop } from "./workshop.ts";

interface RunControl {
  signal: AbortSignal;
  pause: NonNullable<PanelPlanOptions["pause"]>;
  /** Milliseconds that the search has taken so far. */
  elapsedMs(): number;
  found(words: string): void;
}

/** @throws Error with a sentence for what cannot be planned */
export async function planPanels(
  project: Project,
  workshop: Workshop,
  { signal, pause, elapsedMs, found }: RunControl,
): Promise<PanelResult[]> {
  const materials = listMaterials(project.panels);
  const engine = await workshop.engine();
  const results: PanelResult[] = [];
  for (const material of materials) {
    const request = makePanelRequest(project, material);
    const label = material === "" ? "" : `${material}: `;
    if (request.stocks.length === 0)
      throw new Error(`there is no panel of ${material || "the material of these pieces"}`);
    const before = elapsedMs();
    const options: PanelPlanOptions = {
      pause,
      timeLimitMs: Math.max(200, project.budgetMs / materials.length),
      seed: project.seed,
      onProgress: ({ stocks_used }) => found(label + count(stocks_used, "panel")),
    };
    const plan = await untilStopped(signal, options, (given) => engine.panels(request, given));
    const check = await workshop.checker.checkPanels(request, plan);
    results.push({ material, request, plan, check, elapsedMs: elapsedMs() - before });
  }
  return results;
}
