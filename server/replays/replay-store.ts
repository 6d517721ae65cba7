/**
 * Requests that carry an Idempotency-Key, and what was answered: the same request again gets the same answer. An answer may hold
 * a new API key, so it is kept sealed with what only the client has: the key and the body.
 */
import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import { Unavailable } from "../answers/errors.ts";
import { removeEach, type SqlDatabase, type Statement } from "../storage/database.ts";

export const REPLAY_MS = 24 * 3_600_000;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** One request, as its client knows it. */
export interface Replay {
  /** Whose it is. */
  scope: string;
  /** The Idempotency-Key. */
  key: string;
  /** Digest of all that makes it the same request. */
  request: Uint8Array;
}

export type Begun =
  | { state: "new" }
  /** Another is being answered, or was with another request. */
  | { state: "busy" }
  | { state: "other" }
  /** `read` gives what `end` was given; it takes `bytes` of memory. */
  | { state: "done"; bytes: number; read: () => Promise<Uint8Array> };

export class ReplayStore {
  constructor(
    private readonly database: SqlDatabase,
    private readonly processId: string,
  ) {}

  /** Whoever gets `new` has to end it. What a dead process had begun is begun anew. */
  async begin(replay: Replay, now: number): Promise<Begun> {
    const { scope, name, fingerprint } = namesOf(replay);
    const added = await this.database.run(
      `insert into replays (scope, name, fingerprint, process_id, created_at) values (?, ?, ?, ?, ?)
       on conflict (scope, name) do update set fingerprint = excluded.fingerprint, process_id = excluded.process_id,
         created_at = excluded.created_at, answer = null
       where replays.created_at < ? or (replays.answer is null
         and not exists (select 1 from processes where id = replays.process_id))
       returning name`,
      ...[scope, name, fingerprint, this.processId, now, now - REPLAY_MS],
    );
    if (added.length === 1) return { state: "new" };
    const before = await this.find(replay, now);
    // Whoever had begun it has just given it up.
    return before.state === "new" ? { state: "busy" } : before;
  }

  /** Looks up what is known of a request, without beginning it. */
  async find(replay: Replay, now: number): Promise<Begun> {
    const { scope, name, fingerprint } = namesOf(replay);
    const sql = `select fingerprint, octet_length(answer) as bytes from replays
      where scope = ? and name = ? and created_at >= ?
        and (answer is not null or exists (select 1 from processes where id = replays.process_id))`;
    const [row] = await this.database.run(sql, scope, name, now - REPLAY_MS);
    if (!row) return { state: "new" };
    if (row.fingerprint !== fingerprint) return { state: "other" };
    if (row.bytes === null) return { state: "busy" };
    return { state: "done", bytes: Number(row.bytes), read: () => this.read(replay) };
  }

  private async read(replay: Replay): Promise<Uint8Array> {
    const { scope, name } = namesOf(replay);
    const sql = "select answer from replays where scope = ? and name = ?";
    const [row] = await this.database.run(sql, scope, name);
    if (!(row?.answer instanceof Uint8Array)) throw new Unavailable("database");
    return unseal(row.answer, replay);
  }

  /** Without an answer worth keeping the next try is a new one. What another process has begun anew is left to it. */
  async end(replay: Replay, answer: Uint8Array | undefined): Promise<void> {
    const { scope, name } = namesOf(replay);
    if (answer === undefined) {
      const sql = "delete from replays where scope = ? and name = ? and process_id = ?";
      await this.database.run(sql, scope, name, this.processId);
    } else {
      const sql = "update replays set answer = ? where scope = ? and name = ? and process_id = ?";
      await this.database.run(sql, seal(answer, replay), scope, name, this.processId);
    }
  }

  /** Forgets what is older than a day, and of each scope the oldest answers beyond so many bytes. */
  async sweep(now: number, bytes: number): Promise<void> {
    const forget = (...find: Statement) =>
      removeEach(this.database, find, ({ scope, name }) => [
        "delete from replays where scope = ? and name = ?",
        ...[String(scope), String(name)],
      ]);
    await forget("select scope, name from replays where created_at < ?", now - REPLAY_MS);
    const newer = `sum(octet_length(answer)) over (partition by scope order by created_at desc, name)
      - octet_length(answer)`;
    await forget(
      `select scope, name from
         (select scope, name, ${newer} as newer from replays where answer is not null) as sizes where newer >= ?`,
      bytes,
    );
  }
}

function namesOf({ scope, key, request }: Replay) {
  return {
    scope,
    name: digest("name", key).toString("hex"),
    // With the key, which is stored nowhere: a body may be little more than a password.
    fingerprint: digest("request", key, request).toString("hex"),
  };
}

function digest(purpose: string, ...parts: (string | Uint8Array)[]): Buffer {
  const hash = createHash("sha256").update(`${purpose}\0`);
  for (const part of parts) hash.update(createHash("sha256").update(part).digest());
  return hash.digest();
}

function seal(answer: Uint8Array, { key, request }: Replay): Uint8Array {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", digest("seal", key, request), nonce);
  const text = cipher.update(answer);
  cipher.final();
  return Buffer.concat([nonce, cipher.getAuthTag(), text]);
}

function unseal(sealed: Uint8Array, { key, request }: Replay): Uint8Array {
  const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const decipher = createDecipheriv("aes-256-gcm", digest("seal", key, request), nonce);
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  const text = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
  decipher.final();
  return text;
}
