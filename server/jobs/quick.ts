/** Small drawings, small exports and cuts that are proven within milliseconds are done in place: a thread costs more. */
import type { Engine } from "../../engine/index.node.ts";
import type { Answer, ExecutorJob, JobContext, SolveExecutor } from "./executor.ts";
import type { FormFile } from "./multipart-form.ts";
import { inTurn } from "./promises.ts";
import { type WorkEngine, work } from "./work.ts";

/** Bytes of the largest request that is looked at. */
const MOST_BYTES = { cut: 4096, export: 8192, drawing: 16_384 };
/** Work of a search in place: some 3 ms. */
const CUT_WORK = 4_000;
/** Points that a drawing in place may have. */
const MOST_POINTS = 5_000;

/** Entities that draw no others, so that their points can be counted beforehand. */
const PLAIN = new Set(
  "LINE LWPOLYLINE POLYLINE VERTEX SEQEND CIRCLE ARC POINT TEXT MTEXT BLOCK ENDBLK ENDSEC".split(" "),
);

/** @param engine one without threads */
export function quickly(
  executor: SolveExecutor,
  engine: WorkEngine & Partial<Pick<Engine, "close">>,
): SolveExecutor {
  const proving: WorkEngine = {
    ...engine,
    cutPlan: async (request, options) => {
      const plan = await engine.cutPlan(request, { ...options, workBudget: CUT_WORK });
      if (plan.status !== "optimal" || plan.ended !== "done") throw new Unproven();
      return plan;
    },
  };
  // One at a time: two at once would each need a memory of the core of their own, and the collector has to free one.
  const next = inTurn();
  return {
    async run(job: ExecutorJob, context: JobContext): Promise<Answer> {
      if (!isSmall(job)) return executor.run(job, context);
      const { signal } = context;
      const answer = await next(async () => {
        signal.throwIfAborted();
        return work(proving, job, { signal, here: true });
      });
      return answer.status >= 500 ? executor.run(job, context) : answer;
    },
    stats: () => executor.stats(),
    ping: () => executor.ping(),
    async close(graceMs) {
      await executor.close(graceMs);
      await engine.close?.();
    },
  };
}

class Unproven extends Error {}

function isSmall({ kind, body, request, search }: ExecutorJob): boolean {
  if (request === undefined || search === false || kind === "nest") return false;
  if (kind === "cut") return body.byteLength <= MOST_BYTES.cut;
  if (kind === "gcode" || kind === "dxf") return body.byteLength <= MOST_BYTES.export;
  const { bytes } = (request as { file: FormFile }).file;
  return bytes.byteLength <= MOST_BYTES.drawing && isPlainDrawing(bytes);
}

/** Whether a drawing in text has few points, however its entities are made. */
function isPlainDrawing(bytes: Uint8Array): boolean {
  const lines = new TextDecoder("latin1").decode(bytes).split("\n");
  let points = 0;
  let section = "";
  let entity = "";
  for (let at = 0; at + 1 < lines.length; at += 2) {
    const code = Number(lines[at]);
    const value = lines[at + 1]!.trim();
    if (Number.isNaN(code)) return false;
    if (code === 0) entity = value;
    if (code === 2 && entity === "SECTION") section = value;
    if (entity === "ENDSEC") section = "";
    if (section !== "ENTITIES" && section !== "BLOCKS") continue;
    if (code === 0 && !PLAIN.has(value)) return false;
    points += pointsOf(entity, code, Number(value));
    if (!(points <= MOST_POINTS)) return false;
  }
  return true;
}

/** Points that a pair of a drawing may bring with it, curves within 0.01 mm included. */
function pointsOf(entity: string, code: number, value: number): number {
  if (code === 0 || code === 10) return 1;
  if (code === 42 && value !== 0) return 200;
  if (code === 40 && (entity === "CIRCLE" || entity === "ARC")) return 8 + 25 * Math.sqrt(Math.abs(value));
  return 0;
}
