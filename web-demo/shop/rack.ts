/** Sheets that are there: bought sizes, irregular pieces and remnants of earlier jobs, which cost next to nothing. */
import type { NestPlanRequest } from "../../engine/entries/schemas.ts";
import type { Ring } from "../../engine/index.ts";
import type { SheetSize } from "../../engine/v1.ts";

export type PlanSheet = NonNullable<NestPlanRequest["sheets"]>[number];

/** Which way the fibres run: along the sheet's width or its height. */
export type SheetGrain = "none" | "x" | "y";

export const SHEET_GRAINS: readonly (readonly [SheetGrain, string])[] = [
  ["none", "none"],
  ["x", "across"],
  ["y", "upright"],
];

export interface RackSheet {
  id: string;
  width: number;
  height: number;
  quantity: number;
  /** Price of one sheet; null where nobody counts. */
  price: number | null;
  /** Only sheets of the job's material and thickness are used; "" and null are any. */
  material: string;
  thickness: number | null;
  grain: SheetGrain;
  /** True for the remnant of an earlier job. */
  remnant: boolean;
  /** The edge of a sheet that is no rectangle. */
  outline?: Ring;
  /** Where material is missing. */
  holes?: Ring[];
  /** Where it is bad: cuts stay away. */
  defects?: Ring[];
}

/** Sheets are of one thickness when they differ by less, in mm. */
const SAME_THICKNESS = 0.05;

/** Most letters of a name that says more than itself. */
const LONGEST_ID = 90;

/** Remnants cost next to nothing: whatever fits one is cut from it. */
const REMNANT_COST = 1e-3;

/** The name of the sheets that are bought, among those of the rack. */
export function newSheetId({ width, height }: SheetSize): string {
  return `New ${round(width)} × ${round(height)}`;
}

export interface SheetWishes {
  sheet: SheetSize;
  rackOnly: boolean;
  material: string;
  thickness: number | null;
  grain: SheetGrain;
  /** Some part lies along the grain. */
  alongGrain: boolean;
}

/** The sheets of the rack that the job can be cut from: of its material and thickness. */
export function fittingSheets<Sheet extends Pick<RackSheet, "material" | "thickness">>(
  rack: readonly Sheet[],
  { material, thickness }: Pick<SheetWishes, "material" | "thickness">,
): Sheet[] {
  const plain = (text: string) => text.trim().toLowerCase();
  return rack.filter(
    (one) =>
      (plain(material) === "" || plain(one.material) === "" || plain(one.material) === plain(material)) &&
      (thickness === null || one.thickness === null || Math.abs(one.thickness - thickness) < SAME_THICKNESS),
  );
}

/** Whether a sheet lies turned by a quarter on the table, so that its grain runs as the job's does. */
export function isTurned(
  one: Pick<RackSheet, "grain">,
  { grain, alongGrain }: Pick<SheetWishes, "grain" | "alongGrain">,
): boolean {
  return alongGrain && one.grain !== "none" && one.grain !== (grain === "y" ? "y" : "x");
}

/** Name of a sheet of the rack in a layout. */
function typeId({ id }: Pick<RackSheet, "id">, turned: boolean): string {
  return turned ? `${id.slice(0, LONGEST_ID)}, turned` : id;
}

export function sheetTypeName(one: RackSheet, wishes: Pick<SheetWishes, "grain" | "alongGrain">): string {
  return typeId(one, isTurned(one, wishes));
}

/** The sheet of the rack that one of a layout was cut from, and whether it was turned for it. */
export function findRackSheet(
  rack: readonly RackSheet[],
  typeName: string | undefined,
): { at: number; turned: boolean } | null {
  for (const turned of [false, true]) {
    const at = rack.findIndex((one) => typeId(one, turned) === typeName);
    if (at >= 0) return { at, turned };
  }
  return null;
}

/** A quarter to the left: what was along the width of a sheet of this height is along its height. */
function turnedRing(ring: Ring, height: number): Ring {
  return ring.map(([x, y]) => [height - y, x]);
}

/** The same back: from a sheet that was turned, to how it stands in the rack. */
export function turnedBack(ring: Ring, { height }: Pick<RackSheet, "height">): Ring {
  return ring.map(([x, y]) => [y, height - x]);
}

function laidSheet(one: RackSheet, turned: boolean): Omit<PlanSheet, "quantity" | "cost"> {
  const { width, height, outline, holes = [], defects = [] } = one;
  const ring = (given: Ring) => (turned ? turnedRing(given, height) : given);
  return {
    id: typeId(one, turned),
    ...(turned ? { width: height, height: width } : { width, height }),
    ...(outline ? { outline: ring(outline) } : {}),
    holes: holes.map(ring),
    defects: defects.map(ring),
  };
}

/** The sheets of a job with a rack, in the package's words, or null where it has none. */
export function planSheetTypes(rack: readonly RackSheet[], wishes: SheetWishes): PlanSheet[] | null {
  const { sheet, rackOnly } = wishes;
  const fitting = fittingSheets(rack, wishes);
  if (rack.length === 0 || (fitting.length === 0 && !rackOnly)) return null;
  const priced = fitting.every(({ price, remnant }) => remnant || price !== null);
  const types = fitting.map((one) => {
    const { width, height, quantity, price, remnant } = one;
    const area = width * height;
    const full = priced && price !== null ? price : area;
    return { ...laidSheet(one, isTurned(one, wishes)), quantity, cost: remnant ? full * REMNANT_COST : full };
  });
  if (rackOnly) return types;
  // A sheet that is bought costs more than anything that is there, however large.
  const dearest = Math.max(sheet.width * sheet.height, ...types.map(({ cost }) => cost * 2));
  return [...types, { id: newSheetId(sheet), ...sheet, cost: dearest, holes: [], defects: [] }];
}

function round(mm: number): number {
  return Number(mm.toFixed(1));
}
