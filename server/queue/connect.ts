/**
 * Connections to Redis. A command that somebody waits for fails after a second, and at once while there is no connection: nothing
 * is queued for later. A connection whose server has gone silent is dropped and opened anew.
 */
import type { Redis, RedisOptions } from "ioredis";
import { within } from "../jobs/promises.ts";
import type { Connect } from "./names.ts";

/** A command waits no longer for its answer. */
export const PATIENCE_MS = 1_000;
/** How often Redis is asked whether it is there, for connections on which nobody asks anything. */
const PULSE_MS = 1_000;
const LONGEST_PAUSE_MS = 500;

type Options = Omit<RedisOptions, "replyMapping">;

const COMMON: Options = {
  connectTimeout: PATIENCE_MS,
  disconnectTimeout: 100,
  retryStrategy: (times) => Math.min(50 * times, LONGEST_PAUSE_MS),
};
const HURRIED: Options = { commandTimeout: PATIENCE_MS, enableOfflineQueue: false, maxRetriesPerRequest: 0 };
/** Options of connections that wait for work and for news: they go on where they were once Redis is back. */
const PATIENT: Options = { maxRetriesPerRequest: null };

/** @returns how to open a connection, and how to close all of them */
export async function openConnections(url: string): Promise<{ connect: Connect; close: () => void }> {
  const { Redis } = await import("ioredis");
  const all = new Set<Redis>();
  const dropAll = () => {
    for (const redis of all) if (redis.status === "ready") redis.disconnect(true);
  };
  const opened = (options: Options): Redis => {
    const redis = new Redis(url, options);
    const send = redis.sendCommand.bind(redis);
    redis.sendCommand = (command, ...more) => {
      command.promise.catch((error: Error) => {
        if (error.message === "Command timed out") dropAll();
      });
      return send(command, ...more);
    };
    // The queue makes connections of its own out of those that it is given.
    redis.duplicate = ((more?: Partial<Options>) => opened({ ...options, ...more })) as Redis["duplicate"];
    all.add(redis);
    redis.on("end", () => all.delete(redis));
    redis.on("connect", () => {
      const timer = setTimeout(() => redis.disconnect(true), PATIENCE_MS);
      for (const event of ["ready", "close"]) redis.once(event, () => clearTimeout(timer));
    });
    // It connects again by itself; calls that need it say what they miss.
    return redis.on("error", () => undefined);
  };
  const connect = (isPatient: boolean) => opened({ ...COMMON, ...(isPatient ? PATIENT : HURRIED) });
  const pulse = connect(false);
  const timer = setInterval(() => void pulse.ping().catch(() => undefined), PULSE_MS);
  timer.unref();
  await within(PATIENCE_MS, new Promise((resolve) => pulse.once("ready", resolve)));
  return {
    connect,
    close() {
      clearInterval(timer);
      for (const redis of [...all]) redis.disconnect();
    },
  };
}
