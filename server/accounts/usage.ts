/**
 * Counts the requests of each account and month. A process takes requests in leases and settles them in memory, so that neither a
 * reservation nor a refused request waits for the row that all requests of an account share. An answer waits until the database
 * knows that it was given: what a killed process held is given back, and only that.
 *
 * Order of locks: whoever changes how many requests a process holds has the account's row of `usage` first. A process may note
 * answers in its own row of `under_way` without that, one row at a time.
 */
import { inTurn } from "../jobs/promises.ts";
import type { SqlDatabase, Statement } from "../storage/database.ts";
import { LIVE_KEY } from "./account-store.ts";

/** Stands for "no limit": more requests than any month has. */
const UNLIMITED = 2_000_000_000;
/** Requests that a process takes at a time; a lease begins with one and doubles while it is used up. */
const LARGEST_LEASE = 50;
/** At the limit, other processes are given this long to return what they hold unused. */
const RECALL_MS = 3_000;
const RECALL_LOOK_MS = 100;
/** A recall that brought nothing is not repeated sooner: a dead process returns nothing until it is buried. */
const RECALL_AGAIN_MS = 10_000;

/** Requests of one account and month that this process holds. */
class Lease {
  /** Held, and used by no request. */
  unused = 0;
  /** Held by requests that are being answered. */
  underWay = 0;
  /** Answered since the lease was opened, and how many of them the database is known to have noted. */
  answered = 0;
  known = 0;
  /** Requests that wait for the next lease. */
  waiting = 0;
  nextSize = 1;
  /** Another process needs what is unused here: nothing is held in advance any more. */
  recalled = false;
  /** Used since the last beat. */
  active = true;
  /** `unused` as the database knows it. */
  noted = 0;
  taking: Promise<number> | undefined;
  /** A write that has not begun: later answers join it. */
  writing: Promise<boolean> | undefined;
  /** Keys of the answers that wait for it, and the moment of the last. */
  keys = new Set<string>();
  at = "";
  /** The last statement may or may not have been done: the next one compares with what the database says. */
  unsure = false;
  recallAgainAt = 0;
  /** Statements of one lease run one after another. */
  readonly inTurn = inTurn();

  constructor(
    readonly accountId: string,
    readonly period: string,
    public limit: number,
  ) {}

  isEmpty(): boolean {
    return this.unused + this.underWay + this.waiting === 0 && this.answered === this.known;
  }
}

export class UsageLeases {
  private readonly leases = new Map<string, Lease>();

  constructor(
    private readonly database: SqlDatabase,
    private readonly processId: string,
  ) {}

  /**
   * Counts one request of the period unless `limit` have been counted; 0 is no limit. Exact among any number of callers at once.
   * Counted as under way until it is settled.
   */
  async reserve(accountId: string, period: string, limit: number): Promise<boolean> {
    const most = limit === 0 ? UNLIMITED : limit;
    const key = keyOf(accountId, period);
    const lease = this.leases.get(key) ?? new Lease(accountId, period, most);
    this.leases.set(key, lease);
    lease.active = true;
    if (lease.limit !== most) {
      // The lease took its requests under the old limit: they go back to the database.
      lease.limit = most;
      await lease.inTurn(() => this.giveBack(lease));
    }
    lease.waiting++;
    try {
      for (;;) {
        if (lease.unused > 0) {
          lease.unused--;
          lease.underWay++;
          return true;
        }
        lease.taking ??= this.obtain(lease).finally(() => {
          lease.taking = undefined;
        });
        if ((await lease.taking) === 0 && lease.unused === 0) return false;
      }
    } finally {
      lease.waiting--;
    }
  }

  /**
   * A reserved request has ended; without an answer it is not counted. Resolves once an answer is counted whatever becomes of
   * this process; when it rejects, the next beat counts it.
   * @param key of whoever asks, and when @returns whether it is known to be live
   */
  async settle(accountId: string, period: string, answered: boolean, key?: { id: string; at: string }) {
    const lease = this.leases.get(keyOf(accountId, period));
    if (!lease || lease.underWay === 0) return false;
    lease.underWay--;
    if (!answered) {
      lease.unused++;
      return false;
    }
    lease.answered++;
    if (key) lease.keys.add(key.id);
    lease.at = key?.at ?? lease.at;
    return this.write(lease);
  }

  /** A request that has been settled as answered is not answered after all. */
  takeBack(accountId: string, period: string): void {
    const lease = this.leases.get(keyOf(accountId, period));
    if (!lease) return;
    lease.answered--;
    lease.unsure = true;
  }

