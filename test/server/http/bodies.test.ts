/** Bodies: how a request's is read, how much of all of them is held, and how a long answer is written. */
import { beforeAll, describe, expect, it } from "vitest";
import { cutDataFromPlan } from "../../../engine/plan/cut/cut-answer.ts";
import { Ledger, PACE } from "../../../server/limits/ledger.ts";
import { refusalOf, typesOf } from "../support/refusals.ts";
import { CUT_BODY, createService, ENGINE, inPlace, NEST_BODY, type Service } from "../support/service.ts";

let service: Service;
let key: string;
beforeAll(async () => {
  service = await createService({ RATE_LIMIT_PER_MINUTE: "0" });
  key = await service.register();
});

const withKey = () => ({ "X-API-Key": key });

describe("a body", () => {
  it("is JSON by its type, or it is text", async () => {
    const send = (type: string | undefined, body: string | Uint8Array<ArrayBuffer>) =>
      service.request("/v1/solve/cut-1d", {
        method: "POST",
        headers: { ...withKey(), ...(type === undefined ? {} : { "Content-Type": type }) },
        body: typeof body === "string" ? new TextEncoder().encode(body) : body,
      });
    const good = JSON.stringify(CUT_BODY);
    for (const type of ["application/json; charset=utf-8", "APPLICATION/JSON", "application/vnd.x+json"]) {
      expect((await send(type, good)).status).toBe(200);
    }
    expect((await send("application/json", `\ufeff${good}`)).status).toBe(200);
    for (const type of ["text/plain", "application/octet-stream", "application/jsonx", undefined]) {
      const answer = await send(type, good);
      expect(answer.status).toBe(422);
      expect((await answer.json()).detail).toEqual([
        {
          type: "model_attributes_type",
          loc: ["body"],
          msg: "Input should be a valid dictionary or object to extract fields from",
          input: good,
        },
      ]);
    }
    expect(await typesOf(await send("text/plain", ""))).toEqual([["missing", "body"]]);
    const latin1 = await send("application/json", new Uint8Array([0x22, 0xe9, 0x22]));
    expect(await refusalOf(latin1)).toEqual([400, "INVALID_INPUT"]);
  });

  it("is not unpacked", async () => {
    const headers = { ...withKey(), "Content-Encoding": "gzip" };
    const answer = await service.post("/v1/solve/cut-1d", CUT_BODY, headers);
    expect(await refusalOf(answer)).toEqual([400, "INVALID_INPUT"]);
  });

  it("is refused with 413 above the limit, with and without a declared length", async () => {
    const small = await createService({ MAX_JSON_MB: "0.001" });
    const headers = { "X-API-Key": await small.register() };
    const declared = await small.post("/v1/solve/cut-1d", `"${"x".repeat(2000)}"`, {
      ...headers,
      "Content-Length": "2002",
    });
    expect(await refusalOf(declared)).toEqual([413, "FILE_TOO_LARGE"]);
    const chunked = await small.post("/v1/solve/cut-1d", `"${"x".repeat(2000)}"`, headers);
    expect(chunked.status).toBe(413);
  });
});

/** The request as a text of 900 characters. */
function large(body: object): string {
  return JSON.stringify(body).padEnd(900);
}

describe("bodies together", () => {
  it("take a bounded amount of memory: what finds no room is told to come again", async () => {
    let finish: () => void = () => undefined;
    let begin: () => void = () => undefined;
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const slow = inPlace({
      ...ENGINE,
      nest: async (request) => {
        begin();
        await new Promise<void>((resolve) => {
          finish = resolve;
        });
        return ENGINE.nest(request);
      },
    });
    const own = await createService({ MAX_BODIES_MB: "0.001" }, { executor: slow });
    const headers = { "X-API-Key": await own.register() };
    const other = { "X-API-Key": await own.register("other@example.com") };
    const first = own.post("/v1/solve/nest-2d", large(NEST_BODY), headers);
    await begun;
    const second = await own.post("/v1/solve/cut-1d", large(CUT_BODY), other);
    expect([second.status, await second.json()]).toEqual([503, { detail: "Service Unavailable" }]);
    expect(second.headers.get("Retry-After")).toMatch(/^\d+$/);
    // A length that is announced takes no room.
    const announced = { ...headers, "Content-Length": "900" };
    expect((await own.post("/v1/solve/cut-1d", CUT_BODY, announced)).status).toBe(200);
    finish();
    expect((await first).status).toBe(200);
    expect((await own.post("/v1/solve/cut-1d", large(CUT_BODY), headers)).status).toBe(200);
  });

  it("take a share of it for each account: who has more under way waits for himself", () => {
    const ledger = new Ledger({ all: 1000, share: 250, uploads: 4, pace: PACE });
    const first = ledger.hold("greedy");
    first.add(200);
    expect(() => ledger.hold("greedy").add(51)).toThrow(
      expect.objectContaining({ code: "RATE_LIMIT_EXCEEDED" }),
    );
    ledger.hold("other").add(200);
    expect(() => ledger.hold("third").add(151)).toThrow(expect.objectContaining({ status: 503 }));
    ledger.hold("third").add(150);
    first.free();
    ledger.hold("greedy").add(162);
  });
});

describe("a long answer", () => {
  it("is written while it is read, and is the same as one written at once", async () => {
    const plan = await ENGINE.cutPlan(CUT_BODY);
    const many = { ...plan, patterns: plan.patterns.map((pattern) => ({ ...pattern, count: 5000 })) };
    const long = inPlace({ ...ENGINE, cutPlan: async () => many });
    const own = await createService({}, { executor: long });
    const answer = await own.post("/v1/solve/cut-1d", CUT_BODY, { "X-API-Key": await own.register() });
    const chunks: Uint8Array[] = [];
    for await (const chunk of answer.body as unknown as AsyncIterable<Uint8Array>) chunks.push(chunk);
    expect(chunks.length).toBeGreaterThan(5);
    const { data } = JSON.parse(Buffer.concat(chunks).toString());
    expect(data).toEqual(JSON.parse(JSON.stringify(cutDataFromPlan(many))));
  });
});
