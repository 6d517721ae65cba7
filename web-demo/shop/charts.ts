/** Cut charts of machines: starting values for a material at a thickness. */
import type { ChartRow, Machine } from "../../engine/entries/machines.ts";

type Defaults = NonNullable<Machine["defaults"]>;

/** Gauges are no exact numbers: two thicknesses are the same when they differ by less than this, mm. */
const SAME = 0.05;

/** Rows of the machine's chart for the way it cuts. */
function rowsOf({ chart, process }: Machine): ChartRow[] {
  if (!chart) return [];
  return chart.rows.filter((row) => (row.process ?? chart.process ?? process) === process);
}

function isOf(row: ChartRow, material: string): boolean {
  return row.material.toLowerCase() === material.trim().toLowerCase();
}

export function chartMaterials(machine: Machine | null): string[] {
  return machine ? [...new Set(rowsOf(machine).map(({ material }) => material))] : [];
}

/** Thicknesses that the chart has for a material, in mm. */
export function chartThicknesses(machine: Machine | null, material: string): number[] {
  const rows = machine ? rowsOf(machine).filter((row) => isOf(row, material)) : [];
  return rows.map(({ thickness }) => thickness).sort((a, b) => a - b);
}

/** The row for a material of this thickness, else of the next greater one; null where the chart has neither. */
export function chartRow(machine: Machine | null, material: string, thickness: number | null) {
  if (!machine || thickness === null) return null;
  const least = chartThicknesses(machine, material).find((one) => one >= thickness - SAME);
  const row = rowsOf(machine).find((one) => isOf(one, material) && one.thickness === least);
  return row ? { row, isThicker: row.thickness > thickness + SAME } : null;
}

/** Settings that a row has, as the machine's defaults name them. */
function settingsIn(row: ChartRow): Partial<Defaults> {
  const all: Record<string, unknown> = {
    feedRate: row.feed_rate,
    plungeRate: row.plunge_rate,
    power: row.power,
    passes: row.passes,
    depth: row.depth,
    stepDown: row.step_down,
    zStep: row.z_step,
    pierceDelay: row.pierce_delay,
    leadIn: row.lead_in,
    air: row.air,
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

/** The machine with the settings of the row, its heights and its gas. Passes are those of the row alone. */
export function withRow(machine: Machine, row: ChartRow): Machine {
  const { pierce_height: pierce = machine.z?.pierce, cut_height: cut = machine.z?.cut, gas } = row;
  const heights = { ...(pierce === undefined ? {} : { pierce }), ...(cut === undefined ? {} : { cut }) };
  const { passes: _, ...others } = machine.defaults ?? {};
  return {
    ...machine,
    ...(gas === undefined ? {} : { gas }),
    ...(machine.z ? { z: { ...machine.z, ...heights } } : {}),
    defaults: { ...others, ...settingsIn(row) },
  };
}

/** True while the machine cuts as the row says. */
export function follows({ defaults = {} }: Machine, row: ChartRow): boolean {
  return Object.entries(settingsIn(row)).every(([key, value]) => Reflect.get(defaults, key) === value);
}
