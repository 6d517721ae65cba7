/** Clients that ask and do not read: they cost no more memory than a share, and lose their connection after a while. */
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { Agent, type ClientRequest, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { Sockets } from "../../../server/http/sockets.ts";
import { type RunningService, startService } from "../support/process.ts";
import { CUT_BODY } from "../support/service.ts";

describe("the pace of reading", () => {
  const PACE = { graceMs: 1000, bytesPerSecond: 100 };

  it("ends a connection that takes too little after the grace, and no other", () => {
    let now = 0;
    const sockets = new Sockets({ all: 100, shared: false, pace: PACE }, () => now);
    const socketWith = (bytesWritten: number, writableLength: number) => {
      const socket = {
        bytesWritten,
        writableLength,
        isDestroyed: false,
        destroy: () => undefined,
        once() {},
      };
      socket.destroy = () => {
        socket.isDestroyed = true;
      };
      sockets.open(socket);
      return socket;
    };
    const [idle, still, slow, steady] = [
      [500, 0],
      [500, 400],
      [500, 400],
      [500, 400],
    ].map(([a, b]) => socketWith(a!, b!));
    sockets.look();
    now = 1000;
    slow!.writableLength = 390;
    steady!.writableLength = 300;
    sockets.look();
    expect([idle, still, slow, steady].map((socket) => socket!.isDestroyed)).toEqual(Array(4).fill(false));
    now = 1001;
    sockets.look();
    expect([idle, still, slow, steady].map((socket) => socket!.isDestroyed)).toEqual([
      false,
      true,
      false,
      false,
    ]);
    // 10 bytes are worth a tenth of a second, 100 bytes a second.
    now = 1101;
    sockets.look();
    expect([slow, steady].map((socket) => socket!.isDestroyed)).toEqual([true, false]);
    // A reader that has taken all begins anew.
    steady!.writableLength = 0;
    sockets.look();
    steady!.writableLength = 50;
    now = 5000;
    sockets.look();
    now = 5999;
    sockets.look();
    expect(steady!.isDestroyed).toBe(false);
  });
});

const directory = mkdtempSync(join(tmpdir(), "offcut-sockets-"));
let service: RunningService;
let key: string;

beforeAll(async () => {
  service = await startService(directory, { RATE_LIMIT_PER_MINUTE: "0", WORKERS: "1" });
  const answer = await fetch(`${service.url}/v1/account/register`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ email: "sockets@shop.example", name: "Shop", password: "long enough" }),
  });
  key = (await answer.json()).api_key;
});
afterAll(async () => {
  await service.end("SIGKILL");
  rmSync(directory, { recursive: true, force: true });
});

/** A drawing whose answer is a hundred times as long: many splines that each become many points. */
function drawing(): string {
  const lines = ["0", "SECTION", "2", "ENTITIES"];
  for (let i = 0; i < 1500; i++) {
    const [x, y] = [(i % 40) * 500, Math.floor(i / 40) * 500];
    lines.push("0", "CIRCLE", "8", "0", "10", String(x), "20", String(y), "40", "200");
  }
  return `${[...lines, "0", "ENDSEC", "0", "EOF"].join("\n")}\n`;
}

function form(): { type: string; body: Uint8Array<ArrayBuffer> } {
  const head =
    '--b\r\nContent-Disposition: form-data; name="file"; filename="a.dxf"\r\nContent-Type: image/vnd.dxf\r\n\r\n';
  return {
    type: "multipart/form-data; boundary=b",
    body: new TextEncoder().encode(`${head}${drawing()}\r\n--b--\r\n`),
  };
}

function memoryMb(): number {
  const status = readFileSync(`/proc/${service.process.pid}/status`, "utf8");
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)![1]) / 1024;
}

describe.skipIf(process.platform !== "linux")("500 answers of one key that nobody reads", () => {
  it("take less than 300 MB, and everybody else is answered", async () => {
    const { type, body } = form();
    const headers = { "Content-Type": type, "X-API-Key": key, "Idempotency-Key": "again" };
    const whole = await fetch(`${service.url}/v1/parse/dxf`, { method: "POST", headers, body });
    expect(whole.status).toBe(200);
    const long = await whole.arrayBuffer();
    expect(long.byteLength).toBeGreaterThan(5_000_000);
    const before = memoryMb();
    const agent = new Agent({ keepAlive: true, maxSockets: 500 });
    const unread: ClientRequest[] = [];
    const ask = async () => {
      const asked = request(`${service.url}/v1/parse/dxf`, { method: "POST", headers, agent });
      unread.push(asked.on("error", () => undefined));
      asked.end(body);
      const [answer] = await once(asked, "response");
      // A refusal is short.
      if (answer.statusCode !== 200) answer.resume();
      else expect(answer.headers["idempotency-replayed"]).toBe("true");
      return answer.statusCode as number;
    };
    const statuses: number[] = [];
    // Of more bodies of one key at once the oldest gives way where the machine takes a second for them.
    for (let i = 0; i < 10; i++) statuses.push(...(await Promise.all(Array.from({ length: 50 }, ask))));
    expect(new Set(statuses)).toEqual(new Set([200, 429]));
    expect(memoryMb() - before).toBeLessThan(300);
    const other = await fetch(`${service.url}/v1/account/register`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ email: "other@shop.example", name: "Shop", password: "long enough" }),
    });
    const solved = await fetch(`${service.url}/v1/solve/cut-1d`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-API-Key": (await other.json()).api_key },
      body: JSON.stringify(CUT_BODY),
    });
    expect(solved.status).toBe(200);
    for (const asked of unread) asked.destroy();
    agent.destroy();
    // Their room is free again, and the answer is whole.
    const again = async () => {
      const answer = await fetch(`${service.url}/v1/parse/dxf`, { method: "POST", headers, body });
      return [answer.status, Buffer.from(await answer.arrayBuffer()).equals(Buffer.from(long))];
    };
    await expect.poll(again).toEqual([200, true]);
  });
});
