/** Names in Redis that both sides of the queue share. */
import type { Redis } from "ioredis";
import type { ExecutorJob } from "../jobs/executor.ts";

export const QUEUE = "offcut";
/** Messages to workers about running jobs: `stop ID` or `finish ID`. */
export const ORDERS = "offcut:orders";
/** Bodies and answers that nobody fetches any more are forgotten. */
export const KEEP_MS = 10 * 60_000;

/** Beside the body: what the queue carries. */
export interface Ticket {
  job: Omit<ExecutorJob, "body" | "request">;
  /** The body is that of a checked request, in full. */
  checked?: boolean;
  owner: string;
  /** `traceparent` of the span that it is part of. */
  trace?: string;
}

/** Opens a connection; several are needed. A patient one waits for Redis to come back, the other fails at once. */
export type Connect = (patient: boolean) => Redis;

type PackedJob = { body: Uint8Array; ticket: Omit<Ticket, "owner"> };

/** A job as it travels. */
export function packJob({ body, request, ...job }: ExecutorJob): PackedJob {
  // A drawing lies in its form as it came.
  if (request === undefined || job.form !== undefined) return { body, ticket: { job } };
  return { body: new TextEncoder().encode(JSON.stringify(request)), ticket: { job, checked: true } };
}

export function unpackJob({ job, checked }: Ticket, body: Uint8Array): ExecutorJob {
  return checked ? { ...job, body, request: JSON.parse(new TextDecoder().decode(body)) } : { ...job, body };
}

export const bodyKey = (id: string) => `offcut:body:${id}`;
export const answerKey = (id: string) => `offcut:answer:${id}`;
