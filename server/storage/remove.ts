/** Deletes rows one at a time: two processes that delete the same rows never wait for each other in two orders. */
import type { DatabaseRow, SqlDatabase, Statement } from "./database.ts";

/** @param find selects the rows @param remove the statement that deletes one of them */
export async function removeEach(
  database: SqlDatabase,
  find: Statement,
  remove: (row: DatabaseRow) => Statement,
): Promise<void> {
  for (const row of await database.run(...find)) await database.count(remove(row));
}
