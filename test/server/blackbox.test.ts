/**
 * The built service from outside, as a client sees it: a whole walk with a real drawing, and what is left after
 * kill -9.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import {
  type CutData,
  cutDataSchema,
  envelopeSchema,
  nestDataSchema,
  nestRequestSchema,
  parseDxfDataSchema,
  svgDataSchema,
  verifyNestAnswer,
} from "../../engine/v1.ts";
import { SqlStore } from "../../server/accounts/sqlstore.ts";
import { openSqlite } from "../../server/storage/sqlite.ts";
import { DRAWING } from "./support/drawing.ts";
import { admin, type RunningService, startService } from "./support/process.ts";

const directories: string[] = [];
const newDirectory = () => {
  const directory = mkdtempSync(join(tmpdir(), "offcut-service-"));
  directories.push(directory);
  return directory;
};
afterAll(() => {
  for (const directory of directories) rmSync(directory, { recursive: true, force: true });
});

class Client {
  key = "";
  constructor(readonly url: string) {}

  async register(email: string): Promise<string> {
    const answer = await this.post("/v1/account/register", { email, name: "Shop", password: "long enough" });
    expect(answer.status).toBe(200);
    this.key = ((await answer.json()) as { api_key: string }).api_key;
    return this.key;
  }

  post(path: string, body: object, init: RequestInit = {}): Promise<Response> {
    const headers = { "Content-Type": "application/json", "X-API-Key": this.key, ...init.headers };
    return fetch(this.url + path, { ...init, method: "POST", headers, body: JSON.stringify(body) });
  }

  upload(path: string, text: string): Promise<Response> {
    const form = new FormData();
    form.set("file", new File([text], "plate.dxf"));
    return fetch(this.url + path, { method: "POST", headers: { "X-API-Key": this.key }, body: form });
  }
}

describe("the built service", () => {
  let service: RunningService;
  let client: Client;
  beforeAll(async () => {
    service = await startService(newDirectory());
    client = new Client(service.url);
    await client.register("ada@shop.example");
  });
  afterAll(() => service.end());

  it("goes from a drawing to a nested sheet and its files", async () => {
    const parsed = await client.upload("/v1/parse/dxf", DRAWING);
    expect(parsed.status).toBe(200);
    const drawing = envelopeSchema(z.strictObject(parseDxfDataSchema.shape)).parse(await parsed.json()).data;
    expect(drawing.name).toBe("plate");
    expect(drawing.area).toBeCloseTo(120 * 80 - Math.PI * 225, 6);
    expect(drawing.hole_count).toBe(1);

    const { exterior, holes } = drawing.geometry;
    const request = nestRequestSchema.parse({
      parts: [{ id: "plate", exterior, holes, quantity: 6 }],
      sheet: { width: 500, height: 300 },
      config: { kerf: 0.2 },
    });
    const solved = await client.post("/v1/solve/nest-2d", request, { headers: { Prefer: "wait=2" } });
    expect(solved.status).toBe(200);
    const nested = envelopeSchema(z.strictObject(nestDataSchema.shape)).parse(await solved.json()).data;
    expect(verifyNestAnswer(request, nested).violations).toEqual([]);
    expect(nested.summary).toMatchObject({ placed_parts: 6, unplaced_parts: 0 });

    const placements = nested.sheets[0]!.placements.map(({ x, y, rotation }) => ({
      exterior,
      holes,
      x,
      y,
      rotation,
    }));
    const sheet = { sheet_width: 500, sheet_height: 300, placements, config: { kerf: 0.2 } };
    const gcode = await client.post("/v1/export/gcode", sheet);
    expect([gcode.status, gcode.headers.get("Content-Disposition")]).toEqual([
      200,
      'attachment; filename="nest_sheet_0.gcode"',
    ]);
    expect((await gcode.text()).trimEnd()).toMatch(/M2$/);

    const dxf = await client.post("/v1/export/dxf", sheet);
    expect(dxf.status).toBe(200);
    // The file holds the boundary, an outline and a hole for each part; our own reader must understand it.
    const again = await client.upload("/v1/parse/dxf", await dxf.text());
    const back = envelopeSchema(parseDxfDataSchema).parse(await again.json()).data;
    expect(back.entity_count).toBe(1 + 2 * placements.length);
    expect(back.layers.sort()).toEqual(["CUT_INNER", "CUT_OUTER", "SHEET"]);
  });

  it("serves the web app beside the interface", async () => {
    const page = await fetch(`${service.url}/`);
    expect([page.status, page.headers.get("Cache-Control")]).toEqual([200, "no-cache"]);
    expect(page.headers.get("X-RateLimit-Limit")).toBe("300");
    const [, script] = /<script[^>]+src="\.(\/assets\/[^"]+)"/.exec(await page.text()) ?? [];
    const asset = await fetch(service.url + script);
    expect(asset.headers.get("Content-Type")).toMatch(/javascript/);
    expect(asset.headers.get("Cache-Control")).toContain("immutable");
    await asset.arrayBuffer();
  });

  it("draws a drawing", async () => {
    const answer = await client.upload("/v1/parse/dxf-to-svg?width=400&height=300&stroke_color=red", DRAWING);
    expect(answer.status).toBe(200);
    const { data } = envelopeSchema(z.strictObject(svgDataSchema.shape)).parse(await answer.json());
    expect([data.width, data.height]).toEqual([400, 300]);
    expect(data.svg).toMatch(/^<svg[\s\S]*red[\s\S]*<\/svg>\s*$/);
    expect(data.original_bounds).toEqual({ min_x: 0, min_y: 0, max_x: 120, max_y: 80 });
  });

  it("cuts bars", async () => {
    const answer = await client.post("/v1/solve/cut-1d", {
      stocks: [{ length: 6000 }],
      pieces: [{ id: "leg", length: 720, quantity: 20 }],
      kerf: 3,
    });
    const { data } = envelopeSchema(z.strictObject(cutDataSchema.shape)).parse(await answer.json());
    expect(data.summary).toMatchObject({ stocks_used: 3, all_pieces_placed: true, total_cut_length: 14_400 });
    const cuts = (data as CutData).layouts.flatMap((layout) => layout.cuts.map(({ position }) => position));
    expect(cuts.every((position) => position % 723 === 0)).toBe(true);
  });

  it("says what is wrong with a drawing and with geometry", async () => {
    const nothing = await client.upload("/v1/parse/dxf", "this is not a drawing");
    expect([nothing.status, (await nothing.json()).detail.code]).toEqual([400, "INVALID_DXF"]);
    const line = {
      id: "a",
      exterior: [
        [0, 0],
        [1, 1],
      ],
    };
    const sheet = { width: 100, height: 100 };
    const flat = await client.post("/v1/solve/nest-2d", { parts: [line], sheet });
    expect([flat.status, (await flat.json()).detail.code]).toEqual([400, "INVALID_INPUT"]);
    const schema = await client.post("/v1/solve/nest-2d", { parts: [line], sheet: { ...sheet, width: 0 } });
    expect(schema.status).toBe(422);
  });

  it("prints no key and no password", () => {
    const log = service.log.join("\n");
    expect(log).toContain('"path":"/v1/account/register"');
    expect(log).not.toContain(client.key.slice(4));
    expect(log).not.toContain("long enough");
  });
});

describe("the data of the service", () => {
  let service: RunningService | undefined;
  afterEach(() => service?.end("SIGKILL"));

  it("survives kill -9 in the middle of work: keys that were given out work, what was answered counts", async () => {
    const directory = newDirectory();
    service = await startService(directory);
    const client = new Client(service.url);
    const first = await client.register("first@shop.example");
    const keys = [first];
    let answered = 0;
    const bars = { stocks: [{ length: 10 }], pieces: [{ id: "a", length: 1 }] };
    const ask = async (): Promise<void> => {
      for (;;) {
        const answer = await client.post("/v1/solve/cut-1d", bars);
        if (answer.status === 200) answered++;
      }
    };
    const join_ = async (worker: number): Promise<void> => {
      for (let i = 0; ; i++) {
        keys.push(await new Client(service!.url).register(`w${worker}n${i}@shop.example`));
      }
    };
    const work = Promise.allSettled([ask(), ask(), join_(1), join_(2)]);
    await expect.poll(() => keys.length >= 4 && answered >= 20).toBe(true);
    await service.end("SIGKILL");
    await work;

    service = await startService(directory);
    for (const key of keys) {
      const again = new Client(service.url);
      again.key = key;
      expect((await again.post("/v1/solve/cut-1d", bars)).status).toBe(200);
    }
    await service.end();
    const stored = readdirSync(directory).map((name) => readFileSync(join(directory, name), "latin1"));
    for (const secret of [...keys.map((key) => key.slice(10)), "long enough"]) {
      expect(stored.some((text) => text.includes(secret))).toBe(false);
    }
    const store = new SqlStore(await openSqlite(directory));
    const account = await store.findAccount("first@shop.example");
    const used = await store.usage.used(account!.id, new Date().toISOString().slice(0, 7));
    await store.close();
    // Those answered, the one after the restart, and at most the two that were being answered.
    expect(used).toBeGreaterThanOrEqual(answered + 1);
    expect(used).toBeLessThanOrEqual(answered + 3);
  });

  it("keeps the count of the month through a restart, and hears the administrator at once", async () => {
    const directory = newDirectory();
    service = await startService(directory, { MONTHLY_QUOTA: "3" });
    const client = new Client(service.url);
    const key = await client.register("ada@shop.example");
    const bars = { stocks: [{ length: 10 }], pieces: [{ id: "a", length: 1 }] };
    for (let i = 0; i < 2; i++) expect((await client.post("/v1/solve/cut-1d", bars)).status).toBe(200);
    expect(await service.end()).toBe(0);

    service = await startService(directory, { MONTHLY_QUOTA: "3" });
    const later = new Client(service.url);
    later.key = key;
    expect((await later.post("/v1/solve/cut-1d", bars)).status).toBe(200);
    expect((await later.post("/v1/solve/cut-1d", bars)).status).toBe(402);
    await admin(directory, "limits", "ada@shop.example", "--monthly", "4");
    expect((await later.post("/v1/solve/cut-1d", bars)).status).toBe(200);
    expect((await later.post("/v1/solve/cut-1d", bars)).status).toBe(402);

    const [id] = (await admin(directory, "keys", "ada@shop.example")).split(" ");
    await admin(directory, "revoke", id!);
    expect((await later.post("/v1/solve/cut-1d", bars)).status).toBe(401);
    later.key = await admin(directory, "issue", "ada@shop.example");
    expect((await later.post("/v1/solve/cut-1d", bars)).status).toBe(402);
  });

  it("is finished with before the service ends: what runs is answered, and nothing new is taken", async () => {
    service = await startService(newDirectory(), { WORKERS: "1" });
    const client = new Client(service.url);
    await client.register("ada@shop.example");
    const ring = Array.from({ length: 60 }, (_, i) => [
      40 * Math.cos(i / 9.55) * (1 + 0.3 * (i % 2)),
      40 * Math.sin(i / 9.55) * (1 + 0.3 * (i % 2)),
    ]);
    const request = {
      parts: [{ id: "star", exterior: ring, quantity: 40 }],
      sheet: { width: 600, height: 400 },
    };
    // Starting the thread, which may take seconds on a busy machine, is no part of it.
    await client.post("/v1/solve/nest-2d", request, { headers: { Prefer: "wait=0.1" } });
    const running = client.post("/v1/solve/nest-2d", request, { headers: { Prefer: "wait=60" } });
    await expect
      .poll(async () => (await (await fetch(`${service!.url}/health/ready`)).json()).status)
      .toBe("ok");
    const ended = service.end();
    const answer = await running;
    expect(answer.status).toBe(200);
    await answer.arrayBuffer();
    expect(await ended).toBe(0);
    await expect(fetch(`${service.url}/health`)).rejects.toThrow();
  });

  it("is not kept busy by a client that has gone", async () => {
    service = await startService(newDirectory(), { WORKERS: "1" });
    const client = new Client(service.url);
    await client.register("ada@shop.example");
    const gone = new AbortController();
    const ring = Array.from({ length: 90 }, (_, i) => [
      40 * Math.cos(i / 14.3) * (1 + 0.3 * (i % 3)),
      40 * Math.sin(i / 14.3) * (1 + 0.3 * (i % 3)),
    ]);
    const request = {
      parts: [{ id: "a", exterior: ring, quantity: 90 }],
      sheet: { width: 700, height: 500 },
    };
    const left = client.post("/v1/solve/nest-2d", request, {
      headers: { Prefer: "wait=60" },
      signal: gone.signal,
    });
    // By the time of an answer the service has the request before it as well.
    expect((await client.post("/v1/solve/cut-1d", {})).status).toBe(422);
    gone.abort();
    await expect(left).rejects.toThrow();
    // The only worker would have been busy for a minute.
    const bars = { stocks: [{ length: 10 }], pieces: [{ id: "a", length: 1 }] };
    expect((await client.post("/v1/solve/cut-1d", bars)).status).toBe(200);
  });

  it("cannot be opened at a port that is taken, says so and ends", async () => {
    const first = await startService(newDirectory());
    const second = startService(newDirectory(), { PORT: new URL(first.url).port });
    await expect(second).rejects.toThrow(/EADDRINUSE/);
    await first.end();
  });

  it("cannot be opened with settings that cannot be used, and the message names them", async () => {
    const wrong = startService(newDirectory(), { PORT: "99999", WORKERS: "none" });
    await expect(wrong).rejects.toThrow(/PORT[\s\S]*WORKERS/);
    service = undefined;
  });
});
