/**
 * The set-up steps that `npm start`, `npm test` and `npm run build` share. Each one looks first whether it is
 * already done, says what it does, and uses nothing but Node, npm and, for the browser of the tests, apt.
 */
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { deflateSync } from "node:zlib";
import { writeLicenses } from "./licenses.mjs";
import { bringEngine } from "./site.mjs";

export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Runs a program in the project's folder; ends this process when it fails. */
export function run(command, args, options = {}) {
  const result = spawnSync(command, args, { cwd: root, stdio: "inherit", ...options });
  if (result.error) fail(`${command} could not be started: ${result.error.message}`);
  if (result.status !== 0) fail(`${command} ${args.join(" ")} failed`);
}

/** Runs the program of an installed package with this very Node. */
export function runTool(path, args, options) {
  run(process.execPath, [join("node_modules", path), ...args], options);
}

export function say(text) {
  process.stdout.write(`offcut: ${text}\n`);
}

export function fail(text) {
  process.stderr.write(`offcut: ${text}\n`);
  process.exit(1);
}

export function checkNode() {
  const [major, minor] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19))
    fail(`Node 20.19 or newer is needed, this is ${process.version}`);
}

/** Installs exactly what package-lock.json names. */
export function install() {
  step(
    "packages",
    "node_modules/.offcut",
    ["package.json", "package-lock.json"],
    "installing the locked packages",
    () => {
      // No package needs an install script: every native one ships its binary.
      run("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"], {
        shell: process.platform === "win32",
      });
    },
  );
}

/** Builds the core, the library, the workers, the server and the web app into dist/. */
export function build() {
  const tools = ["package.json", "package-lock.json", "vite.config.ts"];
  step(
    "core",
    "dist/.core",
    ["assembly", "asconfig.json", "scripts/compile.mjs", "scripts/suspendable.mjs", "package-lock.json"],
    "building the core",
    () => {
      clear(/\.wasm$/);
      run(process.execPath, [join("scripts", "core.mjs")]);
    },
  );
  const shared = ["assembly", "engine", ...tools];
  step("library", "dist/.library", shared, "building the library and its workers", () => {
    // The programs of the server go with them: it is to be built again, whatever it was built from.
    clear(/^(\.server|.*\.m?js)$/);
    for (const kind of ["nest", "cut", "panels", "files"]) vite(`worker-${kind}`);
    embed();
    vite("library");
    vite("workerd");
  });
  step(
    "server",
    "dist/.server",
    [...shared, "server", "tsconfig.json", "scripts/docs"],
    "building the server and the types",
    () => {
      clear(/^(\.types|(cli\d*|server|service\d*)(\..*)?|[^.]*\.node\.js)$/);
      for (const mode of ["node", "protocol", "server", "service"]) vite(mode);
      // Apart until all are whole: a build that is cut off leaves no half of them behind.
      const [made, types] = [join(root, "dist/.types"), join(root, "dist/types")];
      runTool("typescript/bin/tsc", ["-p", "tsconfig.types.json", "--outDir", made]);
      // The compiler describes what the build has made as well, with all of its text.
      rmSync(join(made, "dist"), { recursive: true, force: true });
      cpSync(join(root, "node_modules/zod"), join(made, "zod"), { recursive: true, filter: isDeclaration });
      nameDeclarations(made);
      keepReachable(made);
      run(process.execPath, [join("scripts", "docs", "describe.mjs"), ".types"]);
      indentByTabs(made);
      rmSync(types, { recursive: true, force: true });
      renameSync(made, types);
    },
  );
  step("web app", "dist/.web", [...shared, "web-demo"], "building the web app", () => {
    pages("demo", "dist/web");
  });
  step("page of the interface", "dist/.api", ["server/docs/page", ...tools], "building it", () =>
    pages("api", "dist/api"),
  );
  step(
    "docs site",
    "dist/.site",
    ["docs", "scripts/site.mjs", ...tools],
    "building the site of the docs",
    () => {
      rmSync(join(root, "dist/site"), { recursive: true, force: true });
      run(process.execPath, [join("scripts", "site.mjs")]);
    },
  );
  bringEngine();
  const lists = ["dist/.licenses", "scripts/licenses.mjs", "package-lock.json"];
  step("licences", "dist/.notices", lists, "gathering the licences of what is built in", () =>
    writeLicenses(root),
  );
}

