/** Mail, to a mail server of the test's own. */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { expect, it } from "vitest";
import { openMailer, tokenMail } from "../../../server/accounts/mail.ts";
import { readConfig } from "../../../server/settings/config.ts";

it("goes out over SMTP, to the address and with the text that were meant", async () => {
  const got: { from: string; to: string[]; text: string }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on("data", (chunk) => chunks.push(chunk));
      stream.on("end", () => {
        const { mailFrom, rcptTo } = session.envelope;
        const text = Buffer.concat(chunks).toString().replace(/=\r\n/g, "").replace(/=3D/g, "=");
        got.push({ from: mailFrom ? mailFrom.address : "", to: rcptTo.map(({ address }) => address), text });
        done();
      });
    },
  });
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  const { port } = server.server.address() as AddressInfo;
  const config = readConfig({ SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: "Shop <shop@x.example>" });
  const mailer = await openMailer(config);
  await mailer!(tokenMail("verify", "ada@x.example", "TOKEN", "https://cut.example"));
  expect(got).toMatchObject([{ from: "shop@x.example", to: ["ada@x.example"] }]);
  expect(got[0]!.text).toContain("https://cut.example/v1/account/verification/confirm?token=TOKEN");
  await new Promise<void>((resolve) => server.close(resolve));
  await expect(mailer!(tokenMail("reset", "ada@x.example", "TOKEN"))).rejects.toThrow();
  expect(await openMailer(readConfig({}))).toBeUndefined();
});
