/**
 * Rings as a request brings them: lists of lists of numbers, of any length at this level (how many numbers make
 * a point is a matter of geometry). One hand-written loop instead of a schema per number: a legal nesting body
 * holds 400 000 points, which zod reads in 0.5 to 1.3 s and this loop in under 0.1 s. Clean rings are handed on
 * as they are, without a copy.
 */
import * as z from "zod/mini";
import type { Point, Ring, RingInput } from "./geometry.ts";
import { type LaxIssue, LaxRefusal, readNumber } from "./lax.ts";
import { annotated, preprocess } from "./schema.ts";

/** After so many wrong values a list is read no further: no answer shows more. */
const REPORTED = 100;

interface PointIssue {
  path: number[];
  issue: LaxIssue;
}

/** One ring of at most `max` points. */
export function ringInput(max?: number) {
  const shape = annotated(z.any(), { ...RING_JSON, ...(max === undefined ? {} : { maxItems: max }) });
  const schema = shape as unknown as z.ZodMiniType<Ring, Ring>;
  return preprocess(
    (value: RingInput, context) => report((wrong) => readRing(value, max, [], wrong), context),
    schema,
  );
}

/** At most `max` rings. */
export function ringsInput(max?: number) {
  const shape = annotated(z.any(), {
    type: "array",
    items: RING_JSON,
    ...(max === undefined ? {} : { maxItems: max }),
  });
  const schema = shape as unknown as z.ZodMiniType<Ring[], Ring[]>;
  return preprocess(
    (value: readonly RingInput[], context) => report((wrong) => readRings(value, max, wrong), context),
    schema,
  );
}

const RING_JSON = {
  type: "array",
  items: { type: "array", items: { type: "number" } },
} as const;

function report<Value>(read: (wrong: PointIssue[]) => Value, context: z.core.ParsePayload): Value {
  const wrong: PointIssue[] = [];
  const value = read(wrong);
  for (const { path, issue } of wrong) {
    const { msg: message } = issue;
    context.issues.push({ code: "custom", message, path, input: context.value, params: { ...issue } });
  }
  return wrong.length === 0 ? value : z.NEVER;
}

function readRings(value: unknown, max: number | undefined, wrong: PointIssue[]): Ring[] {
  if (!isList(value, max, [], wrong)) return [];
  return value.map((ring, i) => (wrong.length < REPORTED ? readRing(ring, undefined, [i], wrong) : []));
}

function readRing(given: unknown, max: number | undefined, at: number[], wrong: PointIssue[]): Ring {
  const value = isNumbers(given) ? pointsOf(given) : given;
  if (!isList(value, max, at, wrong)) return [];
  const clean = value.every(isPlainPoint);
  const ring = clean ? (value as Ring) : readPoints(value, at, wrong);
  return withoutCommonHeight(ring);
}

function isNumbers(value: unknown): value is Float64Array | Float32Array {
  return value instanceof Float64Array || value instanceof Float32Array;
}

/** A half point at the end stays one, and is refused as such. */
function pointsOf(coordinates: Float64Array | Float32Array): number[][] {
  const points: number[][] = [];
  for (let i = 0; i < coordinates.length; i += 2) points.push(Array.from(coordinates.subarray(i, i + 2)));
  return points;
}

/** The common case: exactly two finite numbers. */
function isPlainPoint(point: unknown): boolean {
  return Array.isArray(point) && point.length === 2 && Number.isFinite(point[0]) && Number.isFinite(point[1]);
}

function readPoints(points: unknown[], at: number[], wrong: PointIssue[]): Ring {
  const ring: number[][] = [];
  for (let i = 0; i < points.length && wrong.length < REPORTED; i++) {
    const given = points[i];
    const point = isNumbers(given) ? Array.from(given) : given;
    if (isList(point, undefined, [...at, i], wrong)) ring.push(readPoint(point, [...at, i], wrong));
  }
  return ring as Point[];
}

function readPoint(point: unknown[], at: number[], wrong: PointIssue[]): number[] {
  const numbers: number[] = [];
  for (let i = 0; i < point.length && wrong.length < REPORTED; i++) {
    const read = readNumber(point[i]);
    if (read instanceof LaxRefusal) wrong.push({ path: [...at, i], issue: read.issue });
    else numbers.push(read);
  }
  return numbers;
}

/** Drawings copied from CAD often carry a z that is the same everywhere: a flat part, so it is dropped. */
function withoutCommonHeight(ring: Ring): Ring {
  const points = ring as number[][];
  const z = points[0]?.[2];
  if (z === undefined || !points.every((point) => point.length === 3 && point[2] === z)) return ring;
  return points.map(([x, y]) => [x!, y!]);
}

function isList(
  value: unknown,
  max: number | undefined,
  path: number[],
  wrong: PointIssue[],
): value is unknown[] {
  const refusal = listRefusal(value, max);
  if (refusal) wrong.push({ path, issue: refusal.issue });
  return refusal === undefined;
}

function listRefusal(value: unknown, max: number | undefined): LaxRefusal | undefined {
  if (!Array.isArray(value)) return new LaxRefusal("list_type", "Input should be a valid list");
  if (max === undefined || value.length <= max) return undefined;
  const msg = `List should have at most ${max} item${max === 1 ? "" : "s"} after validation, not ${value.length}`;
  return new LaxRefusal("too_long", msg, {
    field_type: "List",
    max_length: max,
    actual_length: value.length,
  });
}
