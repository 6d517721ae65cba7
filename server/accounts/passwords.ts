/**
 * Passwords as scrypt hashes in the usual text form, `$scrypt$ln=15,r=8,p=3$salt$hash`. About 0.4 s each, off
 * the event loop.
 */
import { randomBytes, scrypt, timingSafeEqual } from "node:crypto";

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
  const [, cost, block, parallel, salt, hash] = match;
  const expected = Buffer.from(hash!, "base64");
  const actual = await derive(
    password,
    Buffer.from(salt!, "base64"),
    Number(cost),
    Number(block),
    Number(parallel),
  );
  return expected.length === actual.length && timingSafeEqual(expected, actual);
}

function derive(password: string, salt: Buffer, ln: number, r: number, p: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const options = { N: 2 ** ln, r, p, maxmem: MAX_MEMORY };
    scrypt(password.normalize("NFKC"), salt, HASH_BYTES, options, (error, hash) => {
      if (error) reject(error);
      else resolve(hash);
    });
  });
}
