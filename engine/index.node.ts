/** Public entry for Node. Importing it does nothing; `createEngine` does. */
import { Engine, type EngineOptions } from "./engine.ts";
import { nodePlatform } from "./run/platform/node.ts";
import type { OwnReading } from "./run/worker/own.ts";

export * from "./entry.ts";

/** @internal An engine whose workers run a program of the caller's own, which calls `serveOwn`. */
export async function createEngineOn(program: URL, options: EngineOptions = {}): Promise<Engine> {
  return new Engine(nodePlatform(options, program), options);
}

/**
 * @internal Does what an engine of another thread asks for. `reading` turns what the engine was given into the input
 * of a task, whose request may be checked already: `{ checked: request }`.
 */
export async function serveOwn(reading: OwnReading): Promise<void> {
  (await import("./run/worker/own.ts")).serveOwn(reading);
}

/** An engine on worker threads. Nothing is loaded before its first call. */
export async function createEngine(options: EngineOptions = {}): Promise<Engine> {
  return new Engine(nodePlatform(options), options);
}
