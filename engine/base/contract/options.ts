/**
 * The options beside a request, as a program without a type checker may get them wrong. They are checked where a program
 * calls, without the library that checks requests: a page that only calls need not load it.
 */
import { EngineError, type ErrorDetail } from "../errors.ts";
import { nearest, unknownKey } from "./values/keys.ts";

/** Checks one value: a sentence that says what it must be, the faults of its fields, or false when it is right. */
export type OptionCheck = (value: unknown) => string | false | ErrorDetail[];
type OptionChecks = Record<string, OptionCheck>;

export const amount: OptionCheck = (value) =>
  !(typeof value === "number" && value >= 0) && "must be a number of at least 0";
export const positive: OptionCheck = (value) =>
  !(typeof value === "number" && value > 0 && value < Number.POSITIVE_INFINITY) &&
  "must be a number greater than 0";
export const between =
  (least: number, most: number, isWhole = false): OptionCheck =>
  (value) => {
    if (!(typeof value === "number" && value >= least && value <= most))
      return `must be a number from ${least} to ${most}`;
    return isWhole && !Number.isInteger(value) && "must be a whole number";
  };
/** A whole number, up to what 32 bits hold. */
export const whole =
  (least = 0): OptionCheck =>
  (value) =>
    !(Number.isInteger(value) && Number(value) >= least && Number(value) < 2 ** 32) &&
    `must be a whole number from ${least} to 4294967295`;
export const flag: OptionCheck = (value) => typeof value !== "boolean" && "must be true or false";
export const text: OptionCheck = (value) => typeof value !== "string" && "must be a text";
export const listed: OptionCheck = (value) => !Array.isArray(value) && "must be a list";
/** An object; its fields are checked where it is used. */
export const record: OptionCheck = (value) =>
  !isRecord(value) && `must be an object, not ${describeKind(value)}`;
export const callable: OptionCheck = (value) => typeof value !== "function" && "must be a function";
/** An object with this key. */
export const having =
  (key: string, name: string): OptionCheck =>
  (value) =>
    !(typeof value === "object" && value !== null && key in value) && `must be ${name}`;
export const oneOf =
  (...words: string[]): OptionCheck =>
  (value) =>
    !words.includes(value as string) && `must be ${joinWords(words)}`;
const filesOf =
  (...names: string[]): OptionCheck =>
  (value) => {
    const plain = Object.getPrototypeOf(Object(value)) === Object.prototype;
    const fits = plain && Object.keys(value as object).every((name) => names.includes(name));
    return !fits && `must be an object with some of ${names.join(", ")}`;
  };
/** Accepts any value, which is checked where it is used. */
const any: OptionCheck = () => false;

/** Options of a call that is no search. */
export const CALL_OPTIONS = { signal: having("aborted", "an AbortSignal"), timeLimitMs: amount };

/** Options of a search. */
export const SOLVE_OPTIONS = {
  ...CALL_OPTIONS,
  onProgress: callable,
  seed: whole(),
  workBudget: amount,
  onAbort: oneOf("best", "reject"),
  search: flag,
  pause: having("paused", "a PauseSwitch"),
  workers: any,
};

/** Options of an engine. */
export const ENGINE_OPTIONS = {
  workers: any,
  workerUrl: filesOf("nest", "cut", "panels", "files"),
  wasm: filesOf("nest", "cut", "panels"),
  onFault: callable,
};

/** Finds unknown options and options with impossible values. */
export function wrongAmong(
  known: OptionChecks,
  options: unknown,
  path: ErrorDetail["path"] = [],
): ErrorDetail[] {
  if (!isRecord(options))
    return [
      {
        path: path.length > 0 ? path : ["options"],
        message: `must be an object, not ${describeKind(options)}`,
      },
    ];
  return Object.entries(options).flatMap(([name, value]) => {
    if (!Object.hasOwn(known, name)) return unknownKey(name, Object.keys(known), path);
    return value === undefined ? [] : faultsOf(known[name]!(value), [...path, name]);
  });
}

function faultsOf(fault: ReturnType<OptionCheck>, path: ErrorDetail["path"]): ErrorDetail[] {
  const faults = typeof fault === "string" ? [{ path: [], message: fault }] : fault || [];
  return faults.map(({ path: inner, message }) => ({ path: [...path, ...inner], message }));
}

/** @throws EngineError INVALID_INPUT with a detail for each option that is unknown or wrong */
export function checkOptions(known: OptionChecks, options: unknown, path: ErrorDetail["path"] = []): void {
  refuse(wrongAmong(known, options, path));
}

/** As `checkOptions`, for arguments that must be there. @throws EngineError INVALID_INPUT */
export function checkArguments(known: OptionChecks, given: Record<string, unknown>): void {
  refuse(Object.entries(known).flatMap(([name, check]) => faultsOf(check(given[name]), [name])));
}

/**
 * Options whose own fields are checked where they are used. Only here it is known that those of a call may be among
 * them, and misspelt.
 * @throws EngineError INVALID_INPUT
 */
export function checkedOptions<Options extends object>(options: Options): Options {
  if (!isRecord(options)) refuse(wrongAmong({}, options));
  const known = Object.keys(CALL_OPTIONS);
  const misspelt = Object.keys(options).filter((name) => !known.includes(name) && nearest(name, known));
  refuse(misspelt.map((name) => unknownKey(name, known)));
  return options;
}

/** Throws when there are faults. @throws EngineError INVALID_INPUT with all of them as details */
export function refuse(details: ErrorDetail[]): void {
  const [first] = details;
  if (first === undefined) return;
  const more = details.length > 1 ? ` (and ${details.length - 1} more)` : "";
  throw new EngineError("INVALID_INPUT", `${first.path.join(".")}: ${first.message}${more}`, { details });
}

/**
 * An answer is taken as it is, so that a judge may find anything wrong in it; but it must be one, with these lists.
 * @throws EngineError INVALID_INPUT for another one, or for none
 */
export function checkAnswer(name: string, answer: unknown, maker: string, lists: readonly string[]): void {
  const hint = `as an answer of ${maker} has it`;
  if (!isRecord(answer))
    refuse([{ path: [name], message: `must be an object, ${hint}, not ${describeKind(answer)}` }]);
  const missing = lists.filter((list) => !Array.isArray((answer as Record<string, unknown>)[list]));
  refuse(missing.map((list) => ({ path: [name, list], message: `must be a list, ${hint}` })));
}

/**
 * Answers and drawings are not read twice to check them. Where work on one fails because it is none, this says so.
 * @throws EngineError INVALID_INPUT instead of a TypeError
 */
export function takenAs<Result>(name: string, what: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    if (error instanceof EngineError) throw error;
    const details = [{ path: [name], message: `must be ${what}` }];
    throw new EngineError("INVALID_INPUT", `${name}: must be ${what}`, { details, cause: error });
  }
}

/** Joins words for a message: `a, b or c`. */
export function joinWords(words: readonly string[]): string {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}

/** Names the kind of a value for a message: `null`, `a string`, `an Array`. */
export function describeKind(value: unknown): string {
  if (value === null) return "null";
  if (typeof value !== "object") return typeof value === "undefined" ? "undefined" : `a ${typeof value}`;
  const name = value.constructor?.name ?? "object";
  return /^[AEIOU]/i.test(name) ? `an ${name}` : `a ${name}`;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
