/** Faults around a service that runs: its disk is full, then suddenly read-only; the reader of its log goes away. */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type RunningService, startService } from "../support/process.ts";
import { CUT_BODY } from "../support/service.ts";

const done = (command: string, ...args: string[]) => spawnSync(command, args).status === 0;
const MB = 1024 * 1024;

// In memory where there is a place for files: all that is written waits for the disk, time and again.
const base = mkdtempSync(join(existsSync("/dev/shm") ? "/dev/shm" : tmpdir(), "offcut-faults-"));
const image = join(base, "disk");
const disk = join(base, "mounted");
mkdirSync(disk);
writeFileSync(image, Buffer.alloc(16 * MB));
// A disk of its own needs root and loop devices.
const mounted = done("mkfs.ext4", "-q", "-F", image) && done("mount", "-o", "loop", image, disk);
if (!mounted)
  console.warn("Faults of the disk under a running service are not tested: no disk can be mounted here");

afterAll(() => {
  if (mounted) done("umount", "-l", disk);
  rmSync(base, { recursive: true, force: true });
});

describe.skipIf(!mounted)("a service whose disk", () => {
  let service: RunningService;
  let key: string;
  let accounts = 0;
  const post = (path: string, body: object, headers: Record<string, string> = {}) =>
    fetch(service.url + path, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...headers },
      body: JSON.stringify(body),
    });
  const register = () =>
    post("/v1/account/register", { email: `a${++accounts}@x.example`, name: "A", password: "long enough" });
  const cut = () => post("/v1/solve/cut-1d", CUT_BODY, { "X-API-Key": key });
  const expectTold = async (answer: Response) => {
    expect([answer.status, await answer.json()]).toEqual([503, { detail: "Service Unavailable" }]);
    expect(answer.headers.get("Retry-After")).toMatch(/^\d+$/);
    expect(answer.headers.get("X-RateLimit-Limit")).toMatch(/^\d+$/);
  };

  beforeAll(async () => {
    service = await startService(join(disk, "data"));
    key = (await (await register()).json()).api_key;
    expect((await cut()).status).toBe(200);
  });
  afterEach(async () => expect((await fetch(`${service.url}/health`)).status).toBe(200));
  afterAll(() => service.end("SIGKILL"));

  it("is full tells what has to be written with 503, and goes on once there is room", async () => {
    for (let size = 16 * MB, i = 0; size >= 512; i++) {
      try {
        writeFileSync(join(disk, `ballast${i}`), Buffer.alloc(size, 1), { flush: true });
      } catch {
        size = Math.floor(size / 2);
      }
    }
    let answer = await register();
    for (let i = 0; i < 50 && answer.status === 200; i++) answer = await register();
    await expectTold(answer);
    const ready = await fetch(`${service.url}/health/ready`);
    expect([ready.status, (await ready.json()).checks]).toEqual([503, { store: "unavailable", queue: "ok" }]);
    // Reading needs no room.
    const seen = await fetch(`${service.url}/v1/account`, { headers: { "X-API-Key": key } });
    expect(seen.status).toBe(200);
    for (let i = 0; i < 100; i++) rmSync(join(disk, `ballast${i}`), { force: true });
    expect((await register()).status).toBe(200);
    expect((await cut()).status).toBe(200);
    expect((await fetch(`${service.url}/health/ready`)).status).toBe(200);
  });

  it("turns read-only tells what has to be written with 503, and does not fall over", async () => {
    // The kernel does this on its own when a disk fails.
    expect(done("mount", "-o", "remount,abort", disk)).toBe(true);
    await expectTold(await register());
    // The process holds a few requests of this account in memory; the next ones need the disk.
    let answer = await cut();
    for (let i = 0; i < 50 && answer.status === 200; i++) answer = await cut();
    await expectTold(answer);
    const ready = await fetch(`${service.url}/health/ready`);
    expect([ready.status, (await ready.json()).checks.store]).toEqual([503, "unavailable"]);
  });
});

it("a service whose log nobody reads any more still answers, and ends well", async () => {
  const service = await startService(join(base, "unread"));
  for (const stream of [service.process.stdout!, service.process.stderr!]) stream.destroy();
  expect((await fetch(`${service.url}/health`)).status).toBe(200);
  expect(await service.end()).toBe(0);
});
