/** Webhooks: signed, only to whom the operator allows, never into a network. */
import { createHmac } from "node:crypto";
import { getEventListeners, once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import { type AddressInfo, createServer as createNetServer } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { JobRecord } from "../../../server/records/job-store.ts";
import { isPublic, openNotifier, webhookFault, webhookSecret } from "../../../server/records/webhooks.ts";
import { readConfig } from "../../../server/settings/config.ts";

const config = readConfig({
  WEBHOOK_HOSTS: "localhost, *.shop.example, 127.0.0.1",
  WEBHOOK_SECRET: "sixteen characters",
});
const RECORD: JobRecord = {
  id: "job_1",
  accountId: "acc_1",
  period: "2026-01",
  job: { kind: "nest", body: new Uint8Array(), timeLimitMs: 1 },
  state: "succeeded",
  cancelled: false,
  progress: null,
  notify: null,
  createdAt: 0,
  finishedAt: 1,
  expiresAt: 2,
};

const heard: { url: string; headers: IncomingHttpHeaders; body: string }[] = [];
let statuses: number[] = [];
const server = createServer((request, response) => {
  let body = "";
  request.on("data", (chunk) => {
    body += chunk;
  });
  request.on("end", () => {
    heard.push({ url: request.url!, headers: request.headers, body });
    const status = statuses.shift() ?? 200;
    response.writeHead(status, status === 302 ? { Location: "/elsewhere" } : {}).end();
  });
});
let port: number;
beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  port = (server.address() as AddressInfo).port;
});
afterAll(() => server.close());

const NEVER = new AbortController().signal;

function notifier(allows?: () => boolean, timeoutMs?: number) {
  const faults: object[] = [];
  const logger = { warn: (fields: object) => void faults.push(fields) };
  const tell = openNotifier(config, {
    logger,
    pausesMs: [0, 0],
    ...(allows ? { allows } : {}),
    ...(timeoutMs ? { timeoutMs } : {}),
  })!;
  heard.length = 0;
  return { tell, faults };
}

describe("a webhook", () => {
  it("is signed for its account, and tells how the job stands", async () => {
    const { tell } = notifier(() => true);
    await tell(`http://localhost:${port}/hook`, RECORD, NEVER);
    expect(heard.map(({ url }) => url)).toEqual(["/hook"]);
    const { headers, body } = heard[0]!;
    expect(JSON.parse(body)).toMatchObject({
      type: "job.ended",
      data: { job_id: "job_1", status: "succeeded", result: "/v1/jobs/job_1/result" },
    });
    const secret = Buffer.from(webhookSecret(config, "acc_1").replace("whsec_", ""), "base64");
    const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
    const signature = createHmac("sha256", secret).update(signed).digest("base64");
    expect(headers["webhook-signature"]).toBe(`v1,${signature}`);
    expect(webhookSecret(config, "acc_2")).not.toBe(webhookSecret(config, "acc_1"));
  });

  it("is tried three times, follows nobody elsewhere, and is then told in the log", async () => {
    const { tell, faults } = notifier(() => true);
    statuses = [500, 302, 200];
    await tell(`http://localhost:${port}/hook`, RECORD, NEVER);
    expect(heard.map(({ url }) => url)).toEqual(["/hook", "/hook", "/hook"]);
    statuses = [500, 500, 302];
    await tell(`http://localhost:${port}/hook`, RECORD, NEVER);
    expect(heard).toHaveLength(6);
    expect(faults).toEqual([expect.objectContaining({ job: "job_1", fault: "it answered 302" })]);
  });

  it("is not held up by a host that answers a byte at a time", async () => {
    const { tell, faults } = notifier(() => true, 200);
    const drips: ReturnType<typeof setInterval>[] = [];
    const slow = createNetServer((socket) => {
      socket.on("error", () => undefined).write("HTTP/1.1 200 OK\r\nX-Drip: ");
      drips.push(setInterval(() => socket.write("x"), 20));
    });
    slow.listen(0, "127.0.0.1");
    await once(slow, "listening");
    await tell(`http://localhost:${(slow.address() as AddressInfo).port}/`, RECORD, NEVER);
    expect(faults).toEqual([expect.objectContaining({ fault: "it took too long" })]);
    for (const drip of drips) clearInterval(drip);
    slow.close();
  });

  it("is cut short when the process ends, and is then still to be told", async () => {
    const { tell, faults } = notifier(() => true);
    const silent = createNetServer((socket) => socket.on("error", () => undefined));
    silent.listen(0, "127.0.0.1");
    await once(silent, "listening");
    const ending = new AbortController();
    const told = tell(`http://localhost:${(silent.address() as AddressInfo).port}/`, RECORD, ending.signal);
    await once(silent, "connection");
    ending.abort();
    expect([await told, faults]).toEqual([false, []]);
    expect(await tell(`http://localhost:${port}/hook`, RECORD, NEVER)).toBe(true);
    silent.close();
  });

  it("leaves nothing behind on the signal of the process once it is through", async () => {
    const { tell } = notifier(() => true);
    const ending = new AbortController();
    statuses = [500, 200];
    await tell(`http://localhost:${port}/hook`, RECORD, ending.signal);
    expect(getEventListeners(ending.signal, "abort")).toEqual([]);
  });

  it("never goes into a network, whatever a name stands for", async () => {
    const { tell, faults } = notifier();
    for (const host of ["localhost", "127.0.0.1", "[::1]"])
      await tell(`http://${host}:${port}/`, RECORD, NEVER);
    expect(heard).toEqual([]);
    expect(faults).toHaveLength(3);
    const inside =
      "0.0.0.0 10.1.2.3 100.64.0.1 127.0.0.1 169.254.169.254 172.16.0.1 192.168.1.1 198.18.0.1 224.0.0.1 255.255.255.255 :: ::1 fe80::1 fc00::1 ::ffff:10.0.0.1 ::ffff:8.8.8.8 64:ff9b::a00:1 2001:db8::1 2002:a00:1:: 2001::1 2001:20::1 3fff::1 192.88.99.1 fec0::1 100::1";
    for (const address of inside.split(" ")) expect([address, isPublic(address)]).toEqual([address, false]);
    for (const address of ["8.8.8.8", "172.32.0.1", "2606:4700::1"]) expect(isPublic(address)).toBe(true);
  });

  it("goes only to hosts that the operator allows", () => {
    expect(webhookFault(config, "https://a.shop.example/x")).toBeUndefined();
    for (const url of [
      "https://shop.example.evil.example/",
      "https://evilshop.example/",
      "ftp://a.shop.example/",
      "https://user:pass@a.shop.example/",
      "nonsense",
    ]) {
      expect(webhookFault(config, url)).toBeDefined();
    }
    expect(webhookFault(readConfig({}), "https://a.shop.example/x")).toContain("sends none");
    expect(openNotifier(readConfig({}), { logger: { warn() {} } })).toBeUndefined();
  });
});
