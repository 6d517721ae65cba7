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
  /** All of them or none, on disk when it resolves; false when a unique index refuses one. */
  runAll(statements: Statement[]): Promise<boolean>;
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
