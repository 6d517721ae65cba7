/** Exports of every build of the core beside its own problems. */

import { Layout } from "./layout";

export { memoryExhausted, reserve } from "./memory";
export { closeStack, dropStack, isStopped, memoryUsed, openStack, pauseEverywhere } from "./pause";
export { grantWork, workLeft } from "./work";

export function layoutVersion(): i32 {
  return Layout.VERSION;
}
