/**
 * The store for more than one process: PostgreSQL. What it cannot answer is answered 503, not 500: the request
 * was right.
 */
import { unavailable } from "../answers/errors.ts";
import { type Row, type SqlDatabase, SqlStore, type Statement, TABLES } from "./sql.ts";
import type { AccountStore } from "./store.ts";

const DUPLICATE = "23505";
/** Any number of our own: processes that start together make the tables one after the other. */
const TABLES_LOCK = 0x6f66_6375;
const CONNECTIONS = 10;
/** A request waits no longer for a connection or an answer. */
const PATIENCE_MS = 5_000;

export async function openPostgresStore(url: string): Promise<AccountStore> {
  const { default: pg } = await import("pg");
  const pool = new pg.Pool({
    connectionString: url,
    max: CONNECTIONS,
    connectionTimeoutMillis: PATIENCE_MS,
    query_timeout: PATIENCE_MS,
  });
  // An idle connection that breaks is replaced when the next one is needed; without a listener it would end the
  // process.
  pool.on("error", () => undefined);
  const database = new PostgresDatabase(pool);
  await database.runAll([
    [`select pg_advisory_xact_lock(${TABLES_LOCK})`],
    ...TABLES.map((sql): Statement => [sql]),
  ]);
  return new SqlStore(database);
}

class PostgresDatabase implements SqlDatabase {
  constructor(private readonly pool: import("pg").Pool) {}

  async run(...statement: Statement): Promise<Row[]> {
    try {
      return await query(this.pool, statement);
    } catch (error) {
      throw unavailable(error);
    }
  }

  async runAll(statements: Statement[]): Promise<boolean> {
    const client = await this.pool.connect().catch((error: unknown) => {
      throw unavailable(error);
    });
    let broken: Error | undefined;
    try {
      await client.query("begin");
      for (const statement of statements) await query(client, statement);
      await client.query("commit");
      return true;
    } catch (error) {
      await client.query("rollback").catch((reason: Error) => {
        broken = reason;
      });
      if ((error as { code?: string }).code === DUPLICATE) return false;
      throw unavailable(error);
    } finally {
      client.release(broken);
    }
  }

  close(): Promise<void> {
    return this.pool.end();
  }
}

async function query(
  connection: Pick<import("pg").Pool, "query">,
  [sql, ...values]: Statement,
): Promise<Row[]> {
  let count = 0;
  const numbered = sql.replaceAll("?", () => `$${++count}`);
  return (await connection.query(numbered, values)).rows as Row[];
}
