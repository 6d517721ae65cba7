/**
 * Who may look after an account? Whoever has a key with the scope for it, or its e-mail address and password in an
 * `Authorization: Basic` header. Whether there is such an account shows neither in the answer nor in its time.
 */
import { EngineError } from "../../engine/index.node.ts";
import { type Account, isoTime } from "../accounts/account-store.ts";
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
  const { store, credentials, now = Date.now } = deps;
  await limitLogins(c, deps, email);
  const found = await store.findLogin(email.toLowerCase());
  const right = await credentials.verifyPassword(
    password,
    found?.passwordHash ?? "",
    clientAddress(c, deps.config),
  );
  if (!found || !right)
    throw new EngineError("INVALID_API_KEY", "The e-mail address or the password is not right");
  const { account } = found;
  await store.keepAddress(account.id, addressHash(c, deps, account.email), isoTime(now()));
  return account;
}

/**
 * Passwords can be guessed neither from one address nor, for one account, from many. Whoever comes with a key of the account, or
 * from where its password was right before, has a count to himself: strangers cannot use it up.
 */
export async function limitLogins(c: AppContext, deps: AppDeps, email: string): Promise<void> {
  const { LOGINS_PER_MINUTE: most } = deps.config;
  const spend = async (name: string, limit: number) => {
    const state = await deps.limiter.consume(`login:${name}`, limit);
    if (!state.allowed) pass(c, deps, state);
  };
  await spend(clientAddress(c, deps.config), most);
  const plain = email.toLowerCase();
  const address = addressHash(c, deps, plain);
  const known = (await deps.store.knowsAddress(plain, address)) ? address : undefined;
  const own = c.get("owner")?.keyId ?? known;
  await (own === undefined ? spend(deps.credentials.hashKey(plain), most * ADDRESSES) : spend(own, most));
}

/** So many addresses' worth of attempts at one account. */
const ADDRESSES = 3;

/** Hash of an address: enough to know it again, for this account alone. */
export function addressHash(c: AppContext, { config, credentials }: AppDeps, email: string): string {
  return credentials.hashKey(`${email.toLowerCase()} ${clientAddress(c, config)}`);
}

function basicFrom(header: string | undefined): { email: string; password: string } | undefined {
  const encoded = /^Basic\s+([A-Za-z0-9+/=]+)\s*$/i.exec(header ?? "")?.[1];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, "base64").toString();
  const at = text.indexOf(":");
  return at < 0 ? undefined : { email: text.slice(0, at), password: text.slice(at + 1) };
}
