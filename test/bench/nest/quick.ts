/**
 * How quick is the package where that is what counts? The first complete layout of a hundred outlines and of the largest
 * request that there can be, and the whole answer to a few rectangles: one call after another of an engine that is warm,
 * the layout verified.
 */
import { createEngine, type Engine } from "../../../engine/index.node.ts";
import {
  type NestData,
  type NestRequest,
  nestRequestSchema,
  v1,
  verifyNestAnswer,
} from "../../../engine/v1.ts";
import { requestFrom, SHAPE_KINDS } from "../../helpers/nest/jobs.ts";
import { Random } from "../../helpers/random.ts";
import { quantile } from "../report.ts";

export interface QuickJob {
  set: string;
  name: string;
  /** Milliseconds that it should take. */
  goal: number;
  request: NestRequest;
  /** Stop with the first complete layout. */
  first: boolean;
  /** Calls that count, after as many that start the worker and warm it. */
  calls: number;
}

export interface QuickRun {
  /** Medians of several calls in milliseconds: by the clock, and of processor time, which a busy machine changes less. */
  wall: number;
  cpu: number;
  fault: string | undefined;
  sheets: number;
}

export function quickJobs(): QuickJob[] {
  return [
    {
      set: "quick",
      name: "first of 100 outlines",
      goal: 200,
      request: outlines(100, 50),
      first: true,
      calls: 15,
    },
    { set: "quick", name: "20 rectangles", goal: 50, request: rectangles(20), first: false, calls: 15 },
    { set: "quick", name: "first of 100 000 copies", goal: 2000, request: largest(), first: true, calls: 2 },
  ];
}

export async function runQuickly(wasm: WebAssembly.Module, job: QuickJob): Promise<QuickRun> {
  const engine = await createEngine({ wasm: { nest: wasm }, workers: 1 });
  const calls: Call[] = [];
  try {
    for (let i = -job.calls; i < job.calls; i++) {
      const call = await (job.first ? firstLayout(engine, job.request) : wholeAnswer(engine, job.request));
      if (i >= 0) calls.push(call);
    }
  } finally {
    await engine.close();
  }
  const { data } = calls[0]!;
  return {
    wall: quantile(
      calls.map(({ wall }) => wall),
      0.5,
    ),
    cpu: quantile(
      calls.map(({ cpu }) => cpu),
      0.5,
    ),
    fault: verifyNestAnswer(job.request, data).violations[0]?.message,
    sheets: data.summary.sheets_used,
  };
}

interface Call {
  data: NestData;
  wall: number;
  cpu: number;
}

/** A clock whose hand is read with what there is by then. */
function startClock(): (data: NestData) => Call {
  const started = performance.now();
  const before = process.cpuUsage();
  return (data) => {
    const { user, system } = process.cpuUsage(before);
    return { data, wall: performance.now() - started, cpu: (user + system) / 1000 };
  };
}

async function wholeAnswer(engine: Engine, request: NestRequest): Promise<Call> {
  const read = startClock();
  return read(await v1(engine).nest(request));
}

async function firstLayout(engine: Engine, request: NestRequest): Promise<Call> {
  const read = startClock();
  const stop = new AbortController();
  let first: Call | undefined;
  const onProgress = ({ best }: { best?: NestData }) => {
    if (!best || best.summary.unplaced_parts > 0) return;
    first ??= read(best);
    stop.abort();
  };
  const last = await v1(engine).nest(request, { signal: stop.signal, onProgress });
  return first ?? read(last);
}

function outlines(count: number, points: number): NestRequest {
  const random = new Random(4000);
  const parts = Array.from({ length: count }, (_, i) => {
    const size = random.float(30, 200);
    const exterior = Array.from({ length: points }, (_, k): [number, number] => {
      const angle = (2 * Math.PI * k) / points;
      const radius = size * random.float(0.6, 1);
      return [radius * Math.cos(angle), radius * Math.sin(angle)];
    });
    return { id: `outline-${i}`, exterior };
  });
  return nestRequestSchema.parse({ parts, sheet: { width: 3000, height: 1500 } });
}

/** 200 parts, 500 copies of each. */
function largest(): NestRequest {
  const random = new Random(4002);
  const parts = Array.from({ length: 200 }, () => ({
    kind: random.pick(SHAPE_KINDS),
    size: random.float(40, 400),
    turn: 0,
    offset: 0,
    quantity: 500,
    seed: random.int(0, 2 ** 31),
  }));
  const config = { spacing: 3, edge_margin: 5, rotation_step: 90, kerf: 0 };
  return nestRequestSchema.parse(requestFrom({ parts, width: 3000, height: 1500, ...config }));
}

function rectangles(count: number): NestRequest {
  const random = new Random(4001);
  const parts = Array.from({ length: count }, () => ({
    kind: "rectangle" as const,
    size: random.float(60, 500),
    turn: 0,
    offset: 0,
    quantity: 1,
    seed: random.int(0, 2 ** 31),
  }));
  const config = { spacing: 3, edge_margin: 5, rotation_step: 90, kerf: 0 };
  return nestRequestSchema.parse(requestFrom({ parts, width: 3000, height: 1500, ...config }));
}
