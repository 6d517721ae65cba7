/**
 * `Idempotency-Key` on any POST: the same request again within a day gets the same answer and is not charged again; another
 * request under the same key is a 409. A client that lost an answer can ask without fear.
 */
import { HTTPException } from "hono/http-exception";
import { EngineError } from "../../engine/index.node.ts";
import { FINDINGS_HEADER } from "../answers/findings-header.ts";
import type { AppContext, AppDeps, Middleware } from "../context/context.ts";
import { clientAddress } from "../http/address.ts";
import type { Answer } from "../jobs/executor.ts";
import { type FormFile, formField } from "../jobs/multipart-form.ts";
import { openAnswer, packAnswer } from "../replays/kept.ts";
import type { Begun } from "../replays/replay-store.ts";
import { readBody } from "./body.ts";
import { respond } from "./respond.ts";

/** Head of an answer as it is kept; older versions kept the body in it, and heads of some answers without `answer`. */
type KeptHead = Omit<Answer, "body"> & { body?: string };

/** An answer that the store does not take is offered again for ten minutes. */
const PAUSE_MS = 1_000;
const TRIES = 600;
/** Answers that another try must not get twice, or that cost work. */
const LASTING = new Set([200, 202, 400]);
const HEADERS = ["Content-Type", "Content-Disposition", "Location", "Retry-After", "Preference-Applied"];

/** Answers a request that was answered before, without writing anything. @param limit bytes of the largest body */
export function answeredBefore(deps: AppDeps, limit: number): Middleware {
  const { replays, now = Date.now } = deps;
  return async (c, next) => {
    const key = c.req.header("Idempotency-Key");
    if (key === undefined || c.req.method !== "POST") return next();
    if (!/^[\x20-\x7e]{1,255}$/.test(key)) {
      throw new EngineError("INVALID_INPUT", "Idempotency-Key: must be 1 to 255 printable ASCII characters");
    }
    const account = c.get("owner")?.account ?? c.get("account")?.account;
    const scope = account?.id ?? clientAddress(c, deps.config);
    const digest = await crypto.subtle.digest("SHA-256", requestOf(c, await readBody(c, limit)));
    const replay = { scope, key, request: new Uint8Array(digest) };
    c.set("replay", replay);
    return (await replayed(c, await replays.find(replay, now()))) ?? next();
  };
}

/** Keeps the answer of a request that is to be answered once. */
export function recorded(deps: AppDeps): Middleware {
  const { replays, now = Date.now } = deps;
  return async (c, next) => {
    const replay = c.get("replay");
    if (!replay) return next();
    const before = await replayed(c, await replays.begin(replay, now()));
    if (before) return before;
    let kept: Uint8Array | undefined;
    try {
      await next();
      kept = await keep(c);
    } finally {
      // An answer that is there is given, also when the store has gone meanwhile; it is kept once that is back.
      const end = () => replays.end(replay, kept);
      await end().catch((error: unknown) => {
        const fault = String(error);
        deps.logger.warn({ account: replay.scope, fault }, "an answer is not kept yet");
        void tryAgain(end);
      });
    }
  };
}

/** Holds nobody up. What is not kept when the process ends is cleared up after by another. */
async function tryAgain(write: () => Promise<void>): Promise<void> {
  for (let tries = 0; tries < TRIES; tries++) {
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS).unref());
    const done = write().then(() => true);
    if (await done.catch(() => false)) return;
  }
}

/** The answer that was given before; nothing for a request that is new. @throws HTTPException 409 */
async function replayed(c: AppContext, begun: Begun): Promise<Response | undefined> {
  if (begun.state === "new") return undefined;
  if (begun.state !== "done") throw conflict(c, begun.state);
  c.get("answering")(begun.bytes, "kept");
  const { head, body } = await openAnswer(await begun.read());
  c.header("Idempotency-Replayed", "true");
  const answer = { body: "", ...((head as { answer?: KeptHead }).answer ?? (head as KeptHead)) };
  return respond(c, answer, answer.body === "" ? body : undefined);
}

function conflict(c: AppContext, state: "busy" | "other"): HTTPException {
  if (state === "other") {
    return new HTTPException(409, { message: "The Idempotency-Key was used for another request" });
  }
  c.header("Retry-After", "1");
  return new HTTPException(409, { message: "The request with this Idempotency-Key is still being answered" });
}

/** Bytes that identify a request: of a form the file, not the boundary, which is another each time. */
function requestOf(c: AppContext, body: Uint8Array): Uint8Array<ArrayBuffer> {
  const type = c.req.header("Content-Type") ?? "";
  const query = [...new URL(c.req.url).searchParams].filter(([name]) => name !== "api_key");
  const file = fileOf(type, body);
  const head = [c.req.method, c.req.path, query, c.req.header("Prefer"), file ? file.name : type];
  return Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), file ? file.bytes : body]);
}

function fileOf(type: string, body: Uint8Array): FormFile | undefined {
  if (!/^multipart\/form-data/i.test(type)) return undefined;
  try {
    const field = formField(body, type, "file");
    return typeof field === "object" ? field : undefined;
  } catch {
    return undefined;
  }
}

async function keep(c: AppContext): Promise<Uint8Array | undefined> {
  const { res } = c;
  if (!LASTING.has(res.status) || c.req.raw.signal.aborted) return undefined;
  const headers = [...HEADERS, FINDINGS_HEADER].flatMap((name) => {
    const value = res.headers.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  const written = { status: res.status, headers: Object.fromEntries(headers), elapsedMs: 0 };
  const { body, ...answer } = c.get("answer") ?? { ...written, body: await res.clone().text() };
  return packAnswer({ answer }, body);
}
