/**
 * The service on Node's HTTP server. Requests that never become one for the app (no host, broken framing, too slow, too long a
 * head) get the same kind of answer as the others: JSON, with the rate headers.
 */
import { createServer, type Server } from "node:http";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import type { Hono } from "hono";
import { JSON_TYPE } from "../answers/envelope.ts";
import type { AppDeps, AppEnv } from "../context/context.ts";
import { PACE } from "../limits/ledger.ts";
import { headersFromState } from "../limits/limiter.ts";
import { addressGroup } from "./address.ts";
import { Sockets } from "./sockets.ts";

type Incoming = HttpBindings["incoming"];
type Outgoing = HttpBindings["outgoing"];
type IncomingSocket = Incoming["socket"];

/** The request that is being read on a connection, or was last, and its answer. */
interface Exchange {
  incoming: Incoming;
  outgoing: Outgoing;
  /** True where bytes behind the request are no further request. */
  isLast?: boolean;
}

const OPTIONS = {
  requireHostHeader: false,
  headersTimeout: 10_000,
  // Slow bodies are ended by their pace; this is for what gets past that.
  requestTimeout: 300_000,
  // Longer than clients and proxies keep theirs: a request that crosses the end of its connection is lost.
  keepAliveTimeout: 75_000,
  /** How often the first two are looked at. */
  connectionsCheckingInterval: 1_000,
};

/** A server for `app` that does not listen yet. */
export function createHttpServer(
  app: Hono<AppEnv>,
  deps: AppDeps,
  timeouts?: Partial<typeof OPTIONS>,
): Server {
  const listener = getRequestListener(app.fetch);
  const { MAX_SOCKETS, TRUST_PROXY } = deps.config;
  // A proxy is one address for all of its clients, and bounds them itself.
  const sockets = new Sockets({ all: MAX_SOCKETS, shared: TRUST_PROXY === 0, pace: deps.pace ?? PACE });
  const read = new WeakMap<IncomingSocket, Exchange>();
  const server = createServer({ ...OPTIONS, ...timeouts }, (incoming, outgoing) => {
    sockets.busy(incoming.socket);
    read.set(incoming.socket, { incoming, outgoing });
    outgoing.once("close", () => sockets.idle(incoming.socket));
    // The next request goes to another process.
    if (deps.draining?.()) outgoing.shouldKeepAlive = false;
    if (hasValidTarget(incoming)) void listener(incoming, outgoing);
    else void refuse(deps, incoming, outgoing, BAD_REQUEST);
  });
  // A client that asks and then never reads would hold its answer for ever; while a job waits and runs nothing is sent either.
  const { MAX_WAIT_SECONDS, QUEUE_WAIT_SECONDS } = deps.config;
  server.timeout = (MAX_WAIT_SECONDS + QUEUE_WAIT_SECONDS + 60) * 1000;
  // Left out of Node's types: an answer is written to a client that has done writing.
  Object.assign(server, { httpAllowHalfOpen: true });
  server.on("connection", (socket) => {
    sockets.open(socket);
    watchAfterEnd(socket);
    lingerAtEnd(socket, () => read.get(socket)?.incoming);
  });
  server.on("clientError", (error, duplex) => {
    const socket = duplex as IncomingSocket;
    const answer = () => void answerBroken(deps, error, socket);
    const before = read.get(socket);
    if (!before?.incoming.complete || before.outgoing.closed) return answer();
    // Answers go out in the order of what they answer, and whatever follows what is broken is more of it.
    if (!before.isLast) before.outgoing.once("close", answer);
    before.isLast = true;
  });
  server.on("checkExpectation", (incoming, outgoing) => void refuse(deps, incoming, outgoing, UNEXPECTED));
  // We are no proxy; without a listener Node hangs up without a word.
  server.on("connect", ({ socket }) => void answerBroken(deps, new Error("CONNECT"), socket));
  return server;
}

/**
 * Whoever has done writing may still read, as what asks from a shell does, or is gone: only what is written tells which. A 102 is
 * passed over by a reader (RFC 9110, 15.2), and comes back to end the connection of one that has gone, whose worker is wanted by
 * others. HTTP/1.0 knows no such answers: there the real one is written if it is there in a moment.
 */
