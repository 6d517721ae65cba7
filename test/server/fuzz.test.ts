/**
 * A few hundred requests made from the published document, against the built service. `npm run bench:server`
 * sends ten thousand.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DRAWING } from "./support/drawing.ts";
import { fuzz } from "./support/fuzz.ts";
import { type RunningService, startService } from "./support/process.ts";

const SEED = 20_260_101;

describe("the running service", () => {
  const directory = mkdtempSync(join(tmpdir(), "offcut-fuzz-"));
  let service: RunningService;
  beforeAll(async () => {
    service = await startService(directory, {
      RATE_LIMIT_PER_MINUTE: "0",
      MONTHLY_QUOTA: "0",
      LOG_LEVEL: "info",
    });
  });
  afterAll(async () => {
    await service.end();
    rmSync(directory, { recursive: true });
  });

  it(`keeps what its document promises, whatever comes (seed ${SEED})`, async () => {
    const registered = await fetch(`${service.url}/v1/account/register`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ email: "fuzz@shop.example", name: "Fuzz", password: "long enough" }),
    });
    const { api_key: key } = (await registered.json()) as { api_key: string };
    const report = await fuzz(service.url, key, [Buffer.from(DRAWING)], { requests: 400, seed: SEED });
    expect(report.faults).toEqual([]);
    expect(report.requests).toBe(400);
    // It is worth something only while every kind of answer comes up.
    for (const status of [200, 400, 401, 405, 422]) expect(report.statuses[status]).toBeGreaterThan(5);
    expect(service.process.exitCode).toBeNull();
  });
});
