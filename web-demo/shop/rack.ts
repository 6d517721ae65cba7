/** Sheets that are there: bought sizes, irregular pieces and remnants of earlier jobs, which cost next to nothing. */
import type { NestPlanRequest, NestSheet, Ring } from "../../engine/index.ts";

/** A sheet as the package's plans have it. */
export type SheetType = NonNullable<NestPlanRequest["sheets"]>[number];

/** Which way the fibres run: along the sheet's width or its height. */
export type Grain = "none" | "x" | "y";

export interface RackSheet {
  /** Unique in the rack. */
  id: string;
  width: number;
  height: number;
  quantity: number;
  /** Of one sheet; null where nobody counts. */
  price: number | null;
  /** Only sheets of the job's material are used; "" is any. */
  material: string;
  thickness: number | null;
  grain: Grain;
  /** What is left of an earlier job. */
  remnant: boolean;
  /** The edge of a sheet that is no rectangle. */
  outline?: Ring;
  /** Where material is missing. */
  holes?: Ring[];
  /** Where it is bad: cuts stay away. */
  defects?: Ring[];
}

/** Remnants cost next to nothing: whatever fits one is cut from it. */
const REMNANT_COST = 1e-3;

/** The name of the sheets that are bought, among those of the rack. */
export function newSheetId({ width, height }: NestSheet): string {
  return `New ${round(width)} × ${round(height)}`;
}

/** The sheets of a job with a rack, in the package's words, or null where it has none. */
export function sheetTypesOf(
  rack: readonly RackSheet[],
  sheet: NestSheet,
  rackOnly: boolean,
): SheetType[] | null {
  if (rack.length === 0) return null;
  const priced = rack.every(({ price, remnant }) => remnant || price !== null);
  const types = rack.map(({ id, width, height, quantity, price, remnant, outline, holes, defects }) => {
    const area = width * height;
    const full = priced && price !== null ? price : area;
    return {
      id,
      width,
      height,
      quantity,
      cost: remnant ? full * REMNANT_COST : full,
      ...(outline ? { outline } : {}),
      holes: holes ?? [],
      defects: defects ?? [],
    };
  });
  if (rackOnly) return types;
  // What is bought costs more than anything that is there, however large.
  const dearest = Math.max(sheet.width * sheet.height, ...types.map(({ cost }) => cost * 2));
  return [...types, { id: newSheetId(sheet), ...sheet, cost: dearest, holes: [], defects: [] }];
}

/** `wanted`, or `wanted 2` … whichever name the rack does not have yet. */
export function freeRackId(rack: readonly { id: string }[], wanted: string): string {
  const taken = new Set(rack.map(({ id }) => id));
  let id = wanted;
  for (let count = 2; taken.has(id); count++) id = `${wanted} ${count}`;
  return id;
}

function round(mm: number): number {
  return Number(mm.toFixed(1));
}
