/** `/v1/account/register`: a new account and its key, which is shown here and never again. */
import type { Hono } from "hono";
import type { z } from "zod";
import { EngineError } from "../../engine/index.node.ts";
import { type RegisterResponse, registerRequestSchema } from "../../engine/v1.ts";
import { newAccount } from "../accounts/account-store.ts";
import type { AppDeps, AppEnv, Middleware } from "../context/context.ts";
import { clientAddress, clientNetwork } from "../http/address.ts";
import { guardPublic } from "../middleware/guards.ts";
import { addressHash } from "../middleware/login.ts";
import { pass } from "../middleware/rate.ts";
import { accountShape } from "./job.ts";
import { sendToken } from "./tokens.ts";

export function addRegisterRoute(app: Hono<AppEnv>, deps: AppDeps): void {
  const guards = guardPublic(deps, throttle(deps), accountShape(registerRequestSchema));
  app.post("/v1/account/register", guards, async (c) => {
    const { email, name, password } = c.get("request") as z.output<typeof registerRequestSchema>;
    if (/\p{Cc}/u.test(name))
      throw new EngineError("INVALID_INPUT", "name: must not have control characters");
    // Also for an address that is taken, so that the time of the answer does not tell before the answer does.
    const passwordHash = await deps.credentials.hashPassword(password, clientAddress(c, deps.config));
    const address = addressHash(c, deps, email);
    return c.json(await register(deps, { email, name, passwordHash, address }));
  });
}

function throttle(deps: AppDeps): Middleware {
  const { config, limiter } = deps;
  return async (c, next) => {
    if (config.REGISTRATION === "closed")
      throw new EngineError("INVALID_INPUT", "This service takes no registrations");
    const counts = [
      [`register:${clientAddress(c, config)}`, config.REGISTRATIONS_PER_MINUTE],
      [`register:${clientNetwork(c, config)}`, config.REGISTRATIONS_PER_NETWORK],
    ] as const;
    for (const [name, limit] of counts) {
      const count = await limiter.consume(name, limit);
      if (!count.allowed) pass(c, deps, count);
    }
    await next();
  };
}

async function register(
  deps: AppDeps,
  { email, name, passwordHash, address }: Record<"email" | "name" | "passwordHash" | "address", string>,
): Promise<RegisterResponse> {
  const { store, credentials, config, now = Date.now } = deps;
  const key = credentials.createKey(now());
  const account = newAccount(email, name, now(), false);
  if (!(await store.createAccount(account, passwordHash, key.record, address))) {
    throw new EngineError("INVALID_INPUT", "An account with this email already exists");
  }
  if (config.EMAIL_VERIFICATION === "required") sendToken(deps, account, "verify");
  return {
    api_key: key.text,
    account_id: account.id,
    email: account.email,
    name,
    rate_limit_per_minute: config.RATE_LIMIT_PER_MINUTE,
    monthly_quota: config.MONTHLY_QUOTA,
    created_at: account.createdAt,
  };
}
