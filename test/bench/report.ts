/** What the benchmarks share: their arguments, the core, tables on the terminal, and results kept for the next run. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { compileCore } from "../../engine/wasm/load.ts";

export interface BenchArguments {
  /** Folder with jobs; the project's own generated ones when absent. */
  folder: string | undefined;
  /** Per job, in place of the benchmark's own limits. */
  seconds: number | undefined;
  /** Only jobs whose set and name contain this. */
  only: string;
  /** Every n-th job alone. */
  every: number;
  seed: number;
  /** Workers that search for one answer. */
  workers: number;
}

export function benchArguments(): BenchArguments {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      seconds: { type: "string" },
      only: { type: "string", default: "" },
      every: { type: "string", default: "1" },
      seed: { type: "string", default: "1" },
      workers: { type: "string", default: "1" },
    },
  });
  return {
    folder: positionals[0],
    seconds: values.seconds === undefined ? undefined : Number(values.seconds),
    only: values.only,
    every: Number(values.every),
    seed: Number(values.seed),
    workers: Number(values.workers),
  };
}

export function wanted<Job extends { set: string; name: string }>(jobs: Job[], args: BenchArguments): Job[] {
  return jobs
    .filter(({ set, name }) => `${set}/${name}`.includes(args.only))
    .filter((_, i) => i % args.every === 0);
}

/** The release core that `npm run build` has put into dist/. */
export function readCore(): Promise<WebAssembly.Module> {
  const binary = (name: string) => async () => readFileSync(join("dist", name));
  return compileCore({ simd: binary("core.simd.wasm"), scalar: binary("core.wasm") });
}

/** One line per call, columns padded to the widths of the heads; numbers go right. */
export function tableOf(heads: string[]): (cells: (string | number)[]) => void {
  const widths = heads.map((head) => Math.max(head.length, 7));
  widths[0] = 30;
  const print = (cells: (string | number)[]) => {
    const text = cells.map((cell, i) => {
      const shown = String(cell);
      return i === 0 ? shown.padEnd(widths[i]!) : shown.padStart(widths[i]!);
    });
    console.log(text.join("  "));
  };
  print(heads);
  return print;
}

export function quantile(values: number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN;
}

export function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

export function fixed(value: number | undefined, digits: number): string {
  return value === undefined || !Number.isFinite(value) ? "-" : value.toFixed(digits);
}

/**
 * Writes the results beside the build and says what changed against the last run of the same benchmark on the same
 * folder. A result is a number per job of which more is better.
 */
export function keepResults(
  bench: string,
  folder: string | undefined,
  results: Record<string, number>,
): void {
  const path = join("dist", "bench", "results", `${bench}-${basename(folder ?? "own")}.json`);
  const before: Record<string, number> = existsSync(path)
    ? JSON.parse(readFileSync(path, "utf8")).results
    : {};
  const changed = Object.entries(results).filter(([name, value]) => {
    const old = before[name];
    return old !== undefined && Math.abs(value - old) > 1e-3 * Math.abs(old);
  });
  for (const [name, value] of changed) {
    console.log(
      `${value > before[name]! ? "better" : "WORSE "}  ${name}: ${fixed(before[name], 4)} -> ${fixed(value, 4)}`,
    );
  }
  const machine = `${cpus()[0]?.model ?? "unknown"} x ${cpus().length}, Node ${process.version}`;
  mkdirSync(join("dist", "bench", "results"), { recursive: true });
  writeFileSync(path, `${JSON.stringify({ machine, results: { ...before, ...results } }, null, 1)}\n`);
  console.log(`${machine}; results in ${path}`);
}
