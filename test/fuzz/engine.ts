/** One engine for all inputs of a run. Its searches run in the caller's thread, whose code is watched. */
import { readFileSync } from "node:fs";
import { EngineError, type ErrorCode } from "../../engine/base/errors.ts";
import { createEngine } from "../../engine/index.node.ts";

const core = (name: string) => readFileSync(`dist/${name}.wasm`);
const wasm = { nest: core("nest"), cut: core("cut"), panels: core("panels") };
export const engine = await createEngine({ wasm, workers: 0 });

/** Resolves with the answer, or with nothing where the input is refused with one of these codes. */
export async function answered<Answer>(
  work: () => Answer | Promise<Answer>,
  codes: ErrorCode[],
): Promise<Answer | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof EngineError && codes.includes(error.code) && error.message.length > 10)
      return undefined;
    throw error;
  }
}

/** JSON writes what is no number as null. */
export function expectNumbers(value: unknown, name: string): void {
  JSON.stringify(value, (key, inner) => {
    if (typeof inner === "number" && !Number.isFinite(inner)) throw new Error(`${name}: ${key} is ${inner}`);
    return inner;
  });
}
