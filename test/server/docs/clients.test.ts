/**
 * Linters find no error in the published document, and clients that generators make of it, as it is, do a whole job with the
 * built service: a drawing in, a nest, a program out. What `npm test` could not bring is skipped, and says so.
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type RunningService, startService } from "../support/process.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const tools = join(root, "dist/.generators");
const drawing = join(root, "examples/node/plate.dxf");
const python = join(tools, "python/bin/python");
const generators = {
  typescript: join(tools, "typescript/node_modules/.bin/openapi-typescript"),
  python: join(tools, "python/bin/openapi-python-client"),
  redocly: join(tools, "lint/node_modules/.bin/redocly"),
  spectral: join(tools, "lint/node_modules/.bin/spectral"),
};
for (const [name, path] of Object.entries(generators)) {
  if (!existsSync(path)) console.warn(`${name} is not there: npm test brings it where it can`);
}

/** Classes that a generated client has; 149 where each answer described its job and its envelope anew. */
const MOST_MODELS = 60;

let folder: string;
let service: RunningService;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "offcut-clients-"));
  service = await startService(join(folder, "data"));
  const document = await fetch(`${service.url}/openapi.json`);
  writeFileSync(join(folder, "openapi.json"), await document.text());
});
afterAll(async () => {
  await service.end();
  rmSync(folder, { recursive: true, force: true });
});

/** @returns what it printed @throws Error with that where it failed */
async function run(command: string, args: string[], env: Record<string, string> = {}): Promise<string> {
  const child = spawn(command, args, { cwd: folder, env: { ...process.env, ...env }, stdio: "pipe" });
  const printed: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => printed.push(chunk));
  const [code] = await once(child, "close");
  const text = Buffer.concat(printed).toString();
  if (code !== 0) throw new Error(`${command} ${args.join(" ")} ended with ${code}:\n${text}`);
  return text;
}

function expectFiles(...endings: string[]): void {
  for (const ending of endings) {
    const file = join(folder, `nest_sheet_0.${ending}`);
    expect(readFileSync(file, "utf8").trimEnd()).toMatch(ending === "dxf" ? /EOF$/ : /M2$/);
    rmSync(file);
  }
}

it.skipIf(!existsSync(generators.redocly))("the document has no error for Redocly", async () => {
  expect(await run(generators.redocly, ["lint", "openapi.json"])).toContain("description is valid");
});

it.skipIf(!existsSync(generators.spectral))("the document has no error for Spectral", async () => {
  writeFileSync(join(folder, ".spectral.yaml"), 'extends: ["spectral:oas"]\n');
  expect(await run(generators.spectral, ["lint", "openapi.json"])).toMatch(/\(0 errors|No results/);
});

describe.skipIf(!existsSync(generators.typescript))("a client of openapi-typescript", () => {
  it("is typed through and through, and does the job", async () => {
    symlinkSync(join(tools, "typescript/node_modules"), join(folder, "node_modules"));
    writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
    cpSync(join(root, "examples/typescript/job.ts"), join(folder, "job.ts"));
    await run(generators.typescript, [
      "openapi.json",
      "--default-non-nullable",
      "false",
      "-o",
      "offcut.d.ts",
    ]);
    const compilerOptions = {
      strict: true,
      target: "ES2023",
      module: "ESNext",
      moduleResolution: "bundler",
      lib: ["ES2023", "DOM", "DOM.Iterable"],
      types: ["node"],
      typeRoots: [join(root, "node_modules/@types")],
      noEmit: true,
      skipLibCheck: true,
      allowImportingTsExtensions: true,
    };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, files: ["job.ts"] }));
    await run(process.execPath, [join(root, "node_modules/typescript/bin/tsc"), "-p", "."]);
    const bundle = ["job.ts", "--bundle", "--platform=node", "--format=esm", "--outfile=job.js"];
    await run(join(root, "node_modules/.bin/esbuild"), bundle);
    expect(await run(process.execPath, ["job.js", service.url, drawing])).toContain("placed_parts: 6");
    expectFiles("gcode");
  });
});

describe.skipIf(!existsSync(generators.python))("a client in Python", () => {
  it("of openapi-python-client is generated without a warning, and does the job", async () => {
    const where = ["--path", "openapi.json", "--meta", "none", "--output-path", "offcut_client"];
    const PATH = `${join(tools, "python/bin")}:${process.env.PATH}`;
    expect(await run(generators.python, ["generate", ...where], { PATH })).not.toMatch(
      /warning|cannot|omitted/i,
    );
    expect(readdirSync(join(folder, "offcut_client/models")).length).toBeLessThanOrEqual(MOST_MODELS);
    const program = join(root, "examples/python/generated.py");
    const printed = await run(python, [program, service.url, drawing], { PYTHONPATH: folder });
    expect(printed).toContain("'placed_parts': 6");
    expectFiles("gcode", "dxf");
  });

  it("with requests does the job", async () => {
    expect(spawnSync(python, ["-c", "import requests"]).status).toBe(0);
    const printed = await run(python, [join(root, "examples/python/job.py"), service.url, drawing, "6"]);
    expect(printed).toContain("'placed_parts': 6");
    expectFiles("gcode");
  });
});
