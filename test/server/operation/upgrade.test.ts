/** Both forms are upgraded under load, one process after another behind a proxy: no client loses an answer. */
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import {
  Agent,
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { startPostgres, startRedis, unavailable } from "../support/backends.ts";
import { startService } from "../support/process.ts";
import { CUT_BODY, NEST_BODY } from "../support/service.ts";

const reason = unavailable.postgres ?? unavailable.redis;
if (reason !== undefined) console.warn(`An upgrade of the scaled form is not tested: ${reason}`);

/** Ends what a test has started, whether it passed or not: the last first. */
const endings: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0).reverse()) await end();
});

/**
 * Does what the proxy of compose.yaml does: asks every target for its health, and another one where a connection is refused.
 * @param targets may be changed while it runs
 */
async function startProxy(targets: string[]) {
  const well = new Set<string>();
  const agent = new Agent({ keepAlive: true });
  const look = async (target: string) => {
    const answer = await fetch(`${target}/health`).catch(() => undefined);
    if (answer?.ok) well.add(target);
    else well.delete(target);
  };
  const lookAtAll = () => {
    for (const target of well) if (!targets.includes(target)) well.delete(target);
    return Promise.all(targets.map(look));
  };
  const timer = setInterval(lookAtAll, 250);
  endings.push(() => clearInterval(timer));
  let turn = 0;
  const forward = (incoming: IncomingMessage, body: Buffer, outgoing: ServerResponse) => {
    const targetsNow = [...well];
    const target = targetsNow[turn++ % targetsNow.length];
    const again = () => outgoing.destroyed || setTimeout(() => forward(incoming, body, outgoing), 100);
    if (!target) return void again();
    const { method, headers, url } = incoming;
    const onward = httpRequest(target + url, { method, headers, agent }, (answer) => {
      outgoing.writeHead(answer.statusCode!, { ...answer.headers, connection: "keep-alive" });
      answer.pipe(outgoing);
    });
    onward.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "ECONNREFUSED") again();
      else outgoing.writeHead(502).end(String(error));
    });
    onward.end(body);
  };
  const server = createServer(async (incoming, outgoing) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    forward(incoming, Buffer.concat(chunks), outgoing);
  }).listen(0, "127.0.0.1");
  // A client never meets a connection that this side has just given up.
  server.keepAliveTimeout = 0;
  endings.push(() => {
    agent.destroy();
    server.closeAllConnections();
    server.close();
  });
  await once(server, "listening");
  await lookAtAll();
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Six clients that ask again as soon as they have their answer; `stop` gives the answers to all. */
async function startClients(url: string) {
  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    fetch(url + path, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
  const owner = { email: "upgrade@shop.example", name: "Shop", password: "long enough" };
  const registered = await (await post("/v1/account/register", owner)).json();
  const key = { "X-API-Key": registered.api_key as string };
  /** The status of each answer, and all of it where it is not 200. */
  const answers: string[] = [];
  let isOver = false;
  endings.push(() => {
    isOver = true;
  });
  const clients = Array.from({ length: 6 }, async (_, i) => {
    const [path, body] = i % 2 ? ["/v1/solve/cut-1d", CUT_BODY] : ["/v1/solve/nest-2d", NEST_BODY];
    while (!isOver) {
      const answer = await post(path as string, body as object, key);
      const text = await answer.text();
      answers.push(answer.status === 200 ? "200" : `${answer.status} ${text}`);
    }
  });
  // Where the test has failed before, nobody asks what became of them.
  for (const client of clients) client.catch(() => undefined);
  return {
    /** Until so many more are answered. */
    more: (count: number) => {
      const before = answers.length;
      return expect.poll(() => answers.length).toBeGreaterThan(before + count);
    },
    async stop() {
      isOver = true;
      await Promise.all(clients);
      const account = await fetch(`${url}/v1/account`, { headers: key });
      return { answers, counted: (await account.json()).data.usage.requests as number };
    },
  };
}

async function upgrade(environment: Record<string, string>, role: string, workers: number) {
  const directory = mkdtempSync(join(tmpdir(), "offcut-upgrade-"));
  endings.push(() => rmSync(directory, { recursive: true, force: true }));
  const start = async (own: string) => {
    const service = await startService(directory, { ...environment, ROLE: own, RATE_LIMIT_PER_MINUTE: "0" });
    endings.push(() => service.end("SIGKILL"));
    return service;
  };
  let worker = workers > 0 ? await start("worker") : undefined;
  let api = await start(role);
  const targets = [api.url];
  const clients = await startClients(await startProxy(targets));
  const codes: (number | null)[] = [];
  await clients.more(10);
  if (worker) {
    const next = await start("worker");
    codes.push(await worker.end());
    worker = next;
  }
  for (let round = 0; round < 2; round++) {
    const next = await start(role);
    targets.push(next.url);
    await clients.more(10);
    codes.push(await api.end());
    targets.shift();
    api = next;
    await clients.more(10);
  }
  const { answers, counted } = await clients.stop();
  codes.push(await api.end());
  return { codes, answers, counted };
}

function expectNoneLost({ codes, answers, counted }: Awaited<ReturnType<typeof upgrade>>) {
  expect(new Set(codes)).toEqual(new Set([0]));
  expect(new Set(answers)).toEqual(new Set(["200"]));
  expect(counted).toBe(answers.length);
}

describe("an upgrade under load", () => {
  it("of one process loses no answer: the next one begins before it ends", async () => {
    expectNoneLost(await upgrade({ WORKERS: "1" }, "all", 0));
  });

  it.skipIf(reason !== undefined)("of the scaled form loses no answer", async () => {
    const postgres = await startPostgres();
    endings.push(postgres.stop);
    const redis = await startRedis();
    endings.push(redis.stop);
    const stores = { DATABASE_URL: postgres.url, REDIS_URL: redis.url, QUEUE: "redis", WORKERS: "1" };
    expectNoneLost(await upgrade(stores, "api", 1));
    expect(postgres.conflicts()).toEqual([]);
  });
});
