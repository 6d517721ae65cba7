/** The cut chart of the job's machine: starting values for a material at a thickness. */
import {
  isThicker,
  materialsIn,
  rowOfThickness,
  rowSettings,
  rowsFor,
  withRow,
} from "../../engine/entries/app.ts";
import type { ChartRow, Machine } from "../../engine/entries/machines.ts";

/** Materials that the machine's chart has for the way it cuts, with their thicknesses in mm. */
export function materialsInChart(machine: Machine | null): ReturnType<typeof materialsIn> {
  return machine?.chart && machine.process ? materialsIn(machine.chart, machine.process) : [];
}

/** The row for a material of this thickness, else of the next greater one; null where the chart has neither. */
export function findChartRow(machine: Machine | null, material: string, thickness: number | null) {
  if (!machine?.chart || !machine.process || thickness === null) return null;
  const row = rowOfThickness(rowsFor(machine.chart, machine.process, material), thickness);
  return row ? { row, isThicker: isThicker(row, thickness) } : null;
}

/** The machine with what the row says. Passes are those of the row alone: a thinner sheet needs no more than its own. */
export function cutByRow(machine: Machine, row: ChartRow): Machine {
  const { passes: _, ...defaults } = machine.defaults ?? {};
  return withRow({ ...machine, defaults }, row);
}

export function follows({ defaults = {} }: Machine, row: ChartRow): boolean {
  return Object.entries(rowSettings(row)).every(([key, value]) => Reflect.get(defaults, key) === value);
}
