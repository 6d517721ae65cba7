/** Every endpoint of the interface: what it answers when all is well, and the body of every kind of error. */
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { VERSION } from "../../engine/index.node.ts";
import {
  cutDataSchema,
  envelopeSchema,
  nestDataSchema,
  parseDxfDataSchema,
  registerResponseSchema,
  svgDataSchema,
} from "../../engine/v1.ts";
import { isKey } from "../../server/accounts/keys.ts";
import { refusalOf, typesOf } from "./support/refusals.ts";
import {
  CUT_BODY,
  createService,
  ENGINE,
  EXPORT_BODY,
  formWith,
  inPlace,
  NEST_BODY,
  type Service,
} from "./support/service.ts";

let service: Service;
let key: string;
beforeAll(async () => {
  service = await createService({ RATE_LIMIT_PER_MINUTE: "0", REGISTRATIONS_PER_MINUTE: "0" });
  key = await service.register();
});

const withKey = () => ({ "X-API-Key": key });
const postForm = (path: string, form: FormData) =>
  service.request(path, { method: "POST", headers: withKey(), body: form });

describe("register", () => {
  it("answers 200 with a key that works and is not stored", async () => {
    const answer = await service.post("/v1/account/register", {
      email: "Ada@Shop.Example",
      name: "Ada",
      password: "12345678",
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("Cache-Control")).toBe("no-store");
    const body = z.strictObject(registerResponseSchema.shape).parse(await answer.json());
    expect(body.email).toBe("ada@shop.example");
    expect(isKey(body.api_key)).toBe(true);
    expect(JSON.stringify(await service.deps.store.listKeys(body.account_id))).not.toContain(body.api_key);
    const used = await service.post("/v1/solve/cut-1d", CUT_BODY, { "X-API-Key": body.api_key });
    expect(used.status).toBe(200);
  });

  it("answers 400 when the e-mail is taken, whatever its case", async () => {
    await service.register("grace@shop.example");
    const again = { email: "GRACE@shop.example", name: "G", password: "12345678" };
    const answer = await service.post("/v1/account/register", again);
    expect(await refusalOf(answer)).toEqual([400, "INVALID_INPUT"]);
  });

  it("answers 400 when registration is closed, and 429 when an address asks too often", async () => {
    const closed = await createService({ REGISTRATION: "closed" });
    expect((await closed.post("/v1/account/register", {})).status).toBe(400);
    const strict = await createService({ REGISTRATIONS_PER_MINUTE: "1" });
    await strict.register();
    const second = await strict.post("/v1/account/register", {});
    expect(await refusalOf(second)).toEqual([429, "RATE_LIMIT_EXCEEDED"]);
  });
});

describe("solve", () => {
  it("nests inside the envelope", async () => {
    const answer = await service.post("/v1/solve/nest-2d", NEST_BODY, withKey());
    expect(answer.status).toBe(200);
    expect(answer.headers.get("Content-Type")).toMatch(/^application\/json/);
    const { data, meta } = z
      .strictObject(envelopeSchema(z.strictObject(nestDataSchema.shape)).shape)
      .parse(await answer.json());
    expect(data.unplaced).toEqual(["plate", "plate"]);
    expect(meta.engine_version).toBe(VERSION);
    expect(Number.isInteger(meta.processing_time_ms)).toBe(true);
  });

  it("cuts inside the envelope, without what only the package gives", async () => {
    const answer = await service.post("/v1/solve/cut-1d", CUT_BODY, withKey());
    expect(answer.status).toBe(200);
    const { data } = envelopeSchema(z.strictObject(cutDataSchema.shape)).parse(await answer.json());
    expect(data.layouts[0]!.cuts).toEqual([{ piece_id: "rail", length: 3000, position: 0 }]);
  });

  it("takes the time the client wants, within the bounds of the service", async () => {
    const limits: (number | undefined)[] = [];
    const spy = inPlace({
      ...ENGINE,
      nest: (request, options) => {
        limits.push(options?.timeLimitMs);
        return ENGINE.nest(request, options);
      },
    });
    const own = await createService({ MAX_WAIT_SECONDS: "20" }, { executor: spy });
    const headers = { "X-API-Key": await own.register() };
    const ask = (prefer: string) => own.post("/v1/solve/nest-2d", NEST_BODY, { ...headers, Prefer: prefer });
    await own.post("/v1/solve/nest-2d", NEST_BODY, headers);
    expect((await ask("wait=7")).headers.get("Preference-Applied")).toBe("wait=7");
    await ask("respond-async, wait=100");
    await ask("wait=0");
    await ask("wait=soon");
    expect((await ask("wait=0.2")).headers.get("Preference-Applied")).toBe("wait=0.2");
    await ask('wait="2.75"');
    expect(limits).toEqual([5000, 7000, 20_000, 100, 5000, 200, 2750]);
  });
});

describe("parse", () => {
  it("reads a drawing inside the envelope", async () => {
    const answer = await postForm("/v1/parse/dxf", formWith("0\nEOF", "bracket.dxf"));
    expect(answer.status).toBe(200);
    const { data } = envelopeSchema(z.strictObject(parseDxfDataSchema.shape)).parse(await answer.json());
    expect(data.bend_lines).toBeNull();
    expect(data.name).toContain("bracket");
  });

  it("draws a drawing as the query says, the last value of a repeated key", async () => {
    const answer = await postForm("/v1/parse/dxf-to-svg?width=100&width=+200+&unknown=1", formWith("x"));
    expect(JSON.parse(answer.headers.get("X-Offcut-Findings")!)).toEqual([
      { code: "unit-assumed", count: 1, message: "no unit" },
    ]);
    expect(answer.status).toBe(200);
    const { data } = envelopeSchema(z.strictObject(svgDataSchema.shape)).parse(await answer.json());
    expect([data.width, data.height]).toEqual([200, 600]);
  });

  it("answers 422 when there is no file, whatever came instead", async () => {
    const missing = [["missing", "body", "file"]];
    expect(await typesOf(await service.post("/v1/parse/dxf", { file: "a" }, withKey()))).toEqual(missing);
    expect(await typesOf(await service.post("/v1/parse/dxf", "", withKey()))).toEqual(missing);
    const other = new FormData();
    other.set("drawing", new File(["x"], "x.dxf"));
    expect(await typesOf(await postForm("/v1/parse/dxf", other))).toEqual(missing);
    const text = new FormData();
    text.set("file", "x");
    expect(await typesOf(await postForm("/v1/parse/dxf", text))).toEqual([["value_error", "body", "file"]]);
  });

  it("answers 422 for query and file together, the query first", async () => {
    const answer = await postForm("/v1/parse/dxf-to-svg?width=5&background=1", new FormData());
    expect(await typesOf(answer)).toEqual([
      ["greater_than_equal", "query", "width"],
      ["string_pattern_mismatch", "query", "background"],
      ["missing", "body", "file"],
    ]);
  });

  it("answers 413 above 10 MB and not at 10 MB", async () => {
    const limit = 10 * 1024 * 1024;
    const exact = await postForm("/v1/parse/dxf", formWith(new Uint8Array(limit)));
    expect(exact.status).toBe(200);
    const more = await postForm("/v1/parse/dxf", formWith(new Uint8Array(limit + 1)));
    expect(await refusalOf(more)).toEqual([413, "FILE_TOO_LARGE"]);
    const huge = await postForm("/v1/parse/dxf", formWith(new Uint8Array(limit + 400_000)));
    expect(huge.status).toBe(413);
  });
});

describe("export", () => {
  it.each([
    ["gcode", "text/x-gcode; charset=utf-8", "M2\n"],
    ["dxf", "image/vnd.dxf", "0\nEOF\n"],
  ])("answers with a %s file", async (kind, type, text) => {
    const answer = await service.post(`/v1/export/${kind}`, EXPORT_BODY, withKey());
    expect(answer.status).toBe(200);
    expect(answer.headers.get("Content-Type")).toBe(type);
    expect(answer.headers.get("Content-Disposition")).toBe(`attachment; filename="nest_sheet_2.${kind}"`);
    expect(await answer.text()).toBe(text);
  });

  it("is bytes to a client that knows no drawings, and the same ones", async () => {
    const answer = await service.post("/v1/export/dxf", EXPORT_BODY, {
      ...withKey(),
      Accept: "application/octet-stream",
    });
    expect(answer.headers.get("Content-Type")).toBe("application/octet-stream");
    expect([answer.status, await answer.text()]).toEqual([200, "0\nEOF\n"]);
  });

  it("tells what an operator should look at in a header", async () => {
    const answer = await service.post("/v1/export/gcode", EXPORT_BODY, withKey());
    expect(JSON.parse(answer.headers.get("X-Offcut-Findings")!)).toEqual([
      { code: "outside-sheet", count: 2, message: "cuts that leave the sheet" },
    ]);
  });

  it("tells it of a drawing of a sheet too", async () => {
    const answer = await service.post("/v1/export/dxf", EXPORT_BODY, withKey());
    expect(JSON.parse(answer.headers.get("X-Offcut-Findings")!)).toEqual([
      { code: "parts-near", count: 1, message: "pairs of parts nearer than the kerf" },
    ]);
  });

  it("writes programs by the post of the operator", async () => {
    const post = '{ "offcut_post": 1, "name": "own", "templates": { "end": ["M30"] } }';
    const own = await createService({ AUTH_EXPORT: "optional", EXPORT_POST: post });
    expect(await (await own.post("/v1/export/gcode", EXPORT_BODY)).text()).toBe("M30\n");
    await expect(createService({ EXPORT_POST: "{}" })).rejects.toThrow("EXPORT_POST");
  });

  it("needs a key unless the service says otherwise, and never takes a wrong one", async () => {
    expect((await service.post("/v1/export/gcode", EXPORT_BODY)).status).toBe(401);
    const open = await createService({ AUTH_EXPORT: "optional" });
    expect((await open.post("/v1/export/gcode", EXPORT_BODY)).status).toBe(200);
    const wrong = await open.post("/v1/export/gcode", EXPORT_BODY, { "X-API-Key": "ofc_wrong" });
    expect(await refusalOf(wrong)).toEqual([401, "INVALID_API_KEY"]);
    expect((await open.post("/v1/solve/cut-1d", CUT_BODY)).status).toBe(401);
  });
});

describe("health", () => {
  it("needs no key and says what runs", async () => {
    const answer = await service.request("/health");
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ status: "ok", version: VERSION, engine_version: VERSION });
    expect((await service.request("/health/ready")).status).toBe(200);
    expect((await service.request("/health", { method: "HEAD" })).status).toBe(200);
  });

  it("answers 503 while the service ends or its store is away", async () => {
    const ending = await createService({}, { draining: () => true });
    expect((await ending.request("/health")).status).toBe(503);
    const lost = await createService();
    await lost.deps.store.close();
    expect((await lost.request("/health")).status).toBe(200);
    expect((await lost.request("/health/ready")).status).toBe(503);
    const stuck = { ...inPlace(), ping: () => Promise.reject(new Error("no queue")) };
    const idle = await createService({}, { executor: stuck });
    expect((await idle.request("/health/ready")).status).toBe(503);
  });
});

