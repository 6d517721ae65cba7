/** Database of the service, in SQL that SQLite and PostgreSQL both understand. */

export type SqlValue = string | number | null | Uint8Array;
export type DatabaseRow = Record<string, SqlValue>;
/** Values stand for `?` in the text, in order. */
export type Statement = [sql: string, ...values: SqlValue[]];

/** Every call rejects with HTTPException 503 where the database cannot answer now: the request was right. */
export interface SqlDatabase {
  /** Reads a row or two by a key. */
  look(...statement: Statement): Promise<DatabaseRow[]>;
  /** Runs a statement; its changes are on disk when it resolves. */
  run(...statement: Statement): Promise<DatabaseRow[]>;
  /** The first, and where that returns rows the others too: all or none, on disk when it resolves. */
  runThen(first: Statement, ...others: Statement[]): Promise<DatabaseRow[]>;
  /**
   * The first, and where that returns rows the others too: all or none. For counts: a crash of this process loses
   * nothing of it, a power cut may take the last moments.
   */
  count(first: Statement, ...others: Statement[]): Promise<DatabaseRow[]>;
  /** Writes everything into a new file that can be opened in place of the data. @throws Error where it cannot */
  backup(file: string): Promise<void>;
  close(): Promise<void>;
}

/** A row with its columns as fields, as in `createdAt` for `created_at`. */
export function fieldsFrom<Fields>(row: DatabaseRow): Fields {
  const camel = (name: string) => name.replace(/_(.)/g, (_all, letter: string) => letter.toUpperCase());
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [camel(name), value])) as Fields;
}

/**
 * Deletes rows one at a time: two processes that delete the same rows never wait for each other in two orders.
 * @param find selects the rows @param remove the statement that deletes one of them
 */
export async function removeEach(
  database: SqlDatabase,
  find: Statement,
  remove: (row: DatabaseRow) => Statement,
): Promise<void> {
  for (const row of await database.run(...find)) await database.count(remove(row));
}
