/** Shared by the benchmarks: their arguments, the core, tables on the terminal, and results kept for the next run. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { type CoreKind, chooseCore, compiled } from "../../engine/plan/wasm/load.ts";

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

/** A release core that `npm run build` has put into dist/: of nests, of bars or of panels. */
export async function readCore(kind: CoreKind): Promise<WebAssembly.Module> {
  const binary = (name: string) => async () => readFileSync(join("dist", name));
  return compiled(await chooseCore({ simd: binary(`${kind}.simd.wasm`), scalar: binary(`${kind}.wasm`) }));
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

export function machineOf(): string {
  return `${cpus()[0]?.model.trim() ?? "unknown"} × ${cpus().length}, Node ${process.version}`;
}

/** Result of one job that is kept. */
export interface BenchResult {
  /** Measure by which one run is compared with the next; more is better. */
  quality: number;
  /** To the best value or bound that is known; above 1 is better than that. */
  ratio?: number | undefined;
  seconds: number;
}

/**
 * Writes the results beside the build, where they stay this machine's own, and says what changed against the last run of
 * the same benchmark on the same folder.
 */
export function keepResults(
  bench: string,
  folder: string | undefined,
  results: Record<string, BenchResult>,
): void {
  const path = join("dist", "bench", "results", `${bench}-${basename(folder ?? "own")}.json`);
  const kept: { results: Record<string, BenchResult> } = existsSync(path)
    ? JSON.parse(readFileSync(path, "utf8"))
    : { results: {} };
  const both = Object.entries(results).flatMap(([name, now]) => {
    const before = kept.results[name];
    return typeof before === "object" ? [{ name, now, before }] : [];
  });
  for (const { name, now, before } of both) {
    if (Math.abs(now.quality - before.quality) <= 1e-3 * Math.abs(before.quality)) continue;
    const word = now.quality > before.quality ? "better" : "WORSE ";
    console.log(`${word}  ${name}: ${fixed(before.quality, 4)} -> ${fixed(now.quality, 4)}`);
  }
  const summary = summaryOf(bench, Object.values(results), both);
  const machine = machineOf();
  mkdirSync(join("dist", "bench", "results"), { recursive: true });
  const text = JSON.stringify({ machine, summary, results: { ...kept.results, ...results } }, null, 1);
  writeFileSync(path, `${text}\n`);
  console.log(`${summary}\n${machine}; results in ${path}`);
}

function summaryOf(
  bench: string,
  results: BenchResult[],
  both: { now: BenchResult; before: BenchResult }[],
): string {
  const ratios = results.flatMap(({ ratio }) => (ratio === undefined ? [] : [ratio]));
  const total = (runs: BenchResult[]) => runs.reduce((sum, { seconds }) => sum + seconds, 0);
  const better = both.filter(({ now, before }) => now.quality > before.quality).length;
  const worse = both.filter(({ now, before }) => now.quality < before.quality).length;
  const speed = total(both.map(({ now }) => now)) / total(both.map(({ before }) => before));
  return [
    `${bench}: ${results.length} jobs in ${fixed(total(results), 2)} s`,
    `mean ratio to the best known ${fixed(mean(ratios), 4)} (${ratios.length} jobs)`,
    both.length === 0
      ? "no last run to compare with"
      : `against the last run: ${better} better, ${worse} worse, time × ${fixed(speed, 3)}`,
  ].join("; ");
}

/** Mean loss by job, with its standard error over jobs and seeds. */
export function lossOf(without: number[], whole: number[]): string {
  const losses = without.map((value, i) => value - whole[i]!);
  const loss = mean(losses);
  return losses.every((one) => one === 0) ? "0" : `${fixed(loss, 3)} ± ${fixed(standardError(losses), 3)}`;
}

export function standardError(values: number[]): number {
  const middle = mean(values);
  return Math.sqrt(mean(values.map((one) => (one - middle) ** 2)) / values.length);
}
