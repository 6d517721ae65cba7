/**
 * The services of compose.yaml, started: by its engine where there is one, else part by part as processes of this machine, each
 * with the very environment and command that stand in the file and the proxy played by the test.
 */
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, request as httpRequest, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { readConfig, SETTINGS } from "../../../server/settings/config.ts";
import { type Backend, startPostgres, startRedis, unavailable } from "../support/backends.ts";
import { type RunningService, startService } from "../support/process.ts";
import { CUT_BODY, NEST_BODY } from "../support/service.ts";

interface Part {
  image?: string;
  command?: string;
  environment?: Record<string, string>;
  ports?: string[];
}

const root = fileURLToPath(new URL("../../..", import.meta.url));
const { services, configs } = parse(readFileSync(join(root, "compose.yaml"), "utf8"), { merge: true }) as {
  services: Record<string, Part>;
  configs: Record<string, { content: string }>;
};
const engine =
  spawnSync("docker", ["info"]).status === 0 && spawnSync("docker", ["compose", "version"]).status === 0;
const reason = engine ? undefined : (unavailable.postgres ?? unavailable.redis);
if (!engine) console.warn("compose.yaml: no container engine here, its parts are started as processes");
if (reason !== undefined) console.warn(`compose.yaml is not tested: ${reason}`);

const closing: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of closing.reverse()) await close();
});

/** @returns where it is reached */
async function startWhole(): Promise<string> {
  const compose = (...words: string[]) =>
    spawnSync("docker", ["compose", ...words], { cwd: root, encoding: "utf8" });
  closing.push(async () => compose("down", "--volumes", "--timeout", "10"));
  const { status, stderr } = compose("up", "--build", "--detach", "--wait");
  if (status !== 0) throw new Error(stderr);
  return "http://localhost:3000";
}

async function startParts(): Promise<string> {
  const directory = mkdtempSync(join(tmpdir(), "offcut-compose-"));
  closing.push(async () => rmSync(directory, { recursive: true, force: true }));
  const [, ...flags] = wordsOf(services.redis!.command!);
  const stores: Record<string, Backend> = {
    postgres: await startPostgres(),
    redis: await startRedis(undefined, flags),
  };
  for (const { stop } of Object.values(stores)) closing.push(stop);
  const start = async (name: string): Promise<RunningService> => {
    const environment = Object.entries(services[name]!.environment!).map(([key, value]) => [
      key,
      withHosts(value, stores),
    ]);
    const service = await startService(join(directory, name), Object.fromEntries(environment));
    closing.push(() => service.end());
    return service;
  };
  const targets = proxied().map(async (name) => (await start(name)).url);
  const apis = await Promise.all(targets);
  await start("worker");
  return startProxy(apis);
}

/** As a shell takes them: quotes hold a word together. */
function wordsOf(command: string): string[] {
  return [...command.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain!);
}

/** The addresses of the stores where they are here; `${NAME:-value}` stands for its value. */
function withHosts(value: string, { postgres, redis }: Record<string, Backend>): string {
  const known = value.replace(/\$\{\w+:-([^}]*)\}/g, "$1");
  if (/^postgres:\/\/offcut:offcut@postgres:5432\/offcut$/.test(known)) return postgres!.url;
  return known === "redis://redis:6379" ? redis!.url : known;
}

