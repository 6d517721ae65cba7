/** `/v1/account`: what the owner of an account sees of it and does with it. Uses no quota. */
import type { Hono } from "hono";
import { HTTPException } from "hono/http-exception";
import type { z } from "zod";
import { EngineError } from "../../engine/index.node.ts";
import {
  type Account,
  type ApiKey,
  allows,
  isoTime,
  monthOf,
  type NewKey,
  SCOPES,
} from "../accounts/account-store.ts";
import * as schemas from "../accounts/schemas.ts";
import type { AppContext, AppDeps, AppEnv } from "../context/context.ts";
import { clientAddress } from "../http/address.ts";
import { guardOwner, guardPublic } from "../middleware/guards.ts";
import { limitLogins, login } from "../middleware/login.ts";
import { nextMonth } from "../middleware/quota.ts";
import { limitAddress } from "../middleware/rate.ts";
import { sendData } from "../middleware/respond.ts";
import { webhookSecret } from "../records/webhooks.ts";
import { accountShape } from "./job.ts";
import { sendToken } from "./tokens.ts";

/** Live keys of one account. */
const MOST_KEYS = 100;
const { DONE } = schemas;

export function addAccountRoutes(app: Hono<AppEnv>, deps: AppDeps): void {
  const owner = guardOwner(deps);
  app.get("/v1/account", owner, async (c) => sendData(c, await accountData(deps, ownerOf(c).account)));
  app.get("/v1/account/keys", owner, async (c) => {
    const keys = await deps.store.listKeys(ownerOf(c).account.id);
    return sendData(c, { keys: keys.map((key) => keyData(key, isoNow(deps))) });
  });
  const newKey = guardOwner(deps, accountShape(schemas.newKeyRequestSchema));
  app.post("/v1/account/keys", newKey, async (c) =>
    sendData(c, await createKey(deps, ownerOf(c), c.get("request") as schemas.NewKeyRequest)),
  );
  app.post("/v1/account/keys/:key_id/rotate", owner, async (c) =>
    sendData(c, await rotateKey(deps, ownerOf(c), c.req.param("key_id"))),
  );
  app.delete("/v1/account/keys/:key_id", owner, async (c) => {
    const { account } = ownerOf(c);
    const keyId = c.req.param("key_id");
    if (!(await deps.store.revokeKey(keyId, isoNow(deps), account.id))) throw noLiveKey();
    return sendData(c, { message: DONE.revoked(keyId) });
  });
  app.get("/v1/account/webhook-secret", owner, async (c) => {
    if (deps.config.WEBHOOK_HOSTS === undefined) {
      throw new EngineError("INVALID_INPUT", "This service sends no webhooks");
    }
    return sendData(c, { secret: webhookSecret(deps.config, ownerOf(c).account.id) });
  });
  addPasswordRoutes(app, deps);
}

function addPasswordRoutes(app: Hono<AppEnv>, deps: AppDeps): void {
  const once = (schema: z.ZodType) => guardPublic(deps, accountShape(schema));
  const owner = guardOwner(deps, accountShape(schemas.passwordRequestSchema));
  app.post("/v1/account/password", owner, async (c) => {
    const { current_password, new_password } = c.get("request") as schemas.PasswordRequest;
    const account = await login(c, deps, ownerOf(c).account.email, current_password);
    const address = clientAddress(c, deps.config);
    await deps.store.setPassword(account.id, await deps.credentials.hashPassword(new_password, address));
    return sendData(c, { message: DONE.password });
  });
  for (const [path, purpose] of [
    ["recovery", "reset"],
    ["verification", "verify"],
  ] as const) {
    app.post(`/v1/account/${path}`, once(schemas.recoveryRequestSchema), async (c) => {
      const { email } = c.get("request") as schemas.RecoveryRequest;
      await limitLogins(c, deps, email);
      if (!deps.mailer) {
        throw new EngineError("INVALID_INPUT", "This service sends no mail: ask whoever runs it for a token");
      }
      const account = await deps.store.findAccount(email.toLowerCase());
      if (account && (purpose === "reset" || account.verifiedAt === null)) sendToken(deps, account, purpose);
      return sendData(c, { message: DONE[path] });
    });
  }
  app.post("/v1/account/recovery/confirm", once(schemas.resetRequestSchema), async (c) => {
    const { token, new_password } = c.get("request") as schemas.ResetRequest;
    // A token that is no good is not worth a hash.
    const hash = deps.credentials.hashKey(token);
    if (!(await deps.store.hasToken(hash, "reset", isoNow(deps)))) throw unknownToken();
    const passwordHash = await deps.credentials.hashPassword(new_password, clientAddress(c, deps.config));
    await deps.store.setPassword(await useToken(deps, token, "reset"), passwordHash);
    return sendData(c, { message: DONE.password });
  });
  const verify = async (c: AppContext, token: string) => {
    await deps.store.setVerified(await useToken(deps, token, "verify"), isoNow(deps));
    return sendData(c, { message: DONE.verified });
  };
  app.post("/v1/account/verification/confirm", once(schemas.verifyRequestSchema), (c) =>
    verify(c, (c.get("request") as schemas.VerifyRequest).token),
  );
  app.get("/v1/account/verification/confirm", async (c) => {
    await limitAddress(c, deps);
    return verify(c, c.req.query("token") ?? "");
  });
}

