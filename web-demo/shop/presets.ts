/**
 * What a shop uses again and again, by name, in this browser: racks, materials, machines, and what is left of jobs.
 * One list per kind; all of them leave and come back as one file.
 */
import { keepShop, readShop } from "./shelf.ts";

/** Named settings, and the shelf of remnants. */
export type Kind = "racks" | "materials" | "machines" | "remnants" | "offcuts" | "panels";
export const KINDS: readonly Kind[] = ["racks", "materials", "machines", "remnants", "offcuts", "panels"];

export interface Preset<Value> {
  name: string;
  value: Value;
}

const CHANGED = "offcut-presets";

export async function presetsOf<Value>(kind: Kind): Promise<Preset<Value>[]> {
  const found = await readShop<Preset<Value>[]>(kind);
  return Array.isArray(found) ? found : [];
}

/** Keeps a value under its name, in place of another of that name. */
export async function keepPreset<Value>(kind: Kind, name: string, value: Value): Promise<void> {
  const others = (await presetsOf<Value>(kind)).filter((one) => one.name !== name);
  await write(kind, [...others, { name, value }]);
}

export async function dropPreset(kind: Kind, name: string): Promise<void> {
  await write(
    kind,
    (await presetsOf(kind)).filter((one) => one.name !== name),
  );
}

/** Calls `listen` after every change of the lists; returns how to stop. */
export function onPresets(listen: () => void): () => void {
  document.addEventListener(CHANGED, listen);
  return () => document.removeEventListener(CHANGED, listen);
}

/** Everything as one document. */
export async function allPresets(): Promise<Record<Kind, Preset<unknown>[]>> {
  const entries = await Promise.all(KINDS.map(async (kind) => [kind, await presetsOf(kind)] as const));
  return Object.fromEntries(entries) as Record<Kind, Preset<unknown>[]>;
}

async function write(kind: Kind, list: readonly Preset<unknown>[]): Promise<void> {
  await keepShop(kind, list);
  document.dispatchEvent(new Event(CHANGED));
}
