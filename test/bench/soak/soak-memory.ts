/**
 * `npm run bench:soak -- memory [--most N]`: small jobs of each solver on a core whose n-th block of memory is refused, for
 * every n that the job asks for (the first N, and as many spread over the rest). Ends with an error where the engine answers
 * with anything but a plan of all parts that the judges pass, where that is worse than one that was told of before, or where
 * nobody is told that memory ran out.
 */
import { parseArgs } from "node:util";
import { nestPlanRequestSchema } from "../../../engine/entries/schemas.ts";
import { verifyCut, verifyNest, verifyPanels } from "../../../engine/entries/verify.ts";
import { createEngine, type Engine, type EngineFault } from "../../../engine/index.node.ts";
import { ENTRY_OF_CORE } from "../../helpers/ablations.ts";
import { compileBinary, type Fault } from "../../helpers/probe.ts";
import { CUT_REQUEST, PANEL_REQUEST, STARS_REQUEST } from "../../helpers/run/requests.ts";
import { tableOf } from "../report.ts";

const { values } = parseArgs({ options: { most: { type: "string", default: "200" } } });
const MOST = Number(values.most);

/** Stands in the binary for the number of the block that is refused: five bytes as a number of its format. */
const MARKER = 0x7abc_def1;
const COUNTING: Fault[] = [
  {
    file: "assembly/memory.ts",
    line: "export function reserve(bytes: usize): usize {\n",
    instead: `let blocks: i32 = 0;
export function blocksAsked(): i32 {
  return blocks;
}
export function reserve(bytes: usize): usize {
  if (blocks++ === ${MARKER}) fail();
`,
  },
];
const binary = await compileBinary(
  `${ENTRY_OF_CORE}export { blocksAsked } from "./memory";\n`,
  ["--target", "release-simd"],
  COUNTING,
);

function bytesOf(number: number): Uint8Array {
  return Uint8Array.from({ length: 5 }, (_, i) => ((number >>> (7 * i)) & 0x7f) | (i < 4 ? 0x80 : 0));
}

const place = Buffer.from(binary).indexOf(bytesOf(MARKER));
if (place < 0 || Buffer.from(binary).indexOf(bytesOf(MARKER), place + 1) >= 0)
  throw new Error("the binary does not have the number of the block once");

async function coreWithout(block: number): Promise<WebAssembly.Module> {
  const own = binary.slice();
  own.set(bytesOf(block), place);
  return WebAssembly.compile(own);
}

interface Outcome {
  wrong: unknown[];
  used: number;
}
type Told = { sheets_used?: number; stocks_used?: number; ended?: unknown };
const bounded = { workBudget: 8_000, timeLimitMs: 60_000, seed: 5 };
const stars = nestPlanRequestSchema.parse(STARS_REQUEST);
const SOLVES: Record<string, (engine: Engine, onProgress: (event: Told) => void) => Promise<Outcome>> = {
  async nest(engine, onProgress) {
    const plan = await engine.nest(stars, { ...bounded, onProgress });
    return { wrong: [...verifyNest(stars, plan).violations, ...plan.unplaced], used: plan.sheets_used };
  },
  async cut(engine, onProgress) {
    const plan = await engine.cut(CUT_REQUEST, { ...bounded, onProgress });
    const { violations } = verifyCut(CUT_REQUEST, plan);
    return { wrong: [...violations, ...plan.unplaced], used: plan.summary.stocks_used };
  },
  async panels(engine, onProgress) {
    const plan = await engine.panels(PANEL_REQUEST, { ...bounded, onProgress });
    const { violations } = verifyPanels(PANEL_REQUEST, plan);
    return { wrong: [...violations, ...plan.unplaced], used: plan.summary.stocks_used };
  },
};

/** Blocks that the job asks for where it gets all of them. */
async function blocksOf(name: string): Promise<number> {
  const instances: WebAssembly.Instance[] = [];
  const { instantiate } = WebAssembly;
  WebAssembly.instantiate = (async (module: WebAssembly.Module, imports?: WebAssembly.Imports) => {
    const instance = await instantiate(module, imports);
    instances.push(instance);
    return instance;
  }) as typeof WebAssembly.instantiate;
  await solve(name, 0x7fff_ffff);
  WebAssembly.instantiate = instantiate;
  // Libraries have modules of their own.
  const asked = instances.map(({ exports }) => exports?.blocksAsked as (() => number) | undefined);
  return Math.max(...asked.map((blocks) => blocks?.() ?? 0));
}

/** What is wrong with the answer, or with how the fault is told. */
async function solve(name: string, block: number): Promise<string[]> {
  const core = await coreWithout(block);
  const reasons: string[] = [];
  const onFault = ({ message }: EngineFault) => reasons.push(message);
  const engine = await createEngine({ workers: 0, wasm: { nest: core, cut: core, panels: core }, onFault });
  const told: Told[] = [];
  const { wrong, used } = await SOLVES[name]!(engine, (event) => told.push(event));
  await engine.close();
  const best = told.findLast(({ ended }) => ended === undefined);
  const known = best?.sheets_used ?? best?.stocks_used ?? Infinity;
  return [
    ...wrong.map((violation) => `answers wrong: ${JSON.stringify(violation)}`),
    ...(used > known ? [`answers with ${used}, and told of ${known}`] : []),
    ...(reasons.every((reason) => /needs more memory/.test(reason)) ? [] : [`tells ${reasons.join("; ")}`]),
    ...(reasons.length > 0 || block > MARKER ? [] : ["tells nobody"]),
  ];
}

const row = tableOf(["memory refused", "blocks", "tried", "with a fault"]);
for (const name of Object.keys(SOLVES)) {
  const blocks = await blocksOf(name);
  const step = Math.max(1, (blocks - MOST) / MOST);
  const tried = [...Array(Math.min(blocks, MOST)).keys()];
  for (let n = MOST; n < blocks; n += step) tried.push(Math.floor(n));
  let faulty = 0;
  for (const block of tried) {
    const faults = await solve(name, block).catch((error: Error) => [`throws ${error}`]);
    if (faults.length > 0) faulty++;
    for (const fault of faults) process.stdout.write(`${name}, block ${block}: ${fault}\n`);
  }
  row([name, blocks, tried.length, faulty]);
  if (faulty > 0) process.exitCode = 1;
}
