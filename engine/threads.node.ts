/** Entry for a service in Node whose threads read and check requests by themselves. Not part of the package. */
import { Engine, type EngineOptions } from "./engine.ts";
import { nodePlatform } from "./run/platform/node.ts";
import type { OwnReading } from "./run/worker/own.ts";

/** An engine whose workers run a program of the caller's own, which calls `serveOwn`. */
export async function createEngineOn(program: URL, options: EngineOptions = {}): Promise<Engine> {
  return new Engine(nodePlatform(options, program), options);
}

/**
 * Does what an engine of another thread asks for. `reading` turns what the engine was given into the input
 * of a task, whose request may be checked already: `{ checked: request }`.
 */
export async function serveOwn(reading: OwnReading): Promise<void> {
  (await import("./run/worker/own.ts")).serveOwn(reading);
}
