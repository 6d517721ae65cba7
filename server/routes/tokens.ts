/** One-time tokens by mail: for a lost password, and to show that an address is one's own. */

import { type Account, isoTime, type TokenPurpose } from "../accounts/account-store.ts";
import { tokenMail } from "../accounts/mail.ts";
import type { AppDeps } from "../context/context.ts";

const HOUR_MS = 3_600_000;
const LIFE_MS: Record<TokenPurpose, number> = { reset: HOUR_MS, verify: 24 * HOUR_MS };

/** A mail is on its way after at least this, and up to as long again. */
const PAUSE_MS = 500;

/** Nobody waits for the mail, which is begun when the answer has gone: no time tells that there is an account. */
export function sendToken(deps: AppDeps, account: Account, purpose: TokenPurpose): void {
  const { mailer, logger, config, store, credentials, now = Date.now } = deps;
  const send = async () => {
    const { text, hash } = credentials.createToken();
    const expiresAt = isoTime(now() + LIFE_MS[purpose]);
    await store.addToken({ hash, accountId: account.id, purpose, expiresAt });
    await mailer?.(tokenMail(purpose, account.email, text, config.PUBLIC_URL));
  };
  const begin = () =>
    send().catch((error: unknown) => {
      logger.error({ account: account.id, purpose, fault: String(error) }, "mail not sent");
    });
  setTimeout(begin, PAUSE_MS * (1 + Math.random()));
}
