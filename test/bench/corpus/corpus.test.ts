/** The corpus keeps its format, its answers are valid and worth what they say, and its judge finds broken ones. */
import { describe, expect, it } from "vitest";
import { createEngine } from "../../../engine/index.node.ts";
import {
  type Answer,
  type CorpusJob,
  KINDS,
  type NestAnswer,
  type PanelAnswer,
  readAnswers,
  readJobs,
} from "./format.ts";
import { judge } from "./judge.ts";
import { solveWithOffcut } from "./offcut.ts";

type Point = readonly [x: number, y: number];

const jobs = readJobs();
const answers = readAnswers();

/** Equal but for rounding in the last digits that files state. */
const near = (value: number) => expect.closeTo(value, 5);

/** Least value that the material of the parts allows. */
function materialOf(job: CorpusJob): number {
  if (!("parts" in job.request)) return 0;
  const area = (ring: readonly Point[]) =>
    Math.abs(ring.reduce((sum, [x, y], i) => sum + cross([x, y], ring[(i + 1) % ring.length]!) / 2, 0));
  const { parts, sheet, sheets = [] } = job.request;
  const needed = parts.reduce((sum, { exterior, holes = [], quantity }) => {
    const net = area(exterior as Point[]) - (holes as Point[][]).reduce((all, hole) => all + area(hole), 0);
    return sum + (quantity as number) * net;
  }, 0);
  if (sheets.length > 0)
    return needed * Math.min(...sheets.map(({ cost, width, height }) => cost! / (width * height)));
  return job.kind === "strips" ? needed / sheet!.height : needed / (sheet!.width * sheet!.height);
}

const cross = ([ax, ay]: Point, [bx, by]: Point) => ax * by - bx * ay;

describe("the corpus", () => {
  it("has 300 jobs of all kinds, each under a name of its own and with a best answer", () => {
    const names = jobs.map(({ id }) => id);
    expect(new Set(names).size).toBe(300);
    expect([...answers.keys()].sort()).toEqual(names.sort());
    for (const kind of KINDS)
      expect(jobs.filter((job) => job.kind === kind).length, kind).toBeGreaterThanOrEqual(20);
  });

  it("states what its answers come to, and no bound above it or below the parts' own material", () => {
    for (const job of jobs) {
      const { value, answer } = answers.get(job.id)!;
      expect(judge(job, answer), job.id).toEqual({ value: near(value) });
      expect(job.bound, job.id).toBeLessThanOrEqual(value * (1 + 1e-9));
      expect(job.bound, job.id).toBeGreaterThanOrEqual(materialOf(job) * (1 - 1e-6) - 1e-3);
    }
  });

  it("refuses answers that lack a part, name none, or have one too many", () => {
    for (const kind of KINDS) {
      const job = jobs.find((other) => other.kind === kind)!;
      const broken = [lacking, naming, doubled].map((breaking) => {
        const answer = structuredClone(answers.get(job.id)!.answer);
        breaking(answer);
        return judge(job, answer);
      });
      for (const verdict of broken) expect(verdict, kind).toEqual({ fault: expect.any(String) });
    }
  });

  it("gets a valid answer of every kind from Offcut", async () => {
    const engine = await createEngine({ workers: 0 });
    for (const kind of KINDS) {
      const [job] = jobs.filter((other) => other.kind === kind).sort((a, b) => sizeOf(a) - sizeOf(b));
      const { answer } = await solveWithOffcut(engine, job!, { seconds: 0.2, seed: 1 });
      expect(judge(job!, answer!), kind).toEqual({ value: expect.any(Number) });
    }
    await engine.close();
  });
});

const sizeOf = ({ request }: CorpusJob) => JSON.stringify(request).length;

function lacking(answer: Answer): void {
  rows(answer).pop();
}

function naming(answer: Answer): void {
  const [first] = rows(answer);
  if (Array.isArray(first)) first[0] = 999;
  else Object.assign(first!, { piece: 999 });
}

function doubled(answer: Answer): void {
  const list: object[] = "sheets" in answer ? answer.sheets : answer.patterns;
  list.push(structuredClone(list[0]!));
}

/** Placements, cuts or parts of the first sheet, bar or panel. */
function rows(answer: Answer): unknown[] {
  if ("sheets" in answer) return (answer as NestAnswer).sheets[0]!.placements;
  const [pattern] = answer.patterns;
  if ("cuts" in pattern!) return pattern.cuts;
  let { tree } = (answer as PanelAnswer).patterns[0]!;
  while (tree.parts?.[0]?.parts) tree = tree.parts[0];
  return tree.parts!;
}
