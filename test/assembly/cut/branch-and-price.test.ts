/**
 * Branching on units: whatever it says of a plan with one bar less is true. Jobs leave no waste: bars are cut up, and in most
 * jobs two pieces changed by the same length, after which there may be no such plan. The oracle fills bar after bar.
 */
import { expect, it } from "vitest";
import { cutRequestSchema } from "../../../engine/base/contract/v1/cut.ts";
import { encodeCut, tabulateCut } from "../../../engine/plan/cut/cut-blocks.ts";
import { writeBlock } from "../../../engine/plan/wasm/heap.ts";
import { type CoreExports, instantiateCore } from "../../../engine/plan/wasm/load.ts";
import { compileModule } from "../../helpers/probe.ts";
import { Random } from "../../helpers/random.ts";

interface Probe extends CoreExports {
  /** An `Answer` about plans with one bar less than the first plan. */
  ask(request: number): number;
  /** Branches that were taken. */
  branches: { value: number };
}

enum Answer {
  NOT_ASKED = 0,
  NONE = 1,
  FOUND = 2,
  UNKNOWN = 3,
}

const ENTRY = `
  export { cutOpen, cutRun, cutBest, cutClose } from "./cut";
  export { branches } from "./cut/branch/branch-and-price";
  import { branchAndPrice, isPriceable } from "./cut/branch/branch-and-price";
  import { openSolve } from "./cut/cut-search";
  import { best, mostKey } from "./cut/incumbent/cut-incumbent";
  import { startMaster } from "./cut/lp/column-generation";
  import { grantWork } from "./work";
  export function ask(request: usize): i32 {
    grantWork(1e15);
    openSolve(request);
    if (!isPriceable()) return 0;
    const wanted = mostKey();
    startMaster(false);
    if (branchAndPrice(Infinity)) return 1;
    return best.key <= wanted ? 2 : 3;
  }
`;
const CHANGED = [
  {
    file: "assembly/cut/branch/branch-and-price.ts",
    line: "      apart[depth++] = 0;\n",
    instead: "      branches++;\n      apart[depth++] = 0;\n",
  },
  {
    file: "assembly/cut/branch/branch-and-price.ts",
    line: "let depth: i32 = 0;\n",
    instead: "export let branches: i32 = 0;\nlet depth: i32 = 0;\n",
  },
  // Nothing but whole solutions is packed, and finding a plan does not end the search.
  {
    file: "assembly/cut/branch/branch-and-price.ts",
    line: "      if (nodes++ % SEARCH_PACKING === 0) roundSolution(FillRule.VALUE);\n",
    instead: "",
  },
  { file: "assembly/cut/incumbent/pause.ts", line: "  if (provenBest()) stop();\n", instead: "" },
];

it("is right about plans with one bar less", async () => {
  const module = await compileModule(ENTRY, ["--noAssert"], CHANGED);
  const answers = [0, 0, 0, 0];
  let branches = 0;
  for (let seed = 1; seed <= 200; seed++) {
    const random = new Random(seed);
    const length = random.int(20, 60);
    const bars = random.int(4, 8);
    const lengths = cutUp(random, length, bars);
    const table = tabulateCut(
      cutRequestSchema.parse({
        stocks: [{ id: "bar", length, quantity: 99 }],
        pieces: lengths.map((piece) => ({ id: "p", length: piece, quantity: 1 })),
      }),
    );
    const core = (await instantiateCore(module)) as Probe;
    const answer = core.ask(writeBlock(core, encodeCut(table, 1)));
    if (answer === Answer.NONE) expect(fills(lengths, length), `seed ${seed}`).toBe(false);
    if (answer === Answer.FOUND) expect(fills(lengths, length), `seed ${seed}`).toBe(true);
    answers[answer]!++;
    branches += core.branches.value;
  }
  expect(answers[Answer.NONE]).toBeGreaterThan(10);
  expect(answers[Answer.FOUND]).toBeGreaterThan(10);
  expect(branches).toBeGreaterThan(20);
});

function cutUp(random: Random, length: number, bars: number): number[] {
  const lengths = Array.from({ length: bars }, () => {
    const first = random.int(Math.ceil(length / 4), Math.floor(length / 2));
    const second = random.int(3, length - first - 3);
    return [first, second, length - first - second];
  }).flat();
  for (let change = random.int(0, 2); change > 0; change--) {
    const most = lengths.indexOf(Math.max(...lengths));
    lengths[random.int(0, lengths.length - 1)]! += 1;
    lengths[most]! -= 1;
  }
  return lengths.filter((piece) => piece > 0 && piece <= length).sort((a, b) => b - a);
}

/** Can the pieces be put on bars without any waste? */
function fills(lengths: number[], length: number): boolean {
  const [first, ...rest] = lengths;
  if (first === undefined) return true;
  const fill = (left: number, from: number, others: number[]): boolean => {
    if (left === 0) return fills(others, length);
    for (let k = from; k < others.length; k++) {
      if (others[k]! > left || (k > from && others[k] === others[k - 1])) continue;
      if (fill(left - others[k]!, k, others.toSpliced(k, 1))) return true;
    }
    return false;
  };
  return fill(length - first, 0, rest);
}
