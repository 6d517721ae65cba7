/**
 * Tells the owner of a job that it has ended: one POST to an address that the operator allows, signed so that the owner can tell
 * it from others (standardwebhooks.com). Never to an address inside a network: names are resolved here, and what they stand for
 * is looked at before it is connected to. Redirects are not followed.
 */
import { createHmac } from "node:crypto";
import { lookup as resolveName } from "node:dns";
import { request as httpRequest } from "node:http";
import { request as httpsRequest } from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import ipaddr from "ipaddr.js";
import { until } from "../jobs/promises.ts";
import type { Logger } from "../operation/logger.ts";
import type { Config } from "../settings/config.ts";
import { jobData } from "./data.ts";
import type { JobRecord } from "./job-store.ts";

/** False where `ending` has cut it short: then the owner is still to be told. */
export type Notifier = (url: string, record: JobRecord, ending: AbortSignal) => Promise<boolean>;

export interface WebhookOptions {
  logger: Pick<Logger, "warn">;
  /** Whether an address may be connected to; only public ones by default. */
  allows?: (address: string) => boolean;
  pausesMs?: readonly number[];
  timeoutMs?: number;
}

/** For all of it: a host that sends a byte now and then is not waited for. */
const TIMEOUT_MS = 10_000;
/** Before the second and the third try. */
const PAUSES_MS = [1_000, 10_000];

/** Nothing where the operator allows no hosts. */
export function openNotifier(config: Config, options: WebhookOptions): Notifier | undefined {
  const { logger, allows = isPublic, pausesMs = PAUSES_MS, timeoutMs = TIMEOUT_MS } = options;
  if (config.WEBHOOK_HOSTS === undefined || config.WEBHOOK_SECRET === undefined) return undefined;
  return async (url, record, ending) => {
    const secret = webhookSecret(config, record.accountId);
    const body = JSON.stringify({ type: "job.ended", data: jobData(record, record.job.kind) });
    for (let tries = 0; !ending.aborted; tries++) {
      const fault = await until(timeoutMs, ending, (signal) =>
        post(url, signed(secret, record.id, body), body, { allows, signal }),
      );
      if (fault === undefined) return true;
      if (ending.aborted) break;
      if (tries === pausesMs.length) {
        logger.warn({ job: record.id, account: record.accountId, fault }, "webhook not delivered");
        return true;
      }
      await pause(pausesMs[tries], undefined, { signal: ending }).catch(() => undefined);
    }
    return false;
  };
}

/** Secret of one account's webhooks, derived from the operator's, so that it is stored nowhere. */
export function webhookSecret({ WEBHOOK_SECRET = "" }: Config, accountId: string): string {
  return `whsec_${createHmac("sha256", WEBHOOK_SECRET).update(accountId).digest("base64")}`;
}

/** @returns what is wrong with an address that is not allowed */
export function webhookFault(config: Config, url: string): string | undefined {
  if (config.WEBHOOK_HOSTS === undefined || config.WEBHOOK_SECRET === undefined)
    return "this service sends none";
  const parsed = URL.canParse(url) ? new URL(url) : undefined;
  if (!parsed || (parsed.protocol !== "https:" && parsed.protocol !== "http:"))
    return "is not an http address";
  if (parsed.username !== "" || parsed.password !== "") return "must not name a user";
  const allowed = config.WEBHOOK_HOSTS.split(",").map((host) => host.trim().toLowerCase());
  const { hostname } = parsed;
  const fits = allowed.some((host) =>
    host.startsWith("*.") ? hostname.endsWith(host.slice(1)) : hostname === host,
  );
  return fits ? undefined : `the host ${hostname} is not among those that the service may call`;
}

function signed(secret: string, id: string, body: string): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const key = Buffer.from(secret.slice("whsec_".length), "base64");
  const signature = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  return {
    "Content-Type": "application/json",
    "Content-Length": String(Buffer.byteLength(body)),
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": `v1,${signature}`,
  };
}

/** @returns what went wrong */
function post(
  url: string,
  headers: Record<string, string>,
  body: string,
  { allows, signal }: { allows: (address: string) => boolean; signal: AbortSignal },
): Promise<string | undefined> {
  const { hostname, protocol } = new URL(url);
  const literal = hostname.replace(/^\[|\]$/g, "");
  if (isIP(literal) && !allows(literal)) return Promise.resolve(`${literal} is not a public address`);
  const send = protocol === "https:" ? httpsRequest : httpRequest;
  return new Promise((resolve) => {
    const lookup = guardedLookup(allows);
    const request = send(url, { method: "POST", headers, lookup, signal, agent: false }, (answer) => {
      answer.destroy();
      const { statusCode = 0 } = answer;
      resolve(statusCode >= 200 && statusCode < 300 ? undefined : `it answered ${statusCode}`);
    });
    request.on("error", (error) => resolve(error.name === "AbortError" ? "it took too long" : error.message));
    request.end(body);
  });
}

/** Connects to the very address that was checked: the name is not resolved again. */
function guardedLookup(allows: (address: string) => boolean): LookupFunction {
  return (hostname, options, done) => {
    resolveName(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return done(error, "");
      const inside = addresses.find(({ address }) => !allows(address))?.address;
      if (inside !== undefined)
        return done(new Error(`${hostname} stands for ${inside}, which is not a public address`), "");
      if (options.all) return done(null, addresses);
      const [{ address, family } = { address: "", family: 0 }] = addresses;
      done(null, address, family);
    });
  };
}

/** Whether an address is handed out to the world, which of IPv6 only 2000::/3 is, and stands for itself. */
export function isPublic(address: string): boolean {
  const parsed = ipaddr.parse(address);
  const isWorld = parsed.kind() === "ipv4" || parsed.match(ipaddr.parse("2000::"), 3);
  return isWorld && parsed.range() === "unicast";
}
