/** Cutting jobs of the benchmark: the folder format of the public sets, with the bounds known for each job. */
import { readdirSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import type { CutRequest } from "../../../engine/base/contract/v1/cut.ts";

export interface CutBenchJob {
  name: string;
  set: string;
  request: CutRequest;
  /** Measure of a plan, so that the number compares with the known bounds. */
  measure: "stocks" | "cost" | "length" | "length and kerf";
  /** Best known bounds on the measure; undefined where there is none. */
  lower: number | undefined;
  upper: number | undefined;
}

interface Instance {
  name: string;
  kerf?: number;
  /** One length without limit, or several with their quantity and cost. */
  stock?: number;
  stocks?: [length: number, quantity: number, cost: number][];
  items?: [length: number, quantity: number][];
  pieces?: [length: number, quantity: number][];
}

/** Every job of the sets in a folder: `instances.json` of each with the bounds in `optima.csv` beside it. */
export function readCutJobs(folder: string): CutBenchJob[] {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  const sets = files.filter((path) => basename(path) === "instances.json");
  return sets.flatMap((path) => {
    const file: { set: string; instances: Instance[] } = JSON.parse(readFileSync(join(folder, path), "utf8"));
    const bounds = readBounds(join(folder, path, "..", "optima.csv"));
    return file.instances.map((instance) => jobOf(file.set, instance, bounds.get(instance.name)));
  });
}

function jobOf(set: string, instance: Instance, bounds: [number, number] | undefined): CutBenchJob {
  const { name, stock, kerf = 0 } = instance;
  const stocks = instance.stocks ?? [[stock!, Number.MAX_SAFE_INTEGER, 0]];
  const costs = set.startsWith("practical") || stock !== undefined ? "waste" : "cost";
  return {
    name,
    set,
    request: {
      stocks: stocks.map(([length, quantity, cost], i) => ({ id: `${i}`, length, quantity, cost })),
      pieces: (instance.pieces ?? instance.items!).map(([length, quantity], i) => ({
        id: `${i}`,
        length,
        quantity,
      })),
      kerf,
      optimize: costs,
    },
    measure: stock !== undefined ? "stocks" : costs === "cost" ? "cost" : "length and kerf",
    lower: bounds?.[0],
    upper: bounds?.[1],
  };
}

/** Columns by their heads: the practical sets have the bounds on the sum of length + kerf. */
function readBounds(path: string): Map<string, [lower: number, upper: number]> {
  const [head = "", ...rows] = readFileSync(path, "utf8").trim().split(/\r?\n/);
  const columns = head.split(",");
  const lower = columns.findIndex((column) => column.startsWith("best_lb"));
  const upper = columns.findIndex((column) => column.startsWith("best_ub"));
  const number = (text: string | undefined) => (text ? Number(text) : Number.NaN);
  return new Map(
    rows.map((row) => {
      const cells = row.split(",");
      return [cells[0]!, [number(cells[lower]), number(cells[upper])]];
    }),
  );
}
