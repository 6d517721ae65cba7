/** Idempotency-Key: asked again, answered the same, charged once. */
import { deflateRawSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { openAnswer, packAnswer } from "../../../server/replays/kept.ts";
import { ReplayStore } from "../../../server/replays/replay-store.ts";
import type { SqlDatabase } from "../../../server/storage/database.ts";
import { openSqlite } from "../../../server/storage/sqlite.ts";
import {
  CUT_BODY,
  createService,
  ENGINE,
  EXPORT_BODY,
  formWith,
  inPlace,
  NEST_BODY,
} from "../support/service.ts";

async function open(more = {}) {
  const service = await createService({}, more);
  const key = await service.register();
  const once = (path: string, body: unknown, name: string, headers: Record<string, string> = {}) =>
    service.post(path, body, { "X-API-Key": key, "Idempotency-Key": name, ...headers });
  const used = async () =>
    (await (await service.request("/v1/account", { headers: { "X-API-Key": key } })).json()).data.usage
      .requests;
  return { service, key, once, used };
}

describe("the same request under the same key", () => {
  it("gets the same answer, to the byte, and is charged once", async () => {
    let works = 0;
    const count: typeof ENGINE.nest = (request) => {
      works++;
      return ENGINE.nest(request);
    };
    const counting = inPlace({ ...ENGINE, nest: count });
    const { once, used } = await open({ executor: counting });
    for (const [path, body] of [
      ["/v1/solve/nest-2d", NEST_BODY],
      ["/v1/solve/cut-1d", CUT_BODY],
      ["/v1/export/gcode", EXPORT_BODY],
    ] as const) {
      const [first, second] = [await once(path, body, path), await once(path, body, path)];
      expect([first.status, second.status]).toEqual([200, 200]);
      expect(await second.text()).toBe(await first.text());
      for (const name of ["Content-Type", "Content-Disposition"]) {
        expect(second.headers.get(name)).toBe(first.headers.get(name));
      }
      expect([first, second].map(({ headers }) => headers.get("Idempotency-Replayed"))).toEqual([
        null,
        "true",
      ]);
    }
    expect(works).toBe(1);
    expect(await used()).toBe(3);
  });

  it("is a 409 with another body, query or wish, and another account's key is another key", async () => {
    const { service, once } = await open();
    await once("/v1/solve/cut-1d", CUT_BODY, "k");
    expect((await once("/v1/solve/cut-1d", { ...CUT_BODY, kerf: 1 }, "k")).status).toBe(409);
    expect((await once("/v1/solve/nest-2d", NEST_BODY, "k")).status).toBe(409);
    expect((await once("/v1/solve/cut-1d", CUT_BODY, "k", { Prefer: "wait=9" })).status).toBe(409);
    const other = { "X-API-Key": await service.register("eve@shop.example"), "Idempotency-Key": "k" };
    const answer = await service.post("/v1/solve/cut-1d", { ...CUT_BODY, kerf: 1 }, other);
    expect([answer.status, answer.headers.get("Idempotency-Replayed")]).toEqual([200, null]);
  });

  it("waits for the first to be answered, and begins anew where that failed", async () => {
    let fail = true;
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const slow = inPlace({
      ...ENGINE,
      nest: async (request) => {
        await held;
        if (fail) throw new Error("broken");
        return ENGINE.nest(request);
      },
    });
    const { once, used } = await open({ executor: slow });
    const first = once("/v1/solve/nest-2d", NEST_BODY, "k");
    await expect.poll(async () => (await once("/v1/solve/nest-2d", NEST_BODY, "k")).status).toBe(409);
    release();
    expect((await first).status).toBe(500);
    fail = false;
    expect((await once("/v1/solve/nest-2d", NEST_BODY, "k")).status).toBe(200);
    expect(await used()).toBe(1);
  });

  it("gives an account, a key and a job once, and a mistake as often as it is made", async () => {
    const { service, once } = await open();
    const registration = { email: "twice@shop.example", name: "T", password: "long enough" };
    const register = () => service.post("/v1/account/register", registration, { "Idempotency-Key": "r" });
    expect(await (await register()).text()).toBe(await (await register()).text());
    const keys = [await once("/v1/account/keys", {}, "new"), await once("/v1/account/keys", {}, "new")];
    expect(await keys[0]!.text()).toBe(await keys[1]!.text());
    const jobs = [];
    for (let i = 0; i < 2; i++)
      jobs.push(await once("/v1/solve/cut-1d", CUT_BODY, "job", { Prefer: "respond-async" }));
    expect(jobs[1]!.headers.get("Location")).toBe(jobs[0]!.headers.get("Location"));
    const wrong = [await once("/v1/solve/cut-1d", {}, "w"), await once("/v1/solve/cut-1d", {}, "w")];
    expect(wrong.map(({ status }) => status)).toEqual([422, 422]);
    expect((await once("/v1/solve/cut-1d", CUT_BODY, "ü")).status).toBe(400);
  });

  it("may be no longer than without it", async () => {
    const { service, key } = await open();
    const form = formWith("0\nEOF\n");
    form.set("filler", "x".repeat(11 * 1024 * 1024));
    const headers = { "X-API-Key": key, "Idempotency-Key": "long" };
    const answer = await service.request("/v1/parse/dxf", { method: "POST", headers, body: form });
    expect(answer.status).toBe(413);
  });

  it("counts a form by its file, whose boundary is another each time", async () => {
    const { service, key } = await open();
    const send = (text: string) =>
      service.request("/v1/parse/dxf", {
        method: "POST",
        headers: { "X-API-Key": key, "Idempotency-Key": "f" },
        body: formWith(text),
      });
    expect((await send("0\nEOF\n")).status).toBe(200);
    expect((await send("0\nEOF\n")).headers.get("Idempotency-Replayed")).toBe("true");
    expect((await send("0\nEOF \n")).status).toBe(409);
  });
});

describe("a store that has gone when the answer is there", () => {
  it("costs no answer: it is kept, and the request settled, once the store is back", async () => {
    let away = false;
    const { service, once, used } = await open();
    const { replays, store } = service.deps;
    const end = replays!.end.bind(replays);
    // The store writes its counts to this.
    const database = Reflect.get(store, "database") as SqlDatabase;
    const count = database.count.bind(database);
    const gone =
      <Words extends unknown[], Result>(work: (...words: Words) => Promise<Result>) =>
      async (...words: Words) => {
        if (away) throw new Error("gone");
        return work(...words);
      };
    replays!.end = gone(end);
    database.count = gone(count);
    // Later ones find requests that are held in advance.
    for (let i = 0; i < 4; i++) await once("/v1/solve/cut-1d", CUT_BODY, `before ${i}`);
    away = true;
    const first = await once("/v1/solve/cut-1d", CUT_BODY, "k");
    expect([first.status, await used()]).toEqual([200, 5]);
    const failed = await once("/v1/solve/cut-1d", { ...CUT_BODY, stocks: [] }, "l");
    expect([failed.status, await used()]).toEqual([422, 5]);
    expect((await once("/v1/solve/cut-1d", CUT_BODY, "k")).status).toBe(409);
    away = false;
    const again = () => once("/v1/solve/cut-1d", CUT_BODY, "k");
    await expect.poll(async () => (await again()).status).toBe(200);
    expect(await (await again()).text()).toBe(await first.text());
    await store.beat();
    expect(await used()).toBe(5);
    await store.close();
  });
});

describe("what is kept", () => {
  it("is handed out as it was made, however long, and as older versions kept it", async () => {
    const body = `{"data":"${"ä\\n".repeat(200_000)}"}`;
    const opened = await openAnswer(await packAnswer({ status: 200, headers: { A: "b" } }, body));
    expect(opened.head).toEqual({ status: 200, headers: { A: "b" } });
    const pieces: Uint8Array[] = [];
    for await (const piece of opened.body) pieces.push(piece);
    expect(pieces.length).toBeGreaterThan(10);
    expect(Buffer.concat(pieces).toString()).toBe(body);

    const { service, once } = await open();
    const headers = { "Content-Type": "application/json" };
    const old = { answer: { status: 200, headers, body: '{"old":true}', elapsedMs: 1 } };
    const begun = { state: "done" as const, bytes: 1, read: async () => deflateRawSync(JSON.stringify(old)) };
    service.deps.replays!.begin = async () => begun;
    const answer = await once("/v1/solve/cut-1d", CUT_BODY, "k");
    expect([answer.headers.get("Content-Type"), await answer.json()]).toEqual([
      "application/json",
      { old: true },
    ]);
  });

  it("can be read only with the key and the body, and only for a day", async () => {
    const database = await openSqlite(":memory:");
    const store = new ReplayStore(database, "p");
    await database.count(["insert into processes (id, seen_at) values ('p', 0)"]);
    const replay = { scope: "a", key: "k", request: new TextEncoder().encode("body") };
    expect(await store.begin(replay, 0)).toEqual({ state: "new" });
    expect(await store.begin(replay, 0)).toEqual({ state: "busy" });
    const secret = Buffer.from("a secret, a secret, a secret");
    await store.end(replay, secret);
    const [row] = await database.run("select * from replays");
    expect(Buffer.from(row!.answer as Uint8Array).toString("latin1")).not.toContain("secret");
    expect(JSON.stringify(row)).not.toContain('"k"');
    const done = await store.begin(replay, 1);
    expect(done.state === "done" && (await done.read())).toEqual(secret);
    expect(await store.begin({ ...replay, request: new Uint8Array() }, 1)).toEqual({ state: "other" });
    expect(await store.begin(replay, 24 * 3_600_000 + 1)).toEqual({ state: "new" });
  });

  it("is begun anew where the process that began it has died", async () => {
    const database = await openSqlite(":memory:");
    const replay = { scope: "a", key: "k", request: new Uint8Array() };
    expect(await new ReplayStore(database, "dead").begin(replay, 0)).toEqual({ state: "new" });
    expect(await new ReplayStore(database, "living").begin(replay, 1)).toEqual({ state: "new" });
  });
});
