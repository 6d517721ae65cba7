/** Tells the store again and again that this process lives, and what it has counted since. */
import type { SqlStore } from "./sqlstore.ts";

const EVERY_MS = 1_000;

interface LeaseLog {
  warn(fields: object, message: string): void;
}

/** @returns how to stop it */
export async function keepAlive(store: SqlStore, logger: LeaseLog): Promise<() => void> {
  await store.beat(Date.now());
  const timer = setInterval(() => {
    store.beat(Date.now()).catch((error: unknown) => {
      logger.warn(
        { fault: error instanceof Error ? String(error.cause ?? error) : String(error) },
        "the store does not answer",
      );
    });
  }, EVERY_MS);
  timer.unref();
  return () => clearInterval(timer);
}
