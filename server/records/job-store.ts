/** Jobs that nobody waits for on the line: what is asked, how far it is, what came of it. Kept until they expire. */

import { lockAccount } from "../accounts/sqlstore.ts";
import { Unavailable } from "../answers/errors.ts";
import type { Answer, ExecutorJob, JobProgress } from "../jobs/executor.ts";
import { openAnswer, packAnswer } from "../replays/kept.ts";
import {
  type DatabaseRow,
  fieldsFrom,
  removeEach,
  type SqlDatabase,
  type Statement,
} from "../storage/database.ts";

export type JobState = "queued" | "running" | "succeeded" | "failed" | "cancelled";

export interface JobRecord {
  id: string;
  accountId: string;
  /** Month that it is counted in. */
  period: string;
  job: ExecutorJob;
  state: JobState;
  /** Whether its owner wants its best so far instead of waiting. */
  cancelled: boolean;
  progress: JobProgress | null;
  /** Whom to tell of its end; nobody, or he has been told. */
  notify: string | null;
  /** Milliseconds since 1970. */
  createdAt: number;
  finishedAt: number | null;
  expiresAt: number;
  /** How often it has been begun, where a process that began it has gone. */
  attempts?: number;
}

/** All but what is large. */
export type JobSummary = Omit<JobRecord, "job"> & { kind: ExecutorJob["kind"] };

const SUMMARY = `id, account_id, period, kind, state, cancelled, progress, notify, created_at, finished_at, expires_at`;
/** Longer bodies are kept by themselves, and read piece by piece. */
const LONG_BODY = 64 * 1024;
const ENDED = "state in ('succeeded', 'failed', 'cancelled')";

export class JobStore {
  constructor(
    private readonly database: SqlDatabase,
    private readonly processId: string,
  ) {}

  /** On disk before it resolves; this process has it for `leaseMs`. False where `most` jobs of the account have not ended. */
  async add(
    { job: { body, request: _, ...ticket }, ...record }: JobRecord,
    leaseMs: number,
    most = Number.MAX_SAFE_INTEGER,
  ): Promise<boolean> {
    const { id, accountId, period, state, notify, createdAt, expiresAt } = record;
    const big = "cast(? as bigint)";
    const insert: Statement = [
      `insert into jobs (id, account_id, period, kind, ticket, state, notify, cancelled, created_at, expires_at,
         process_id, lease_until, attempts)
       select ?, ?, ?, ?, ?, ?, ?, 0, ${big}, ${big}, ?, ${big}, 1
       where (select count(*) from jobs where account_id = ? and not (${ENDED})) < ?`,
      ...[id, accountId, period, ticket.kind, JSON.stringify(ticket), state, notify, createdAt, expiresAt],
      ...[this.processId, createdAt + leaseMs, accountId, most],
    ];
    const fill: Statement = ["update jobs set body = ? where id = ?", body, id];
    await this.database.runThen(lockAccount(accountId), insert, fill);
    return (await this.database.run("select 1 from jobs where id = ?", id)).length === 1;
  }

  async find(id: string, accountId: string, now: number): Promise<JobSummary | undefined> {
    const sql = `select ${SUMMARY} from jobs where id = ? and account_id = ? and expires_at > ?`;
    const [row] = await this.database.run(sql, id, accountId, now);
    return row && summaryFrom(row);
  }

  /** The answer, without the body where that is long: `bytes` of memory are needed to read it. */
  async answer(id: string): Promise<{ answer: Answer; bytes: number } | undefined> {
    const sql = "select answer, octet_length(result) as bytes from jobs where id = ?";
    const [row] = await this.database.run(sql, id);
    if (row?.answer == null) return undefined;
    return { answer: JSON.parse(String(row.answer)), bytes: Number(row.bytes ?? 0) };
  }

  /** A long body, piece by piece. */
  async body(id: string): Promise<AsyncGenerator<Uint8Array>> {
    const [row] = await this.database.run("select result from jobs where id = ?", id);
    if (!(row?.result instanceof Uint8Array)) throw new Unavailable("database");
    return (await openAnswer(row.result)).body;
  }

