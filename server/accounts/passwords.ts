/** Passwords as scrypt hashes in the usual text form, `$scrypt$ln=15,r=8,p=3$salt$hash`. About 0.4 s each, off the event loop. */
import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

const LOG_COST = 15;
const BLOCK_SIZE = 8;
const PARALLEL = 3;
const HASH_BYTES = 32;
/** Node's default refuses what this cost needs (128 × r × N bytes). */
const MAX_MEMORY = 64 << 20;

export async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derive(password, salt, LOG_COST, BLOCK_SIZE, PARALLEL);
  return `$scrypt$ln=${LOG_COST},r=${BLOCK_SIZE},p=${PARALLEL}$${salt.toString("base64")}$${hash.toString("base64")}`;
}

/** Where `stored` is no hash the same work is done for nothing: time does not tell whether there is an account. */
export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const match = /^\$scrypt\$ln=(\d+),r=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(stored);
  if (!match) {
    await derive(password, randomBytes(16), LOG_COST, BLOCK_SIZE, PARALLEL);
    return false;
  }
  const [cost, block, parallel] = match.slice(1, 4).map(Number);
  const [salt, expected] = match.slice(4).map((text) => Buffer.from(text, "base64"));
  const actual = await derive(password, salt!, cost!, block!, parallel!);
  return expected!.length === actual.length && timingSafeEqual(expected!, actual);
}

const toHash = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

function derive(password: string, salt: Buffer, ln: number, r: number, p: number): Promise<Buffer> {
  return toHash(password.normalize("NFKC"), salt, HASH_BYTES, { N: 2 ** ln, r, p, maxmem: MAX_MEMORY });
}
