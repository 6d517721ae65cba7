/** What the parts of the service are given, and what a request carries along while it is answered. */
import type { Context, MiddlewareHandler } from "hono";
import type { AccountStore, KeyOwner, NewKey } from "./accounts/store.ts";
import type { Config } from "./config.ts";
import type { SolveExecutor } from "./jobs/executor.ts";
import type { RateLimiter, RateState } from "./limits/limiter.ts";
import type { Metrics } from "./metrics.ts";

export interface Logger {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** Keys and passwords, which need more than the web platform has. */
export interface Credentials {
  createKey(now: number): { text: string; record: NewKey };
  isKey(text: string): boolean;
  hashKey(text: string): string;
  hashPassword(password: string): Promise<string>;
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

/**
 * Where a request comes from, as far as limits go: one IPv4 address, or the /64 that a customer of an IPv6 provider gets. Behind
 * a trusted proxy it is the address that the proxy wrote last.
 */
export function clientAddress(c: AppContext, config: Config): string {
  const forwarded = config.TRUST_PROXY
    ? c.req.header("X-Forwarded-For")?.split(",").at(-1)?.trim()
    : undefined;
  return addressGroup(forwarded || c.env?.incoming?.socket?.remoteAddress || "unknown");
}

export function addressGroup(address: string): string {
  const plain = address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, "").replace(/%.*$/, "");
  if (!plain.includes(":")) return plain;
  const [head = "", tail] = plain.toLowerCase().split("::");
  const left = head === "" ? [] : head.split(":");
  const right = tail ? tail.split(":") : [];
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  const groups = [...left, ...Array<string>(zeros).fill("0"), ...right].slice(0, 4);
  return `${groups.map((group) => group.replace(/^0+(?=.)/, "")).join(":")}::/64`;
}
