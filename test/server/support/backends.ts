/**
 * Real PostgreSQL and Redis servers for tests, each in a directory of its own on a free port. They come from
 * Debian's packages; where they are not installed and cannot be, `unavailable` says so and the tests that need
 * them are skipped with that reason.
 */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
} from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";

export interface Backend {
  url: string;
  stop: () => Promise<void>;
}

/** PostgreSQL does not run as root. */
const NOBODY = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};

export const postgresBin = ["/usr/lib/postgresql", "/usr/local/lib/postgresql"]
  .filter((directory) => existsSync(directory))
  .flatMap((directory) => readdirSync(directory).map((version) => join(directory, version, "bin")))
  .find((directory) => existsSync(join(directory, "initdb")));

export const redisServer = [
  "/usr/bin/redis-server",
  "/usr/local/bin/redis-server",
  "/usr/bin/valkey-server",
].find((path) => existsSync(path));

/** Why tests with this server cannot run, if they cannot. */
export const unavailable = {
  postgres: postgresBin ? undefined : "PostgreSQL is not installed (apt-get install postgresql)",
  redis: redisServer ? undefined : "Redis is not installed (apt-get install redis-server)",
};

export interface Postgres extends Backend {
  restart: () => Promise<void>;
  /** Lines of its log that tell of transactions which stood in each other's way. */
  conflicts: () => string[];
  /** Has it log what changes rows, on connections from now on, or not. */
  logWrites: (isOn: boolean) => Promise<void>;
  /** Statements of its log, in order, that had a value among their parameters. */
  writes: (parameter: string) => string[];
}

export async function startPostgres(): Promise<Postgres> {
  const directory = ownDirectory("offcut-postgres-");
  const data = join(directory, "data");
  const made = spawnSync(
    join(postgresBin!, "initdb"),
    ["-D", data, "-U", "offcut", "--auth=trust", "--no-sync", "--encoding=UTF8", "--locale=C"],
    { ...NOBODY, encoding: "utf8", cwd: directory },
  );
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`);
  const port = await freePort();
  const settings = [
    "-c",
    "fsync=off",
    "-c",
    "listen_addresses=127.0.0.1",
    "-c",
    `unix_socket_directories=${directory}`,
  ];
  const url = `postgres://offcut@127.0.0.1:${port}/postgres`;
  const logFile = join(directory, "log");
  const launch = async () => {
    const log = openSync(logFile, "a");
    const child = spawn(join(postgresBin!, "postgres"), ["-D", data, "-p", String(port), ...settings], {
      ...NOBODY,
      stdio: ["ignore", log, log],
      cwd: directory,
    });
    closeSync(log);
    await accepting(port, child);
    await answering(url);
    return child;
  };
  let child = await launch();
  const lines = () => readFileSync(logFile, "utf8").split("\n");
  return {
    url,
    conflicts: () => lines().filter((line) => /deadlock|could not serialize/.test(line)),
    async logWrites(isOn) {
      const client = new pg.Client(url);
      await client.connect();
      await client.query(`alter role offcut set log_statement = '${isOn ? "mod" : "none"}'`);
      await client.end();
    },
    writes(parameter) {
      const found: string[] = [];
      /** Statement that each process has logged last; its parameters follow. */
      const last = new Map<string, string>();
      for (const line of lines()) {
        const [, process = "", kind, text = ""] = /\[(\d+)\] (LOG|DETAIL): +(.*)/.exec(line) ?? [];
        if (kind === "LOG") last.set(process, text.replace(/^execute \S+: /, ""));
        if (kind === "DETAIL" && text.includes(`'${parameter}'`)) found.push(last.get(process) ?? "");
      }
      return found;
    },
    async restart() {
      child.kill("SIGINT");
      await once(child, "exit");
      child = await launch();
    },
    stop: () => stop(child, "SIGINT", directory),
  };
}

/** Nothing of it has to survive. */
const REDIS_FLAGS = ["--save", "", "--appendonly", "no"];

/** @param port takes the place of one that has ended */
export async function startRedis(port?: number, flags: string[] = REDIS_FLAGS): Promise<Backend> {
  const directory = ownDirectory("offcut-redis-");
  port ??= await freePort();
  const child = spawn(
    redisServer!,
    ["--port", String(port), "--bind", "127.0.0.1", "--dir", directory, ...flags],
    { stdio: "ignore", cwd: directory },
  );
  await accepting(port, child);
  return { url: `redis://127.0.0.1:${port}`, stop: () => stop(child, "SIGTERM", directory) };
}

/** It listens a little before it can answer. */
async function answering(url: string): Promise<void> {
  for (;;) {
    const client = new pg.Client(url);
    const ready = await client.connect().then(
      () => true,
      () => false,
    );
    await client.end().catch(() => undefined);
    if (ready) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function ownDirectory(prefix: string): string {
  const directory = mkdtempSync(join(tmpdir(), prefix));
  chmodSync(directory, 0o700);
  if (NOBODY.uid !== undefined && prefix.includes("postgres")) chownSync(directory, NOBODY.uid, NOBODY.gid!);
  return directory;
}

async function stop(child: ChildProcess, signal: NodeJS.Signals, directory: string): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    child.kill(signal);
    await once(child, "exit");
  }
  rmSync(directory, { recursive: true, force: true });
}

/**
 * A port below those that systems hand out by themselves: nobody else comes to have it before the server listens, or
 * while that restarts.
 */
async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(20_000, 32_000);
    const server = createServer();
    const isFree = new Promise((resolve) =>
      server.once("error", () => resolve(false)).listen(port, "127.0.0.1", () => resolve(true)),
    );
    if (!(await isFree)) continue;
    server.close();
    await once(server, "close");
    return port;
  }
}

/** Waits until somebody listens; a server that ends first is an error. */
async function accepting(port: number, child: ChildProcess): Promise<void> {
  let ended = false;
  child.once("exit", () => {
    ended = true;
  });
  for (;;) {
    if (ended) throw new Error("The server ended before it listened");
    const socket = connect(port, "127.0.0.1");
    const open = await Promise.race([
      once(socket, "connect").then(() => true),
      once(socket, "error").then(
        () => false,
        () => false,
      ),
    ]).catch(() => false);
    socket.destroy();
    if (open) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
