/** What the parts of the service are given, and what a request carries along while it is answered. */
import type { Context, MiddlewareHandler } from "hono";
import type { Credentials } from "../accounts/credentials.ts";
import type { AccountStore, KeyOwner } from "../accounts/store.ts";
import type { SolveExecutor } from "../jobs/executor.ts";
import type { RateLimiter, RateState } from "../limits/limiter.ts";
import type { Metrics } from "../operation/metrics.ts";
import type { Config } from "../settings/config.ts";

export interface Logger {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface AppDeps {
  config: Config;
  store: AccountStore;
  limiter: RateLimiter;
  executor: SolveExecutor;
  credentials: Credentials;
  logger: Logger;
  /** Counts what is answered; `/metrics` shows it to whoever has METRICS_TOKEN. */
  metrics?: Metrics;
  /** Serves the web app's files; none when the service has only the interface. */
  assets?: MiddlewareHandler;
  /** True once the service has been told to end. */
  draining?: () => boolean;
  /** Milliseconds since 1970. */
  now?: () => number;
}

export interface AppEnv {
  Bindings: { incoming?: { socket?: { remoteAddress?: string } } };
  Variables: {
    requestId: string;
    /** The count that this request was charged to; that of its address when absent. */
    rate?: RateState;
    owner?: KeyOwner;
    /** Takes room in memory for so many bytes of the body, until the request is answered. */
    hold?: (bytes: number) => void;
    /** For the log: what went wrong inside. */
    fault?: string;
  };
}

export type AppContext = Context<AppEnv>;
export type Middleware = MiddlewareHandler<AppEnv>;
