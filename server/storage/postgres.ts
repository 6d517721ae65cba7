/**
 * The database for more than one process: PostgreSQL. What it cannot answer is answered 503, not 500: the request was
 * right.
 */
import { unavailable } from "../answers/errors.ts";
import type { Row, SqlDatabase, Statement } from "./database.ts";
import { NEWEST, stepsFrom, VERSION_TABLE } from "./migrations.ts";

type Pool = import("pg").Pool;

const DUPLICATE = "23505";
/** Any number of our own: processes that start together make the tables one after the other. */
const TABLES_LOCK = 0x6f66_6375;
const CONNECTIONS = 10;
/** A request waits no longer for a connection or an answer. */
const PATIENCE_MS = 5_000;

export async function openPostgres(url: string): Promise<SqlDatabase> {
  const { default: pg } = await import("pg");
  const open = (options: string) => {
    const pool = new pg.Pool({
      connectionString: url,
      options,
      max: CONNECTIONS,
      connectionTimeoutMillis: PATIENCE_MS,
      query_timeout: PATIENCE_MS,
    });
    // An idle connection that breaks is replaced when the next one is needed; without a listener it would end the
    // process.
    return pool.on("error", () => undefined);
  };
  // Counts are not waited for: losing the last of them in a power cut is no harm.
  const database = new PostgresDatabase(open(""), open("-c synchronous_commit=off"));
  await database.migrate();
  return database;
}

class PostgresDatabase implements SqlDatabase {
  constructor(
    private readonly lasting: Pool,
    private readonly light: Pool,
  ) {}

  async migrate(): Promise<void> {
    await transaction(this.lasting, async (run) => {
      await run([`select pg_advisory_xact_lock(${TABLES_LOCK})`]);
      await run([VERSION_TABLE]);
      const [row] = await run(["select version from schema_version"]);
      const version = Number(row?.version ?? 0);
      if (version !== NEWEST) for (const sql of stepsFrom(version)) await run([sql]);
    });
  }

  async run(...statement: Statement): Promise<Row[]> {
    try {
      return await query(this.lasting, statement);
    } catch (error) {
      throw unavailable(error);
    }
  }

  async runAll(statements: Statement[]): Promise<boolean> {
    try {
      await transaction(this.lasting, async (run) => {
        for (const statement of statements) await run(statement);
      });
      return true;
    } catch (error) {
      if ((error as { code?: string }).code === DUPLICATE) return false;
      throw unavailable(error);
    }
  }

  runThen(first: Statement, ...others: Statement[]): Promise<Row[]> {
    return chain(this.lasting, first, others);
  }

  count(first: Statement, ...others: Statement[]): Promise<Row[]> {
    return chain(this.light, first, others);
  }

  async backup(): Promise<void> {
    throw new Error("The accounts are in PostgreSQL: back them up with pg_dump");
  }

  async close(): Promise<void> {
    await Promise.all([this.light.end(), this.lasting.end()]);
  }
}

async function chain(pool: Pool, first: Statement, others: Statement[]): Promise<Row[]> {
  try {
    if (others.length === 0) return await query(pool, first);
    return await transaction(pool, async (run) => {
      const rows = await run(first);
      if (rows.length > 0) for (const statement of others) await run(statement);
      return rows;
    });
  } catch (error) {
    throw unavailable(error);
  }
}

/** All that `work` runs, or nothing of it. @throws what the database says */
async function transaction<Result>(
  pool: Pool,
  work: (run: (statement: Statement) => Promise<Row[]>) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query("begin");
    const result = await work((statement) => query(client, statement));
    await client.query("commit");
    return result;
  } catch (error) {
    await client.query("rollback").catch((reason: Error) => {
      broken = reason;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

async function query(connection: Pick<Pool, "query">, [sql, ...values]: Statement): Promise<Row[]> {
  let count = 0;
  const numbered = sql.replaceAll("?", () => `$${++count}`);
  return (await connection.query(numbered, values)).rows as Row[];
}
