/** The files of the corpus: jobs and answers, one of each to a line of JSON. docs/corpus.md describes the format. */
import { readFileSync, writeFileSync } from "node:fs";
import type { PanelNode } from "../../../engine/base/contract/panel-plan.ts";
import type {
  CutPlanRequestInput,
  NestPlanRequestInput,
  PanelPlanRequestInput,
} from "../../../engine/index.node.ts";

export const KINDS = ["strips", "rectangles", "polygons", "sizes", "bars", "mitres", "panels"] as const;
export type Kind = (typeof KINDS)[number];

/** Quantity that an answer is to keep small: length of the strip, number of sheets, length or area of stock, or cost. */
export type Measure = "length" | "count" | "stock" | "cost";

interface JobOf<Kinds extends Kind, Request> {
  id: string;
  kind: Kinds;
  measure: Measure;
  /** No answer has a smaller value. */
  bound: number;
  /** Origin of the bound: `area` (or length) of the parts alone, or the engine that proved it. */
  bound_by: string;
  request: Request;
}
export type NestJob = JobOf<"strips" | "rectangles" | "polygons" | "sizes", NestPlanRequestInput>;
export type BarJob = JobOf<"bars" | "mitres", CutPlanRequestInput>;
export type PanelJob = JobOf<"panels", PanelPlanRequestInput>;
export type CorpusJob = NestJob | BarJob | PanelJob;

export type Placement = [part: number, x: number, y: number, rotation: number, mirrored?: 1];
/** `type` is a position in the request's `sheets`, `count` the number of sheets that look alike. */
export interface NestAnswer {
  sheets: { type?: number; count?: number; placements: Placement[] }[];
}
export type Run =
  | [piece: number, count: number, position: number]
  | [piece: number, count: number, position: number, start: number, end: number];
export interface BarAnswer {
  patterns: { stock: number; count: number; cuts: Run[] }[];
}
export interface PanelAnswer {
  patterns: { stock: number; count: number; tree: PanelNode }[];
}
export type Answer = NestAnswer | BarAnswer | PanelAnswer;

/** The best answer that is known of a job. */
export interface StoredAnswer {
  id: string;
  value: number;
  by: string;
  answer: Answer;
}

const FOLDER = "test/bench/corpus";

export function readJobs(kinds: readonly Kind[] = KINDS): CorpusJob[] {
  return kinds.flatMap((kind) =>
    readLines<Omit<CorpusJob, "kind">>(`${FOLDER}/jobs/${kind}.jsonl`).map(
      (job) => ({ kind, ...job }) as CorpusJob,
    ),
  );
}

export function readAnswers(kinds: readonly Kind[] = KINDS): Map<string, StoredAnswer> {
  const answers = kinds.flatMap((kind) => readLines<StoredAnswer>(`${FOLDER}/answers/${kind}.jsonl`));
  return new Map(answers.map((answer) => [answer.id, answer]));
}

export function writeAnswers(kind: Kind, answers: StoredAnswer[]): void {
  writeFileSync(
    `${FOLDER}/answers/${kind}.jsonl`,
    answers.map((answer) => `${JSON.stringify(answer)}\n`).join(""),
  );
}

export function readLines<Line>(path: string): Line[] {
  return readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line));
}
