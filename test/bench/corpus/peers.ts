/** Other engines, each a Python program that reads a job a line and answers a line; installed when they are asked for. */
import { type ChildProcessWithoutNullStreams, spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { createInterface, type Interface } from "node:readline";
import type { Answer, CorpusJob, Kind } from "./format.ts";
import { type Limits, PATIENCE_MS, type Solved } from "./offcut.ts";

interface PeerKind {
  name: string;
  /** Name and version on PyPI. */
  install: string;
  script: string;
  kinds: readonly Kind[];
}

const PEERS: readonly PeerKind[] = [
  { name: "spyrrow", install: "spyrrow==0.9.0", script: "spyrrow_peer.py", kinds: ["strips"] },
  { name: "rectpack", install: "rectpack==0.2.2", script: "rectpack_peer.py", kinds: ["rectangles"] },
  {
    name: "PackingSolver",
    install: "packingsolver==0.1.1233",
    script: "packingsolver_peer.py",
    kinds: ["strips", "rectangles", "polygons", "sizes", "bars", "panels"],
  },
];

const SOURCE = "test/bench/corpus/peers";
const HOME = "dist/bench/peers";
const PYTHON = join(HOME, "bin/python");
const CLOCK = join(HOME, "clock.so");

export class Peer {
  private process: ChildProcessWithoutNullStreams | undefined;
  private lines: Interface | undefined;

  constructor(private readonly peer: PeerKind) {}

  get name(): string {
    return this.peer.install.replace("==", " ").replace(/^\S+/, this.peer.name);
  }

  takes({ kind }: CorpusJob): boolean {
    return this.peer.kinds.includes(kind);
  }

  async solve(job: CorpusJob, { seconds, seed }: Limits): Promise<Solved> {
    const reply = await this.ask(JSON.stringify({ ...job, seconds, seed }));
    if (reply === undefined) return { seconds: Number.NaN };
    const { answer, seconds: spent, error } = JSON.parse(reply);
    if (error) console.log(`${this.name}, ${job.id}: ${error}`);
    return { answer: (answer ?? undefined) as Answer | undefined, seconds: spent };
  }

  close(): void {
    this.process?.kill();
    this.process = undefined;
  }

  /** Undefined when the program ends, or has to be ended. */
  private ask(line: string): Promise<string | undefined> {
    if (!this.process) this.start();
    const [process, lines] = [this.process!, this.lines!];
    return new Promise((resolve) => {
      const settle = (reply: string | undefined) => {
        clearTimeout(timer);
        lines.removeListener("line", settle);
        process.removeListener("exit", lost);
        resolve(reply);
      };
      const lost = () => {
        this.process = undefined;
        settle(undefined);
      };
      const timer = setTimeout(() => process.kill("SIGKILL"), PATIENCE_MS);
      lines.on("line", settle);
      process.on("exit", lost);
      process.stdin.write(`${line}\n`);
    });
  }

  private start(): void {
    const env = { ...process.env, LD_PRELOAD: join(process.cwd(), CLOCK), PYTHONDONTWRITEBYTECODE: "1" };
    this.process = spawn(PYTHON, [join(SOURCE, this.peer.script)], { env });
    this.lines = createInterface({ input: this.process.stdout });
    this.process.stderr.resume();
  }
}

/** Installs the peers and the clock of processor time into a folder of their own, if they are not there. */
export function installPeers(): Peer[] {
  if (!existsSync(PYTHON)) {
    console.log(`installing ${PEERS.map(({ install }) => install).join(", ")} into ${HOME}`);
    run(process.env.PYTHON ?? "python3.12", ["-m", "venv", HOME]);
  }
  run(PYTHON, ["-m", "pip", "install", "--quiet", ...PEERS.map(({ install }) => install)]);
  run(process.env.CC ?? "cc", ["-shared", "-fPIC", "-O2", "-o", CLOCK, join(SOURCE, "clock.c")]);
  return PEERS.map((peer) => new Peer(peer));
}

function run(command: string, args: string[]): void {
  const { status, error } = spawnSync(command, args, { stdio: "inherit" });
  if (error || status !== 0)
    throw new Error(
      `${command} ${args[0]} failed. The peers need Python 3.12 (PYTHON=…), pip and a C compiler.`,
    );
}
