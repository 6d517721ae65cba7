/**
 * Who may look after an account? Whoever has a key with the scope for it, or its e-mail address and password in an
 * `Authorization: Basic` header, for owners without a key. Whether there is such an account shows neither in the
 * answer nor in its time.
 */
import { EngineError } from "../../engine/index.node.ts";
import type { Account, Scope } from "../accounts/store.ts";
import type { AppContext, AppDeps, Middleware } from "../context/context.ts";
import { clientAddress } from "../http/address.ts";
import { authenticate } from "./auth.ts";
import { limitAddress, limitKey, pass } from "./rate.ts";

/** Sets the account; that of a key also the key's scopes. */
export function authenticateOwner(deps: AppDeps): Middleware {
  const byKey = authenticate(deps, { scope: "account" });
  const limited = limitKey(deps);
  return async (c, next) => {
    const given = basicFrom(c.req.header("Authorization"));
    if (!given) {
      return byKey(c, async () => {
        const { account, scopes } = c.get("owner")!;
        c.set("account", { account, scopes });
        await limited(c, next);
      });
    }
    await limitAddress(c, deps);
    c.set("account", { account: await login(c, deps, given.email, given.password), scopes: null });
    await next();
  };
}

/** @throws EngineError INVALID_API_KEY, RATE_LIMIT_EXCEEDED */
export async function login(c: AppContext, deps: AppDeps, email: string, password: string): Promise<Account> {
  await limitLogins(c, deps, email);
  const found = await deps.store.findLogin(email.toLowerCase());
  const right = await deps.credentials.verifyPassword(password, found?.passwordHash ?? "");
  if (!found || !right)
    throw new EngineError("INVALID_API_KEY", "The e-mail address or the password is not right");
  return found.account;
}

/** Passwords can be guessed neither from one address nor, for one account, from many. */
export async function limitLogins(c: AppContext, deps: AppDeps, email: string): Promise<void> {
  const { LOGINS_PER_MINUTE: most } = deps.config;
  const names = [
    `login:${clientAddress(c, deps.config)}`,
    `login:${deps.credentials.hashKey(email.toLowerCase())}`,
  ];
  for (const [i, name] of names.entries()) {
    const state = await deps.limiter.consume(name, most * (i === 0 ? 1 : ADDRESSES));
    if (!state.allowed) pass(c, deps, state);
  }
}

/** So many addresses' worth of attempts at one account. */
const ADDRESSES = 3;

/** What a key may not do, the keys that it makes may not either. */
export function allows(scopes: readonly Scope[] | null, scope: Scope): boolean {
  return scopes === null || scopes.includes(scope);
}

function basicFrom(header: string | undefined): { email: string; password: string } | undefined {
  const encoded = /^Basic\s+([A-Za-z0-9+/=]+)\s*$/i.exec(header ?? "")?.[1];
  if (encoded === undefined) return undefined;
  const text = new TextDecoder().decode(Uint8Array.from(atob(encoded), (char) => char.charCodeAt(0)));
  const at = text.indexOf(":");
  return at < 0 ? undefined : { email: text.slice(0, at), password: text.slice(at + 1) };
}