/** Builds programs for Node, each source to a file of its name in a folder of dist/. Vite is there once `install` is done. */
export async function buildPrograms(sources, folder) {
  const { build: bundle } = await import("vite");
  await bundle({
    root,
    configFile: false,
    logLevel: "warn",
    build: {
      ssr: true,
      rollupOptions: { input: sources },
      outDir: folder,
      emptyOutDir: false,
      target: "es2022",
      minify: false,
    },
  });
}

/** Checks format, lint and types while this process goes on; ends it where one of them fails. */
export async function checkSources() {
  const check = async (path, ...args) => {
    const stdio = ["ignore", "inherit", "inherit"];
    const code = await runBeside(process.execPath, [join("node_modules", path), ...args], {
      cwd: root,
      stdio,
    });
    if (code !== 0) fail(`${path} ${args.join(" ")} failed`);
  };
  await Promise.all([
    check("@biomejs/biome/bin/biome", "ci", ...(process.stdout.isTTY ? [] : ["--colors=off"]), "."),
    check("typescript/bin/tsc", "--noEmit"),
  ]);
}

/** Brings a Chromium where none is installed: Debian's package, which needs root. */
export async function installBrowser() {
  const { chromiumPath } = await import("./chromium.mjs");
  if (chromiumPath()) return say(`browser: ${chromiumPath()}`);
  if (!existsSync("/usr/bin/apt-get")) return say("browser: no Chromium found, trying Playwright's own");
  say("browser: installing Debian's chromium");
  const sudo = process.getuid?.() === 0 ? [] : ["sudo"];
  const apt = (...args) => {
    const [command, ...rest] = [...sudo, "apt-get", ...args];
    run(command, rest, {
      env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
      stdio: ["ignore", "ignore", "inherit"],
    });
  };
  apt("update", "-qq");
  apt("install", "-y", "-qq", "--no-install-recommends", "chromium");
}

/**
 * Brings what some tests need beside Chromium: Firefox, and PostgreSQL and Redis for the scaled service. They are
 * Debian's packages, on a machine that is ours to set up (root, as in a container). Anywhere else, and where it fails,
 * those tests are skipped and say so.
 */
export async function installServers() {
  const { firefoxPath } = await import("./firefox.mjs");
  const missing = [
    ...(firefoxPath() ? [] : ["firefox-esr"]),
    ...(existsSync("/usr/bin/redis-server") ? [] : ["redis-server"]),
    ...(existsSync("/usr/lib/postgresql") ? [] : ["postgresql"]),
  ];
  if (missing.length === 0) return say("Firefox, PostgreSQL and Redis are there");
  if (!existsSync("/usr/bin/apt-get") || process.getuid?.() !== 0)
    return say(`no ${missing.join(", ")}: their tests are skipped`);
  say(`installing Debian's ${missing.join(", ")}`);
  // The packages start their servers unless the machine is in this run level; the tests start their own.
  const options = {
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive", RUNLEVEL: "1" },
    stdio: ["ignore", "ignore", "inherit"],
  };
  spawnSync("apt-get", ["update", "-qq"], options);
  const { status } = spawnSync(
    "apt-get",
    ["install", "-y", "-qq", "--no-install-recommends", ...missing],
    options,
  );
  if (status !== 0) say(`${missing.join(", ")} could not be installed: their tests are skipped`);
}

/** Removes what an earlier build has left in dist/: the names of chunks change, and the package takes all of them. */
function clear(names) {
  const dist = join(root, "dist");
  if (!existsSync(dist)) return;
  for (const name of readdirSync(dist).filter((file) => names.test(file)))
    rmSync(join(dist, name), { recursive: true });
}

function isDeclaration(path) {
  return path.endsWith(".d.ts") || statSync(path).isDirectory();
}

/**
 * Declarations name each other as sources do, by `.ts`, and those of zod by its name; whoever installs the package has
 * neither the sources nor zod, but a copy of its declarations.
 */
