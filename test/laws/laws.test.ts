/**
 * The laws, over the engine and over HTTP. `LAWS_CASES=10000 npm test -- laws` tries as many jobs; LAWS_SEED is the first
 * one's seed.
 */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createEngine, type Engine } from "../../engine/index.node.ts";
import type { Service } from "../../server/service.ts";
import { Random } from "../helpers/random.ts";
import { type Claim, LAWS, type Place } from "./laws.ts";

/** Of all laws together. */
const CASES = Number(process.env.LAWS_CASES ?? 500);
const FIRST_SEED = Number(process.env.LAWS_SEED ?? 1);
const NAMES = Object.keys(LAWS);
/** The service cuts, reads and writes; of nests it tells no bound, and panels it has none. */
const SERVED = NAMES.filter((name) => /^(cut|read|write):/.test(name));
const EACH = Math.max(1, Math.round(CASES / (NAMES.length + SERVED.length)));

let engine: Engine;
let service: Service;
let served: Place;

beforeAll(async () => {
  engine = await createEngine({ workers: 0 });
  const { createService } = await import(new URL("../../dist/server.js", import.meta.url).href);
  service = await createService({
    DATA_DIR: ":memory:",
    WORKERS: 1,
    RATE_LIMIT_PER_MINUTE: 1_000_000,
    MONTHLY_QUOTA: 1_000_000,
  });
  const account = { email: "laws@shop.example", name: "Laws", password: "long enough" };
  const { api_key } = (await post("/v1/account/register", account)) as unknown as { api_key: string };
  served = placeOf(api_key);
});

afterAll(async () => {
  await engine?.close();
  await service?.close();
});

const limits = (workBudget: number) => ({ workBudget, timeLimitMs: 600_000 });

const inEngine: Place = {
  async nest(job, share = 1) {
    const plan = await engine.nest(job, limits(100_000 * share));
    return { complete: plan.unplaced.length === 0, value: plan.sheets_used, bound: plan.lower_bound ?? 0 };
  },
  cut: async (job) => claimOf(await engine.cut(job, limits(2_000_000))),
  panels: async (job) => claimOf(await engine.panels(job, limits(400_000))),
  async read(file) {
    const { parts } = await engine.read(new TextEncoder().encode(file));
    return parts.map(({ area, perimeter, holes }) => ({ area, perimeter, holes: holes.length }));
  },
  write: async (sheet) =>
    (await engine.write({ ...sheet, placements: sheet.placements.map((placed) => ({ ...placed })) })).gcode,
};

function claimOf(plan: { unplaced: readonly unknown[]; objective: number; lower_bound: number }): Claim {
  return { complete: plan.unplaced.length === 0, value: plan.objective, bound: plan.lower_bound };
}

function placeOf(key: string): Place {
  const headers = { "X-API-Key": key };
  return {
    async cut(job) {
      const { data } = (await post("/v1/solve/cut-1d", job, headers)) as unknown as { data: CutAnswer };
      const { summary, unplaced } = data;
      const value = job.optimize === "cost" ? summary.total_cost : summary.total_stock_length;
      // These jobs are small enough to be solved: what is reached is the best.
      return { complete: unplaced.length === 0, value, bound: value };
    },
    async read(file) {
      const form = new FormData();
      form.set("file", new File([file], "drawing.dxf"));
      const answer = await service.app.request("/v1/parse/dxf", { method: "POST", body: form, headers });
      const { data } = (await answer.json()) as {
        data: { area: number; perimeter: number; geometry: Geometry };
      };
      return [{ area: data.area, perimeter: data.perimeter, holes: data.geometry.holes.length }];
    },
    async write(sheet) {
      const answer = await send("/v1/export/gcode", sheet, headers);
      return answer.text();
    },
  };
}

interface CutAnswer {
  summary: { total_cost: number; total_stock_length: number };
  unplaced: unknown[];
}

interface Geometry {
  holes: unknown[];
}

async function send(path: string, body: object, headers: Record<string, string> = {}): Promise<Response> {
  const answer = await service.app.request(path, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
  return answer;
}

const post = async (path: string, body: object, headers?: Record<string, string>) =>
  (await send(path, body, headers)).json();

async function broken(name: string, place: Place): Promise<string[]> {
  const found: string[] = [];
  for (let seed = FIRST_SEED; seed < FIRST_SEED + EACH; seed++) {
    const said = await LAWS[name]!(new Random(seed), place);
    if (said !== null) found.push(`seed ${seed}: ${said}`);
  }
  return found;
}

describe(`${EACH} jobs from seed ${FIRST_SEED} keep the law`, () => {
  it.each(NAMES)("%s", async (name) => {
    expect(await broken(name, inEngine)).toEqual([]);
  });

  it.each(SERVED)("%s, over HTTP", async (name) => {
    expect(await broken(name, served)).toEqual([]);
  });
});
