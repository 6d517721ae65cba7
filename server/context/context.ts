/** Context of the service's parts, and of a request while it is answered. */
import type { HttpBindings } from "@hono/node-server";
import type { Context, MiddlewareHandler } from "hono";
import type { Account, KeyOwner, Scope } from "../accounts/account-store.ts";
import type { Credentials } from "../accounts/credentials.ts";
import type { Mailer } from "../accounts/mail.ts";
import type { SqlStore } from "../accounts/sqlstore.ts";
import type { Reason } from "../answers/errors.ts";
import type { Answer, JobKind, SolveExecutor } from "../jobs/executor.ts";
import type { Held, TransferPace, Upload } from "../limits/ledger.ts";
import type { RateLimiter, RateState } from "../limits/limiter.ts";
import type { Logger } from "../operation/logger.ts";
import type { Metrics } from "../operation/metrics.ts";
import type { TraceSpan, Traces } from "../operation/traces.ts";
import type { JobStore } from "../records/job-store.ts";
import type { JobRunner } from "../records/runner.ts";
import type { Replay, ReplayStore } from "../replays/replay-store.ts";
import type { Config } from "../settings/config.ts";

export interface AppDeps {
  config: Config;
  store: SqlStore;
  limiter: RateLimiter;
  executor: SolveExecutor;
  credentials: Credentials;
  logger: Logger;
  /** Sends mail; none where there is no mail server. */
  mailer?: Mailer;
  /** Counts what is answered; `/metrics` shows it to whoever has METRICS_TOKEN. */
  metrics?: Metrics;
  /** Where requests and jobs are traced; nowhere without it. */
  traces?: Traces | undefined;
  /** Serve the web app's files, the page of the interface and the site of the docs; none where they were not built. */
  assets?: MiddlewareHandler;
  apiPage?: MiddlewareHandler;
  site?: MiddlewareHandler;
  /** How fast bodies have to come, and answers have to be taken. */
  pace?: TransferPace;
  /** Jobs that nobody waits for on the line. */
  jobs: { store: JobStore; runner: JobRunner };
  replays: ReplayStore;
  /** True once the service has been told to end. */
  draining?: () => boolean;
  /** Milliseconds since 1970. */
  now?: () => number;
}

export interface AppEnv {
  /** Bindings of Node's server; none where another host calls `fetch`. */
  Bindings: Partial<HttpBindings>;
  Variables: {
    requestId: string;
    /** The count that this request was charged to; that of its address when absent. */
    rate?: RateState;
    owner?: KeyOwner;
    /** Asks whether a key is still live that is taken to be so. @throws EngineError INVALID_API_KEY */
    confirm?: () => Promise<KeyOwner>;
    /** Counts the request where it has an answer, and confirms its key. @throws EngineError INVALID_API_KEY */
    settle?: (isAnswer: boolean) => Promise<void>;
    /** Account of a request about it, by key or password, and the scopes of whoever asks. */
    account?: { account: Account; scopes: Scope[] | null };
    /** Begins to read the body: its pace is watched, and its memory is held until the request is answered. */
    receive: () => { held: Held; upload: Upload };
    /** Holds that memory beyond the answer, until what it returns is called. */
    retain: () => () => void;
    /** Holds memory for an answer until the client has taken it; refuses one that is kept on disk where there is no room. */
    answering: (bytes: number, state: "kept" | "made") => void;
    body?: Uint8Array;
    /** The checked request, once `readRequest` has read the body. */
    request?: unknown;
    /** Replay of a request that is to be answered once, however often it comes. */
    replay?: Replay;
    span?: TraceSpan;
    /** Answer of a worker, where one gave it. */
    answer?: Answer;
    /** For the log: what was done for it, and how many milliseconds of a worker that took. */
    work?: { kind: JobKind; ms: number };
    /** For the log: what went wrong inside, and why it could not be answered now. */
    fault?: string;
    reason?: Reason;
  };
}

export type AppContext = Context<AppEnv>;
export type Middleware = MiddlewareHandler<AppEnv>;