describe("a key", () => {
  const paths = [
    "/v1/parse/dxf",
    "/v1/parse/dxf-to-svg",
    "/v1/solve/nest-2d",
    "/v1/solve/cut-1d",
    "/v1/export/gcode",
    "/v1/export/dxf",
  ];

  it.each(paths)("is needed for %s, before anything else is looked at", async (path) => {
    const none = await service.post(path, "{broken");
    expect(await refusalOf(none)).toEqual([401, "AUTH_REQUIRED"]);
    const empty = await service.post(`${path}?api_key=`, "{broken", { "X-API-Key": "" });
    expect(await refusalOf(empty)).toEqual([401, "AUTH_REQUIRED"]);
    const wrong = await service.post(path, "{broken", { "X-API-Key": `${key.slice(0, -1)}!` });
    expect(await refusalOf(wrong)).toEqual([401, "INVALID_API_KEY"]);
  });

  it("may come in the query; the header counts where both are there", async () => {
    expect((await service.post(`/v1/solve/cut-1d?api_key=${key}`, CUT_BODY)).status).toBe(200);
    const mixed = await service.post(`/v1/solve/cut-1d?api_key=${key}`, CUT_BODY, { "X-API-Key": "no" });
    expect(mixed.status).toBe(401);
    const twice = await service.post(`/v1/solve/cut-1d?api_key=${key}&api_key=${key}`, CUT_BODY);
    expect(twice.status).toBe(401);
  });

  it("gets the same answer when it is revoked as when it never was", async () => {
    const revoked = await service.register("alan@shop.example");
    const account = await service.deps.store.findAccount("alan@shop.example");
    const [record] = await service.deps.store.listKeys(account!.id);
    expect(await service.deps.store.revokeKey(record!.id, "2026-01-01T00:00:00.000Z")).toBe(true);
    const never = service.deps.credentials.createKey(0).text;
    const answers = [];
    for (const text of [revoked, never]) {
      const answer = await service.post("/v1/solve/cut-1d", CUT_BODY, { "X-API-Key": text });
      answers.push([answer.status, await answer.text()]);
    }
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]![0]).toBe(401);
  });
});

