/** The scaled form is upgraded under load, one API process after another: no client loses an answer. */
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
import { describe, expect, it } from "vitest";
import { startPostgres, startRedis, unavailable } from "../support/backends.ts";
import { type RunningService, startService } from "../support/process.ts";
import { CUT_BODY } from "../support/service.ts";

const reason = unavailable.postgres ?? unavailable.redis;

/** What the proxy of compose.yaml does: asks every target for its health, and another one where it is refused. */
async function startProxy(targets: string[]) {
  const well = new Set<string>();
  const agents = new Map(targets.map((target) => [target, new Agent({ keepAlive: true })]));
  const look = async (target: string) => {
    const answer = await fetch(`${target}/health`).catch(() => undefined);
    if (answer?.ok) well.add(target);
    else well.delete(target);
  };
  const timer = setInterval(() => targets.map(look), 250);
  let turn = 0;
  const forward = (incoming: IncomingMessage, body: Buffer, outgoing: ServerResponse) => {
    const targetsNow = [...well];
    const target = targetsNow[turn++ % targetsNow.length];
    const again = () => setTimeout(() => forward(incoming, body, outgoing), 100);
    if (!target) return void again();
    const { method, headers, url } = incoming;
    const onward = httpRequest(target + url, { method, headers, agent: agents.get(target) }, (answer) => {
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
  await once(server, "listening");
  await Promise.all(targets.map(look));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close() {
      clearInterval(timer);
      for (const agent of agents.values()) agent.destroy();
      server.closeAllConnections();
      server.close();
    },
  };
}

describe.skipIf(reason !== undefined)("an upgrade of the scaled form", () => {
  it("loses no answer under load, and ends every process well", async () => {
    const directory = mkdtempSync(join(tmpdir(), "offcut-upgrade-"));
    const [postgres, redis] = await Promise.all([startPostgres(), startRedis()]);
    const environment = {
      DATABASE_URL: postgres.url,
      REDIS_URL: redis.url,
      QUEUE: "redis",
      WORKERS: "1",
      RATE_LIMIT_PER_MINUTE: "0",
    };
    const start = (role: string, port = "0") =>
      startService(directory, { ...environment, ROLE: role, PORT: port });
    let worker = await start("worker");
    const apis: RunningService[] = await Promise.all([start("api"), start("api")]);
    const proxy = await startProxy(apis.map(({ url }) => url));
    const post = (path: string, body: object, headers: Record<string, string> = {}) =>
      fetch(proxy.url + path, {
        method: "POST",
        headers: { "Content-Type": "application/json", ...headers },
        body: JSON.stringify(body),
      });
    const owner = { email: "upgrade@shop.example", name: "Shop", password: "long enough" };
    const key = (await (await post("/v1/account/register", owner)).json()).api_key as string;
    let isOver = false;
    const statuses: number[] = [];
    const clients = Array.from({ length: 6 }, async () => {
      while (!isOver) {
        const answer = await post("/v1/solve/cut-1d", CUT_BODY, { "X-API-Key": key });
        await answer.arrayBuffer();
        statuses.push(answer.status);
      }
    });
    const next = await start("worker");
    expect(await worker.end()).toBe(0);
    worker = next;
    for (const [i, api] of apis.entries()) {
      expect(await api.end()).toBe(0);
      apis[i] = await start("api", new URL(api.url).port);
      const before = statuses.length;
      await expect.poll(() => statuses.length).toBeGreaterThan(before + 10);
    }
    isOver = true;
    await Promise.all(clients);
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(statuses.length).toBeGreaterThan(50);
    const account = await fetch(`${proxy.url}/v1/account`, { headers: { "X-API-Key": key } });
    expect((await account.json()).data.usage.requests).toBe(statuses.length);
    expect(postgres.conflicts()).toEqual([]);
    proxy.close();
    await Promise.all([worker, ...apis].map((service) => service.end("SIGKILL")));
    await Promise.all([postgres.stop(), redis.stop()]);
    rmSync(directory, { recursive: true, force: true });
  });
});
