/**
 * A service for tests: the real app over an in-memory store, with work done in place by an engine that the test
 * brings.
 */
import * as keys from "../../../server/accounts/keys.ts";
import { createApp } from "../../../server/app.ts";
import type { AppDeps } from "../../../server/context/context.ts";
import { openDeps } from "../../../server/deps.ts";
import type { SolveExecutor } from "../../../server/jobs/executor.ts";
import { type WorkEngine, work } from "../../../server/jobs/work.ts";
import { memoryLimiter } from "../../../server/limits/limiter.ts";
import { readConfig } from "../../../server/settings/config.ts";
import { openSqlite } from "../../../server/storage/sqlite.ts";
import { box } from "../../helpers/rings.ts";

export const SILENT = { info() {}, warn() {}, error() {} };

/** A request as the service hands it on: it has checked it. */
export function requestOf<Request>(given: Request): Request {
  return (given as { checked?: Request }).checked ?? given;
}

/** Answers of the right shape and nothing more: what solving means is tested elsewhere. */
export const ENGINE: WorkEngine = {
  async nest(request) {
    const { parts } = requestOf(request);
    const total = parts.reduce((sum, { quantity = 1 }) => sum + quantity, 0);
    return {
      summary: {
        sheets_used: 0,
        total_parts: total,
        placed_parts: 0,
        unplaced_parts: total,
        total_utilization: 0,
        total_waste_percent: 0,
      },
      sheets: [],
      unplaced: parts.flatMap(({ id, quantity = 1 }) => Array<string>(quantity).fill(id)),
    };
  },
  async cutPlan(request) {
    const { pieces, kerf = 0 } = requestOf(request);
    const [piece] = pieces;
    return {
      status: "optimal",
      objective: 6000,
      lower_bound: 6000,
      gap_percent: 0,
      kerf,
      summary: {
        stocks_used: 1,
        total_stock_length: 6000,
        total_cut_length: piece!.length,
        total_waste: 6000 - piece!.length,
        waste_percent: 50,
        total_cost: 0,
        all_pieces_placed: true,
      },
      patterns: [
        {
          stock_id: "stock",
          length: 6000,
          count: 1,
          cuts: [{ piece_id: piece!.id, length: piece!.length, position: 0, count: 1 }],
          used_length: piece!.length,
          waste: 6000 - piece!.length,
          utilization: 50,
          trim_start: 0,
          trim_end: 0,
          offcut: 6000 - piece!.length,
        },
      ],
      total_offcut: 6000 - piece!.length,
      unplaced: [],
    };
  },
  async parse(_source, options = {}) {
    return {
      data: {
        name: options.name ?? "",
        bounds: { min_x: 0, min_y: 0, max_x: 1, max_y: 1 },
        dimensions: { width: 1, height: 1, unit: "mm" },
        area: 1,
        perimeter: 4,
        geometry: { exterior: [], holes: [] },
        layers: ["0"],
        cut_paths: [],
        bend_lines: null,
        entity_count: 1,
        has_holes: false,
        hole_count: 0,
      },
      findings: [{ code: "unit-assumed", message: "no unit", count: 1 }],
    };
  },
  async svg(_source, svg = {}) {
    const data = {
      svg: "<svg/>",
      width: svg.width ?? 0,
      height: svg.height ?? 0,
      original_bounds: { min_x: 0, min_y: 0, max_x: 1, max_y: 1 },
    };
    return { data, findings: [{ code: "unit-assumed", message: "no unit", count: 1 }] };
  },
  async write(_request, { post } = {}) {
    const findings = [{ code: "outside-sheet", message: "cuts that leave the sheet", count: 2 }];
    return { gcode: `${post?.templates?.end?.[0] ?? "M2"}\n`, findings } as Awaited<
      ReturnType<WorkEngine["write"]>
    >;
  },
  async draw() {
    const findings = [{ code: "parts-near", message: "pairs of parts nearer than the kerf", count: 1 }];
    return { text: "0\nEOF\n", findings };
  },
};

/** Does every job at once, in place. */
export function inPlace(engine: WorkEngine = ENGINE): SolveExecutor {
  return {
    run: (job, { signal }) => work(engine, job, { signal, here: true }),
    stats: async () => ({ workers: 1, running: 0, waiting: 0 }),
    ping: async () => {},
    close: async () => {},
  };
}

export async function createDeps(
  environment: Record<string, string> = {},
  more: Partial<AppDeps> = {},
): Promise<AppDeps> {
  const config = readConfig(environment);
  const executor = more.executor ?? inPlace();
  const given = { config, logger: SILENT, executor, limiter: memoryLimiter() };
  return {
    ...(await openDeps(given, await openSqlite(":memory:"))),
    // A hash that costs nothing: the real one has its own test.
    credentials: {
      ...keys,
      hashPassword: async (password) => `hash of ${password}`,
      verifyPassword: async (password, stored) => stored === `hash of ${password}`,
    },
    ...more,
  };
}

export interface Service {
  deps: AppDeps;
  request: (path: string, init?: RequestInit) => Promise<Response>;
  /** A key of a new account. */
  register: (email?: string) => Promise<string>;
  post: (path: string, body: unknown, headers?: Record<string, string>) => Promise<Response>;
}

export async function createService(
  environment: Record<string, string> = {},
  more: Partial<AppDeps> = {},
): Promise<Service> {
  const deps = await createDeps(environment, more);
  const app = createApp(deps);
  const request: Service["request"] = async (path, init) => app.request(path, init);
  const post: Service["post"] = (path, body, headers = {}) =>
    request(path, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...headers },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
  let accounts = 0;
  const register: Service["register"] = async (email = `a${++accounts}@shop.example`) => {
    const answer = await post("/v1/account/register", { email, name: "Shop", password: "long enough" });
    return ((await answer.json()) as { api_key: string }).api_key;
  };
  return { deps, request, register, post };
}

/** A form with one file, as a browser sends it. */
export function formWith(bytes: string | Uint8Array<ArrayBuffer>, name = "part.dxf"): FormData {
  const form = new FormData();
  form.set("file", new File([bytes], name));
  return form;
}

export const NEST_BODY = {
  parts: [{ id: "plate", exterior: box(0, 0, 100, 50), quantity: 2 }],
  sheet: { width: 500, height: 300 },
};

export const CUT_BODY = { stocks: [{ length: 6000 }], pieces: [{ id: "rail", length: 3000 }] };

export const EXPORT_BODY = {
  sheet_width: 500,
  sheet_height: 300,
  sheet_index: 2,
  placements: [
    {
      exterior: [
        [0, 0],
        [10, 0],
        [10, 10],
      ],
      x: 5,
      y: 5,
    },
  ],
};
