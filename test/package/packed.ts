/**
 * The package as `npm pack` makes it, installed by npm into a throw-away project beside nothing but the packages that
 * it depends on: what is not listed there, or not packed, cannot be found.
 */
import { execFile } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

export const root = fileURLToPath(new URL("../..", import.meta.url));
export const runFile = promisify(execFile);

export interface Project {
  folder: string;
  tarball: string;
  /** Names of the packages that were installed with ours. */
  dependencies: string[];
}

/** The package as it would be published, in this folder. */
export async function pack(folder: string): Promise<string> {
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  await runFile(npm, ["pack", "--ignore-scripts", "--silent", "--pack-destination", folder], { cwd: root });
  const { name, version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  return join(folder, `${name}-${version}.tgz`);
}

export async function createProject(): Promise<Project> {
  const folder = mkdtempSync(join(tmpdir(), "offcut-package-"));
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  const tarball = await pack(folder);
  writeFileSync(join(folder, "package.json"), '{ "name": "app", "private": true, "type": "module" }\n');
  const quietly = ["--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund", "--silent"];
  await runFile(npm, ["install", ...quietly, tarball], { cwd: folder });
  const lock = JSON.parse(readFileSync(join(folder, "package-lock.json"), "utf8"));
  const installed = Object.keys(lock.packages).map((path) => path.replace(/^.*node_modules\//, ""));
  return { folder, tarball, dependencies: installed.filter((other) => other !== "" && other !== "offcut") };
}

/**
 * Text that defines `nestWith(workers)`, which takes the solver and a writer of files: the same bytes everywhere.
 * `plans`: more fields of its answer, made with `engine`.
 */
export const nestProgram = (from: string, plans = "") => `
import { createEngine } from ${JSON.stringify(from)};
async function nestWith(workers) {
  const engine = await createEngine({ workers });
  try {
    const exterior = [[0, 0], [90, 0], [60, 40], [0, 70]];
    const request = { parts: [{ id: "a", exterior, quantity: 9 }], sheet: { width: 300, height: 200 } };
    const nest = await engine.nest(request, { seed: 7, workBudget: 20000, timeLimitMs: 60000 });
    const sheet = { sheet_width: 300, sheet_height: 200, placements: [{ exterior, holes: [], x: 9, y: 9, rotation: 90 }] };
    return JSON.stringify({ nest, gcode: (await engine.write(sheet)).gcode, ${plans} });
  } finally {
    await engine.close();
  }
}
`;
/** Line that lets a page, or a program, show the answer to whoever runs it. */
export const ON_PAGE = "\nglobalThis.answer = nestWith(1);";
export const PAGE = '<!doctype html><title>nest</title><script type="module" src="main.js"></script>';

/** Puts one of the project's own packages, and what it depends on, beside those that are there. */
export function install(name: string, modules: string): void {
  const target = join(modules, name);
  if (existsSync(target)) return;
  mkdirSync(dirname(target), { recursive: true });
  cpSync(join(root, "node_modules", name), target, { recursive: true });
  const { dependencies = {} } = JSON.parse(readFileSync(join(target, "package.json"), "utf8"));
  for (const needed of Object.keys(dependencies)) install(needed, modules);
}

/** Node of another release, where `npm test` has brought it; undefined elsewhere. */
export function otherNode(major: number): string | undefined {
  const folder = join(root, "node_modules", ".runtimes", String(major), "node_modules");
  const program = process.platform === "win32" ? "node.exe" : "bin/node";
  const path = join(
    folder,
    `node-${process.platform === "win32" ? "win" : process.platform}-${process.arch}`,
    program,
  );
  return existsSync(path) ? path : undefined;
}
