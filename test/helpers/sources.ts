/** The project's sources as the rules of the house see them: imports, files of folders, lengths of functions. */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("../../", import.meta.url)).replace(/\/$/, "");

export interface SourceFile {
  path: string;
  text: string;
  /** Repository paths of imported project files, names of imported packages. */
  imports: string[];
}

/** Every TypeScript file below a folder of the repository, declarations left out. */
export function sourcesIn(folder: string): SourceFile[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .map((name) => join(folder, name))
    .filter((path) => path.endsWith(".ts") && !path.endsWith(".d.ts") && statSync(join(root, path)).isFile())
    .map((path) => sourceFile(path, readFileSync(join(root, path), "utf8")));
}

export function sourceFile(path: string, text: string): SourceFile {
  const statement =
    /^\s*(?:import|export)\s+(?:type\s+)?(?:[^"';]*?\sfrom\s+)?["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']\s*\)/gm;
  return {
    path,
    text,
    imports: [...text.matchAll(statement)].map((match) => resolveTarget(path, (match[1] ?? match[2])!)),
  };
}

function resolveTarget(path: string, specifier: string): string {
  if (!specifier.startsWith(".")) return specifier;
  const target = relative(root, resolve(root, dirname(path), specifier.replace(/\?.*$/, "")));
  return /\.\w+$/.test(target) ? target : `${target}.ts`;
}

/** Every import of a file in `from` that `allowed` refuses, as `file -> target`. */
export function offences(
  files: SourceFile[],
  from: RegExp,
  allowed: (target: string, file: SourceFile) => boolean,
): string[] {
  return files
    .filter((file) => from.test(file.path))
    .flatMap((file) =>
      file.imports.filter((target) => !allowed(target, file)).map((target) => `${file.path} -> ${target}`),
    );
}

/** Every file in `from` whose text, comments left out, matches. */
export function mentions(files: SourceFile[], from: RegExp, pattern: RegExp): string[] {
  return files
    .filter((file) => from.test(file.path) && pattern.test(withoutComments(file.text)))
    .map((file) => file.path);
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, "").replace(/(^|\s)\/\/.*$/gm, "$1");
}

/** A file, or the folder it lies in; files directly below a top folder are rooms of their own. */
export type Room = (path: string) => string;
export const itself: Room = (path) => path;
export const folderOf: Room = (path) => (path.split("/").length === 2 ? path : dirname(path));

/** The rooms that reach each other by their imports, types included, as one list for each knot of them. */
export function cycles(files: SourceFile[], room: Room): string[][] {
  const known = new Set(files.map((file) => file.path));
  const reached = new Map<string, Set<string>>();
  for (const file of files) {
    const from = room(file.path);
    const targets = reached.get(from) ?? new Set();
    reached.set(from, targets);
    for (const target of file.imports)
      if (known.has(target) && room(target) !== from) targets.add(room(target));
    if (room === itself && file.imports.includes(file.path)) targets.add(file.path);
  }
  return knots(reached);
}

/** Strongly connected components of more than one room: R. Tarjan, Depth-first search and linear graph algorithms, 1972. */
function knots(reached: Map<string, Set<string>>): string[][] {
  const order = new Map<string, number>();
  const low = new Map<string, number>();
  const open: string[] = [];
  const found: string[][] = [];
  const visit = (room: string) => {
    order.set(room, order.size);
    low.set(room, order.get(room)!);
    open.push(room);
    for (const next of reached.get(room) ?? []) {
      if (!order.has(next)) visit(next);
      if (open.includes(next)) low.set(room, Math.min(low.get(room)!, low.get(next)!));
    }
    if (low.get(room) !== order.get(room)) return;
    const knot = open.splice(open.indexOf(room));
    if (knot.length > 1) found.push(knot.sort());
  };
  for (const room of reached.keys()) if (!order.has(room)) visit(room);
  return found;
}

/** Folders with more than `most` of the files. */
export function crowded(paths: string[], most: number): string[] {
  const counts = new Map<string, number>();
  for (const path of paths) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  return [...counts].filter(([, count]) => count > most).map(([folder, count]) => `${folder}: ${count}`);
}

interface Diagnostic {
  location: { path: string; start: { line: number; column: number }; end: { line: number; column: number } };
}

const WIDEST = 130;

/** Lines of comments wider than a page, which no formatter folds. */
export function wide(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, text }) =>
    text
      .split("\n")
      .flatMap((line, i) =>
        /^\s*(?:\/?\*|\/\/)/.test(line) && line.length > WIDEST ? [`${path}:${i + 1}`] : [],
      ),
  );
}

/** Functions of more lines, or more parameters, than the linter is set to allow, as `file:line`. */
export function unwieldy(paths: string[]): { long: string[]; greedy: string[] } {
  const found = (rule: string) => lint(rule, paths);
  return {
    long: found("noExcessiveLinesPerFunction").map(place),
    greedy: found("useMaxParams")
      .filter((diagnostic) => countParameters(spanOf(diagnostic)) > MOST_PARAMETERS)
      .map(place),
  };
}

const MOST_PARAMETERS = 5;

function lint(rule: string, paths: string[]): Diagnostic[] {
  const biome = join(root, "node_modules/@biomejs/biome/bin/biome");
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [biome, "lint", `--only=complexity/${rule}`, "--reporter=json", "--max-diagnostics=none", ...paths],
    { cwd: root, encoding: "utf8" },
  );
  if (!stdout.startsWith("{")) throw new Error(stderr);
  return JSON.parse(stdout).diagnostics;
}

const place = ({ location }: Diagnostic) => `${location.path}:${location.start.line}`;

function spanOf({ location: { path, start, end } }: Diagnostic): string {
  const lines = readFileSync(join(root, path), "utf8")
    .split("\n")
    .slice(start.line - 1, end.line);
  lines.push(lines.pop()!.slice(0, end.column - 1));
  return lines.join("\n").slice(start.column - 1);
}

/** The two coordinates of a point count as one: `ax, ay` and `minX, minY` are what other languages pass as one value. */
export function countParameters(list: string): number {
  const names = withoutComments(list.replace(/^\(|\)$/g, ""))
    .split(",")
    .map((parameter) => /^\s*(?:(?:public|private|readonly)\s+)*(\w+)\??\s*[:=]/.exec(parameter)?.[1])
    .filter((name) => name !== undefined);
  const second = (name: string, i: number) => {
    const before = names[i - 1];
    return before !== undefined && name !== before && name === before.replace(/[xXuU](?=\d*$)/, follower);
  };
  return names.filter((name, i) => !second(name, i)).length;
}

const follower = (letter: string) => ({ x: "y", X: "Y", u: "v", U: "V" })[letter]!;

/** Files that the map of their folder, a comment at the head of one of them, does not name; folders without a map. */
export function undrawn(files: SourceFile[], folders: RegExp): string[] {
  const inside = files.filter(({ path }) => folders.test(folderOf(path)));
  return [...new Set(inside.map(({ path }) => folderOf(path)))].flatMap((folder) => {
    const own = inside.filter(({ path }) => folderOf(path) === folder);
    const maps = own.filter(({ text }) => /^ \* The folders?[:,]/m.test(headOf(text)));
    if (maps.length !== 1) return [`${folder} has ${maps.length} maps`];
    const map = headOf(maps[0]!.text);
    return own
      .filter((file) => file !== maps[0])
      .map(({ path }) => basename(path, ".ts"))
      .filter((name) => !new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(map))
      .map((name) => `${folder}: ${name}`);
  });
}

function headOf(text: string): string {
  return text.slice(0, text.indexOf("*/"));
}
