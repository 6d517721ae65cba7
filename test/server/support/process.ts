/** The built service as a process of its own, on a free port with a directory of its own. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** Tests and benchmarks both run in the project's folder; the latter are built to elsewhere. */
const MAIN = join(process.cwd(), "dist/main.js");

export interface RunningService {
  url: string;
  process: ChildProcess;
  /** Everything it has printed. */
  log: string[];
  /** Ends it and waits; the exit code, or null when it was killed. */
  end: (signal?: NodeJS.Signals) => Promise<number | null>;
}

export async function startService(
  dataDir: string,
  environment: Record<string, string> = {},
): Promise<RunningService> {
  const child = run([], dataDir, { PORT: "0", HOST: "127.0.0.1", ...environment });
  const log: string[] = [];
  const exited = once(child, "exit");
  const port = await new Promise<number>((resolve, reject) => {
    // All that it has printed has been read by then.
    child.once("close", (code) => reject(new Error(`The service ended with ${code}:\n${log.join("\n")}`)));
    for (const stream of [child.stdout!, child.stderr!]) {
      createInterface(stream).on("line", (line) => {
        log.push(line);
        const last = environment.ROLE === "worker" ? '"working"' : '"listening"';
        if (line.includes(last)) resolve(JSON.parse(line).port ?? 0);
      });
    }
  });
  return {
    url: `http://127.0.0.1:${port}`,
    process: child,
    log,
    end: async (signal = "SIGTERM") => {
      child.kill(signal);
      return (await exited)[0] as number | null;
    },
  };
}

/** Opens an account over HTTP. @returns its key */
export async function registerAt(url: string, email = "shop@example.com"): Promise<string> {
  const answer = await fetch(`${url}/v1/account/register`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ email, name: "Shop", password: "long enough" }),
  });
  return ((await answer.json()) as { api_key: string }).api_key;
}

/** Runs one command of the administrator. */
export async function admin(dataDir: string, ...words: string[]): Promise<string> {
  const child = run(["admin", ...words], dataDir);
  const lines: string[] = [];
  createInterface(child.stdout!).on("line", (line) => lines.push(line));
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`admin ${words.join(" ")} ended with ${code}`);
  return lines.join("\n");
}

function run(args: string[], dataDir: string, environment: Record<string, string> = {}): ChildProcess {
  if (!existsSync(MAIN)) throw new Error("dist/main.js is not there: npm run build makes it");
  return spawn(process.execPath, [MAIN, ...args], {
    env: { PATH: process.env.PATH, DATA_DIR: dataDir, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
}
