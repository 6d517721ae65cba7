/**
 * The envelope around the answers of solvers and parsers, as text: whole, or in chunks around data that is
 * written while it is sent.
 */
import { type CutPlan, cutDataJson, VERSION } from "../../engine/index.node.ts";

export const JSON_TYPE = "application/json";

export function envelope(data: unknown, elapsedMs: number): string {
  return HEAD + JSON.stringify(data) + tail(elapsedMs);
}

/** The same for a cutting plan, in chunks of some 64 KB. */
export function* cutEnvelope(plan: CutPlan, elapsedMs: number): Generator<string> {
  yield HEAD;
  yield* cutDataJson(plan);
  yield tail(elapsedMs);
}

const HEAD = `{"status":"success","data":`;

function tail(elapsedMs: number): string {
  return `,"meta":${JSON.stringify({ processing_time_ms: Math.round(elapsedMs), engine_version: VERSION })}}`;
}
