/** The page's policy forbids zod to compile its checks, and browsers report that it tries: here it is told not to. */
import { config } from "zod/v4/core";

export function withoutEval(): void {
  config({ jitless: true });
}
