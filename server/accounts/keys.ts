/**
 * API keys: `ofc_`, 30 random characters (178 bits, so a plain SHA-256 is safe to store), 6 characters of checksum. The prefix
 * lets secret scanners find a leaked key, the checksum lets us refuse a mistyped one without asking the store.
 */
import { createHash, randomBytes, randomInt, randomUUID } from "node:crypto";
import { crc32 } from "node:zlib";
import { isoTime, type NewKey } from "./account-store.ts";

const PREFIX = "ofc_";
const SECRET_LENGTH = 30;
const CHECKSUM_LENGTH = 6;
const SHOWN_LENGTH = PREFIX.length + 6;
const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const FORMAT = new RegExp(`^${PREFIX}[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}$`);

/** A name for people, an end, and what it may be used for; without them a key is for everything, for ever. */
export type KeyTerms = Partial<Pick<NewKey, "name" | "expiresAt" | "scopes">>;

/** A one-time token: the text for its owner and what to store of it. */
export function createToken(): { text: string; hash: string } {
  const text = randomBytes(32).toString("base64url");
  return { text, hash: hashKey(text) };
}

/** A new key: the text for its owner, once, and the record to store. */
export function createKey(now: number, about: KeyTerms = {}): { text: string; record: NewKey } {
  const secret = Array.from({ length: SECRET_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");
  const text = PREFIX + secret + checksum(PREFIX + secret);
  const record = {
    name: "",
    expiresAt: null,
    scopes: null,
    ...about,
    id: `key_${randomUUID()}`,
    hash: hashKey(text),
    prefix: text.slice(0, SHOWN_LENGTH),
    createdAt: isoTime(now),
  };
  return { text, record };
}

export function isKey(text: string): boolean {
  return FORMAT.test(text) && checksum(text.slice(0, -CHECKSUM_LENGTH)) === text.slice(-CHECKSUM_LENGTH);
}

export function hashKey(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

function checksum(text: string): string {
  let rest = crc32(text);
  let digits = "";
  for (let i = 0; i < CHECKSUM_LENGTH; i++) {
    digits = ALPHABET[rest % ALPHABET.length] + digits;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return digits;
}
