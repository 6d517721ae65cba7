/** Database of the service, in SQL that SQLite and PostgreSQL both understand. */

export type SqlValue = string | number | null | Uint8Array;
export type DatabaseRow = Record<string, SqlValue>;
/** Values stand for `?` in the text, in order. */
export type Statement = [sql: string, ...values: SqlValue[]];

/**
 * How statements are run: `look` reads a row or two by a key; what `keep` changes is on disk when it resolves; a crash of this
 * process loses nothing of what `count` changes, a power cut may take the last moments.
 */
export type StatementMode = "look" | "keep" | "count";

/** Every call rejects with HTTPException 503 where the database cannot answer now: the request was right. */
export abstract class SqlDatabase {
  /** Runs the first, and where that returns rows the others too: all or none. @returns rows of the first */
  abstract ask(mode: StatementMode, statements: Statement[]): Promise<DatabaseRow[]>;
  /** Writes everything into a new file that can be opened in place of the data. @throws Error where it cannot */
  abstract backup(file: string): Promise<void>;
  abstract close(): Promise<void>;

  look(...statement: Statement): Promise<DatabaseRow[]> {
    return this.ask("look", [statement]);
  }

  run(...statement: Statement): Promise<DatabaseRow[]> {
    return this.ask("keep", [statement]);
  }

  runThen(...statements: Statement[]): Promise<DatabaseRow[]> {
    return this.ask("keep", statements);
  }

  count(...statements: Statement[]): Promise<DatabaseRow[]> {
    return this.ask("count", statements);
  }
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
