/** A service whose clock is set while it works: no job is lost or cut short, and no answer is another. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type RunningService, registerAt, startService } from "../support/process.ts";
import { CUT_BODY } from "../support/service.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** So many squares of three sizes that a search for a better layout takes all of its time. */
const NEST_BODY = {
  parts: [40, 55, 70].map((side, i) => ({
    id: `square ${i}`,
    exterior: [
      [0, 0],
      [side, 0],
      [side, side],
      [0, side + i],
    ],
    quantity: 15,
  })),
  sheet: { width: 300, height: 300 },
};

const directory = mkdtempSync(join(tmpdir(), "offcut-clock-"));
const clock = join(directory, "clock");
const setClock = (off: number) => writeFileSync(clock, String(off));
let service: RunningService;
let key: string;

beforeAll(async () => {
  setClock(0);
  const preload = pathToFileURL(join(process.cwd(), "test/server/support/set-clock.mjs"));
  service = await startService(directory, {
    CLOCK_FILE: clock,
    NODE_OPTIONS: `--import=${preload}`,
    RATE_LIMIT_PER_MINUTE: "1000",
    MONTHLY_QUOTA: "1000",
  });
  key = await registerAt(service.url);
});
afterAll(async () => {
  await service.end();
  rmSync(directory, { recursive: true, force: true });
});

const ask = (path: string, body?: object, headers: Record<string, string> = {}) =>
  fetch(service.url + path, {
    method: body ? "POST" : "GET",
    headers: { "X-API-Key": key, "Content-Type": "application/json", ...headers },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });

describe.each([
  ["forward by an hour", [HOUR]],
  ["back by an hour", [-HOUR]],
  ["back by a minute and forward again", [-MINUTE, 0]],
])("a clock that is set %s", (name, offs) => {
  it("ends a job that runs with its whole answer, and keeps it", async () => {
    setClock(0);
    const taken = await ask("/v1/solve/nest-2d", NEST_BODY, { Prefer: "respond-async, wait=2" });
    expect(taken.status).toBe(202);
    const path = taken.headers.get("Location")!;
    const state = async () => (await (await ask(path)).json()).data.status;
    for (const off of offs) {
      await expect.poll(state).not.toBe("queued");
      setClock(off);
    }
    await expect.poll(state, { timeout: 60_000 }).toBe("succeeded");
    const result = await (await ask(`${path}/result`)).json();
    expect(result.data.summary.placed_parts).toBe(45);
  });

  it("answers as before, and once for one Idempotency-Key", async () => {
    setClock(0);
    const once = { "Idempotency-Key": name };
    const first = await ask("/v1/solve/cut-1d", CUT_BODY, once);
    const text = await first.text();
    expect(first.status).toBe(200);
    for (const off of offs) {
      setClock(off);
      expect(await (await ask("/v1/solve/cut-1d", CUT_BODY, once)).text()).toBe(text);
      const anew = await ask("/v1/solve/cut-1d", CUT_BODY);
      expect((await anew.json()).data).toEqual(JSON.parse(text).data);
    }
  });
});
