/** The database for more than one process: PostgreSQL. What it cannot answer is answered 503, not 500: the request was right. */
import { Unavailable } from "../answers/errors.ts";
import { Breaker } from "./breaker.ts";
import {
  type DatabaseRow,
  SqlDatabase,
  type SqlValue,
  type Statement,
  type StatementMode,
} from "./database.ts";
import { NEWEST, stepsFrom, VERSION_TABLE } from "./migrations.ts";

type PostgresPool = import("pg").Pool;
type Connection = Pick<PostgresPool, "query">;
type Run = (connection: Connection, statement: Statement) => Promise<DatabaseRow[]>;

/** Any number of our own: processes that start together make the tables one after the other. */
const TABLES_LOCK = 0x6f66_6375;
/** A request waits no longer for a connection, a lock or an answer. */
const PATIENCE_MS = 1_000;
/** Large values get a second more for so many bytes. */
const BYTES_PER_SECOND = 10_000_000;
/** A transaction whose process stands still gives its locks back. */
const STANDSTILL_MS = 2_000;
const STATEMENT_MS = 10_000;

/** @param connections of this process at most; a third of them are for counts @param patienceMs with one command */
export async function openPostgres(
  url: string,
  connections = 8,
  patienceMs = PATIENCE_MS,
): Promise<SqlDatabase> {
  const { default: pg } = await import("pg");
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5 * PATIENCE_MS });
  const { INT8 } = pg.types.builtins;
  await client.connect();
  await migrate(client).finally(() => client.end());
  const open = (max: number, options: string) => {
    const pool = new pg.Pool({
      connectionString: url,
      options,
      // Moments are bigints, and no larger than what a number holds.
      types: {
        getTypeParser: (type, format) => (type === INT8 ? Number : pg.types.getTypeParser(type, format)),
      },
      max,
      connectionTimeoutMillis: patienceMs,
      query_timeout: patienceMs,
      lock_timeout: patienceMs,
      statement_timeout: STATEMENT_MS,
      idle_in_transaction_session_timeout: STANDSTILL_MS,
    });
    // A connection that breaks fails its next statement and is replaced. It also emits an error, idle or within a transaction,
    // and without a listener that ends the process.
    pool.on("connect", (connection) => connection.on("error", () => undefined));
    return pool.on("error", () => undefined);
  };
  const counts = Math.ceil(connections / 3);
  // Counts are not waited for: losing the last of them in a power cut is no harm.
  const light = open(counts, "-c synchronous_commit=off");
  return new PostgresDatabase(open(Math.max(1, connections - counts), ""), light, patienceMs);
}

async function migrate(client: import("pg").Client): Promise<void> {
  await client.query("begin");
  await client.query(`select pg_advisory_xact_lock(${TABLES_LOCK})`);
  await client.query(VERSION_TABLE);
  const { rows } = await client.query("select version from schema_version");
  const version = Number(rows[0]?.version ?? 0);
  if (version !== NEWEST) for (const sql of stepsFrom(version)) await client.query(sql);
  await client.query("commit");
}

class PostgresDatabase extends SqlDatabase {
  private readonly breaker = new Breaker(isAnswer);

  constructor(
    private readonly lasting: PostgresPool,
    private readonly light: PostgresPool,
    private readonly patienceMs: number,
  ) {
    super();
  }

  async ask(mode: StatementMode, statements: Statement[]): Promise<DatabaseRow[]> {
    const pool = mode === "count" ? this.light : this.lasting;
    const run: Run = (connection, statement) => query(connection, statement, this.patienceMs);
    const work = () =>
      statements.length === 1 ? run(pool, statements[0]!) : transaction(pool, statements, run);
    return this.breaker.run(work).catch((error) => {
      throw new Unavailable("database", error);
    });
  }

  async backup(): Promise<void> {
    throw new Error("The accounts are in PostgreSQL: back them up with pg_dump");
  }

  async close(): Promise<void> {
    await Promise.all([this.light.end(), this.lasting.end()]);
  }
}

/** @throws what the database says */
async function transaction(pool: PostgresPool, [first, ...others]: Statement[], run: Run) {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query("begin");
    const rows = await run(client, first!);
    if (rows.length > 0) for (const statement of others) await run(client, statement);
    await client.query("commit");
    return rows;
  } catch (error) {
    // A connection that does not answer is not asked once more.
    if (isAnswer(error)) await client.query("rollback").catch((reason: Error) => (broken = reason));
    else broken = error as Error;
    throw error;
  } finally {
    client.release(broken);
  }
}

async function query(connection: Connection, [sql, ...values]: Statement, patienceMs: number) {
  let count = 0;
  const text = sql.replaceAll("?", () => `$${++count}`);
  const bytes = values.reduce<number>((sum, value) => sum + lengthOf(value), 0);
  // The types of pg leave out that a query may have a limit of its own.
  const limited = { text, values, query_timeout: patienceMs + (1000 * bytes) / BYTES_PER_SECOND };
  return (await connection.query(limited as { text: string; values: unknown[] })).rows as DatabaseRow[];
}

function lengthOf(value: SqlValue): number {
  return typeof value === "string" ? value.length : value instanceof Uint8Array ? value.byteLength : 8;
}

/** PostgreSQL itself has refused: it has five characters for each reason. */
function isAnswer(error: unknown): boolean {
  const { code, severity } = error as { code?: string; severity?: string };
  return severity !== undefined && code?.length === 5 && !code.startsWith("57P");
}
