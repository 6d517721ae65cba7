/** Keys, passwords, the administrator's commands. The stores themselves have a suite of their own. */
import { createHash } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { monthOf } from "../../../server/accounts/account-store.ts";
import { AdminUsageError, checkUsage, runAdmin } from "../../../server/accounts/admin.ts";
import { createKey, hashKey, isKey } from "../../../server/accounts/keys.ts";
import { hashPassword, verifyPassword } from "../../../server/accounts/passwords.ts";
import { SqlStore } from "../../../server/accounts/sqlstore.ts";
import type { SqlDatabase } from "../../../server/storage/database.ts";
import { openSqlite } from "../../../server/storage/sqlite.ts";

describe("a key", () => {
  it("has a prefix, 30 random characters and 6 of checksum, and only its hash is kept", () => {
    const { text, record } = createKey(Date.UTC(2026, 4, 1));
    expect(text).toMatch(/^ofc_[0-9A-Za-z]{36}$/);
    expect(record.hash).toBe(createHash("sha256").update(text).digest("hex"));
    expect(record.createdAt).toBe("2026-05-01T00:00:00.000Z");
    expect(text.startsWith(record.prefix)).toBe(true);
    expect(record.prefix).toHaveLength(10);
    expect(JSON.stringify(record)).not.toContain(text.slice(10));
  });

  it("is never the same twice", () => {
    expect(new Set(Array.from({ length: 1000 }, () => createKey(0).text)).size).toBe(1000);
  });

  it("is known to be none when any one character is wrong", () => {
    const { text } = createKey(0);
    expect(isKey(text)).toBe(true);
    for (let i = 0; i < text.length; i++) {
      const wrong = text.slice(0, i) + (text[i] === "x" ? "y" : "x") + text.slice(i + 1);
      expect(isKey(wrong)).toBe(false);
    }
    for (const wrong of ["", "ofc_", `${text}x`, text.slice(0, -1), ` ${text}`, `${text}\n`]) {
      expect(isKey(wrong)).toBe(false);
    }
  });

  it("has the CRC-32 that the standard defines", () => {
    // The check value of CRC-32 is 0xCBF43926 for the text "123456789"; here for the key's text, by the
    // definition.
    const { text } = createKey(0);
    let crc = 0xffffffff;
    for (const byte of Buffer.from(text.slice(0, -6))) {
      crc ^= byte;
      for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
    }
    const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    const value = [...text.slice(-6)].reduce((sum, digit) => sum * 62 + digits.indexOf(digit), 0);
    expect(value).toBe((crc ^ 0xffffffff) >>> 0);
  });
});

describe("a password", () => {
  it("is kept as a salted scrypt hash", async () => {
    const [one, two] = await Promise.all([hashPassword("correct horse"), hashPassword("correct horse")]);
    expect(one).toMatch(/^\$scrypt\$ln=15,r=8,p=3\$[\w+/=]{24}\$[\w+/=]{44}$/);
    expect(one).not.toBe(two);
    expect(await verifyPassword("correct horse", one)).toBe(true);
    expect(await verifyPassword("correct horsf", one)).toBe(false);
    expect(await verifyPassword("correct horse", "plain")).toBe(false);
  });
});

describe("the administrator", () => {
  const now = Date.UTC(2026, 4, 1);
  const account = {
    id: "acc_1",
    email: "ada@shop.example",
    name: "Ada",
    rateLimitPerMinute: null,
    monthlyQuota: null,
    createdAt: "2026-01-01T00:00:00.000Z",
    verifiedAt: null,
  };
  let store: SqlStore;
  let database: SqlDatabase;
  const admin = (line: string) => runAdmin(database, line.split(" "), now);
  const find = (text: string) => store.findKey(hashKey(text), new Date(now).toISOString());
  beforeEach(async () => {
    database = await openSqlite(":memory:");
    store = new SqlStore(database);
    await store.createAccount(account, "x", createKey(now).record);
  });

  it("issues a key that works and revokes it at once", async () => {
    const [text] = await admin("issue Ada@shop.example");
    const owner = await find(text!);
    expect(owner?.account.email).toBe("ada@shop.example");
    expect(await admin(`revoke ${owner!.keyId}`)).toEqual([`revoked ${owner!.keyId}`]);
    expect(await find(text!)).toBeUndefined();
    await expect(admin(`revoke ${owner!.keyId}`)).rejects.toThrow("no live key");
    const lines = await admin("keys ada@shop.example");
    expect(lines).toHaveLength(2);
    expect(lines.find((line) => line.includes(owner!.keyId))).toMatch(/revoked 2026-05-01/);
    expect(lines.join()).not.toContain(text!.slice(10));
  });

  it("sets limits and shows them with the use", async () => {
    await store.usage.reserve("acc_1", monthOf(now), 0);
    await admin("limits ada@shop.example --per-minute 7 --monthly 0");
    expect(await admin("accounts")).toEqual(["acc_1 ada@shop.example per_minute=7 monthly=0 used=1"]);
    await admin("limits ada@shop.example --per-minute default");
    expect(await admin("accounts")).toEqual(["acc_1 ada@shop.example per_minute=default monthly=0 used=1"]);
    expect(await admin("usage ada@shop.example")).toEqual(["2026-05 1"]);
    expect(await admin("usage ada@shop.example 2026-04")).toEqual(["2026-04 0"]);
  });

  it("opens accounts where nobody else can", async () => {
    const [text] = await admin("create Grace@shop.example Grace H");
    expect((await find(text!))?.account).toMatchObject({
      email: "grace@shop.example",
      name: "Grace H",
    });
    await expect(admin("create grace@SHOP.example")).rejects.toThrow("already");
    await expect(admin("create nobody")).rejects.toThrow("e-mail");
  });

  it("helps an owner who has lost everything back in", async () => {
    const [token] = await admin("recover ada@shop.example");
    const at = (ms: number) => new Date(now + ms).toISOString();
    expect(await store.useToken(hashKey(token!), "verify", at(0))).toBeUndefined();
    expect(await store.useToken(hashKey(token!), "reset", at(3_600_000))).toBeUndefined();
    expect(await store.useToken(hashKey(token!), "reset", at(0))).toBe("acc_1");
    expect(await store.useToken(hashKey(token!), "reset", at(0))).toBeUndefined();
    await admin("verify ada@shop.example");
    expect((await store.findAccount("ada@shop.example"))?.verifiedAt).toBe(at(0));
  });

  it("is told what is wrong", async () => {
    await expect(admin("keys nobody@x.example")).rejects.toThrow("There is no account nobody@x.example");
    await expect(admin("limits ada@shop.example --monthly -1")).rejects.toThrow("--monthly needs");
    expect((await admin("help"))[0]).toBe("Commands:");
    for (const line of [
      "creat x@x.example",
      "toString",
      "keys",
      "revoke a b",
      "accounts all",
      "limits ada@shop.example --daily 3",
      "usage ada@shop.example May",
    ]) {
      await expect(admin(line)).rejects.toBeInstanceOf(AdminUsageError);
      expect(() => checkUsage(line.split(" "))).toThrow(AdminUsageError);
    }
  });
});
