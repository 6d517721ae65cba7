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
  /** Only sheets of the job's material and thickness are used; "" and null are any. */
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

/** Sheets are of one thickness when they differ by less, in mm. */
const SAME_THICKNESS = 0.05;

/** Remnants cost next to nothing: whatever fits one is cut from it. */
const REMNANT_COST = 1e-3;

/** The name of the sheets that are bought, among those of the rack. */
export function newSheetId({ width, height }: NestSheet): string {
  return `New ${round(width)} × ${round(height)}`;
}

/** What a job asks of the sheets in the rack. */
export interface SheetWishes {
  sheet: NestSheet;
  rackOnly: boolean;
  material: string;
  thickness: number | null;
  grain: Grain;
  /** Some part lies along the grain. */
  alongGrain: boolean;
}

/** The sheets of the rack that the job can be cut from: of its material and thickness, the grain as its parts want it. */
export function fittingSheets<Sheet extends Pick<RackSheet, "material" | "thickness" | "grain">>(
  rack: readonly Sheet[],
  { material, thickness, grain, alongGrain }: Omit<SheetWishes, "sheet" | "rackOnly">,
): Sheet[] {
  const plain = (text: string) => text.trim().toLowerCase();
  const wanted = grain === "y" ? "y" : "x";
  return rack.filter(
    (one) =>
      (plain(material) === "" || plain(one.material) === "" || plain(one.material) === plain(material)) &&
      (thickness === null ||
        one.thickness === null ||
        Math.abs(one.thickness - thickness) < SAME_THICKNESS) &&
      (!alongGrain || one.grain === "none" || one.grain === wanted),
  );
}

/** The sheets of a job with a rack, in the package's words, or null where it has none. */
export function sheetTypesOf(rack: readonly RackSheet[], wishes: SheetWishes): SheetType[] | null {
  const { sheet, rackOnly } = wishes;
  const fitting = fittingSheets(rack, wishes);
  if (rack.length === 0 || (fitting.length === 0 && !rackOnly)) return null;
  const priced = fitting.every(({ price, remnant }) => remnant || price !== null);
  const types = fitting.map(({ id, width, height, quantity, price, remnant, outline, holes, defects }) => {
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