function watchAfterEnd(socket: IncomingSocket): void {
  socket.once("end", () => {
    const ended = performance.now();
    const timer = setInterval(() => {
      const answer = answerOn(socket);
      if (answer?.headersSent) return;
      if (answer?.req.httpVersion === "1.1") answer.writeProcessing();
      else if (performance.now() - ended > ENDED_MS) socket.destroy();
    }, PROBE_MS).unref();
    socket.once("close", () => clearInterval(timer));
  });
}

/**
 * An answer to a body that is not wanted to its end is seen only by a client that has done writing: one that meets a closed
 * connection before may never read it. So what still comes is thrown away for a while (RFC 9112, 9.6). Once for each connection,
 * however many requests come on it.
 * @param read the request that is being read, or was last
 */
function lingerAtEnd(socket: IncomingSocket, read: () => Incoming | undefined): void {
  const destroySoon = socket.destroySoon.bind(socket);
  socket.destroySoon = () => {
    const incoming = read();
    if (!incoming || incoming.complete) return destroySoon();
    socket.end();
    const timer = setTimeout(() => socket.destroy(), UNREAD_MS).unref();
    socket.once("close", () => clearTimeout(timer));
    incoming.once("end", destroySoon).resume();
  };
}

/** HTTP/1.0 needs no host, but the app's listener does. */
function hasValidTarget({ headers, httpVersion, url }: Incoming): boolean {
  if (httpVersion === "1.0") headers.host ??= "localhost";
  const { host = "" } = headers;
  return !!url?.startsWith("/") && /^[^\s/?#@\\]+$/.test(host) && URL.canParse(`http://${host}/`);
}

async function refuse(deps: AppDeps, incoming: Incoming, outgoing: Outgoing, { line, body }: RefusedRequest) {
  const headers = await headersFor(deps, incoming.socket, body);
  outgoing.writeHead(Number.parseInt(line, 10), headers).end(body);
  incoming.resume();
}

async function answerBroken(deps: AppDeps, error: NodeJS.ErrnoException, socket: IncomingSocket) {
  const { line, body } = BROKEN[error.code ?? ""] ?? BAD_REQUEST;
  const headers = await headersFor(deps, socket, body);
  if (!socket.writable || answerOn(socket)?.headersSent) {
    socket.destroy();
    return;
  }
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  // Whoever does not hang up now is hung up on.
  socket.end(`HTTP/1.1 ${line}\r\n${head.join("")}\r\n${body}`, () => {
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  });
}

/** Node keeps the message that is to be sent next here, or is being sent: another one must not be written into it. */
function answerOn(socket: IncomingSocket & { _httpMessage?: Outgoing | null }): Outgoing | null | undefined {
  return socket._httpMessage;
}

/** Head of an answer after which the connection ends. `body` is ASCII. */
async function headersFor(
  { limiter, config }: AppDeps,
  socket: IncomingSocket,
  body: string,
): Promise<Record<string, string>> {
  const address = `address:${addressGroup(socket.remoteAddress ?? "unknown")}`;
  const state = await limiter.peek(address, config.RATE_LIMIT_PER_MINUTE);
  return {
    "Content-Type": JSON_TYPE,
    "Content-Length": String(body.length),
    Connection: "close",
    ...headersFromState(state),
  };
}

/** Between two looks whether a client that has done writing is still there. */
const PROBE_MS = 250;
/** Time for an answer to one that cannot be asked. */
const ENDED_MS = 1000;
/** Time for a client to write what nobody wants. */
const UNREAD_MS = 3000;
/** Time to read the answer before the connection is torn down. */
const LINGER_MS = 500;

interface RefusedRequest {
  line: string;
  body: string;
}

/** @param line status and reason, which is told in the body too where nothing else is */
function refused(line: string, detail: unknown = line.slice(line.indexOf(" ") + 1)): RefusedRequest {
  return { line, body: JSON.stringify({ detail }) };
}

const BAD_REQUEST = refused("400 Bad Request", {
  code: "INVALID_INPUT",
  message: "The request is not valid HTTP, or names no host or path",
});
const UNEXPECTED = refused("417 Expectation Failed");
const BROKEN: Record<string, RefusedRequest> = {
  HPE_HEADER_OVERFLOW: refused("431 Request Header Fields Too Large"),
  ERR_HTTP_REQUEST_TIMEOUT: refused("408 Request Timeout"),
};
