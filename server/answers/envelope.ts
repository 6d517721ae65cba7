/** The envelope around the answers of solvers and parsers, as text: whole, or in chunks that are written while they are sent. */
import { type CutPlanData, VERSION } from "../../engine/index.node.ts";
import { cutDataJson } from "../../engine/v1.ts";

export const JSON_TYPE = "application/json";

/** Data that takes long to write is written in turns with what else there is to do. */
export async function envelope(data: unknown, elapsedMs: number): Promise<string> {
  if (!isLong(data)) return shortEnvelope(data, elapsedMs);
  const texts = [HEAD];
  let written = 0;
  for (const text of pieces(data, DEPTH)) {
    texts.push(text);
    written += text.length;
    if (written < TURN) continue;
    written = 0;
    await new Promise((resolve) => setImmediate(resolve));
  }
  return texts.join("") + tail(elapsedMs);
}

export function shortEnvelope(data: unknown, elapsedMs: number): string {
  return HEAD + JSON.stringify(data) + tail(elapsedMs);
}

/** Characters that are written in one turn. */
const TURN = 256 * 1024;
/** Placements lie so deep in an answer, and so do points; what lies deeper is short. */
const DEPTH = 4;
const LONG_LIST = 500;

/** Whether a list of an answer, or one in it, is long. */
function isLong(value: unknown, depth = DEPTH): boolean {
  if (typeof value !== "object" || value === null || depth === 0) return false;
  if (Array.isArray(value) && value.length > LONG_LIST) return true;
  return Object.values(value).some((field) => isLong(field, depth - 1));
}

function* pieces(value: unknown, depth: number): Generator<string> {
  if (typeof value !== "object" || value === null || depth === 0) {
    yield JSON.stringify(value);
  } else if (Array.isArray(value)) {
    yield "[";
    for (let i = 0; i < value.length; i++) {
      if (i > 0) yield ",";
      yield* pieces(value[i], depth - 1);
    }
    yield "]";
  } else {
    let separator = "{";
    for (const [key, field] of Object.entries(value)) {
      if (field === undefined) continue;
      yield `${separator}${JSON.stringify(key)}:`;
      separator = ",";
      yield* pieces(field, depth - 1);
    }
    yield separator === "{" ? "{}" : "}";
  }
}

/** The same for a cutting plan, in chunks of some 64 KB. */
export function* cutEnvelope(plan: CutPlanData, elapsedMs: number): Generator<string> {
  yield HEAD;
  yield* cutDataJson(plan);
  yield tail(elapsedMs);
}

const HEAD = `{"status":"success","data":`;

function tail(elapsedMs: number): string {
  return `,"meta":${JSON.stringify({ processing_time_ms: Math.round(elapsedMs), engine_version: VERSION })}}`;
}
