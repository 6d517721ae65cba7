/** Writes of a request that was answered: tried again until the store takes them. */

import { setTimeout as pause } from "node:timers/promises";

const PAUSE_MS = 1_000;
/** Ten minutes; a process that ends before is cleared up after by another. */
const TRIES = 600;

/**
 * Resolves after the first try, whatever came of it; later ones hold nobody up.
 * @param onFault told once, of the first try
 */
export async function persist(
  write: () => Promise<unknown>,
  onFault: (fault: string) => void,
): Promise<void> {
  try {
    await write();
  } catch (error) {
    onFault(String(error));
    void again(write);
  }
}

async function again(write: () => Promise<unknown>): Promise<void> {
  for (let tries = 0; tries < TRIES; tries++) {
    await pause(PAUSE_MS, undefined, { ref: false });
    const done = await write().then(
      () => true,
      () => false,
    );
    if (done) return;
  }
}