describe("what is not there", () => {
  it("is 404 or 405 with FastAPI's bodies", async () => {
    for (const path of ["/", "/v1", "/v1/solve", "/v2/solve/nest-2d", "//health", "/Health", "/v1/x?y=1"]) {
      const answer = await service.request(path);
      expect([path, answer.status, await answer.text()]).toEqual([path, 404, '{"detail":"Not Found"}']);
    }
    for (const [method, path, allow] of [
      ["GET", "/v1/solve/nest-2d", "POST"],
      ["DELETE", "/v1/account/register", "POST"],
      ["POST", "/health", "GET, HEAD"],
    ] as const) {
      const answer = await service.request(path, { method });
      expect([answer.status, await answer.text()]).toEqual([405, '{"detail":"Method Not Allowed"}']);
      expect(answer.headers.get("Allow")).toBe(allow);
    }
  });

  it("is served with a slash at its end too", async () => {
    expect((await service.request("/health/")).status).toBe(200);
    expect((await service.post("/v1/solve/cut-1d/", CUT_BODY, withKey())).status).toBe(200);
  });
});

describe("a failure inside", () => {
  it("is a 500 that says nothing", async () => {
    const broken = inPlace({
      ...ENGINE,
      nest: async () => {
        throw new Error("secret detail");
      },
    });
    const faults: unknown[] = [];
    const logger = { info() {}, warn() {}, error: (fields: object) => faults.push(fields) };
    const own = await createService({}, { executor: broken, logger });
    const headers = { "X-API-Key": await own.register() };
    const answer = await own.post("/v1/solve/nest-2d", NEST_BODY, headers);
    expect([answer.status, await answer.text()]).toEqual([500, '{"detail":"Internal Server Error"}']);
    expect(JSON.stringify(faults)).toContain("secret detail");
  });
});

describe("the log", () => {
  it("has one line for a request and no key in it", async () => {
    const lines: string[] = [];
    const write = (fields: object, message: string) => lines.push(JSON.stringify({ ...fields, message }));
    const own = await createService({}, { logger: { info: write, warn: write, error: write } });
    const ownKey = await own.register();
    lines.length = 0;
    await own.post(`/v1/solve/cut-1d?api_key=${ownKey}`, CUT_BODY, { "X-API-Key": ownKey });
    await own.request(`/v1/keys/${ownKey}`);
    expect(lines).toHaveLength(2);
    expect(lines[0]).toContain('"status":200');
    expect(lines.join()).not.toContain(ownKey.slice(4, 20));
  });
});
