/**
 * Whose request is this? The key comes in a header or in the query. Unknown, revoked and ended keys get the same answer. A
 * request for work by a key that was live within the last second is begun at once: the database, which has to count its answer,
 * says in the same breath whether the key still is. Nothing is sent before that.
 */
import { HTTPException } from "hono/http-exception";
import { EngineError } from "../../engine/index.node.ts";
import { allows, isoTime, type KeyOwner, type Scope } from "../accounts/account-store.ts";
import type { AppContext, AppDeps, Middleware } from "../context/context.ts";
import { limitAddress } from "./rate.ts";

export interface Admission {
  /** Scope that the key must have; any key will do without it. */
  scope?: Scope;
  /** Lets a request without a key pass; a wrong key never does. */
  optional?: boolean;
  /** Begins requests of recent keys, to be confirmed before they are answered. */
  early?: boolean;
}

export function authenticate(
  deps: AppDeps,
  { scope, optional = false, early = false }: Admission,
): Middleware {
  return async (c, next) => {
    const key = keyFrom(c);
    if (key === undefined) {
      if (!optional)
        await refuse(c, deps, "AUTH_REQUIRED", "An API key is needed: send it in the header X-API-Key");
      return next();
    }
    const hash = deps.credentials.hashKey(key);
    const recent = early && !keepsAnswer(c) ? deps.store.recent.get(hash) : undefined;
    let asked: Promise<KeyOwner> | undefined;
    if (recent) c.set("confirm", () => (asked ??= ownerOf(c, deps, key)));
    const afterRefusal = async () => {
      if (recent) c.res = undefined;
      // Only a live key learns why its request was refused.
      await c.get("confirm")?.();
      // The next request looks the account up: its limits may have changed.
      deps.store.recent.delete(hash);
    };
    try {
      const owner = recent ?? (await ownerOf(c, deps, key));
      c.set("owner", owner);
      if (scope !== undefined && !allows(owner.scopes, scope)) {
        throw new HTTPException(403, { message: `The API key has no scope "${scope}"` });
      }
      await next();
    } catch (refusal) {
      await afterRefusal();
      throw refusal;
    }
    if (!c.error) return;
    await afterRefusal();
    if (recent) throw c.error;
  };
}

/** Jobs and answers that are kept for later are begun only when the key has been looked up. */
function keepsAnswer(c: AppContext): boolean {
  return c.req.header("Idempotency-Key") !== undefined || c.req.header("Prefer") !== undefined;
}

/** An empty value is no key. The header counts where both are sent. */
function keyFrom(c: AppContext): string | undefined {
  const header = c.req.header("X-API-Key");
  if (header) return header;
  const given = c.req.queries("api_key")?.filter((value) => value !== "") ?? [];
  // Several keys are none: joined they have no valid format.
  return given.length === 0 ? undefined : given.join(",");
}

async function ownerOf(c: AppContext, deps: AppDeps, key: string): Promise<KeyOwner> {
  const { store, credentials, now = Date.now } = deps;
  const hash = credentials.hashKey(key);
  const owner = credentials.isKey(key) && (await store.findKey(hash, isoTime(now())));
  if (!owner) return refuse(c, deps, "INVALID_API_KEY", "The API key is not valid");
  if (deps.config.EMAIL_VERIFICATION === "required" && owner.account.verifiedAt === null) {
    const message = "The e-mail address of this account is not verified yet: see the mail sent to it";
    return refuse(c, deps, "INVALID_API_KEY", message);
  }
  store.recent.set(hash, owner);
  return owner;
}

/** Failed attempts count for the address, so that keys cannot be guessed quickly. */
async function refuse(
  c: AppContext,
  deps: AppDeps,
  code: "AUTH_REQUIRED" | "INVALID_API_KEY",
  message: string,
): Promise<never> {
  await limitAddress(c, deps);
  throw new EngineError(code, message);
}
