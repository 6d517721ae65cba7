/**
 * The copies of a sheet as a table of numbers: ten thousand objects take the page half a frame to hand to a worker or to
 * the browser's store, a table next to nothing.
 */
import type { LaidData, LaidPart, SolvedLayout, SolvedSheet } from "../model/project.ts";

/** One row for each copy. */
export interface PackedPlaces {
  ids: string[];
  table: Float64Array;
}

export type PackedSheet = Omit<SolvedSheet, "placements"> & { placements: PackedPlaces };
export type PackedData = Omit<LaidData, "sheets"> & { sheets: PackedSheet[] };
export type PackedLayout = Omit<SolvedLayout, "data"> & { data: PackedData };

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

/** Both check and store ask for it; placements do not change in place. */
const known = new WeakMap<readonly LaidPart[], PackedPlaces>();

export function packedData(data: LaidData): PackedData {
  return {
    ...data,
    sheets: data.sheets.map((sheet) => ({ ...sheet, placements: packed(sheet.placements) })),
  };
}

export function unpackedData(data: PackedData): LaidData {
  return {
    ...data,
    sheets: data.sheets.map((sheet) => ({ ...sheet, placements: unpacked(sheet.placements) })),
  };
}

function packed(places: readonly LaidPart[]): PackedPlaces {
  const found = known.get(places);
  if (found) return found;
  const numbers = new Map<string, number>();
  const table = new Float64Array(COLUMNS * places.length);
  for (const [i, place] of places.entries()) {
    const { part_id, instance, x, y, rotation, mirrored, locked, bounds: b } = place;
    const number = numbers.get(part_id) ?? numbers.size;
    numbers.set(part_id, number);
    const row: PackedPlacement = [
      number,
      instance,
      x,
      y,
      rotation,
      Number(mirrored === true),
      Number(locked === true),
      b.min_x,
      b.min_y,
      b.max_x,
      b.max_y,
    ];
    table.set(row, COLUMNS * i);
  }
  const result = { ids: [...numbers.keys()], table };
  known.set(places, result);
  return result;
}

function unpacked({ ids, table }: PackedPlaces): LaidPart[] {
  return Array.from({ length: table.length / COLUMNS }, (_, i) => {
    const row = [...table.subarray(COLUMNS * i, COLUMNS * (i + 1))] as PackedPlacement;
    const [id, instance, x, y, rotation, mirrored, locked, min_x, min_y, max_x, max_y] = row;
    return {
      part_id: ids[id]!,
      instance,
      x,
      y,
      rotation,
      bounds: { min_x, min_y, max_x, max_y },
      ...(mirrored ? { mirrored: true } : {}),
      ...(locked ? { locked: true } : {}),
    };
  });
}
