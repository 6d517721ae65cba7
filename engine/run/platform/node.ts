/** The platform of Node: worker_threads and files. Nothing here runs before an engine asks for it. */
import type { Worker } from "node:worker_threads";
import { EngineError } from "../../base/errors.ts";
import { type CoreKind, chooseCore, compiled } from "../../plan/wasm/load.ts";
import { TASKS_WHEN_NEEDED } from "../tasks/load.ts";
import type { WorkerKind } from "../tasks/tasks.ts";
import type { WorkerGreeting } from "../worker/serve.ts";
import { EMBEDDED } from "./embedded.ts";
import { CORE, WORKERS } from "./files/node.ts";
import type { CoreSource, PlatformOptions } from "./options.ts";
import type { Platform, WorkerThread } from "./platform.ts";

/** Heap of one worker: a job that needs more fails alone instead of taking the process with it. */
const WORKER_HEAP_MB = 1024;

/** @param own a program that does all tasks, instead of the package's three */
export function nodePlatform(options: PlatformOptions, own?: URL): Platform {
  const programs = new Map<WorkerKind, string | URL>();
  return {
    ownProgram: own !== undefined,
    prepare: async (kind) => {
      if (!programs.has(kind))
        programs.set(kind, own ?? options.workerUrl?.[kind] ?? (await ownWorker(kind)));
    },
    tasks: TASKS_WHEN_NEEDED,
    cores: builtin("node:os").availableParallelism(),
    loadCore: (kind) => {
      const given = options.wasm?.[kind];
      return given ? compileGiven(given) : compileOwn(kind);
    },
    spawn: (kind) => spawn(programs.get(kind)!),
  };
}

/** Does not ask for `Response`: Node loads all of its HTTP client for whoever does. */
async function compileOwn(kind: CoreKind): Promise<WebAssembly.Module> {
  const { simd, scalar } = CORE[kind];
  if (!isThere(simd())) return compiled(inflate((await EMBEDDED.core())[kind]));
  return compiled(await chooseCore({ simd: () => readBytes(simd()), scalar: () => readBytes(scalar()) }));
}

async function compileGiven(wasm: CoreSource): Promise<WebAssembly.Module> {
  if (wasm instanceof WebAssembly.Module) return wasm;
  if (wasm instanceof Response) return WebAssembly.compile(await wasm.arrayBuffer());
  if (typeof wasm === "string" || wasm instanceof URL) return WebAssembly.compile(await readBytes(wasm));
  return WebAssembly.compile(wasm as BufferSource);
}

async function ownWorker(kind: WorkerKind): Promise<URL> {
  const file = WORKERS[kind]();
  if (isThere(file)) return file;
  // Without a name of its own every line of a stack would quote all of it.
  const text = `${inflate(await EMBEDDED[kind]())}\n//# sourceURL=offcut-worker.mjs\n`;
  return new URL(`data:text/javascript;base64,${Buffer.from(text).toString("base64")}`);
}

/** Node's own is there in every release, and loads less than `DecompressionStream`. */
function inflate(text: string): Buffer<ArrayBuffer> {
  return builtin("node:zlib").inflateSync(Buffer.from(text, "base64"));
}

/** A bundler may have given this program an address that is none of a file. */
function isThere(place: URL): boolean {
  return place.protocol === "file:" && builtin("node:fs").existsSync(place);
}

async function readBytes(place: string | URL): Promise<Uint8Array<ArrayBuffer>> {
  const path = String(place).startsWith("file:") ? builtin("node:url").fileURLToPath(place) : String(place);
  try {
    return new Uint8Array(await builtin("node:fs/promises").readFile(path));
  } catch (cause) {
    throw new EngineError("WASM_UNAVAILABLE", `The core binary ${path} cannot be read`, { cause });
  }
}

/**
 * A module of Node's. A program that imports one by its name has Node look at all that it exports, for which it loads its
 * streams, too.
 */
const builtin: typeof process.getBuiltinModule = (name: string) => process.getBuiltinModule(name);

function spawn(program: string | URL): WorkerThread {
  // Asked for at run time: some bundlers take every `new Worker` of the module for an entry, and all files beside it.
  const threads = builtin("node:worker_threads");
  // Node starts no worker from a file with the words of a program that was given as text.
  const isText = process.execArgv.some((word) => word.startsWith("--input-type"));
  const worker = new threads.Worker(program, {
    ...(isText ? { execArgv: [] } : {}),
    resourceLimits: { maxOldGenerationSizeMb: WORKER_HEAP_MB },
    // A library's standard output belongs to the program that embeds it.
    stdout: true,
    stderr: true,
  });
  const { port1, port2 } = new MessageChannel();
  const greeting: WorkerGreeting = { port: port2 };
  worker.postMessage(greeting, [port2 as unknown as import("node:worker_threads").MessagePort]);
  // Node's ports have ref and unref, which the standard's type does not know.
  const refs = [worker, port1 as unknown as Worker];
  return {
    port: port1,
    died: new Promise((resolve) => {
      worker.on("error", (error: NodeJS.ErrnoException) =>
        resolve(error.code === "ERR_WORKER_OUT_OF_MEMORY" ? "it ran out of memory" : error.message),
      );
      worker.on("exit", (code) => resolve(`it ended with code ${code}`));
    }),
    keepAlive: (busy) => {
      for (const each of refs) busy ? each.ref() : each.unref();
    },
    terminate: async () => {
      port1.close();
      await worker.terminate();
    },
  };
}
