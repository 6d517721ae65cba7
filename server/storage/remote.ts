/**
 * The embedded database in a thread of its own: however long the disk takes to make sure of what is written, and however much
 * that is, nobody else waits for it. The thread runs the built service's one file, as those that work do.
 */
import { Worker } from "node:worker_threads";
import { Unavailable } from "../answers/errors.ts";
import { type DatabaseRow, SqlDatabase, type Statement, type StatementMode } from "./database.ts";
import { fileIn, IN_MEMORY, openBeside, openSqlite, prepareFile, type SqliteOptions } from "./sqlite.ts";
import type { DatabaseReport, DatabaseRequest } from "./thread.ts";

/** The program is the built service, beside this file when that is part of it. */
type RemoteOptions = Pick<SqliteOptions, "onNew"> & { program?: URL };

/** `:memory:` needs no thread. @throws Error that says what is wrong with the directory or the data */
export async function openSqliteThread(directory: string, options: RemoteOptions = {}): Promise<SqlDatabase> {
  if (directory === IN_MEMORY) return openSqlite(directory, options);
  await prepareFile(fileIn(directory), options);
  const program = options.program ?? new URL(/* @vite-ignore */ "./main.js", import.meta.url);
  const database = new RemoteDatabase(() => new Worker(program, { workerData: { database: directory } }));
  try {
    await database.run("select 1");
    database.beside = await openBeside(directory);
  } catch (error) {
    // A thread that waits for questions would keep the program from ending.
    await database.close().catch(() => undefined);
    throw error;
  }
  return database;
}

interface WaitingCall {
  resolve: (value: never) => void;
  reject: (reason: unknown) => void;
}

class RemoteDatabase extends SqlDatabase {
  /** Does at once what does not wait for the disk: a thread costs more than that. */
  beside: SqlDatabase | undefined;
  private worker: Worker | undefined;
  private readonly waiting = new Map<number, WaitingCall>();
  private asked = 0;

  constructor(private readonly spawn: () => Worker) {
    super();
  }

  ask(mode: StatementMode, statements: Statement[]): Promise<DatabaseRow[]> {
    const there = () => this.call<DatabaseRow[]>("ask", [mode, statements]);
    const isQuick = mode !== "keep" && statements.length === 1;
    return (isQuick && this.beside?.ask(mode, statements).catch(there)) || there();
  }

  backup(file: string): Promise<void> {
    return this.call("backup", [file]);
  }

  async close(): Promise<void> {
    try {
      await this.beside?.close();
      this.beside = undefined;
      await this.call<void>("close", []);
    } finally {
      const worker = this.worker;
      this.worker = undefined;
      await worker?.terminate();
    }
  }

  private call<Value>(call: DatabaseRequest["call"], words: unknown[]): Promise<Value> {
    this.worker ??= this.start();
    const id = this.asked++;
    const request: DatabaseRequest = { id, call, words };
    return new Promise<Value>((resolve, reject) => {
      this.waiting.set(id, { resolve, reject });
      this.worker!.postMessage(request);
    });
  }

  /** A thread that dies takes with it what it was asked; the next question begins another. */
  private start(): Worker {
    const worker = this.spawn();
    const die = (reason: unknown) => {
      if (this.worker !== worker) return;
      this.worker = undefined;
      for (const { reject } of this.waiting.values()) reject(new Unavailable("database", reason));
      this.waiting.clear();
    };
    worker.on("message", ({ id, value, error }: DatabaseReport) => {
      const { resolve, reject } = this.waiting.get(id) ?? {};
      this.waiting.delete(id);
      if (!error) return resolve?.(value as never);
      const reason = new Error(error.message);
      reject?.(error.away ? new Unavailable("database", reason) : reason);
    });
    worker.on("error", die);
    worker.on("exit", (code) => die(new Error(`The thread of the database ended with code ${code}`)));
    return worker;
  }
}
