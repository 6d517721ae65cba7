/** Reads a shop's file from another browser: racks, materials, machines, remnants and offcuts. */
import { LIMITS } from "../../../engine/entries/schemas.ts";
import type { App } from "../../app.ts";
import { emptyProject, type Panels, PLAIN_PANELS } from "../../model/project.ts";
import { notify } from "../../model/session.ts";
import { count } from "../../model/units.ts";
import type { Toolbox } from "../../run/workshop.ts";
import { KINDS, keepPreset, type PresetKind } from "../../shop/presets.ts";
import type { RackSheet } from "../../shop/rack.ts";
import type { ShopSettings } from "../../shop/shop-settings.ts";
import { restoreRack } from "../save/restore.ts";
import { panelsFrom } from "../saved-panels.ts";
import { numberWithin, valid } from "../valid.ts";

const FORMAT = "offcut-shop";
const MOST = 1000;
const NAME = 100;

/** True for a file that holds what a shop keeps. */
export function isShop(saved: unknown): saved is Partial<Record<PresetKind, unknown>> {
  return (Object(saved) as { format?: unknown }).format === FORMAT;
}

/** Takes over every list of a file; what has the name of something kept takes its place, what is damaged is counted. */
export async function openShop(
  { store, workshop }: App,
  saved: Partial<Record<PresetKind, unknown>>,
): Promise<void> {
  const tools = await workshop.toolbox();
  let [taken, damaged] = [0, 0];
  for (const kind of KINDS) {
    const list = saved[kind];
    for (const one of (Array.isArray(list) ? list : []).slice(0, MOST)) {
      const { name, value } = Object(one) as { name?: unknown; value?: unknown };
      try {
        if (typeof name !== "string" || name === "" || name.length > NAME) throw new Error("it has no name");
        await keepPreset(kind, name, READERS[kind](tools, value));
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

/** Each kind by the rules that its use has. */
const READERS: Record<PresetKind, (tools: Toolbox, value: unknown) => unknown> = {
  racks: (tools, value) => sheetsOf(tools, value),
  remnants: (tools, value) => sheetsOf(tools, [value])[0],
  machines: (tools, value) => valid(tools.machineSchema, value),
  offcuts: (tools, value) => valid(tools.cutPlanStockSchema, value),
  materials: (tools, value) => settingsIn(tools, value),
  panels: (tools, value) =>
    panelsFrom(tools, { ...PLAIN_PANELS, stocks: [value] as Panels["stocks"] }).stocks[0],
};

function sheetsOf(tools: Toolbox, value: unknown): RackSheet[] {
  if (!Array.isArray(value) || value.length === 0) throw new Error("it holds no sheets");
  const { config } = emptyProject();
  return restoreRack(tools, { rack: value as RackSheet[] }, { config }).rack;
}

function settingsIn(tools: Toolbox, value: unknown): ShopSettings {
  const { machine, material, thickness, kerf, defaults, operations } = Object(value) as Partial<ShopSettings>;
  const read = valid(tools.machineSchema, { name: machine, defaults, operations });
  if (!machine || !material) throw new Error("it names no machine or no material");
  return {
    ...{ machine, material: String(material).slice(0, NAME) },
    thickness: numberWithin(thickness, 0, 1e4, null),
    kerf: numberWithin(kerf, 0, LIMITS.nest.kerf, 0),
    ...{ defaults: read.defaults ?? {}, operations: read.operations ?? {} },
  };
}
