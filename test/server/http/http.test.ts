/** Bytes on the wire, over real sockets: also of requests that never become one for the app. */
import { once } from "node:events";
import { type Server, ServerResponse } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { Hono } from "hono";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createApp } from "../../../server/app.ts";
import type { AppDeps, AppEnv } from "../../../server/context/context.ts";
import { createHttpServer } from "../../../server/http/server.ts";
import { Ledger } from "../../../server/limits/ledger.ts";
import { CUT_BODY, createDeps, inPlace } from "../support/service.ts";

let server: Server;
let port: number;
let key: string;
let deps: AppDeps;
let started: (() => void) | undefined;
let finish: () => void;
let aborted: Promise<void>;

/** A job that ends only when its client has gone, or when it is told to. */
const patient = {
  ...inPlace(),
  run: (...[job, context]: Parameters<ReturnType<typeof inPlace>["run"]>) => {
    if (job.kind !== "nest") return inPlace().run(job, context);
    aborted = once(context.signal, "abort").then(() => undefined);
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    started?.();
    return Promise.race([
      aborted.then(() => Promise.reject(context.signal.reason)),
      finished.then(() => inPlace().run(job, context)),
    ]);
  },
};

beforeAll(async () => {
  deps = await createDeps({}, { executor: patient, pace: { graceMs: 100, bytesPerSecond: 1000 } });
  const created = deps.credentials.createKey(0);
  key = created.text;
  const account = { id: "acc_1", email: "a@b.example", name: "A", verifiedAt: null, createdAt: "" };
  await deps.store.createAccount(
    { ...account, rateLimitPerMinute: null, monthlyQuota: null },
    "",
    created.record,
  );
  const timeouts = {
    // So long that no head which has been sent is late, however busy the machine.
    headersTimeout: 1000,
    requestTimeout: 60_000,
    keepAliveTimeout: 1000,
    connectionsCheckingInterval: 30,
  };
  server = createHttpServer(createApp(deps), deps, timeouts);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  port = (server.address() as AddressInfo).port;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

interface RawAnswer {
  status: number;
  headers: Map<string, string>;
  body: string;
}

/** Writes `text` to a new connection and reads until the server closes it. */
async function send(...texts: string[]): Promise<RawAnswer> {
  return answerOn(connect(port, "127.0.0.1"), texts);
}

async function answerOn(socket: Socket, texts: string[]): Promise<RawAnswer> {
  const chunks: Buffer[] = [];
  socket.on("data", (chunk) => chunks.push(chunk));
  socket.on("error", () => undefined);
  for (const text of texts) socket.write(text, "latin1");
  await once(socket, "close");
  // A client passes over interim answers.
  const text = Buffer.concat(chunks).toString("latin1").replaceAll(INTERIM, "");
  const [head = "", ...rest] = text.split("\r\n\r\n");
  const [line = "", ...lines] = head.split("\r\n");
  const headers = new Map(
    lines.map((text): [string, string] => {
      const at = text.indexOf(":");
      return [text.slice(0, at).toLowerCase(), text.slice(at + 1).trim()];
    }),
  );
  return { status: Number(line.split(" ")[1]), headers, body: rest.join("\r\n\r\n") };
}

function expectRateHeaders({ headers }: RawAnswer): void {
  for (const name of ["x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset"]) {
    expect(headers.get(name)).toMatch(/^\d+$/);
  }
}

const INTERIM = "HTTP/1.1 102 Processing\r\n\r\n";

const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
const INVALID = { detail: { code: "INVALID_INPUT", message: expect.any(String) } };

const kept = (path: string) => get(path).replace("Connection: close\r\n", "");
const cut = () => {
  const body = JSON.stringify(CUT_BODY);
  return `POST /v1/solve/cut-1d HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
};

describe("over the wire", () => {
  it.each([
    ["200", get("/health"), 200],
    ["404", get("/none"), 404],
    ["405", get("/v1/solve/nest-2d"), 405],
    [
      "401",
      `POST /v1/solve/cut-1d HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
      401,
    ],
    ["OPTIONS", "OPTIONS /v1/parse/dxf HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", 204],
    ["TRACE", "TRACE /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", 405],
    ["PATCH", "PATCH /openapi.json HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", 405],
    [
      "question about websockets",
      "GET /health HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\n\r\n",
      200,
    ],
    ["path that is no URL", "GET /%zz%00 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", 404],
    ["path of many dots", "GET /../../../etc/passwd HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", 404],
    ["HEAD", "HEAD /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", 200],
    ["HTTP/1.0 without a host", "GET /health HTTP/1.0\r\n\r\n", 200],
  ])("a %s carries the rate headers", async (_name, text, status) => {
    const answer = await send(text);
    expect(answer.status).toBe(status);
    expectRateHeaders(answer);
  });

  it("a short answer is written with its head, not after it", async () => {
    const written = vi.spyOn(ServerResponse.prototype, "write");
    const { status } = await send(cut().replace("Host: x", "Host: x\r\nConnection: close"));
    expect([status, written.mock.calls.length]).toEqual([200, 0]);
    written.mockRestore();
  });

  it.each([
    ["garbage", "GARBAGE\r\n\r\n"],
    ["no host", "GET /health HTTP/1.1\r\nConnection: close\r\n\r\n"],
    ["a host that is none", "GET /health HTTP/1.1\r\nHost: a b/c\r\nConnection: close\r\n\r\n"],
    ["an asterisk for a path", "OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"],
    ["a tunnel", "CONNECT x:443 HTTP/1.1\r\nHost: x:443\r\n\r\n"],
    ["a negative length", "POST /health HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n"],
    ["two lengths", "POST /health HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n"],
    [
      "a length and chunks",
      "POST /health HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
    ],
    [
      "a broken chunk",
      "POST /v1/account/register HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
    ],
    ["a line break in a header", "GET /health HTTP/1.1\r\nHost: x\r\nA: b\rc\r\n\r\n"],
  ])("%s is a 400 with a body and the rate headers", async (_name, text) => {
    const answer = await send(text);
    expect(answer.status).toBe(400);
    expectRateHeaders(answer);
    expect(JSON.parse(answer.body)).toEqual(INVALID);
  });

  it("a head that is too long is a 431 of the same kind", async () => {
    const answer = await send(`GET /health HTTP/1.1\r\nHost: x\r\nA: ${"b".repeat(20_000)}\r\n\r\n`);
    expect(answer.status).toBe(431);
    expectRateHeaders(answer);
    expect(JSON.parse(answer.body)).toEqual({ detail: "Request Header Fields Too Large" });
  });

  it("an expectation that nobody can meet is a 417 of the same kind", async () => {
    const answer = await send("GET /health HTTP/1.1\r\nHost: x\r\nExpect: gold\r\n\r\n");
    expect(answer.status).toBe(417);
    expectRateHeaders(answer);
    expect(JSON.parse(answer.body)).toEqual({ detail: "Expectation Failed" });
  });

  it.each([
    ["head", "GET /health HTTP/1.1\r\nHost: x\r\n"],
    [
      "body",
      "POST /v1/account/register HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{",
    ],
  ])("a %s that never ends is a 408 of the same kind", async (_name, text) => {
    const answer = await send(text);
    expect(answer.status).toBe(408);
    expectRateHeaders(answer);
    expect(JSON.parse(answer.body)).toEqual({ detail: "Request Timeout" });
  });

  it("a body that comes by drops is a 408, and its connection is torn down", async () => {
    const socket = connect(port, "127.0.0.1");
    const closed = once(socket, "close");
    const heard: Buffer[] = [];
    socket.on("data", (chunk) => heard.push(chunk)).on("error", () => undefined);
    socket.write(
      `POST /v1/solve/cut-1d HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\nContent-Type: application/json\r\nContent-Length: 33000000\r\n\r\n`,
    );
    const drops = setInterval(() => socket.write(" "), 20);
    await closed;
    clearInterval(drops);
    expect(Buffer.concat(heard).toString()).toMatch(
      /^HTTP\/1.1 408 [\s\S]*X-RateLimit-Limit[\s\S]*Request Timeout/i,
    );
  });

  it("of too many slow bodies of one key the oldest gives way, and no other key notices", async () => {
    const pace = { graceMs: 60_000, bytesPerSecond: 1000 };
    const ledger = new Ledger({ all: 1e9, share: 1e9, uploads: 2, pace });
    vi.useFakeTimers({ toFake: ["performance", "setTimeout", "clearTimeout"] });
    try {
      const uploads = [ledger.upload("greedy"), ledger.upload("greedy"), ledger.upload("other")];
      const ends = uploads.map(({ late }) => late.catch((error) => error.status));
      // A burst is no attack.
      uploads.push(ledger.upload("greedy"));
      vi.advanceTimersByTime(1001);
      uploads.push(ledger.upload("greedy"));
      expect(await ends[0]).toBe(408);
      const open = await Promise.race([...ends.slice(1), Promise.resolve("open")]);
      expect(open).toBe("open");
      for (const upload of uploads) upload.end();
    } finally {
      vi.useRealTimers();
    }
  });

  it("eight bodies of one key that are announced and never come take nothing from another key", async () => {
    const created = deps.credentials.createKey(0);
    const account = { id: "acc_2", email: "b@b.example", name: "B", verifiedAt: null, createdAt: "" };
    await deps.store.createAccount(
      { ...account, rateLimitPerMinute: null, monthlyQuota: null },
      "",
      created.record,
    );
    const length = deps.config.MAX_JSON_MB * 1024 * 1024;
    const head = `POST /v1/solve/nest-2d HTTP/1.1\r\nHost: x\r\nX-API-Key: ${created.text}\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n{`;
    const sockets = Array.from({ length: 8 }, () => connect(port, "127.0.0.1"));
    const ends = sockets.map((socket) => {
      socket.on("error", () => undefined).resume();
      socket.write(head);
      return once(socket, "close");
    });
    const body = JSON.stringify(CUT_BODY);
    for (let i = 0; i < 20; i++) {
      const answer = await send(
        `POST /v1/solve/cut-1d HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
      );
      expect(answer.status).toBe(200);
    }
    await Promise.all(ends);
  });

  it("a huge declared length is a 413 before the body comes", async () => {
    const answer = await send(
      `POST /v1/solve/cut-1d HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\nContent-Type: application/json\r\nContent-Length: 999999999\r\n\r\n{`,
    );
    expect(answer.status).toBe(413);
    expectRateHeaders(answer);
  });

  it.each(["", "Connection: close\r\n"])(
    "a body that is too long has its 413 read after it, %o",
    async (end) => {
      const socket = connect(port, "127.0.0.1").pause();
      const length = 48e6;
      const head = `POST /v1/solve/cut-1d HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\n${end}Content-Type: application/json\r\n`;
      socket.write(`${head}Content-Length: ${length}\r\n\r\n`);
      await new Promise<void>((resolve, reject) => {
        socket.once("error", reject);
        socket.write(Buffer.alloc(length, " "), (error) => (error ? reject(error) : resolve()));
      });
      const [answer] = await once(socket.resume(), "data");
      expect(String(answer)).toMatch(/^HTTP\/1.1 413 /);
      socket.destroy();
    },
  );

  it("a connection with very many requests ends as one with few", async () => {
    const bare = createHttpServer(
      new Hono<AppEnv>().get("*", (c) => c.text("")),
      deps,
    );
    bare.listen(0, "127.0.0.1");
    await once(bare, "listening");
    const socket = connect((bare.address() as AddressInfo).port, "127.0.0.1");
    // As deep as calls can be nested, and deeper.
    let left = 20_000;
    socket.on("data", () => {
      left -= 200;
      const end = left <= 0 ? "Connection: close\r\n" : "";
      const request = "GET / HTTP/1.1\r\nHost: x\r\n";
      if (left >= 0) socket.write(`${`${request}\r\n`.repeat(199)}${request}${end}\r\n`);
    });
    socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
    await once(socket, "close");
    expect(left).toBeLessThanOrEqual(0);
    await new Promise((resolve) => bare.close(resolve));
  });

  it.each([
    ["is not HTTP", "GARBAGE\r\n\r\n", 400],
    ["has a head that is too long", `GET /health HTTP/1.1\r\nA: ${"a".repeat(20_000)}\r\n\r\n`, 431],
  ])("what %s is answered after the requests before it", async (_name, text, status) => {
    const { status: first, body } = await send(kept("/health") + cut() + cut() + text);
    const more = [...body.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, code]) => Number(code));
    expect([first, ...more]).toEqual([200, 200, 200, status]);
  });

  it("a chunked body is read like any other", async () => {
    const body = JSON.stringify(CUT_BODY);
    const answer = await send(
      `POST /v1/solve/cut-1d HTTP/1.1\r\nHost: x\r\nX-API-Key: ${key}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n`,
      `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n`,
    );
    expect(answer.status).toBe(200);
  });

  it.each([
    ["a page", () => kept("/health"), 0],
    ["a job", cut, 1],
    ["both, one after the other", () => kept("/health") + cut(), 1],
  ])("a client that has done writing still reads %s", async (_name, text, jobs) => {
    const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true });
    const answer = answerOn(socket, []);
    socket.end(text());
    const { status, body } = await answer;
    expect(status).toBe(200);
    expect(body.match(/"total_cost"/g) ?? []).toHaveLength(jobs);
    socket.destroy();
  });

  const nest = (version: string) => {
    const body = '{"parts":[{"id":"a","exterior":[]}],"sheet":{"width":1,"height":1}}';
    return `POST /v1/solve/nest-2d HTTP/${version}\r\nHost: x\r\nX-API-Key: ${key}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  };

  it("a client that has done writing is asked whether it is there, and reads an answer that takes long", async () => {
    const socket = connect(port, "127.0.0.1");
    let asked = 0;
    socket.on("data", () => {
      // Longer than a client waits who cannot be asked.
      if (++asked === 6) finish();
    });
    const answer = answerOn(socket, []);
    socket.end(nest("1.1"));
    expect(await answer).toMatchObject({ status: 200, body: expect.stringContaining('"total_parts":1') });
    expect(asked).toBeGreaterThan(6);
  });

  it.each<[string, string, (socket: Socket) => void]>([
    ["goes away", "1.1", (socket) => socket.destroy()],
    [
      "has done writing and then goes away",
      "1.1",
      (socket) => socket.once("data", () => socket.destroy()).end(),
    ],
    ["has long done writing and cannot be asked", "1.0", (socket) => socket.end()],
  ])("a client that %s stops its job and is not charged", async (_name, version, leave) => {
    const begun = new Promise<void>((resolve) => {
      started = resolve;
    });
    const socket = connect(port, "127.0.0.1");
    socket.write(nest(version));
    await begun;
    const period = new Date().toISOString().slice(0, 7);
    const during = await deps.store.usage.used("acc_1", period);
    leave(socket);
    await aborted;
    await expect.poll(() => deps.store.usage.used("acc_1", period)).toBe(during - 1);
  });
});
