/** A job of several plans, one after the other, has an answer for each whenever its search is stopped. */
import type { CutOptions, PanelPlanOptions } from "../../engine/index.ts";

/** The best until the search is stopped; what it has not come to by then is planned at once, without a search. */
export async function untilStopped<Plan, Options extends CutOptions | PanelPlanOptions>(
  signal: AbortSignal,
  options: Options,
  plan: (options: Options) => Promise<Plan>,
): Promise<Plan> {
  try {
    signal.throwIfAborted();
    return await plan({ ...options, signal });
  } catch (error) {
    if (!signal.aborted) throw error;
    return plan({ ...options, search: false });
  }
}
