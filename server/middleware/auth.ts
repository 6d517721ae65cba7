/**
 * Whose request is this? The key comes in a header or in the query. Unknown, revoked and ended keys get the same
 * answer.
 */
import { HTTPException } from "hono/http-exception";
import { EngineError } from "../../engine/index.node.ts";
import type { KeyOwner, Scope } from "../accounts/account-store.ts";
import type { AppContext, AppDeps, Middleware } from "../context/context.ts";
import { limitAddress } from "./rate.ts";

export interface Admission {
  /** Scope that the key must have; any key will do without it. */
  scope?: Scope;
  /** Lets a request without a key pass; a wrong key never does. */
  optional?: boolean;
}

export function authenticate(deps: AppDeps, { scope, optional = false }: Admission): Middleware {
  return async (c, next) => {
    const key = keyFrom(c);
    if (key !== undefined) {
      const owner = await ownerOf(c, deps, key);
      c.set("owner", owner);
      if (scope !== undefined && owner.scopes !== null && !owner.scopes.includes(scope)) {
        throw new HTTPException(403, { message: `The API key has no scope "${scope}"` });
      }
    } else if (!optional) {
      await refuse(c, deps, "AUTH_REQUIRED", "An API key is needed: send it in the header X-API-Key");
    }
    await next();
  };
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
  const isWellFormed = credentials.isKey(key);
  const at = new Date(now()).toISOString();
  const owner = isWellFormed && (await store.findKey(credentials.hashKey(key), at));
  if (!owner) return refuse(c, deps, "INVALID_API_KEY", "The API key is not valid");
  if (deps.config.EMAIL_VERIFICATION === "required" && owner.account.verifiedAt === null) {
    return refuse(
      c,
      deps,
      "INVALID_API_KEY",
      "The e-mail address of this account is not verified yet: see the mail sent to it",
    );
  }
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