  /** A request that has been counted got no answer after all. */
  async refund(accountId: string, period: string): Promise<void> {
    const sql = "update usage set n = n - 1 where account_id = ? and period = ? and n > 0";
    await this.database.count([sql, accountId, period]);
  }

  /** Requests that were answered or are being answered. */
  async used(accountId: string, period: string): Promise<number> {
    const [row] = await this.database.run(
      `select n - (select coalesce(sum(unused), 0) from under_way u
         where u.account_id = usage.account_id and u.period = usage.period and u.process_id <> ?) as n
       from usage where account_id = ? and period = ?`,
      ...[this.processId, accountId, period],
    );
    return Number(row?.n ?? 0) - (this.leases.get(keyOf(accountId, period))?.unused ?? 0);
  }

  /** Tells the database what it does not know, and gives back what is not used or what another process needs. */
  async beat(): Promise<void> {
    if (this.leases.size === 0) return;
    const sql = "select account_id, period from under_way where process_id = ? and recalled = 1";
    for (const { account_id, period } of await this.database.run(sql, this.processId)) {
      const lease = this.leases.get(keyOf(String(account_id), String(period)));
      if (lease) lease.recalled = true;
    }
    for (const lease of [...this.leases.values()]) await lease.inTurn(() => this.tidy(lease));
  }

  async close(): Promise<void> {
    for (const lease of this.leases.values()) {
      lease.underWay = 0;
      await lease.inTurn(() => this.giveBack(lease)).catch(() => undefined);
    }
    await this.database
      .count(["delete from under_way where process_id = ?", this.processId])
      .catch(() => undefined);
  }

  /** Gives back what a process that is dead held, once however many others do so. */
  async bury(processId: string): Promise<void> {
    const sql = "select account_id, period from under_way where process_id = ?";
    for (const { account_id, period } of await this.database.run(sql, processId)) {
      const [account, month] = [String(account_id), String(period)];
      const row = [processId, account, month] as const;
      await this.database.count(
        lockUsage(account, month),
        // Waits for a process that lives after all and notes an answer.
        [`update under_way set n = n where ${ROW}`, ...row],
        changeUsage(row, "n", 0, 0),
        [`delete from under_way where ${ROW}`, ...row],
      );
    }
  }

  /** @returns how many requests were taken */
  private async obtain(lease: Lease): Promise<number> {
    return (await lease.inTurn(() => this.take(lease))) || this.recall(lease);
  }

  private async take(lease: Lease): Promise<number> {
    if (lease.unsure) await this.giveBack(lease);
    const wanted = Math.min(lease.limit, Math.max(lease.nextSize, lease.waiting));
    const taken = (await this.tryTake(lease, wanted)) || (await this.takeRest(lease, wanted));
    lease.nextSize = taken < wanted || lease.recalled ? 1 : Math.min(LARGEST_LEASE, 2 * lease.nextSize);
    return taken;
  }

  private async takeRest(lease: Lease, wanted: number): Promise<number> {
    const sql = "select n from usage where account_id = ? and period = ?";
    const [row] = await this.database.run(sql, lease.accountId, lease.period);
    const rest = lease.limit - Number(row?.n ?? 0);
    return rest > 0 ? this.tryTake(lease, Math.min(rest, wanted)) : 0;
  }

  /** All of `count` or nothing. */
  private async tryTake(lease: Lease, count: number): Promise<number> {
    const { accountId, period, limit } = lease;
    const unused = lease.unused + Math.max(0, count - lease.waiting);
    lease.unsure = true;
    const rows = await this.database.count(
      [
        `insert into usage (account_id, period, n) values (?, ?, ?) on conflict (account_id, period)
         do update set n = usage.n + excluded.n where usage.n + excluded.n <= ? returning n`,
        ...[accountId, period, count, limit],
      ],
      [
        `insert into under_way (process_id, account_id, period, n, unused, answered) values (?, ?, ?, ?, ?, ?)
         on conflict (process_id, account_id, period)
         do update set n = under_way.n + excluded.n, unused = excluded.unused`,
        ...[this.processId, accountId, period, count, unused, lease.known],
      ],
    );
    lease.unsure = false;
    if (rows.length === 0) return 0;
    lease.unused += count;
    lease.noted = unused;
    return count;
  }

