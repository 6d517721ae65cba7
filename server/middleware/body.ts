/** Reads a body of bounded size at a bounded pace. Compressed ones are refused: what they unpack to has no bound. */
import { EngineError } from "../../engine/index.node.ts";
import type { AppContext, AppDeps, AppEnv, Middleware } from "../context/context.ts";
import { clientAddress } from "../http/address.ts";
import { type Held, Ledger, PACE } from "../limits/ledger.ts";

const MB = 1024 * 1024;
/** Bytes of the largest request about an account: a few texts of at most 1024 characters, however they are escaped. */
export const ACCOUNT_BYTES = 64 * 1024;
/** Uploads of one owner that may drag on together; more than any client of ours has connections. */
const UPLOADS = 64;
/** Bytes that are copied at a time. */
const TURN_BYTES = 2 * MB;

/** Lets requests read their bodies, and takes back the memory at their end, at that of their job, or when the answer is taken. */
export function receiveBodies({ config, pace = PACE }: AppDeps): Middleware {
  const all = config.MAX_BODIES_MB * MB;
  // Room for the largest body, and for three others beside whoever sends much.
  const share = Math.max(all / 4, config.MAX_JSON_MB * MB);
  const ledger = new Ledger({ all, share, uploads: UPLOADS, pace });
  return async (c, next) => {
    let held: Held | undefined;
    const owner = () => c.get("owner")?.account.id ?? clientAddress(c, config);
    c.set("receive", () => {
      held = ledger.hold(owner());
      return { held, upload: ledger.upload(owner()) };
    });
    c.set("answering", (bytes, state) => {
      const own = ledger.hold(owner());
      if (state === "kept") own.add(bytes);
      else own.take(bytes);
      const { outgoing } = c.env ?? {};
      // Another host than ours does not tell when it has been taken.
      if (!outgoing || outgoing.closed) own.free();
      else outgoing.once("close", () => own.free());
    });
    c.set("retain", () => {
      const retained = held;
      held = undefined;
      return () => retained?.free();
    });
    try {
      await next();
    } finally {
      held?.free();
    }
  };
}

/** @throws EngineError FILE_TOO_LARGE, INVALID_INPUT, RATE_LIMIT_EXCEEDED; HTTPException 408, 503 */
export async function readBody(c: AppContext, limit: number): Promise<Uint8Array> {
  const read = c.get("body");
  if (read && read.byteLength > limit) throw tooLarge(limit);
  if (read) return read;
  const declared = Number(c.req.header("Content-Length") ?? Number.NaN);
  if (declared > limit) throw tooLarge(limit);
  const encoding = c.req.header("Content-Encoding") ?? "identity";
  if (encoding !== "identity") {
    throw new EngineError("INVALID_INPUT", "A body with a Content-Encoding is not read; send it as it is");
  }
  const body = await receive(c, limit);
  c.set("body", body);
  return body;
}

export function tooLarge(limit: number): EngineError {
  const size = limit % 1048576 === 0 ? `${limit / 1048576} MB` : `${limit} bytes`;
  return new EngineError("FILE_TOO_LARGE", `The request is larger than ${size}`);
}

async function receive(c: AppContext, limit: number): Promise<Uint8Array> {
  const { incoming } = c.env ?? {};
  const reader = incoming ? undefined : c.req.raw.body?.getReader();
  if (!incoming && !reader) return new Uint8Array();
  const { held, upload } = c.get("receive")();
  const chunks: Uint8Array[] = [];
  let length = 0;
  const take = (chunk: Uint8Array) => {
    length += chunk.byteLength;
    if (length > limit) throw tooLarge(limit);
    upload.received(chunk.byteLength);
    held.add(chunk.byteLength);
    chunks.push(chunk);
  };
  const transfer = reader ? fromStream(reader, take) : fromSocket(incoming!, take);
  try {
    await Promise.race([transfer.done, upload.late]);
  } catch (error) {
    hangUpAfterAnswer(c);
    // Nothing more of it is wanted; a client that has gone cannot be told.
    transfer.stop();
    throw error;
  } finally {
    upload.end();
  }
  return joined(chunks, length);
}

type Incoming = NonNullable<AppEnv["Bindings"]["incoming"]>;

interface Transfer {
  done: Promise<void>;
  stop(): void;
}

function fromStream(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  take: (chunk: Uint8Array) => void,
): Transfer {
  const all = async () => {
    for (let next = await reader.read(); !next.done; next = await reader.read()) take(next.value);
  };
  return { done: all(), stop: () => void reader.cancel().catch(() => undefined) };
}

/** A stream of the web platform around Node's own costs more than a small job. */
function fromSocket(incoming: Incoming, take: (chunk: Uint8Array) => void): Transfer {
  let stop = () => {};
  const done = new Promise<void>((resolve, reject) => {
    const onData = (chunk: Uint8Array) => {
      try {
        take(chunk);
      } catch (error) {
        reject(error);
      }
    };
    const onClose = () => reject(new Error("The client has gone"));
    incoming.on("data", onData).on("end", resolve).on("error", reject).on("close", onClose);
    if (incoming.destroyed) onClose();
    stop = () => void incoming.off("data", onData).pause();
  });
  return { done, stop };
}

/** Others get their turn now and then: the longest body takes tens of milliseconds. */
async function joined(chunks: Uint8Array[], length: number): Promise<Uint8Array> {
  if (chunks.length === 1) return chunks[0]!;
  const body = new Uint8Array(length);
  let at = 0;
  let turn = TURN_BYTES;
  for (const chunk of chunks) {
    body.set(chunk, at);
    at += chunk.byteLength;
    if (at < turn) continue;
    turn = at + TURN_BYTES;
    await new Promise((resolve) => setImmediate(resolve));
  }
  return body;
}

/** A body that was not read to its end leaves the connection useless. */
function hangUpAfterAnswer(c: AppContext): void {
  c.header("Connection", "close");
  const { incoming, outgoing } = c.env ?? {};
  outgoing?.once("finish", () => incoming?.socket.destroySoon());
}
