/** Finds the row of a cut chart for a job, and puts its settings into the machine's profile. */
import { invalidInput } from "../../errors.ts";
import { isThicker, materialsIn, rowOfThickness, rowsFor, withRow } from "./chart-rows.ts";
import { type Chart, type ChartRow, chartSchema } from "./charts.ts";
import { wholePost } from "./dialects.ts";
import type { Machine } from "./machine.ts";
import { type DialectName, type Post, PROCESSES, type Process } from "./post.ts";
import { MACHINE_PRESETS, type MachinePreset } from "./presets.ts";

/** The options of a program that choose a row of a chart. */
export interface ChartWish {
  machine?: Machine | string | undefined;
  dialect?: DialectName | undefined;
  post?: Post | undefined;
  chart?: Chart | undefined;
  material?: string | undefined;
  thickness?: number | undefined;
}

/**
 * The row for the material and the thickness: of the same thickness, else of the next thicker one. Null without a chart or
 * without a material.
 * @throws EngineError INVALID_INPUT where the chart has none
 */
export function chartRow(wish: ChartWish, fallback: DialectName = "grbl-laser"): ChartRow | null {
  const machine = profileOf(wish.machine);
  const chart = wish.chart ?? machine.chart;
  const material = wish.material ?? machine.material;
  const thickness = wish.thickness ?? machine.thickness;
  if (chart === undefined) return null;
  if (material === undefined || thickness === undefined) {
    if (wish.chart === undefined && wish.material === undefined) return null;
    const missing = material === undefined ? "material" : "thickness";
    throw invalidInput(["options", missing], "must be given, as the chart asks for it");
  }
  const { process } = wholePost(wish.post ?? wish.dialect ?? machine.post ?? machine.dialect ?? fallback);
  const own = rowsFor(chart, process, material);
  if (own.length === 0) {
    const known = [...new Set(rowsFor(chart, process).map((row) => row.material))].join(", ");
    const none = `has no row in the chart for ${process}`;
    throw invalidInput(["options", "material"], known ? `${none}; there are ${known}` : none);
  }
  const row = rowOfThickness(own, thickness);
  if (row) return row;
  const most = Math.max(...own.map((row) => row.thickness));
  throw invalidInput(
    ["options", "thickness"],
    `is more than the ${most} mm that the chart has for ${own[0]!.material}`,
  );
}

/** True where the row is made for a thicker sheet than the job's. */
export function isForThicker(row: ChartRow, { machine, thickness }: ChartWish): boolean {
  return isThicker(row, thickness ?? profileOf(machine).thickness ?? row.thickness);
}

/** The profile that the options name or describe, with the row of its chart. @throws as `chartRow` */
export function chartedMachine(wish: ChartWish, fallback?: DialectName): Machine {
  const machine = profileOf(wish.machine);
  const row = chartRow(wish, fallback);
  if (row === null) return wish.material === undefined ? machine : { ...machine, material: wish.material };
  return {
    ...withRow(machine, row),
    material: wish.material ?? machine.material ?? row.material,
    thickness: wish.thickness ?? machine.thickness ?? row.thickness,
  };
}

/**
 * The materials of a chart for one process with their thicknesses, for lists to choose from.
 * @throws EngineError INVALID_INPUT for no chart
 */
export function chartMaterials(
  chart: Chart,
  process: Process,
): { material: string; thicknesses: number[] }[] {
  if (!chartSchema.safeParse(chart).success) throw invalidInput(["chart"], "must be a cut chart");
  if (!PROCESSES.includes(process)) throw invalidInput(["process"], `must be one of ${PROCESSES.join(", ")}`);
  return materialsIn(chart, process);
}

function profileOf(machine: Machine | string = {}): Machine {
  return typeof machine === "string" ? (MACHINE_PRESETS[machine as MachinePreset] ?? {}) : machine;
}
