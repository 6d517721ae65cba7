/** What every build of the core exports beside its own problems. */

import { Layout } from "./layout";

export { memoryExhausted, memoryUsed, reserve } from "./memory";

export function layoutVersion(): i32 {
  return Layout.VERSION;
}
