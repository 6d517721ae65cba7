/**
 * The other end of the local executor: what a thread hears and says, and the loop that serves it. One job at a
 * time.
 */
import type { Fault } from "../../engine/index.node.ts";
import { type Answer, isSearch, type Job, type JobProgress } from "./executor.ts";
import { type WorkEngine, work } from "./work.ts";

export type ThreadRequest =
  | { type: "job"; job: Job }
  /** The client has gone: the answer is not wanted any more. */
  | { type: "stop" }
  /** The service is about to end: answer now with the best there is. */
  | { type: "flush" };

export type ThreadReport =
  | { type: "answer"; answer: Answer }
  | { type: "progress"; progress: JobProgress }
  /** Answer to give if the thread were lost now. */
  | { type: "best"; answer: Answer }
  /** Something went wrong inside, and the job was answered all the same. */
  | { type: "fault"; fault: Fault };

export interface ThreadPort {
  postMessage(report: ThreadReport): void;
  on(event: "message", listener: (request: ThreadRequest) => void): void;
}

export function serveJobs(port: ThreadPort, engine: WorkEngine): void {
  let running = { signal: new AbortController(), solves: false };
  port.on("message", (request) => {
    if (request.type !== "job") {
      // Only a search has a best so far; other work is short.
      if (request.type === "stop" || running.solves) running.signal.abort(request.type);
      return;
    }
    const { job } = request;
    running = { signal: new AbortController(), solves: isSearch(job.kind) };
    const listeners = {
      progress: (progress: JobProgress) => port.postMessage({ type: "progress", progress }),
      best: (answer: Answer) => port.postMessage({ type: "best", answer }),
    };
    void work(engine, job, running.signal.signal, listeners).then((answer) =>
      port.postMessage({ type: "answer", answer }),
    );
  });
}
