/** Names in Redis that both sides of the queue share. */
import type { Redis } from "ioredis";
import type { Job } from "../jobs/executor.ts";

export const QUEUE = "offcut";
/** Messages to workers about running jobs: `stop ID` or `finish ID`. */
export const ORDERS = "offcut:orders";
/** Bodies and answers that nobody fetches any more are forgotten. */
export const KEEP_MS = 10 * 60_000;

/** Beside the body: what the queue carries. */
export interface Ticket {
  job: Omit<Job, "body">;
  owner: string;
  /** `traceparent` of the span that it is part of. */
  trace?: string;
}

/** Opens a connection; several are needed. A patient one waits for Redis to come back, the other fails at once. */
export type Connect = (patient: boolean) => Redis;

export function bodyKey(id: string): string {
  return `offcut:body:${id}`;
}

export function answerKey(id: string): string {
  return `offcut:answer:${id}`;
}
