/** `/v1/account/register`: a new account and its key, which is shown here and never again. */
import type { Hono } from "hono";
import { EngineError, type RegisterResponse, registerRequestSchema } from "../../engine/index.node.ts";
import { parseBody } from "../answers/validation.ts";
import type { AppContext, AppDeps, AppEnv } from "../context/context.ts";
import { clientAddress } from "../http/address.ts";
import { textFrom } from "../jobs/work.ts";
import { limitAddress, pass } from "../middleware/rate.ts";
import { jsonBody } from "./job.ts";

/** Three texts of at most 1024 characters, however they are escaped. */
const BODY_BYTES = 64 * 1024;
/** Hashing a password takes 32 MB and most of a processor for some 0.4 s. */
const HASHES_AT_ONCE = 2;

export function addAccountRoutes(app: Hono<AppEnv>, deps: AppDeps): void {
  const hashPassword = limited(HASHES_AT_ONCE, deps.credentials.hashPassword);
  app.post("/v1/account/register", async (c) => {
    await throttle(c, deps);
    const body = textFrom(await jsonBody(c, BODY_BYTES, registerRequestSchema));
    const { email, name, password } = parseBody(registerRequestSchema, body);
    if (/\p{Cc}/u.test(name))
      throw new EngineError("INVALID_INPUT", "name: must not have control characters");
    // Also for an address that is taken, so that the time of the answer does not tell before the answer does.
    const passwordHash = await hashPassword(password);
    return c.json(await register(deps, { email, name, passwordHash }));
  });
}

async function throttle(c: AppContext, deps: AppDeps): Promise<void> {
  const { REGISTRATION, REGISTRATIONS_PER_MINUTE } = deps.config;
  await limitAddress(c, deps);
  if (REGISTRATION === "closed")
    throw new EngineError("INVALID_INPUT", "This service takes no registrations");
  const count = await deps.limiter.consume(
    `register:${clientAddress(c, deps.config)}`,
    REGISTRATIONS_PER_MINUTE,
  );
  if (!count.allowed) pass(c, deps, count);
}

async function register(
  { store, credentials, config, now = Date.now }: AppDeps,
  { email, name, passwordHash }: { email: string; name: string; passwordHash: string },
): Promise<RegisterResponse> {
  const key = credentials.createKey(now());
  const account = {
    id: `acc_${crypto.randomUUID()}`,
    email: email.toLowerCase(),
    name,
    passwordHash,
    rateLimitPerMinute: null,
    monthlyQuota: null,
    createdAt: new Date(now()).toISOString(),
  };
  if (!(await store.createAccount(account, key.record))) {
    throw new EngineError("INVALID_INPUT", "An account with this email already exists");
  }
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

/** The function, at most `most` at a time; the others wait their turn. */
function limited<Input, Output>(most: number, run: (input: Input) => Promise<Output>) {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (input: Input): Promise<Output> => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
    try {
      return await run(input);
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}
