/** A call on a worker, as the engine describes it. */
import type { EngineError } from "../base/errors.ts";
import type { PauseSwitch } from "../base/pause.ts";
import type { Incumbent } from "../plan/search/incumbent.ts";
import type { Meet } from "../plan/search/portfolio.ts";
import type { CoreCode } from "../plan/wasm/load.ts";
import type { TaskInput, TaskName, TaskSettings } from "./tasks/tasks.ts";

export interface PoolCall<Name extends TaskName> {
  name: Name;
  input: TaskInput<Name>;
  settings: TaskSettings;
  /** Core that a solver runs on. */
  core?: CoreCode;
  /** Loads the core for panels, which nests of series want too. */
  panelCore?: () => Promise<CoreCode>;
  /** Is it an answer at all? A worker that sends anything else is ended. */
  accept?: (answer: unknown) => boolean;
  onProgress?: (event: object) => void;
  /** Is handed every better answer as it is found: a search that has any is not waited for long. */
  keep?: (incumbent: Incumbent) => void;
  /** Is told what the judge has refused. */
  reject?: (fault: string) => void;
  /** Is told when the worker of a call that was merely overdue is lost after all. */
  hang?: (error: EngineError) => void;
  /** Where the task meets the others that search for the same answer. */
  meet?: Meet;
  signal?: AbortSignal | undefined;
  /** Holds the task; whoever is held is not hung. */
  pause?: PauseSwitch | undefined;
  /** Ends the worker with the call, before the answer is handed on: what it leaves behind is more than it is worth. */
  once?: boolean;
  /** `"stop"`: an abort or the limit asks for the best so far; `"kill"`: they end the worker. */
  onAbort: "stop" | "kill";
  timeLimitMs: number;
  /** How long after an abort or past its limit a search is waited for; a moment when absent. */
  graceMs?: number;
}
