/** Machines that earlier versions have kept: with numbers in place of a machine, or with fields in camelCase. */
import type { Machine } from "../../engine/entries/machines.ts";

/** Numbers that projects of earlier versions have in place of a machine. */
interface OldMachine {
  feed_rate: number;
  travel_rate: number;
  laser_power: number;
  use_z: boolean;
  arcs: boolean;
  profile: Machine | null;
}

/** The machine of a project, whichever version has kept it. */
export function machineFrom(saved: unknown): unknown {
  if (saved === null || saved === undefined) return null;
  const { feed_rate, travel_rate, laser_power, use_z, arcs, profile } = saved as Partial<OldMachine>;
  if (feed_rate === undefined) return respelt(saved);
  if (profile) return respelt(profile);
  const router = use_z === true;
  return {
    name: router ? "Router with Z" : "Plain laser",
    process: router ? "router" : "laser",
    dialect: router ? "grbl-router" : "grbl-laser",
    ...(arcs === false ? { output: { arcs } } : {}),
    defaults: { feed_rate, travel_rate, power: laser_power },
  };
}

/** The value with its fields in snake_case, which version 1 spelt in camelCase. Names of layers and posts stay as they are. */
export function respelt<Value>(value: Value, isName = false): Value {
  if (Array.isArray(value)) return value.map((item) => respelt<unknown>(item)) as Value;
  if (typeof value !== "object" || value === null) return value;
  const fields = Object.entries(value).map(([name, inner]) => [
    isName ? name : name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    name === "post" ? inner : respelt<unknown>(inner, !isName && name === "layers"),
  ]);
  return Object.fromEntries(fields) as Value;
}
