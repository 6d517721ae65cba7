/** Reads a shop's file from another browser: racks, materials, machines, remnants and offcuts. */
import type { App } from "../../app.ts";
import { notify } from "../../model/session.ts";
import { count } from "../../model/units.ts";
import { KINDS, keepPreset, type PresetKind } from "../../shop/presets.ts";
import { valid } from "../save/restore.ts";

const FORMAT = "offcut-shop";
const MOST = 1000;
const NAME = 100;

export function isShop(saved: unknown): saved is Partial<Record<PresetKind, unknown>> {
  return (Object(saved) as { format?: unknown }).format === FORMAT;
}

/** Takes over every list of a file; what has the name of something kept takes its place, what is damaged is counted. */
export async function openShop(
  { store, workshop }: App,
  saved: Partial<Record<PresetKind, unknown>>,
): Promise<void> {
  const { savedPresets } = await workshop.toolbox();
  let [taken, damaged] = [0, 0];
  for (const kind of KINDS) {
    const list = saved[kind];
    for (const one of (Array.isArray(list) ? list : []).slice(0, MOST)) {
      const { name, value } = Object(one) as { name?: unknown; value?: unknown };
      try {
        if (typeof name !== "string" || name === "" || name.length > NAME) throw new Error("it has no name");
        await keepPreset(kind, name, valid<unknown>(savedPresets[kind], value));
        taken++;
      } catch {
        damaged++;
      }
    }
  }
  const left = damaged > 0 ? ` ${damaged} could not be read.` : "";
  const text = `${count(taken, "thing")} of the shop taken over: racks, materials, machines, what is left of jobs.${left}`;
  notify(store, "page", damaged > 0 ? "error" : "info", text);
}
