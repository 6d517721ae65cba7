/** Compiles the core for `npm run build`, as many of its seven binaries at a time as there are processors. */
import { execFile } from "node:child_process";
import { availableParallelism } from "node:os";
import { promisify } from "node:util";
import { fail, root } from "./steps.mjs";

/** The longest first. */
const binaries = [
  ["release-simd", "nest.simd", ["nest"]],
  ["release", "nest", ["nest"]],
  ["release-simd", "panels.simd", ["panel"]],
  ["release", "panels", ["panel"]],
  ["release-simd", "cut.simd", ["cut"]],
  ["release", "cut", ["cut"]],
  ["debug", "core.debug", ["nest", "cut", "panel"]],
];

const failed = [];
await Promise.all(Array.from({ length: availableParallelism() }, compileRest));
if (failed.length > 0) fail(`the core (${failed.join(", ")}) could not be built`);

async function compileRest() {
  for (let next = binaries.shift(); next; next = binaries.shift()) await compile(...next);
}

async function compile(target, name, problems) {
  const compiler = ["scripts/compile.mjs", target, `dist/${name}.wasm`];
  compiler.push(...problems.map((problem) => `assembly/${problem}.ts`));
  const {
    code = 0,
    stdout,
    stderr,
  } = await promisify(execFile)(process.execPath, compiler, { cwd: root }).catch((error) => error);
  // The compiler says of every optimised build that it could have been smaller still, which nobody can act on.
  const said = `${stdout}${stderr}`.replace(/^Last converge was suboptimal\.\n/gm, "");
  if (said.trim() !== "") process.stderr.write(said);
  if (code !== 0) failed.push(name);
}
