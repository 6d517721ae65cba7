/** How the objects that callers hold ask a worker: the engine that made them runs the task. */
import type { CallOptions } from "../base/contract/search-options.ts";
import type { planTasks } from "../run/files/plans.ts";
import type { reportTasks } from "../run/files/reports.ts";

type PlanTasks = typeof planTasks & typeof reportTasks;
type PlanTaskName = keyof PlanTasks;
type Input<Name extends PlanTaskName> = Parameters<PlanTasks[Name]>[1];

/** Runs one task on a worker for files. */
export type RunTask = <Name extends PlanTaskName>(
  name: Name,
  input: Input<Name>,
  options: CallOptions,
) => Promise<Awaited<ReturnType<PlanTasks[Name]>>>;

/** The options of a call, apart from the settings that stand beside them. */
export function apart<Settings extends CallOptions>(
  given: Settings,
): { call: CallOptions; settings: Omit<Settings, keyof CallOptions> } {
  const { signal, timeLimitMs, ...settings } = given;
  return {
    call: {
      ...(signal === undefined ? {} : { signal }),
      ...(timeLimitMs === undefined ? {} : { timeLimitMs }),
    },
    settings,
  };
}

/** Gives an object properties that can be read and are no data of it: `JSON.stringify` and `{...object}` leave them out. */
export function attach<Thing extends object>(thing: Thing, properties: object): Thing {
  for (const [name, value] of Object.entries(properties))
    Object.defineProperty(thing, name, { value, enumerable: false });
  return thing;
}
