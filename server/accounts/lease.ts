/** Tells the store again and again that this process lives, so that what dead ones had under way is given back. */
import type { AccountStore } from "./store.ts";

const EVERY_MS = 2_000;

interface Log {
  warn(fields: object, message: string): void;
}

/** @returns how to stop it */
export async function keepAlive(store: AccountStore, logger: Log): Promise<() => void> {
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
