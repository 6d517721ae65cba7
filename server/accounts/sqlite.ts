/**
 * The embedded store: one SQLite file in WAL mode. Node's own binding where there is one (22.13 and later),
 * else a package with the same interface and binaries of its own. A killed process loses nothing that was
 * acknowledged.
 */
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { type Row, type SqlDatabase, SqlStore, type Statement, TABLES, type Value } from "./sql.ts";
import type { AccountStore } from "./store.ts";

interface Prepared {
  run(...values: Value[]): unknown;
  all(...values: Value[]): Row[];
}
interface Connection {
  exec(sql: string): void;
  prepare(sql: string): Prepared;
  close(): void;
}
interface Binding {
  DatabaseSync: new (path: string) => Connection;
}

/** The result codes of a broken unique index and a broken primary key. */
const DUPLICATES: unknown[] = [2067, 1555];

const SETTINGS =
  "pragma journal_mode = wal; pragma synchronous = normal; pragma busy_timeout = 5000; pragma foreign_keys = on;";

/**
 * Opens `accounts.db` in a directory, which is made where there is none. `:memory:` keeps everything in memory.
 */
export async function openSqliteStore(directory: string): Promise<AccountStore> {
  const inMemory = directory === ":memory:";
  // What it holds is nobody else's business on this machine.
  if (!inMemory) await mkdir(directory, { recursive: true, mode: 0o700 });
  const { DatabaseSync } = await loadBinding();
  const connection = new DatabaseSync(inMemory ? directory : join(directory, "accounts.db"));
  connection.exec(SETTINGS);
  for (const sql of TABLES) connection.exec(sql);
  return new SqlStore(new SqliteDatabase(connection));
}

/** The name is not written into the import: a bundler for Node 20 would not know the module. */
async function loadBinding(): Promise<Binding> {
  const own = "node:sqlite";
  return import(own).catch(() => import("@photostructure/sqlite"));
}

/** Every call is done before it returns, so calls never come between each other's statements. */
class SqliteDatabase implements SqlDatabase {
  private readonly prepared = new Map<string, Prepared>();

  constructor(private readonly connection: Connection) {}

  async run(...statement: Statement): Promise<Row[]> {
    const [sql, ...values] = statement;
    return this.prepare(sql).all(...values);
  }

  async runAll(statements: Statement[]): Promise<boolean> {
    this.connection.exec("begin immediate");
    try {
      for (const [sql, ...values] of statements) this.prepare(sql).run(...values);
      this.connection.exec("commit");
      return true;
    } catch (error) {
      this.connection.exec("rollback");
      if (DUPLICATES.includes((error as { errcode?: number }).errcode)) return false;
      throw error;
    }
  }

  async close(): Promise<void> {
    this.connection.close();
  }

  private prepare(sql: string): Prepared {
    const known = this.prepared.get(sql) ?? this.connection.prepare(sql);
    this.prepared.set(sql, known);
    return known;
  }
}
