/**
 * The options beside a request, as a program without a type checker may get them wrong. They are checked where a program
 * calls, without the library that checks requests: a page that only calls need not load it.
 */
import { EngineError, type ErrorDetail } from "../errors.ts";
import { unknownKey } from "./strict.ts";

/** What a value has to be, where it is not. */
type Check = (value: unknown) => string | false;

const amount: Check = (value) =>
  !(typeof value === "number" && value >= 0) && "must be a number of at least 0";
const whole: Check = (value) =>
  !(Number.isInteger(value) && Number(value) >= 0 && Number(value) < 2 ** 32) &&
  "must be a whole number from 0 to 4294967295";
const flag: Check = (value) => typeof value !== "boolean" && "must be true or false";
const callable: Check = (value) => typeof value !== "function" && "must be a function";
const having =
  (key: string, name: string): Check =>
  (value) =>
    !(typeof value === "object" && value !== null && key in value) && `must be ${name}`;
const oneOf =
  (...words: string[]): Check =>
  (value) =>
    !words.includes(value as string) && `must be one of ${words.join(", ")}`;
const filesOf =
  (...names: string[]): Check =>
  (value) => {
    const plain = Object.getPrototypeOf(Object(value)) === Object.prototype;
    const fits = plain && Object.keys(value as object).every((name) => names.includes(name));
    return !fits && `must be an object with some of ${names.join(", ")}`;
  };
/** Checked where it is used. */
const any: Check = () => false;

/** Options of a call that is no search. */
export const CALL_OPTIONS = { signal: having("aborted", "an AbortSignal"), timeLimitMs: amount };

/** Options of a search. */
export const SOLVE_OPTIONS = {
  ...CALL_OPTIONS,
  onProgress: callable,
  seed: whole,
  workBudget: amount,
  onAbort: oneOf("best", "reject"),
  search: flag,
  pause: having("paused", "a PauseSwitch"),
  workers: any,
};

/** Options of an engine. */
export const ENGINE_OPTIONS = {
  workers: any,
  workerUrl: filesOf("nest", "cut", "files"),
  wasm: filesOf("nest", "cut"),
  onFault: callable,
};

/** @throws EngineError INVALID_INPUT with a detail for each option that is unknown or wrong */
export function checkOptions(known: Record<string, Check>, options: object): void {
  const details: ErrorDetail[] = [];
  for (const [name, value] of Object.entries(options)) {
    if (!Object.hasOwn(known, name)) details.push(unknownKey(name, Object.keys(known)));
    else if (value !== undefined) {
      const fault = known[name]!(value);
      if (fault) details.push({ path: [name], message: fault });
    }
  }
  const [first] = details;
  if (first) throw new EngineError("INVALID_INPUT", `${first.path.join(".")}: ${first.message}`, { details });
}
