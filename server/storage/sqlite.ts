/**
 * The embedded database: one SQLite file in WAL mode. Node's own binding where there is one (22.13 and later), else a package
 * with the same interface and binaries of its own. Accounts and keys are on disk before they are acknowledged; counts are not
 * waited for. A lock that another program holds is waited for without holding anybody up: SQLite itself never waits.
 */
import { chmod, mkdir, open, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { Unavailable } from "../answers/errors.ts";
import {
  type DatabaseRow,
  SqlDatabase,
  type SqlValue,
  type Statement,
  type StatementMode,
} from "./database.ts";
import { NEWEST, stepsFrom, VERSION_TABLE } from "./migrations.ts";

interface PreparedStatement {
  run(...values: SqlValue[]): unknown;
  all(...values: SqlValue[]): DatabaseRow[];
}
interface SqliteConnection {
  exec(sql: string): void;
  prepare(sql: string): PreparedStatement;
  close(): void;
}
interface Binding {
  DatabaseSync: new (path: string) => SqliteConnection;
}

export interface SqliteOptions {
  /** How long a lock of another program is waited for, in milliseconds. */
  patienceMs?: number;
  /** Told of data that did not exist before. */
  onNew?: (file: string) => void;
}

/** Primary result code of SQLite, and its message, while another connection writes. */
const BUSY = 5;
const BUSY_MESSAGE = "database is locked";
/** Codes and messages of faults that somebody else may mend: the service answers 503. */
const TROUBLES = new Map([
  [6, "database table is locked"],
  [8, "attempt to write a readonly database"],
  [10, "disk I/O error"],
  [11, "database disk image is malformed"],
  [13, "database or disk is full"],
  [14, "unable to open database file"],
]);

const PATIENCE_MS = 5_000;
const LONGEST_PAUSE_MS = 100;
const FILE = "accounts.db";
/** As a directory: nothing is written. */
export const IN_MEMORY = ":memory:";
const COMMON = "pragma busy_timeout = 0; pragma journal_mode = wal; pragma foreign_keys = on;";

/**
 * Opens `accounts.db` in a directory, which is made where there is none but not its parents: a mistyped path is told. `:memory:`
 * keeps everything in memory.
 * @throws Error that says what is wrong with the directory or the data
 */
export async function openSqlite(directory: string, options: SqliteOptions = {}): Promise<SqlDatabase> {
  const { DatabaseSync } = await loadBinding();
  const file = directory === IN_MEMORY ? directory : fileIn(directory);
  if (file !== IN_MEMORY) await prepareFile(file, options);
  const database = new SqliteDatabase(new DatabaseSync(file), options);
  await database.migrate();
  return database;
}

/**
 * Another connection to a file that is open already, for what takes no time: `look`, and `count` of one statement. It waits for
 * nobody, and leaves it to the others to tidy up the log.
 */
export async function openBeside(directory: string): Promise<SqlDatabase> {
  const { DatabaseSync } = await loadBinding();
  const connection = new DatabaseSync(fileIn(directory));
  connection.exec(`${COMMON} pragma wal_autocheckpoint = 0;`);
  return new SqliteDatabase(connection, { patienceMs: 0 });
}

export function fileIn(directory: string): string {
  return join(resolve(directory), FILE);
}

/** Where the data of a directory is, if there is any. @throws Error that says where there is none */
export async function findData(directory: string): Promise<string> {
  const file = fileIn(directory);
  const found = await stat(file).catch(() => undefined);
  if (!found)
    throw new Error(
      `There is no ${file}: DATA_DIR names another directory, or nothing was served from it yet`,
    );
  return file;
}

/** Keeps the file to its owner; SQLite gives its other files the same rights. */
export async function prepareFile(file: string, { onNew }: SqliteOptions): Promise<void> {
  const directory = dirname(file);
  try {
    await mkdir(directory, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    });
    const known = await stat(file).catch(() => undefined);
    await (await open(file, "a", 0o600)).close();
    await chmod(file, 0o600);
    if (!known) onNew?.(file);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const reason = code === "ENOENT" ? `there is no directory ${dirname(directory)}` : message;
    throw new Error(`DATA_DIR cannot be used: ${reason}`, { cause: error });
  }
}

