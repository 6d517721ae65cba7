/** Finds the row of a cut chart for a job, and puts its settings into the machine's profile. */
import { invalidInput } from "../../errors.ts";
import { type Chart, type ChartRow, rowsFor } from "./charts.ts";
import { wholePost } from "./dialects.ts";
import type { Machine } from "./machine.ts";
import type { DialectName, Post } from "./post.ts";
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

/** Two thicknesses are the same when they differ by less than this, mm: a gauge is no exact number. */
const SAME = 0.05;

/** The row of the thickness, else of the next thicker one; undefined where all are thinner. */
export function rowOfThickness(rows: readonly ChartRow[], thickness: number): ChartRow | undefined {
  const fits = rows.filter((row) => row.thickness >= thickness - SAME);
  return fits.toSorted((a, b) => a.thickness - b.thickness)[0];
}

/** True where the row is made for a thicker sheet. */
export function isThicker(row: ChartRow, thickness: number): boolean {
  return row.thickness >= thickness + SAME;
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

/** The profile with the kerf, the heights, the gas and the settings of a row. */
export function withRow(machine: Machine, row: ChartRow): Machine {
  const { kerf, pierce_height: pierce, cut_height: cut, gas } = row;
  return {
    ...machine,
    ...said({ gas }),
    tool: { ...machine.tool, ...said({ kerf }) },
    ...(machine.z ? { z: { ...machine.z, ...said({ pierce, cut }) } } : {}),
    defaults: { ...machine.defaults, ...rowSettings(row) },
  };
}

/** The settings of a row by the names that a profile's defaults have. */
export function rowSettings(row: ChartRow): Partial<NonNullable<Machine["defaults"]>> {
  const { feed_rate, plunge_rate, power, passes, depth, step_down, z_step, pierce_delay, lead_in, air } = row;
  return said({
    feed_rate,
    plunge_rate,
    power,
    passes,
    depth,
    step_down,
    z_step,
    pierce_delay,
    lead_in,
    air,
  });
}

function profileOf(machine: Machine | string = {}): Machine {
  return typeof machine === "string" ? (MACHINE_PRESETS[machine as MachinePreset] ?? {}) : machine;
}

function said<Fields extends object>(fields: Fields): Partial<Fields> {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Partial<Fields>;
}
