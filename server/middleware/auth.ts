/**
 * Whose request is this? The key comes in a header or in the query. Unknown and revoked keys get the same
 * answer.
 */
import { EngineError } from "../../engine/index.node.ts";
import type { Credentials } from "../accounts/credentials.ts";
import type { AccountStore, KeyOwner } from "../accounts/store.ts";
import type { AppContext, AppDeps, Middleware } from "../context/context.ts";
import { limitAddress } from "./rate.ts";

/** @param optional lets a request without a key pass; a wrong key never does */
export function authenticate(deps: AppDeps, optional = false): Middleware {
  return async (c, next) => {
    const key = keyFrom(c);
    if (key !== undefined) c.set("owner", await ownerOf(c, deps, key));
    else if (!optional)
      await refuse(c, deps, "AUTH_REQUIRED", "An API key is needed: send it in the header X-API-Key");
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
  const owner = await findOwner(deps.store, deps.credentials, key);
  return owner ?? refuse(c, deps, "INVALID_API_KEY", "The API key is not valid");
}

async function findOwner(
  store: AccountStore,
  { isKey, hashKey }: Credentials,
  key: string,
): Promise<KeyOwner | undefined> {
  return isKey(key) ? store.findKey(hashKey(key)) : undefined;
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
