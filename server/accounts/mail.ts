/** The mails that the service sends: one-time tokens, to the address of an account. */
import type { Config } from "../settings/config.ts";
import type { TokenPurpose } from "./account-store.ts";

export interface Mail {
  to: string;
  subject: string;
  text: string;
}

/** Sends one. @throws what the mail server says */
export type Mailer = (mail: Mail) => Promise<void>;

const PATIENCE_MS = 10_000;

/** Nothing where the service has no mail server. */
export async function openMailer({ SMTP_URL, MAIL_FROM }: Config): Promise<Mailer | undefined> {
  if (SMTP_URL === undefined) return undefined;
  const { createTransport } = await import("nodemailer");
  const transport = createTransport(SMTP_URL, { from: MAIL_FROM });
  Object.assign(transport.options, { connectionTimeout: PATIENCE_MS, socketTimeout: PATIENCE_MS });
  return async (mail) => {
    await transport.sendMail({ ...mail, disableFileAccess: true, disableUrlAccess: true });
  };
}

export function tokenMail(purpose: TokenPurpose, to: string, token: string, publicUrl = ""): Mail {
  if (purpose === "verify") {
    const link = `${publicUrl.replace(/\/$/, "")}/v1/account/verification/confirm?token=${token}`;
    return {
      to,
      subject: "Your Offcut account",
      text: `Open this address to show that this e-mail address is yours; it is good for a day:\n\n${link}\n\nIf you have opened no account, ignore this mail.\n`,
    };
  }
  return {
    to,
    subject: "A new password for your Offcut account",
    text: [
      "Somebody, hopefully you, has asked for a new password. This token sets one; it is good for an hour, once:",
      token,
      `Send it as JSON, {"token": "…", "new_password": "…"}, in a POST to ${publicUrl.replace(/\/$/, "")}/v1/account/recovery/confirm`,
      "If it was not you, ignore this mail: nothing has changed.",
      "",
    ].join("\n\n"),
  };
}