type Owner = NonNullable<AppEnv["Variables"]["account"]>;

function ownerOf(c: AppContext): Owner {
  return c.get("account")!;
}

async function accountData(deps: AppDeps, account: Account): Promise<schemas.AccountData> {
  const { config, store, now = Date.now } = deps;
  const period = monthOf(now());
  return {
    account_id: account.id,
    email: account.email,
    email_verified: account.verifiedAt !== null,
    name: account.name,
    created_at: account.createdAt,
    rate_limit_per_minute: account.rateLimitPerMinute ?? config.RATE_LIMIT_PER_MINUTE,
    monthly_quota: account.monthlyQuota ?? config.MONTHLY_QUOTA,
    usage: {
      period,
      requests: await store.usage.used(account.id, period),
      resets_at: `${nextMonth(period)}T00:00:00.000Z`,
    },
  };
}

async function createKey(deps: AppDeps, { account, scopes }: Owner, request: schemas.NewKeyRequest) {
  const { store, credentials, now = Date.now } = deps;
  const wanted = request.scopes ?? scopes;
  // A key makes only keys that have no more scopes than itself.
  const beyond = SCOPES.filter((scope) => allows(wanted, scope) && !allows(scopes, scope));
  if (beyond.length > 0) {
    throw new EngineError("INVALID_INPUT", `scopes: the key that asks has no ${beyond.join(", ")} itself`);
  }
  const expiresAt = request.expires_at === undefined ? null : new Date(request.expires_at).toISOString();
  if (expiresAt !== null && Date.parse(expiresAt) <= now()) {
    throw new EngineError("INVALID_INPUT", "expires_at: is in the past");
  }
  const { name = "" } = request;
  if (/\p{Cc}/u.test(name)) throw new EngineError("INVALID_INPUT", "name: must not have control characters");
  const { text, record } = credentials.createKey(now(), { name, expiresAt, scopes: wanted });
  if (!(await store.addKey(account.id, record, MOST_KEYS))) {
    throw new EngineError("INVALID_INPUT", `An account has at most ${MOST_KEYS} live keys: revoke one first`);
  }
  return { ...keyData(record, isoNow(deps)), api_key: text };
}

/** The new key is what the old one was, with another secret. */
async function rotateKey(deps: AppDeps, { account }: Owner, keyId: string) {
  const { store, credentials, now = Date.now } = deps;
  const old = (await store.listKeys(account.id)).find(({ id }) => id === keyId);
  if (!old || stateOf(old, isoNow(deps)) !== "live") throw noLiveKey();
  const { name, expiresAt, scopes } = old;
  const { text, record } = credentials.createKey(now(), { name, expiresAt, scopes });
  if (!(await store.replaceKey(keyId, isoNow(deps), account.id, record))) throw noLiveKey();
  return { ...keyData(record, isoNow(deps)), api_key: text };
}

function keyData(key: NewKey & Partial<ApiKey>, now: string): schemas.KeyData {
  return {
    key_id: key.id,
    prefix: key.prefix,
    name: key.name,
    scopes: [...(key.scopes ?? SCOPES)],
    created_at: key.createdAt,
    expires_at: key.expiresAt,
    revoked_at: key.revokedAt ?? null,
    state: stateOf(key, now),
  };
}

function stateOf({ revokedAt, expiresAt }: NewKey & Partial<ApiKey>, now: string): schemas.KeyData["state"] {
  if (revokedAt) return "revoked";
  return expiresAt !== null && expiresAt <= now ? "expired" : "live";
}

async function useToken(deps: AppDeps, token: string, purpose: "reset" | "verify"): Promise<string> {
  const accountId = await deps.store.useToken(deps.credentials.hashKey(token), purpose, isoNow(deps));
  if (accountId === undefined) throw unknownToken();
  return accountId;
}

function unknownToken(): EngineError {
  return new EngineError("INVALID_INPUT", "token: is not known, has been used, or has ended");
}

function noLiveKey(): HTTPException {
  return new HTTPException(404, { message: "Not Found" });
}

function isoNow({ now = Date.now }: AppDeps): string {
  return isoTime(now());
}
