/**
 * The other end of the local executor: what a thread hears and says, and the loop that serves it. One job at a
 * time.
 */
import type { Answer, Job } from "./executor.ts";
import { type WorkEngine, work } from "./work.ts";

export type ThreadRequest =
  | { type: "job"; job: Job }
  /** The client has gone: the answer is not wanted any more. */
  | { type: "stop" }
  /** The service is about to end: answer now with the best there is. */
  | { type: "flush" };

export interface ThreadReport {
  answer: Answer;
}

export interface ThreadPort {
  postMessage(report: ThreadReport): void;
  on(event: "message", listener: (request: ThreadRequest) => void): void;
}

export function serveJobs(port: ThreadPort, engine: WorkEngine): void {
  let running = new AbortController();
  port.on("message", (request) => {
    if (request.type !== "job") {
      running.abort(request.type);
      return;
    }
    running = new AbortController();
    void work(engine, request.job, running.signal).then((answer) => port.postMessage({ answer }));
  });
}
