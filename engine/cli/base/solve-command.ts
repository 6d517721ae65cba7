/** Shared by the commands that solve: they follow the search and say how it came out. */
import type { EngineFault } from "../../run/fault.ts";
import { type Io, type OptionValues, showsTables } from "./command.ts";

/** An event of any search. */
interface SearchEvent {
  elapsed_ms: number;
  /** True when it is about a better answer. */
  best?: unknown;
}

/** The options of the engine from `SOLVE_OPTIONS`; `describe` puts an event's figures into words. */
export function solveOptions<Event extends SearchEvent>(
  values: OptionValues,
  io: Io,
  describe: (event: Event) => string,
) {
  const seconds = values.number("seconds");
  const workBudget = values.number("work");
  const seed = values.number("seed");
  return {
    signal: io.signal,
    onAbort: "best" as const,
    onProgress: (event: Event) => {
      const state = `${(event.elapsed_ms / 1000).toFixed(1)} s: ${describe(event)}`;
      if (event.best && values.flag("verbose")) io.warn(state);
      else io.progress(state);
    },
    ...(seconds === undefined ? {} : { timeLimitMs: 1000 * seconds }),
    ...(workBudget === undefined ? {} : { workBudget }),
    ...(seed === undefined ? {} : { seed }),
  };
}

/**
 * In one line each, where no table has said it: the outcome, and why pieces or parts have no place. The outcome of one of
 * several jobs is told in a pipe too.
 */
export function tellOutcome(
  values: OptionValues,
  io: Io,
  { outcome, missing, several = false }: { outcome: string; missing: string[]; several?: boolean },
): void {
  if (showsTables(values, io)) return;
  if (values.flag("verbose") || several) io.warn(outcome);
  else io.progress(`${outcome}\n`);
  for (const sentence of missing) io.warn(`not placed: ${sentence}`);
}

/** Tells of an internal fault: whether the answer is good, and how it can be reported. */
export function faultSentence({ kind, method, seed, message }: EngineFault): string {
  const [what, answer] =
    kind === "worker lost"
      ? [
          "a part of the search broke down",
          "the best one found, checked as always; another run may find a better one",
        ]
      : ["an answer did not pass its own check", "another one, which did"];
  return `${what}; what you get is ${answer} (to report it: ${method}, seed ${seed}: ${message})`;
}