/** The name is not written into the import: a bundler for Node 20 would not know the module. */
async function loadBinding(): Promise<Binding> {
  const own = "node:sqlite";
  const needed = `Node ${process.versions.node} has no SQLite: run "npm install @photostructure/sqlite", or use Node 22.13 or newer`;
  return import(own)
    .catch(() => import("@photostructure/sqlite"))
    .catch((cause) => {
      throw new Error(cause.code === "ERR_MODULE_NOT_FOUND" ? needed : cause.message, { cause });
    });
}

/** Every attempt is done before it returns, so calls never come between each other's statements. */
class SqliteDatabase extends SqlDatabase {
  private readonly prepared = new Map<string, PreparedStatement>();
  private readonly patienceMs: number;
  private synchronous = "";

  constructor(
    private readonly connection: SqliteConnection,
    { patienceMs = PATIENCE_MS }: SqliteOptions,
  ) {
    super();
    this.patienceMs = patienceMs;
  }

  async migrate(): Promise<void> {
    await this.patiently(() => {
      this.connection.exec(COMMON);
      this.wait("keep");
      this.transaction(() => {
        this.connection.exec(VERSION_TABLE);
        const [row] = this.prepare("select version from schema_version").all();
        const version = Number(row?.version ?? 0);
        if (version !== NEWEST) for (const sql of stepsFrom(version)) this.connection.exec(sql);
      });
    });
  }

  ask(mode: StatementMode, [first, ...others]: Statement[]): Promise<DatabaseRow[]> {
    const run = ([sql, ...values]: Statement) => this.prepare(sql).all(...values);
    const all = () => {
      const rows = run(first!);
      if (rows.length > 0) others.forEach(run);
      return rows;
    };
    return this.patiently(() => {
      this.wait(mode);
      return others.length === 0 ? all() : this.transaction(all);
    });
  }

  async backup(file: string): Promise<void> {
    // Made first, so that it never has other rights; SQLite writes into an empty file and refuses any other.
    await (await open(file, "wx", 0o600)).close();
    this.prepare("vacuum into ?").run(file);
    const handle = await open(file, "r+");
    await handle.sync();
    await handle.close();
  }

  async close(): Promise<void> {
    this.connection.close();
  }

  /** Has what follows wait for the disk, or not. */
  private wait(mode: StatementMode): void {
    const synchronous = mode === "keep" ? "full" : "normal";
    if (synchronous !== this.synchronous) this.connection.exec(`pragma synchronous = ${synchronous}`);
    this.synchronous = synchronous;
  }

  private transaction<Result>(run: () => Result): Result {
    this.connection.exec("begin immediate");
    try {
      const result = run();
      this.connection.exec("commit");
      return result;
    } catch (error) {
      try {
        this.connection.exec("rollback");
      } catch {
        // A full disk has already rolled it back.
      }
      throw error;
    }
  }

  /** Tries again while another program holds the lock. @throws HTTPException 503 */
  private async patiently<Result>(run: () => Result): Promise<Result> {
    const until = performance.now() + this.patienceMs;
    for (let pauseMs = 1; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      try {
        return run();
      } catch (error) {
        const code = codeOf(error);
        if (TROUBLES.has(code)) throw new Unavailable("database", error);
        if (code !== BUSY) throw error;
        if (performance.now() + pauseMs > until) throw new Unavailable("database", error);
      }
      await new Promise((wake) => setTimeout(wake, pauseMs));
    }
  }

  private prepare(sql: string): PreparedStatement {
    const known = this.prepared.get(sql) ?? this.connection.prepare(sql);
    this.prepared.set(sql, known);
    return known;
  }
}

/** The primary result code of an error, or 0. The package's `all` gives the message alone. */
function codeOf(error: unknown): number {
  const { errcode, message } = error as { errcode?: number; message?: string };
  if (errcode !== undefined) return errcode & 0xff;
  if (message === BUSY_MESSAGE) return BUSY;
  return [...TROUBLES].find(([, text]) => text === message)?.[0] ?? 0;
}
