/**
 * Requests and answers on their way between threads. Copying them as they are takes a microsecond for every point and
 * every placement, on either side; so long lists of one kind travel as columns of numbers, which change threads at once.
 */

/** Shorter lists stay as they are, and so does what lies deeper: nothing of ours does. */
const LEAST = 8;
const DEEPEST = 12;

/** Key of a packed list. No request has such a key. */
const KEY = "\u0000offcut";

type PackedColumn =
  | { kind: "numbers"; values: Float64Array }
  | { kind: "points"; values: Float64Array }
  | { kind: "records"; count: number; keys: string[]; columns: unknown[] };

/** The value as it travels, and what of it can be handed over instead of being copied. */
export interface Packed {
  value: unknown;
  buffers: ArrayBuffer[];
}

/** @throws DOMException DataCloneError for what no thread can have, before anything is on its way */
export function pack(value: unknown): Packed {
  const buffers: ArrayBuffer[] = [];
  return { value: packed(value, buffers, 0), buffers };
}

/** The way back; what was never packed stays as it is. */
export function unpack<Value>(value: Value): Value {
  return unpacked(value, 0) as Value;
}

function packed(value: unknown, buffers: ArrayBuffer[], depth: number): unknown {
  if (typeof value === "function" || typeof value === "symbol") return structuredClone(value);
  if (typeof value !== "object" || value === null || isOfBytes(value)) return value;
  if (depth > DEEPEST || !(Array.isArray(value) || isPlain(value))) return structuredClone(value);
  if (Array.isArray(value)) {
    const column = columnOf(value, buffers, depth);
    if (column) return { [KEY]: column };
    return value.map((entry) => packed(entry, buffers, depth + 1));
  }
  const fields: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(value)) setField(fields, key, packed(field, buffers, depth + 1));
  return fields;
}

function columnOf(list: readonly unknown[], buffers: ArrayBuffer[], depth: number): PackedColumn | undefined {
  if (list.length < LEAST) return undefined;
  const [first] = list;
  if (typeof first === "number") return numbersOf(list, buffers);
  if (Array.isArray(first)) return pointsOf(list, buffers);
  return isPlain(first) ? recordsOf(list, first, buffers, depth) : undefined;
}

function numbersOf(list: readonly unknown[], buffers: ArrayBuffer[]): PackedColumn | undefined {
  const values = new Float64Array(list.length);
  for (let i = 0; i < list.length; i++) {
    const value = list[i];
    if (typeof value !== "number") return undefined;
    values[i] = value;
  }
  buffers.push(values.buffer);
  return { kind: "numbers", values };
}

function pointsOf(list: readonly unknown[], buffers: ArrayBuffer[]): PackedColumn | undefined {
  const values = new Float64Array(2 * list.length);
  for (let i = 0; i < list.length; i++) {
    const point = list[i];
    if (!Array.isArray(point) || point.length !== 2) return undefined;
    const [x, y] = point;
    if (typeof x !== "number" || typeof y !== "number") return undefined;
    values[2 * i] = x;
    values[2 * i + 1] = y;
  }
  buffers.push(values.buffer);
  return { kind: "points", values };
}

/** Packs objects that all have the same fields in the same order. */
function recordsOf(
  list: readonly unknown[],
  first: object,
  buffers: ArrayBuffer[],
  depth: number,
): PackedColumn | undefined {
  const keys = Object.keys(first);
  if (keys.includes("__proto__")) return undefined;
  const columns = keys.map(() => new Array<unknown>(list.length));
  for (let i = 0; i < list.length; i++) {
    const record = list[i];
    if (!isPlain(record)) return undefined;
    let k = 0;
    for (const key in record) {
      if (key !== keys[k]) return undefined;
      columns[k++]![i] = (record as Record<string, unknown>)[key];
    }
    if (k !== keys.length) return undefined;
  }
  return {
    kind: "records",
    count: list.length,
    keys,
    columns: columns.map((column) => packed(column, buffers, depth + 1)),
  };
}

/** Also a field of the one name that is no field when it is assigned to. */
function setField(fields: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== "__proto__") fields[key] = value;
  else Object.defineProperty(fields, key, { value, enumerable: true, configurable: true, writable: true });
}

function isPlain(value: unknown): value is object {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** True for values that are long to copy, and can always be copied. */
function isOfBytes(value: object): boolean {
  return ArrayBuffer.isView(value) || value instanceof ArrayBuffer || value instanceof Blob;
}

function unpacked(value: unknown, depth: number): unknown {
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value) || depth > DEEPEST)
    return value;
  if (Array.isArray(value)) return value.map((entry) => unpacked(entry, depth + 1));
  if (!isPlain(value)) return value;
  const column = (value as { [KEY]?: PackedColumn })[KEY];
  if (column) return listOf(column, depth);
  const fields: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(value)) setField(fields, key, unpacked(field, depth + 1));
  return fields;
}

function listOf(column: PackedColumn, depth: number): unknown[] {
  if (column.kind === "numbers") return Array.from(column.values);
  if (column.kind === "points") {
    const { values } = column;
    const points = new Array<unknown>(values.length / 2);
    for (let i = 0; i < points.length; i++) points[i] = [values[2 * i]!, values[2 * i + 1]!];
    return points;
  }
  const { count, keys } = column;
  const columns = column.columns.map((list) => unpacked(list, depth + 1)) as unknown[][];
  const records = new Array<unknown>(count);
  for (let i = 0; i < count; i++) {
    const record: Record<string, unknown> = {};
    for (let k = 0; k < keys.length; k++) record[keys[k]!] = columns[k]![i];
    records[i] = record;
  }
  return records;
}
