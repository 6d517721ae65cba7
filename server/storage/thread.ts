/** The thread in which the database of a service lives: what it hears, what it says, and the loop that serves it. */
import { HTTPException } from "hono/http-exception";
import type { SqlDatabase } from "./database.ts";

export interface DatabaseRequest {
  id: number;
  call: "ask" | "backup" | "close";
  words: unknown[];
}

export interface DatabaseReport {
  id: number;
  value?: unknown;
  /** `away` where the database cannot answer now. */
  error?: { message: string; away: boolean };
}

export interface DatabasePort {
  postMessage(report: DatabaseReport): void;
  on(event: "message", listener: (request: DatabaseRequest) => void): void;
}

/** Requests are answered as they are done; each is told why the database could not be opened, if so. */
export function serveDatabase(port: DatabasePort, opening: Promise<SqlDatabase>): void {
  opening.catch(() => undefined);
  port.on("message", ({ id, call, words }) => {
    const answer = async () => {
      const database = await opening;
      const work = database[call] as (...words: unknown[]) => Promise<unknown>;
      return work.apply(database, words);
    };
    answer().then(
      (value) => port.postMessage({ id, value }),
      (error: unknown) => port.postMessage({ id, error: errorFrom(error) }),
    );
  });
}

function errorFrom(error: unknown): { message: string; away: boolean } {
  const away = error instanceof HTTPException;
  const reason = away ? (error.cause ?? error) : error;
  return { message: reason instanceof Error ? reason.message : String(reason), away };
}
