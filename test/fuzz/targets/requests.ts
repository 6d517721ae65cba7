/** The text of a request. Small ones are solved with a little work, and the plan is judged. */
import type { CutPlanRequestInput } from "../../../engine/base/contract/cut-plan.ts";
import type { NestPlanRequestInput } from "../../../engine/base/contract/nest-plan.ts";
import type { PanelPlanRequestInput } from "../../../engine/base/contract/panel-plan.ts";
import { verifyCut } from "../../../engine/verify/cut/cut-judge.ts";
import { verifyNest } from "../../../engine/verify/nest/nest-judge.ts";
import { verifyPanels } from "../../../engine/verify/panel/panel-judge.ts";
import { answered, engine } from "../engine.ts";

const SMALL = { workBudget: 2000, seed: 1, timeLimitMs: 600_000 };
/** Copies and points of a job that takes no time. */
const FEW = 200;

export async function fuzz(data: Uint8Array): Promise<void> {
  const request = parsed(new TextDecoder().decode(data));
  if (request === undefined || isLarge(request)) return;
  const nest = await answered(() => engine.nest(request as NestPlanRequestInput, SMALL), ["INVALID_INPUT"]);
  if (nest) expectPassed(verifyNest(request as NestPlanRequestInput, nest, { complete: false }));
  const cut = await answered(() => engine.cut(request as CutPlanRequestInput, SMALL), ["INVALID_INPUT"]);
  if (cut) expectPassed(verifyCut(request as CutPlanRequestInput, cut));
  const panels = await answered(
    () => engine.panels(request as PanelPlanRequestInput, SMALL),
    ["INVALID_INPUT"],
  );
  if (panels) expectPassed(verifyPanels(request as PanelPlanRequestInput, panels));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Whether the lists and quantities of a request add up to a job that takes long. */
function isLarge(value: unknown): boolean {
  let size = 0;
  JSON.stringify(value, (key, inner) => {
    if (Array.isArray(inner)) size += inner.length;
    if (key === "quantity" && inner > 1) size += inner;
    return inner;
  });
  return size > FEW;
}

function expectPassed({ violations }: { violations: { message: string }[] }): void {
  const [first] = violations;
  if (first) throw new Error(`the plan does not pass: ${first.message}`);
}