  async progress(id: string, progress: JobProgress | null): Promise<void> {
    await this.database.count([
      "update jobs set state = 'running', progress = coalesce(?, progress) where id = ? and state in ('queued', 'running') returning id",
      progress && JSON.stringify(progress),
      id,
    ]);
  }

  /** False where it had ended before. */
  async finish(id: string, state: JobState, answer: Answer | undefined, at: number, expiresAt: number) {
    const isLong = (answer?.body.length ?? 0) > LONG_BODY;
    const head = answer && (isLong ? { ...answer, body: "" } : answer);
    const result = isLong ? await packAnswer({}, answer!.body) : null;
    const rows = await this.database.run(
      `update jobs set state = ?, answer = ?, result = ?, finished_at = ?, expires_at = ?, body = null
       where id = ? and not (${ENDED}) returning id`,
      ...[state, head ? JSON.stringify(head) : null, result, at, expiresAt, id],
    );
    return rows.length === 1;
  }

  async cancel(id: string): Promise<void> {
    await this.database.run("update jobs set cancelled = 1 where id = ?", id);
  }

  async told(id: string): Promise<void> {
    await this.database.run("update jobs set notify = null where id = ?", id);
  }

  /** Keeps what this process has. @returns those whose owner wants their best */
  async renew(ids: string[], until: number): Promise<string[]> {
    const cancelled: string[] = [];
    for (const id of ids) {
      const sql = "update jobs set lease_until = ? where id = ? and process_id = ? returning cancelled";
      const [row] = await this.database.count([sql, until, id, this.processId]);
      if (Number(row?.cancelled ?? 0) === 1) cancelled.push(id);
    }
    return cancelled;
  }

  /** Others may take it at once; that this process had it is no failed attempt. */
  async release(id: string): Promise<void> {
    const sql = "update jobs set lease_until = 0, attempts = attempts - 1 where id = ? and process_id = ?";
    await this.database.count([sql, id, this.processId]);
  }

  /** Another attempt has begun. @returns how many there were before */
  async attempt(id: string): Promise<number> {
    const sql = "update jobs set attempts = attempts + 1 where id = ? returning attempts";
    return Number((await this.database.count([sql, id]))[0]?.attempts ?? 1) - 1;
  }

  /** One job whose process has gone: to be done, or whose end is to be told. */
  async adopt(now: number, until: number): Promise<JobRecord | undefined> {
    const free = `lease_until < ? and (not (${ENDED}) or notify is not null)`;
    const [row] = await this.database.run(
      `update jobs set process_id = ?, lease_until = ?, attempts = attempts + 1
       where id = (select id from jobs where ${free} and expires_at > ? order by created_at limit 1) and lease_until < ?
       returning ${SUMMARY}, ticket, body, attempts`,
      ...[this.processId, until, now, now, now],
    );
    if (!row) return undefined;
    const { ticket, body, ...summary } = row;
    const job = { ...JSON.parse(String(ticket)), body: new Uint8Array((body as Uint8Array | null) ?? []) };
    return { ...summaryFrom(summary), job };
  }

  /** Forgets the oldest results of an account until the rest is no more than so many bytes; never the newest. */
  async trim(accountId: string, most: number): Promise<void> {
    const bytes = "octet_length(answer) + coalesce(octet_length(result), 0)";
    const newer = `sum(${bytes}) over (order by finished_at desc, id) - (${bytes})`;
    await this.forget(
      `select id from (select id, ${newer} as newer from jobs
         where account_id = ? and answer is not null and ${ENDED}) as sizes where newer >= ?`,
      ...[accountId, most],
    );
  }

  async sweep(now: number): Promise<void> {
    await this.forget("select id from jobs where expires_at <= ?", now);
  }

  private forget(...find: Statement): Promise<void> {
    return removeEach(this.database, find, ({ id }) => ["delete from jobs where id = ?", String(id)]);
  }
}

function summaryFrom(row: DatabaseRow): JobSummary {
  const progress = row.progress == null ? null : JSON.parse(String(row.progress));
  return { ...fieldsFrom<JobSummary>(row), cancelled: row.cancelled === 1, progress };
}

export function hasEnded(state: JobState): boolean {
  return state === "succeeded" || state === "failed" || state === "cancelled";
}
