/** How a machine cuts a material: kept by machine, material and thickness as soon as somebody sets it, and used again. */
import type { Machine } from "../../engine/entries/machines.ts";
import { keepPreset, loadPresets, type NamedPreset } from "./presets.ts";

/** Settings that are made by hand from material to material. */
export const CUT_KEYS = ["feed_rate", "power", "passes", "depth"] as const;

export interface ShopSettings {
  machine: string;
  material: string;
  /** Millimetres; null where nobody says. */
  thickness: number | null;
  kerf: number;
  defaults: Pick<NonNullable<Machine["defaults"]>, (typeof CUT_KEYS)[number]>;
  operations: NonNullable<Machine["operations"]>;
}

type SettingsKey = Pick<ShopSettings, "machine" | "material" | "thickness">;

function nameOf({ machine, material, thickness }: SettingsKey): string {
  return [machine, material.trim().toLowerCase(), thickness ?? ""].join(" · ");
}

export function keepSettings(settings: ShopSettings): Promise<void> {
  return keepPreset("materials", nameOf(settings), settings);
}

/** Settings that were last made for this machine, material and thickness; null where none were. */
export async function settingsFor(key: SettingsKey): Promise<ShopSettings | null> {
  const kept = await loadPresets<ShopSettings>("materials").catch((): NamedPreset<ShopSettings>[] => []);
  return kept.find(({ name }) => name === nameOf(key))?.value ?? null;
}

export async function knownMaterials(machine: string): Promise<string[]> {
  const kept = await loadPresets<ShopSettings>("materials").catch((): NamedPreset<ShopSettings>[] => []);
  const mine = kept.filter(({ value }) => value.machine === machine);
  return [...new Set(mine.map(({ value }) => value.material))];
}
