/**
 * Projects as browsers copy them quickly: every row of points is a table of numbers, many rows are one, so are the copies on
 * a sheet, and curves are a text. Nothing in a project changes in place, so what was packed once is packed; what is shared
 * by parts and layouts stays shared.
 */
import type { Point } from "../../engine/index.ts";
import type { LaidPart } from "../model/project.ts";

interface PackedPoints {
  packedPoints: Float64Array;
}
interface PackedRows {
  packedRows: Float64Array;
  lengths: number[];
}
interface PackedText {
  packedText: string;
}
/** The copies on a sheet, a row of the table for each. */
interface PackedPlaces {
  ids: string[];
  table: Float64Array;
}

/** `id` is the number of the part's name; flags are 1 and 0. */
type PackedPlacement = [
  id: number,
  instance: number,
  x: number,
  y: number,
  rotation: number,
  mirrored: number,
  locked: number,
  minX: number,
  minY: number,
  maxX: number,
  maxY: number,
];
const COLUMNS: PackedPlacement["length"] = 11;

/** Fewest points for which a table costs less than the points. */
const FEWEST = 4;

const known = new WeakMap<object, unknown>();

/** The value with its points, curves and copies packed. */
export function packed(value: unknown): unknown {
  return packedOnce(value, (whole) => (Array.isArray(whole) ? packedList(whole) : packedFields(whole)));
}

function packedOnce(value: unknown, pack: (value: object) => unknown): unknown {
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return value;
  const made = known.get(value) ?? pack(value);
  known.set(value, made);
  return made;
}

function packedFields(value: object): object {
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, packedField(key, field)]));
}

function packedField(key: string, field: unknown): unknown {
  if (key === "curves") return packedCurves(field);
  // A fault of a layout has numbers of placements.
  const isPlaces = key === "placements" && Array.isArray(field) && typeof field[0] === "object";
  return isPlaces ? packedOnce(field, () => packedPlaces(field)) : packed(field);
}

/** Those of a part, or of all parts of a layout. */
function packedCurves(curves: unknown): unknown {
  if (Array.isArray(curves)) return curves.map(packedCurves);
  return packedOnce(curves, (whole) => ({ packedText: JSON.stringify(whole) }) satisfies PackedText);
}

/** Ten thousand objects take the page half a frame to hand to a worker or to the store, a table next to nothing. */
function packedPlaces(places: readonly LaidPart[]): PackedPlaces {
  const numbers = new Map<string, number>();
  const table = new Float64Array(COLUMNS * places.length);
  for (const [i, { part_id, instance, x, y, rotation, mirrored, locked, bounds: b }] of places.entries()) {
    const number = numbers.get(part_id) ?? numbers.size;
    numbers.set(part_id, number);
    const flags = [Number(mirrored === true), Number(locked === true)] as const;
    const box = [b.min_x, b.min_y, b.max_x, b.max_y] as const;
    table.set([number, instance, x, y, rotation, ...flags, ...box] satisfies PackedPlacement, COLUMNS * i);
  }
  return { ids: [...numbers.keys()], table };
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
  const made = done.get(value) ?? unpackedObject(value, done);
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
  const { ids = [], table } = value as Partial<PackedPlaces>;
  if (table instanceof Float64Array) return placesIn({ ids, table });
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, unpackedOnce(field, done)]));
}

function pointsIn(numbers: Float64Array): Point[] {
  return Array.from({ length: numbers.length / 2 }, (_, i): Point => [numbers[2 * i]!, numbers[2 * i + 1]!]);
}

function placesIn({ ids, table }: PackedPlaces): LaidPart[] {
  return Array.from({ length: table.length / COLUMNS }, (_, i) => {
    const row = [...table.subarray(COLUMNS * i, COLUMNS * (i + 1))] as PackedPlacement;
    const [id, instance, x, y, rotation, mirrored, locked, min_x, min_y, max_x, max_y] = row;
    const place = { part_id: ids[id]!, instance, x, y, rotation, bounds: { min_x, min_y, max_x, max_y } };
    return {
      ...place,
      ...(mirrored ? { mirrored: true } : {}),
      ...(locked ? { locked: true } : {}),
    };
  });
}
