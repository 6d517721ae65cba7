/** The commands: without a word the service, `admin …` what an administrator asks of the accounts. */
import { AdminUsageError, checkUsage, runAdmin, startsData } from "./accounts/admin.ts";
import { openDatabase, serve } from "./serve.ts";
import { type Config, readConfig } from "./settings/config.ts";
import { findData } from "./storage/sqlite.ts";

export async function main(words: string[]): Promise<void> {
  try {
    const [word, ...rest] = words;
    if (word !== undefined && word !== "admin")
      throw new AdminUsageError(`There is no command ${word}; there is "admin"`);
    if (word === "admin") checkUsage(rest);
    const config = readConfig(process.env);
    if (word === "admin") await administer(config, rest);
    else await serve(config);
  } catch (error) {
    process.stderr.write(`offcut: ${messageOf(error)}\n`);
    process.exitCode = error instanceof AdminUsageError ? 2 : 1;
  }
}

/** Message of the database behind an error of the service, where there is one. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message;
}

async function administer(config: Config, words: string[]): Promise<void> {
  if (!config.DATABASE_URL && !startsData(words)) await findData(config.DATA_DIR);
  const database = await openDatabase(config);
  try {
    const lines = await runAdmin(database, words, Date.now());
    process.stdout.write(lines.map((line) => `${line}\n`).join(""));
  } finally {
    await database.close();
  }
}
