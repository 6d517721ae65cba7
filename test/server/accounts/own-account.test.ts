/** Actions of the owner of an account over HTTP, by key and by password. */
import { afterEach, describe, expect, it, vi } from "vitest";
import { hashKey } from "../../../server/accounts/keys.ts";
import type { Mail } from "../../../server/accounts/mail.ts";
import { accountSchema, keysSchema, newKeySchema } from "../../../server/accounts/schemas.ts";
import { refusalOf, typesOf } from "../support/refusals.ts";
import { CUT_BODY, createService, EXPORT_BODY, NEST_BODY, type Service } from "../support/service.ts";

const PASSWORD = "long enough";
const basic = (email: string, password = PASSWORD) => ({
  Authorization: `Basic ${btoa(`${email}:${password}`)}`,
});
const json = { "Content-Type": "application/json" };

async function open(environment: Record<string, string> = {}, more = {}) {
  const service = await createService({ LOGINS_PER_MINUTE: "0", ...environment }, more);
  const key = await service.register("ada@shop.example");
  const call = (method: string, path: string, headers: Record<string, string>, body?: object) =>
    service.request(`/v1/account${path}`, {
      method,
      headers: { ...headers, ...(body ? json : {}) },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  return { service, key: { "X-API-Key": key }, call };
}

async function dataOf(answer: Response): Promise<Record<string, never>> {
  expect(answer.status).toBe(200);
  const { status, data, meta } = await answer.json();
  expect([status, Object.keys(meta)]).toEqual(["success", ["processing_time_ms", "engine_version"]]);
  return data;
}

const cut = (service: Service, key: string) =>
  service.post("/v1/solve/cut-1d", CUT_BODY, { "X-API-Key": key });

afterEach(() => vi.useRealTimers());

describe("an account", () => {
  it("shows itself and this month's use, by key and by password, and uses no quota for it", async () => {
    const { service, key, call } = await open({ MONTHLY_QUOTA: "2" });
    await cut(service, key["X-API-Key"]);
    for (const headers of [key, basic("ADA@shop.example")]) {
      const data = accountSchema.strict().parse(await dataOf(await call("GET", "", headers)));
      expect(data).toMatchObject({
        email: "ada@shop.example",
        name: "Shop",
        monthly_quota: 2,
        email_verified: false,
      });
      expect(data.usage).toMatchObject({ period: new Date().toISOString().slice(0, 7), requests: 1 });
    }
    expect((await cut(service, key["X-API-Key"])).status).toBe(200);
    expect(await refusalOf(await cut(service, key["X-API-Key"]))).toEqual([402, "USAGE_LIMIT_EXCEEDED"]);
    await dataOf(await call("GET", "", key));
  });

  it("tells nobody whether it exists: no key, a wrong password and no such address read alike", async () => {
    const { call } = await open();
    expect(await refusalOf(await call("GET", "", {}))).toEqual([401, "AUTH_REQUIRED"]);
    const wrong = await call("GET", "", basic("ada@shop.example", "wrong password"));
    const nobody = await call("GET", "", basic("nobody@shop.example"));
    expect(wrong.status).toBe(401);
    expect(await wrong.text()).toBe(await nobody.text());
    for (const value of ["Basic", "Basic ???", "Basic a", `Basic ${btoa("no colon")}`, "Bearer x"]) {
      expect((await call("GET", "", { Authorization: value })).status).toBe(401);
    }
  });

  it("costs the same whether it exists or not: as many hashes, and as much asked of the store", async () => {
    const { service, call } = await open({}, { mailer: async () => undefined });
    const { store, credentials } = service.deps;
    const done: string[] = [];
    const count = <Part extends object>(part: Part, names: string[]) => {
      for (const name of names) {
        const work = part[name as keyof Part] as (...words: unknown[]) => unknown;
        part[name as keyof Part] = ((...words: unknown[]) => {
          done.push(name);
          return work.apply(part, words);
        }) as Part[keyof Part];
      }
    };
    count(store, ["findLogin", "findAccount", "addToken", "useToken", "setPassword"]);
    count(credentials, ["hashPassword", "verifyPassword", "createToken"]);
    const workOf = async (ask: () => Promise<Response>) => {
      done.length = 0;
      const { status } = await ask();
      return [status, ...done];
    };
    const [known, unknown] = ["ada@shop.example", "nobody@shop.example"];
    const reset = { token: "none", new_password: "long enough too" };
    for (const ask of [
      (email: string) => call("GET", "", basic(email, "not the one")),
      (email: string) => call("POST", "/recovery", {}, { email }),
      (email: string) => call("POST", "/verification", {}, { email }),
      () => call("POST", "/recovery/confirm", {}, reset),
    ]) {
      expect(await workOf(() => ask(known))).toEqual(await workOf(() => ask(unknown)));
    }
    expect(await workOf(() => call("GET", "", basic(unknown)))).toEqual([401, "findLogin", "verifyPassword"]);
    // A token that is none is not worth a hash.
    expect(await workOf(() => call("POST", "/recovery/confirm", {}, reset))).toEqual([400]);
  });

  it("is not to be guessed: attempts are limited for the address and for the account", async () => {
    const { call } = await open({ LOGINS_PER_MINUTE: "3" });
    const guesses = [];
    for (let i = 0; i < 5; i++)
      guesses.push((await call("GET", "", basic("ada@shop.example", `${i}`))).status);
    expect(guesses).toEqual([401, 401, 401, 429, 429]);
  });

  it("locks its owner out for nobody: strangers' attempts leave his own address and his key their own", async () => {
    const { key, call } = await open({ LOGINS_PER_MINUTE: "3", TRUST_PROXY: "true" });
    const from = (address: string) => ({ "X-Forwarded-For": address });
    const right = (address: string) => call("GET", "", { ...basic("ada@shop.example"), ...from(address) });
    expect((await right("192.0.2.1")).status).toBe(200);
    const guesses = [];
    for (let i = 0; i < 12; i++) {
      const given = { ...basic("ada@shop.example", `${i}`), ...from(`198.51.100.${i % 6}`) };
      guesses.push((await call("GET", "", given)).status);
    }
    // Three addresses' worth, one of which the owner had.
    expect(guesses.filter((status) => status === 401)).toHaveLength(8);
    expect((await right("203.0.113.9")).status).toBe(429);
    expect((await right("192.0.2.1")).status).toBe(200);
    const change = { current_password: PASSWORD, new_password: "another one" };
    const answer = await call("POST", "/password", { ...key, ...from("203.0.113.10") }, change);
    expect(answer.status).toBe(200);
    const mine = [];
    for (let i = 0; i < 3; i++)
      mine.push(
        (await call("GET", "", { ...basic("ada@shop.example", `${i}`), ...from("192.0.2.1") })).status,
      );
    expect(mine).toEqual([401, 429, 429]);
  });

  it("is known where it was registered", async () => {
    const { call } = await open({ LOGINS_PER_MINUTE: "3", TRUST_PROXY: "true" });
    for (let i = 0; i < 12; i++) {
      const address = { "X-Forwarded-For": `198.51.100.${i}` };
      await call("GET", "", { ...basic("ada@shop.example", `${i}`), ...address });
    }
    expect((await call("GET", "", basic("ada@shop.example"))).status).toBe(200);
  });
});

describe("keys", () => {
  it("are made with a name, an end and scopes, listed, rotated and revoked", async () => {
    const { service, key, call } = await open();
    const expires_at = new Date(Date.now() + 3_600_000).toISOString();
    const made = newKeySchema.parse(
      await dataOf(await call("POST", "/keys", key, { name: "Laser 2", expires_at, scopes: ["solve"] })),
    );
    expect(made).toMatchObject({ name: "Laser 2", expires_at, scopes: ["solve"], state: "live" });
    expect((await cut(service, made.api_key)).status).toBe(200);
    const limited = { "X-API-Key": made.api_key };
    expect((await service.post("/v1/export/dxf", EXPORT_BODY, limited)).status).toBe(403);
    expect((await call("GET", "", limited)).status).toBe(403);

    const rotated = newKeySchema.parse(await dataOf(await call("POST", `/keys/${made.key_id}/rotate`, key)));
    expect(rotated).toMatchObject({ name: "Laser 2", expires_at, scopes: ["solve"] });
    expect((await cut(service, made.api_key)).status).toBe(401);
    expect((await cut(service, rotated.api_key)).status).toBe(200);

    await dataOf(await call("DELETE", `/keys/${rotated.key_id}`, key));
    expect((await cut(service, rotated.api_key)).status).toBe(401);
    const { keys } = keysSchema.parse(await dataOf(await call("GET", "/keys", key)));
    expect(keys.map(({ state }) => state).sort()).toEqual(["live", "revoked", "revoked"]);
    expect(JSON.stringify(keys)).not.toContain(rotated.api_key.slice(10));
  });

  it("end by themselves, with the answer of an unknown one", async () => {
    let now = Date.parse("2026-03-01T00:00:00Z");
    const { service, key, call } = await open({}, { now: () => now });
    const made = await dataOf(await call("POST", "/keys", key, { expires_at: "2026-03-01T01:00:00+00:00" }));
    expect((await cut(service, made.api_key!)).status).toBe(200);
    now += 3_600_000;
    const ended = await cut(service, made.api_key!);
    const unknown = await cut(service, "ofc_unknown");
    expect([ended.status, await ended.text()]).toEqual([401, await unknown.text()]);
    expect((await call("POST", `/keys/${made.key_id}/rotate`, key)).status).toBe(404);
  });

  it("are asked for once with the answer, and then end no later: nothing is told or charged after it", async () => {
    const { service, key, call } = await open({ MONTHLY_QUOTA: "3" });
    const { usage, recent } = service.deps.store;
    // However long it takes until the next beat.
    vi.spyOn(recent, "clear").mockReturnValue();
    const look = vi.spyOn(service.deps.store, "findKey");
    const { key_id, api_key } = await dataOf(await call("POST", "/keys", key, { scopes: ["solve"] }));
    look.mockClear();
    const send = (path: string, body: object, more = {}) =>
      service.post(path, body, { "X-API-Key": String(api_key), ...more });
    const again = () => send("/v1/solve/cut-1d", CUT_BODY);
    expect([(await again()).status, (await again()).status]).toEqual([200, 200]);
    expect(look).toHaveBeenCalledTimes(1);
    await dataOf(await call("DELETE", `/keys/${key_id}`, key));
    const unknown = await (await cut(service, "ofc_unknown")).text();
    const owner = [...recent.values()].find(({ keyId }) => keyId === key_id)!;
    for (const asks of [
      again,
      () => send("/v1/solve/cut-1d", {}),
      () => send("/v1/export/dxf", EXPORT_BODY),
      () => send("/v1/solve/nest-2d", NEST_BODY, { Prefer: "respond-async" }),
      () => send("/v1/solve/nest-2d", NEST_BODY, { "Idempotency-Key": "a" }),
      again,
    ]) {
      recent.set(hashKey(String(api_key)), owner);
      const answer = await asks();
      expect([answer.status, await answer.text()]).toEqual([401, unknown]);
      expect(answer.headers.get("X-Offcut-Findings")).toBeNull();
    }
    const month = new Date().toISOString().slice(0, 7);
    await usage.beat();
    await usage.beat();
    expect(await usage.used(owner.account.id, month)).toBe(2);
    expect((await cut(service, key["X-API-Key"])).status).toBe(200);
    expect((await cut(service, key["X-API-Key"])).status).toBe(402);
  });

  it("make none that may do more than themselves", async () => {
    const { key, call } = await open();
    const made = await dataOf(await call("POST", "/keys", key, { scopes: ["account", "parse"] }));
    const limited = { "X-API-Key": String(made.api_key) };
    expect(await refusalOf(await call("POST", "/keys", limited, { scopes: ["solve"] }))).toEqual([
      400,
      "INVALID_INPUT",
    ]);
    expect((await dataOf(await call("POST", "/keys", limited, {}))).scopes).toEqual(["account", "parse"]);
  });

  it("are nobody else's", async () => {
    const { service, key, call } = await open();
    const other = { "X-API-Key": await service.register("eve@shop.example") };
    const { keys } = keysSchema.parse(await dataOf(await call("GET", "/keys", key)));
    const path = `/keys/${keys[0]!.key_id}`;
    for (const [method, at] of [
      ["DELETE", path],
      ["POST", `${path}/rotate`],
    ] as const) {
      const answer = await call(method, at, other);
      expect([answer.status, await answer.json()]).toEqual([404, { detail: "Not Found" }]);
    }
    await dataOf(await call("GET", "", key));
  });

  it("are described by what is right: each mistake names its field", async () => {
    const { key, call } = await open();
    expect(await typesOf(await call("POST", "/keys", key, { name: 1, scopes: "solve" }))).toEqual([
      ["string_type", "body", "name"],
      ["list_type", "body", "scopes"],
    ]);
    expect(await typesOf(await call("POST", "/keys", key, { scopes: ["all"], expires_at: "soon" }))).toEqual([
      ["string_pattern_mismatch", "body", "expires_at"],
      ["literal_error", "body", "scopes", 0],
    ]);
    expect(await refusalOf(await call("POST", "/keys", key, { expires_at: "2020-01-01T00:00:00Z" }))).toEqual(
      [400, "INVALID_INPUT"],
    );
  });
});

describe("a password", () => {
  it("is changed by whoever knows it, and never shown", async () => {
    const { key, call } = await open();
    const change = (current_password: string, new_password: string) =>
      call("POST", "/password", key, { current_password, new_password });
    expect((await change("wrong", "another one")).status).toBe(401);
    const short = await change(PASSWORD, "t1ny");
    expect([short.status, (await short.text()).includes("t1ny")]).toEqual([422, false]);
    await dataOf(await change(PASSWORD, "another one"));
    expect((await call("GET", "", basic("ada@shop.example"))).status).toBe(401);
    await dataOf(await call("GET", "", basic("ada@shop.example", "another one")));
  });

  it("that is lost is replaced by mail, once, and nobody learns who has an account", async () => {
    const mails: Mail[] = [];
    const { call } = await open({}, { mailer: async (mail: Mail) => void mails.push(mail) });
    const asked = await call("POST", "/recovery", {}, { email: "Ada@shop.example" });
    const nobody = await call("POST", "/recovery", {}, { email: "nobody@shop.example" });
    expect([asked.status, await asked.text()]).toEqual([200, await nobody.text()]);
    await expect.poll(() => mails.map(({ to }) => to)).toEqual(["ada@shop.example"]);
    const token = /^[\w-]{43}$/m.exec(mails[0]!.text)![0];
    const confirm = () => call("POST", "/recovery/confirm", {}, { token, new_password: "found again" });
    await dataOf(await confirm());
    expect(await refusalOf(await confirm())).toEqual([400, "INVALID_INPUT"]);
    await dataOf(await call("GET", "", basic("ada@shop.example", "found again")));
  });

  it("that is lost needs the operator where there is no mail", async () => {
    const { call } = await open();
    const answer = await call("POST", "/recovery", {}, { email: "ada@shop.example" });
    expect(await refusalOf(answer)).toEqual([400, "INVALID_INPUT"]);
  });
});

describe("where addresses are to be verified", () => {
  it("a key works once the link in the mail has been opened", async () => {
    const mails: Mail[] = [];
    const environment = {
      EMAIL_VERIFICATION: "required",
      SMTP_URL: "smtp://mail.example",
      PUBLIC_URL: "https://cut.example/",
    };
    const { service, key } = await open(environment, { mailer: async (mail: Mail) => void mails.push(mail) });
    await expect.poll(() => mails.length).toBe(1);
    const refused = await service.post("/v1/solve/nest-2d", NEST_BODY, key);
    expect([refused.status, (await refused.json()).detail.message]).toEqual([
      401,
      expect.stringContaining("not verified"),
    ]);
    const link = /https:\/\/cut\.example(\/v1\/account\/verification\/confirm\?token=[\w-]{43})$/m.exec(
      mails[0]!.text,
    );
    expect((await service.request(link![1]!)).status).toBe(200);
    expect((await service.post("/v1/solve/nest-2d", NEST_BODY, key)).status).toBe(200);
    expect((await service.request(link![1]!)).status).toBe(400);
  });
});

describe("registrations", () => {
  it("are limited for the network of an address as well", async () => {
    const service = await createService({
      REGISTRATIONS_PER_MINUTE: "0",
      REGISTRATIONS_PER_NETWORK: "2",
      TRUST_PROXY: "true",
    });
    const from = (address: string, i: number) =>
      service.post(
        "/v1/account/register",
        { email: `n${i}@x.example`, name: "N", password: PASSWORD },
        { "X-Forwarded-For": address },
      );
    const addresses = [
      "10.1.2.3",
      "10.1.2.4",
      "10.1.2.5",
      "10.1.3.1",
      "2001:db8:1:1::1",
      "2001:db8:1:2::1",
      "2001:db8:1:3::1",
    ];
    const statuses = [];
    for (const [i, address] of addresses.entries()) statuses.push((await from(address, i)).status);
    expect(statuses).toEqual([200, 200, 429, 200, 200, 200, 429]);
  });
});
