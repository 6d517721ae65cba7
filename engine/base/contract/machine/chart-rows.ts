/** Finds the row of a cut chart for a job, and puts its settings into the machine's profile. */
import { invalidInput } from "../../errors.ts";
import { type Chart, type ChartRow, nameOfMaterial } from "./charts.ts";
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
  const rows = chart.rows.filter((row) => (row.process ?? chart.process ?? process) === process);
  const own = rows.filter((row) => nameOfMaterial(row.material) === nameOfMaterial(material));
  const known = [...new Set(rows.map((row) => row.material))].join(", ");
  const none = `has no row in the chart for ${process}`;
  if (own.length === 0)
    throw invalidInput(["options", "material"], known ? `${none}; there are ${known}` : none);
  const fits = own.filter((row) => row.thickness >= thickness - SAME);
  const [least] = fits.toSorted((a, b) => a.thickness - b.thickness);
  if (least) return least;
  const most = Math.max(...own.map((row) => row.thickness));
  throw invalidInput(
    ["options", "thickness"],
    `is more than the ${most} mm that the chart has for ${own[0]!.material}`,
  );
}

/** Whether the row is that of the sheet's own thickness, and not of a thicker one. */
export function isOwnRow(row: ChartRow, { machine, thickness }: ChartWish): boolean {
  const wanted = thickness ?? profileOf(machine).thickness ?? row.thickness;
  return Math.abs(row.thickness - wanted) < SAME;
}

/** The profile that the options name or describe, with the row of its chart. @throws as `chartRow` */
export function chartedMachine(wish: ChartWish, fallback?: DialectName): Machine {
  const machine = profileOf(wish.machine);
  const row = chartRow(wish, fallback);
  if (row === null) return wish.material === undefined ? machine : { ...machine, material: wish.material };
  const { kerf, pierce_height: pierce, cut_height: cut, gas } = row;
  return {
    ...machine,
    material: wish.material ?? machine.material ?? row.material,
    thickness: wish.thickness ?? machine.thickness ?? row.thickness,
    ...(gas === undefined ? {} : { gas }),
    tool: { ...machine.tool, ...said({ kerf }) },
    ...(machine.z ? { z: { ...machine.z, ...said({ pierce, cut }) } } : {}),
    defaults: {
      ...machine.defaults,
      ...said({
        feed_rate: row.feed_rate,
        plunge_rate: row.plunge_rate,
        power: row.power,
        passes: row.passes,
        depth: row.depth,
        step_down: row.step_down,
        z_step: row.z_step,
        pierce_delay: row.pierce_delay,
        lead_in: row.lead_in,
        air: row.air,
      }),
    },
  };
}

function profileOf(machine: Machine | string = {}): Machine {
  return typeof machine === "string" ? (MACHINE_PRESETS[machine as MachinePreset] ?? {}) : machine;
}

function said<Fields extends object>(fields: Fields): Partial<Fields> {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Partial<Fields>;
}
