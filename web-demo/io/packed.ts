/**
 * Projects as browsers copy them quickly: every row of points is a table of numbers, many rows are one, and curves are a
 * text. Nothing in a project changes in place, so what was packed once is packed; what is shared by parts and layouts stays
 * shared.
 */
import type { Point } from "../../engine/index.ts";

/** Packed row of points, and packed curves. */
interface PackedPoints {
  packedPoints: Float64Array;
}
/** Several packed rows of points. */
interface PackedRows {
  packedRows: Float64Array;
  lengths: number[];
}
interface PackedText {
  packedText: string;
}

/** Fewest points for which a table costs less than the points. */
const FEWEST = 4;

const known = new WeakMap<object, unknown>();

/** The value with its points and curves packed. */
export function packed(value: unknown): unknown {
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return value;
  const found = known.get(value);
  if (found !== undefined) return found;
  const made = Array.isArray(value) ? packedList(value) : packedFields(value);
  known.set(value, made);
  return made;
}

function packedFields(value: object): object {
  const entries = Object.entries(value).map(([key, field]): [string, unknown] => [
    key,
    key === "curves" ? packedCurves(field) : packed(field),
  ]);
  return Object.fromEntries(entries);
}

/** Those of a part, or of all parts of a layout. */
function packedCurves(curves: unknown): unknown {
  if (Array.isArray(curves)) return curves.map(packedCurves);
  if (typeof curves !== "object" || curves === null) return curves;
  const found = known.get(curves);
  if (found !== undefined) return found;
  const made = { packedText: JSON.stringify(curves) } satisfies PackedText;
  known.set(curves, made);
  return made;
}

/** Ten thousand tables, one for each hole, take longer to copy than the points that are in them. */
function packedList(list: readonly unknown[]): unknown {
  const points = packedPoints(list);
  if (points) return points;
  const rows = list.map((row) => (Array.isArray(row) ? packedPoints(row)?.packedPoints : null));
  if (rows.length === 0 || !rows.every((row) => row != null)) return list.map(packed);
  const lengths = rows.map(({ length }) => length);
  const packedRows = new Float64Array(lengths.reduce((sum, length) => sum + length, 0));
  let from = 0;
  for (const row of rows) {
    packedRows.set(row, from);
    from += row.length;
  }
  return { packedRows, lengths } satisfies PackedRows;
}

/** Null for what is no row of points. */
function packedPoints(row: readonly unknown[]): PackedPoints | null {
  if (row.length < FEWEST) return null;
  const numbers = new Float64Array(2 * row.length);
  for (let i = 0; i < row.length; i++) {
    const point = row[i];
    if (!Array.isArray(point) || point.length !== 2) return null;
    if (typeof point[0] !== "number" || typeof point[1] !== "number") return null;
    numbers[2 * i] = point[0];
    numbers[2 * i + 1] = point[1];
  }
  return { packedPoints: numbers };
}

/** Unpacks packed data; other data stays as it is. */
export function unpacked(value: unknown): unknown {
  return unpackedOnce(value, new Map());
}

function unpackedOnce(value: unknown, done: Map<object, unknown>): unknown {
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return value;
  const found = done.get(value);
  if (found !== undefined) return found;
  const made = unpackedObject(value, done);
  done.set(value, made);
  return made;
}

function unpackedObject(value: object, done: Map<object, unknown>): unknown {
  if (Array.isArray(value)) return value.map((one) => unpackedOnce(one, done));
  const { packedPoints: numbers, packedText: text } = value as Partial<PackedPoints & PackedText>;
  if (numbers) return pointsIn(numbers);
  const { packedRows: rows, lengths = [] } = value as Partial<PackedRows>;
  if (rows) {
    let end = 0;
    return lengths.map((length) => {
      end += length;
      return pointsIn(rows.subarray(end - length, end));
    });
  }
  if (text !== undefined) return JSON.parse(text);
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, unpackedOnce(field, done)]));
}

function pointsIn(numbers: Float64Array): Point[] {
  return Array.from({ length: numbers.length / 2 }, (_, i): Point => [numbers[2 * i]!, numbers[2 * i + 1]!]);
}