/** Whom the proxy hands requests to. */
function proxied(): string[] {
  const [, targets] = /reverse_proxy (.*) \{/.exec(configs.proxy!.content)!;
  return targets!.split(" ").map((target) => target.replace(":3000", ""));
}

/** In turn, as the proxy of the file does, with the client's address where that writes it. */
async function startProxy(targets: string[]): Promise<string> {
  let turn = 0;
  const proxy: Server = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, "x-forwarded-for": incoming.socket.remoteAddress };
    const options = { method: incoming.method, headers };
    const onward = httpRequest(targets[turn++ % targets.length]! + incoming.url, options, (answer) => {
      outgoing.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(outgoing);
    });
    incoming.pipe(onward);
  });
  proxy.listen(0, "127.0.0.1");
  await once(proxy, "listening");
  closing.push(async () => {
    proxy.closeAllConnections();
    proxy.close();
  });
  return `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
}

describe("compose.yaml", () => {
  it("names what the proxy hands on to, and gives every part what it needs", () => {
    expect(proxied()).toEqual(["api-1", "api-2"]);
    expect(services.proxy!.ports).toEqual(["3000:3000"]);
    // Whoever wants the same images everywhere names them by their digests.
    for (const { image } of Object.values(services))
      expect(image).toMatch(/^\$\{[A-Z]+_IMAGE:-\w+(:\d+)?\}$/);
    for (const name of ["api-1", "api-2"])
      expect(services[name]!.environment).toMatchObject({ ROLE: "api", QUEUE: "redis" });
    expect(services.worker!.environment).toMatchObject({ ROLE: "worker", QUEUE: "redis" });
  });
});

describe("the unit of systemd and the manifests of Kubernetes", () => {
  const read = (file: string) => readFileSync(join(root, "deploy", file), "utf8");
  const manifests = parseAllDocuments(read("kubernetes.yaml")).map((document) => document.toJS());
  const named = (name: string) => manifests.find(({ kind, metadata }) => `${kind} ${metadata.name}` === name);
  const stores = { DATABASE_URL: "postgres://db/offcut", REDIS_URL: "redis://redis" };

  it.each(["api", "worker"])("give a pod of the %s settings that it can begin with", (role) => {
    const { strategy, template } = named(`Deployment offcut-${role}`).spec;
    const [pod] = template.spec.containers;
    const own = Object.fromEntries(pod.env.map(({ name, value }: Record<string, string>) => [name, value]));
    const environment = { ...named("ConfigMap offcut").data, ...stores, ...own };
    expect(SETTINGS).toEqual(expect.arrayContaining(Object.keys(environment)));
    const { ROLE, QUEUE, TRUST_PROXY, PORT } = readConfig(environment);
    expect({ ROLE, QUEUE, TRUST_PROXY }).toEqual({ ROLE: role, QUEUE: "redis", TRUST_PROXY: 1 });
    expect([pod.readinessProbe.httpGet, pod.ports[0].containerPort]).toEqual([
      { path: "/health", port: PORT },
      PORT,
    ]);
    if (role === "api") expect(strategy.rollingUpdate.maxUnavailable).toBe(0);
  });

  it("give a process of systemd settings that it can begin with, and time to end", () => {
    const unit = read("offcut@.service").replaceAll("%i", "3000");
    const [, words] = /^Environment=(.*)$/m.exec(unit)!;
    const { NODE_ENV, ...environment } = Object.fromEntries(words!.split(" ").map((word) => word.split("=")));
    expect(SETTINGS).toEqual(expect.arrayContaining(Object.keys(environment)));
    expect([NODE_ENV, readConfig(environment).PORT]).toEqual(["production", 3000]);
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThanOrEqual(10);
  });
});

describe.skipIf(reason !== undefined)("what compose.yaml starts", () => {
  let url: string;
  beforeAll(async () => {
    url = await (engine ? startWhole() : startParts());
  });

  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    fetch(url + path, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...headers },
      body: JSON.stringify(body),
    });

  it("is ready, opens accounts, and answers under one key whichever part is asked", async () => {
    await expect.poll(async () => (await fetch(`${url}/health/ready`)).status).toBe(200);
    const email = `compose-${process.pid}-${Date.now()}@shop.example`;
    const registered = await post("/v1/account/register", { email, name: "Shop", password: "long enough" });
    const key = { "X-API-Key": (await registered.json()).api_key as string };
    for (let i = 0; i < 4; i++) expect((await post("/v1/solve/cut-1d", CUT_BODY, key)).status).toBe(200);
    const taken = await post("/v1/solve/nest-2d", NEST_BODY, { ...key, Prefer: "respond-async, wait=0.5" });
    const result = `${url}${taken.headers.get("Location")}/result`;
    await expect.poll(async () => (await fetch(result, { headers: key })).status).toBe(200);
    const account = await fetch(`${url}/v1/account`, { headers: key });
    expect((await account.json()).data.usage.requests).toBe(5);
  });
});