  /** Asks the other processes for what they hold unused. @returns how many requests were taken */
  private async recall(lease: Lease): Promise<number> {
    const { accountId, period } = lease;
    const others = async () => {
      const sql = `select coalesce(sum(unused), 0) as n from under_way
        where account_id = ? and period = ? and process_id <> ?`;
      return Number((await this.database.run(sql, accountId, period, this.processId))[0]!.n) > 0;
    };
    if (performance.now() < lease.recallAgainAt || !(await others())) return 0;
    await this.database.count(lockUsage(accountId, period), [
      "update under_way set recalled = 1 where account_id = ? and period = ? and process_id <> ?",
      ...[accountId, period, this.processId],
    ]);
    const until = performance.now() + RECALL_MS;
    while (performance.now() < until) {
      await new Promise((resolve) => setTimeout(resolve, RECALL_LOOK_MS));
      const stillThere = await others();
      const taken = await lease.inTurn(() => this.takeRest(lease, lease.waiting));
      if (taken > 0 || !stillThere) return taken;
    }
    lease.recallAgainAt = performance.now() + RECALL_AGAIN_MS;
    return 0;
  }

  private write(lease: Lease): Promise<boolean> {
    lease.writing ??= lease.inTurn(() => {
      lease.writing = undefined;
      return this.note(lease);
    });
    return lease.writing;
  }

  /** Writes how many requests are held unanswered. @returns whether all keys are known to be live that the answers are for */
  private async note(lease: Lease): Promise<boolean> {
    const { accountId, period, answered, unused, underWay } = lease;
    const keys = [...lease.keys];
    lease.keys.clear();
    if (lease.unsure) return this.giveBack(lease);
    lease.unsure = true;
    const live = `select count(*) from api_keys where id in (${["''", ...keys.map(() => "?")]}) and ${LIVE_KEY}`;
    const [row] = await this.database.count([
      `update under_way set n = ?, unused = ?, answered = ? where ${ROW} returning recalled, (${live}) as live`,
      ...[unused + underWay, unused, answered, this.processId, accountId, period, ...keys, lease.at],
    ]);
    // This process was thought to be dead, and what it held was given back.
    if (!row) return this.giveBack(lease);
    lease.unsure = false;
    lease.known = answered;
    lease.noted = unused;
    if (Number(row.recalled) === 1) lease.recalled = true;
    return Number(row.live) === keys.length;
  }

  private async tidy(lease: Lease): Promise<void> {
    const idle = !lease.active && lease.waiting === 0;
    lease.active = false;
    if (idle || (lease.recalled && lease.unused > 0)) await this.giveBack(lease);
    else if (lease.answered > lease.known || lease.noted !== lease.unused) await this.note(lease);
    if (!idle || !lease.isEmpty()) return;
    const row = [this.processId, lease.accountId, lease.period];
    await this.database.count([`delete from under_way where ${ROW} and n = 0`, ...row]);
    if (lease.isEmpty()) this.leases.delete(keyOf(lease.accountId, lease.period));
  }

  /** Gives back what is unused, whatever the database says that this process holds. */
  private async giveBack(lease: Lease): Promise<false> {
    const { accountId, period, answered, known, underWay } = lease;
    lease.unused = 0;
    lease.unsure = true;
    const row = [this.processId, accountId, period] as const;
    await this.database.count(
      lockUsage(accountId, period),
      changeUsage(row, "n + answered", known, underWay + answered),
      [
        `insert into under_way (process_id, account_id, period, n, unused, answered) values (?, ?, ?, ?, 0, ?)
         on conflict (process_id, account_id, period)
         do update set n = excluded.n, unused = 0, answered = excluded.answered`,
        ...[...row, underWay, answered],
      ],
    );
    lease.known = answered;
    lease.noted = 0;
    lease.nextSize = 1;
    lease.unsure = false;
    return false;
  }
}

const ROW = "process_id = ? and account_id = ? and period = ?";

function keyOf(accountId: string, period: string): string {
  return `${period} ${accountId}`;
}

function lockUsage(accountId: string, period: string): Statement {
  return ["update usage set n = n where account_id = ? and period = ? returning n", accountId, period];
}

/** Counts `kept` instead of what the row of a process says; `missing` is what it said last where it is gone. */
function changeUsage(
  row: readonly [string, string, string],
  said: "n" | "n + answered",
  missing: number,
  kept: number,
): Statement {
  const [, accountId, period] = row;
  return [
    `update usage set n = n - coalesce((select ${said} from under_way where ${ROW}), ?) + ?
     where account_id = ? and period = ?`,
    ...[...row, missing, kept, accountId, period],
  ];
}