function nameDeclarations(folder) {
  for (const file of ownDeclarations(folder)) {
    const zod = relative(dirname(file), join(folder, "zod")).replaceAll("\\", "/");
    const text = readFileSync(file, "utf8");
    writeFileSync(
      file,
      text
        .replace(/((?:from|import\()\s*"\.[^"]*)\.ts"/g, '$1.js"')
        .replace(/((?:from|import\()\s*")zod([^"]*)"/g, `$1${zod}$2/index.js"`),
    );
  }
}

function ownDeclarations(folder) {
  return ["engine", "server", "assembly"].flatMap((name) => filesOf(join(folder, name)));
}

/** The compiler indents declarations by four spaces a level, which is a tenth of their weight. */
function indentByTabs(folder) {
  for (const file of ownDeclarations(folder)) {
    const text = readFileSync(file, "utf8");
    writeFileSync(
      file,
      text.replace(/^(?: {4})+/gm, (spaces) => "\t".repeat(spaces.length / 4)),
    );
  }
}

/** Removes the declarations of what no entry of the package speaks of. */
function keepReachable(folder) {
  const { exports } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const entries = JSON.stringify(exports).matchAll(/dist\/types\/([^"]+)/g);
  const reached = new Set([...entries].map(([, entry]) => join(folder, entry)));
  for (const file of reached) {
    const names = readFileSync(file, "utf8").matchAll(/(?:from|import\(|import) ?"(\.[^"]*)\.js"/g);
    for (const [, name] of names) {
      const target = join(dirname(file), `${name}.d.ts`);
      if (existsSync(target)) reached.add(target);
    }
  }
  for (const file of filesOf(folder)) if (!reached.has(file)) rmSync(file);
}

/** Writes the workers and the core as text, deflated and in base64, for places where they cannot be fetched as files. */
function embed() {
  const packed = (name) =>
    deflateSync(readFileSync(join(root, "dist", name)), { level: 9 }).toString("base64");
  const cores = ["nest", "cut", "panels"];
  const modules = {
    ...Object.fromEntries(
      [...cores, "files"].map((kind) => [kind, { program: packed(`worker.${kind}.js`) }]),
    ),
    core: Object.fromEntries(cores.map((kind) => [kind, packed(`${kind}.simd.wasm`)])),
  };
  const constant = ([name, text]) => `export const ${name} = ${JSON.stringify(text)};
`;
  for (const [name, constants] of Object.entries(modules)) {
    const text = Object.entries(constants).map(constant).join("");
    writeFileSync(join(root, "dist", `embedded.${name}.js`), text);
  }
}

/** Brings the newer releases of Node that the package is tried in: npm has them as packages. */
export function installNodes() {
  const system = process.platform === "win32" ? "win" : process.platform;
  return Promise.all(
    ["22.23.3", "24.21.0"].map((version) => {
      const [major] = version.split(".");
      const packages = [`node-${system}-${process.arch}@${version}`];
      return bring(`Node ${major}`, `node_modules/.runtimes/${major}`, packages);
    }),
  );
}

/** Makes an environment of Python's in a folder and installs packages in it. */
const PIP = `
import subprocess, sys, venv
folder, *packages = sys.argv[1:]
venv.create(folder, with_pip=True)
sys.exit(subprocess.call([folder + "/bin/python", "-m", "pip", "install", "-q", *packages]))
`;

/** Brings what checks the service's document and makes clients of it: of TypeScript, and of Python where there is one. */
export function installGenerators() {
  return Promise.all([
    bring("openapi-typescript", "dist/.generators/typescript", [
      "openapi-typescript@7.13.0",
      "openapi-fetch@0.17.0",
    ]),
    bring("Redocly and Spectral", "dist/.generators/lint", [
      "@redocly/cli@2.77.0",
      "@stoplight/spectral-cli@6.16.3",
    ]),
    bringGeneratorOfPython(),
  ]);
}

async function bringGeneratorOfPython() {
  const folder = join(root, "dist/.generators/python");
  if (existsSync(join(folder, "bin/openapi-python-client"))) return say("openapi-python-client: up to date");
  say("openapi-python-client: installing openapi-python-client==0.29.1 and requests==2.34.2");
  const packages = ["openapi-python-client==0.29.1", "requests==2.34.2"];
  if ((await runBeside("python3", ["-c", PIP, folder, ...packages])) !== 0) {
    rmSync(folder, { recursive: true, force: true });
    say("openapi-python-client: could not be installed, its test is skipped");
  }
}

/** Brings the frameworks that the package is tried in; their builds leave out what lies in node_modules. */
export function installFrameworks() {
  return Promise.all([
    bring("React", "dist/.frameworks/react", ["react@19.3.1", "react-dom@19.3.1"]),
    bring("Next.js", "dist/.frameworks/next", ["next@16.4.6", "react@19.3.1", "react-dom@19.3.1"]),
  ]);
}

/** Brings what `npm run matrix` tries beside what every test run tries: large, or slow to install. */
export async function installPlaces() {
  await bring("Rollup", "dist/.frameworks/rollup", ["rollup@4.68.7", "@rollup/plugin-node-resolve@16.0.3"]);
  await bring("Parcel", "dist/.frameworks/parcel", ["parcel@2.16.4"]);
  await bring("Deno", "dist/.frameworks/deno", ["deno@2.9.6"]);
  await bring("Bun", "dist/.frameworks/bun", ["bun@1.4.5"]);
  // It puts the program, which came as a package of its own, where it is looked for.
  const bun = join(root, "dist/.frameworks/bun/node_modules/bun");
  if (existsSync(bun)) spawnSync(process.execPath, ["install.js"], { cwd: bun, stdio: "ignore" });
  await bring("workerd", "dist/.frameworks/workerd", ["workerd@1.20261117.1"]);
  await bring("replicad", "dist/.frameworks/replicad", ["replicad@1.1.0", "replicad-opencascadejs@1.1.0"]);
}

/** Installs packages that only a test needs, apart from the project's. Where that fails, the test is skipped and says so. */
async function bring(label, place, packages) {
  const folder = join(root, place);
  const [first] = packages;
  if (existsSync(join(folder, "node_modules", first.slice(0, first.lastIndexOf("@"))))) {
    say(`${label}: up to date`);
    return;
  }
  say(`${label}: installing ${packages.join(", ")}`);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
  const quietly = ["--save-exact", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  const options = { cwd: folder, shell: process.platform === "win32" };
  if ((await runBeside("npm", ["install", ...quietly, ...packages], options)) !== 0)
    say(`${label}: could not be installed, its test is skipped`);
}

/** Runs a program beside this one, which goes on. @returns its code; null where it could not be started or was ended */
function runBeside(command, args, options) {
  const child = spawn(command, args, { stdio: ["ignore", "ignore", "inherit"], ...options });
  return new Promise((resolve) => child.once("error", () => resolve(null)).once("exit", resolve));
}

function vite(mode) {
  runTool("vite/bin/vite.js", ["build", "--mode", mode, "--logLevel", "warn"]);
}

/** Builds pages into a folder that the service serves whole: the list of what went into them is put beside it. */
function pages(mode, folder) {
  vite(mode);
  const lists = join(root, folder, ".licenses");
  renameSync(join(lists, `${mode}.json`), join(root, "dist/.licenses", `${mode}.json`));
  rmdirSync(lists);
}

/** Does `action` unless the stamp file says that it was done with these very inputs. */
function step(name, stamp, inputs, text, action) {
  const wanted = digest(inputs);
  const path = join(root, stamp);
  if (existsSync(path) && readFileSync(path, "utf8") === wanted) return say(`${name}: up to date`);
  say(`${name}: ${text}`);
  rmSync(path, { force: true });
  action();
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, wanted);
}

function digest(inputs) {
  const hash = createHash("sha256").update(process.version);
  for (const input of inputs) {
    for (const file of filesOf(join(root, input))) {
      hash.update(relative(root, file)).update(readFileSync(file));
    }
  }
  return hash.digest("hex");
}

function filesOf(path) {
  if (!existsSync(path)) return [];
  try {
    return readdirSync(path, { withFileTypes: true })
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .flatMap((entry) => (entry.isDirectory() ? filesOf(join(path, entry.name)) : [join(path, entry.name)]));
  } catch {
    return [path];
  }
}
