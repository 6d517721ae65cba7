/** The rows of a cut chart, and a machine's profile with the settings of one. */
import type { Chart, ChartRow } from "./charts.ts";
import type { Machine } from "./machine.ts";
import { nameOfMaterial } from "./materials.ts";
import type { Process } from "./post.ts";

/** Two thicknesses are the same when they differ by less than this, mm: a gauge is no exact number. */
const SAME = 0.05;

/** The rows of the chart for a process, all or those of a material. */
export function rowsFor(chart: Chart, process: Process, material?: string): ChartRow[] {
  return chart.rows.filter(
    (row) =>
      (row.process ?? chart.process ?? process) === process &&
      (material === undefined || nameOfMaterial(row.material) === nameOfMaterial(material)),
  );
}

/** The materials that a chart has for a process, each with its thicknesses in mm. */
export function materialsIn(chart: Chart, process: Process): { material: string; thicknesses: number[] }[] {
  const materials = rowsFor(chart, process).map(({ material }) => nameOfMaterial(material));
  return [...new Set(materials)].map((material) => {
    const own = rowsFor(chart, process, material);
    return {
      material: own[0]!.material,
      thicknesses: own.map(({ thickness }) => thickness).sort((a, b) => a - b),
    };
  });
}

/** The row of the thickness, else of the next thicker one; undefined where all are thinner. */
export function rowOfThickness(rows: readonly ChartRow[], thickness: number): ChartRow | undefined {
  const fits = rows.filter((row) => row.thickness >= thickness - SAME);
  return fits.toSorted((a, b) => a.thickness - b.thickness)[0];
}

/** True where the row is made for a thicker sheet. */
export function isThicker(row: ChartRow, thickness: number): boolean {
  return row.thickness >= thickness + SAME;
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

function said<Fields extends object>(fields: Fields): Partial<Fields> {
  const entries = Object.entries(fields).filter(([, value]) => value !== undefined);
  return Object.fromEntries(entries) as Partial<Fields>;
}
