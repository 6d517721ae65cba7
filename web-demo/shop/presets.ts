/**
 * Presets of a shop, by name, in this browser: racks, materials, machines, and remnants and offcuts of jobs.
 * One list per kind; all of them leave and come back as one file.
 */
import { respelt } from "./saved-machine.ts";
import { changeShop, readFrom } from "./shelf.ts";

/** Named settings, and the shelf of remnants. */
export const KINDS = ["racks", "materials", "machines", "remnants", "offcuts", "panels"] as const;
export type PresetKind = (typeof KINDS)[number];

export interface NamedPreset<Value> {
  name: string;
  value: Value;
  /** Which job has taken what another left, and under which name: taken back from there, it is free again. */
  taken?: { job: string; as: string };
}

const CHANGED = "offcut-presets";

export async function loadPresets<Value>(kind: PresetKind): Promise<NamedPreset<Value>[]> {
  const list = listOf(await readFrom<NamedPreset<Value>[]>("shop", kind));
  const isOfMachine = kind === "machines" || kind === "materials";
  return isOfMachine ? list.map((preset) => ({ ...preset, value: respelt(preset.value) })) : list;
}

export function keepPreset<Value>(kind: PresetKind, name: string, value: Value): Promise<void> {
  return keepPresets(kind, [{ name, value }]);
}

/** Keeps several at once; what a job has taken stays taken, however often it is kept. */
export function keepPresets<Value>(kind: PresetKind, presets: readonly NamedPreset<Value>[]): Promise<void> {
  return changePresets<Value>(kind, (list) => {
    const before = new Map(list.map((preset) => [preset.name, preset]));
    return [
      ...without(list, presets),
      ...presets.map((preset) => ({ ...before.get(preset.name), ...preset })),
    ];
  });
}

/** Entries of a list that are free for a job, in whose own list of stock stand those that these names call. */
export async function freePresets<Value>(
  kind: PresetKind,
  { id, names }: { id: string; names: readonly string[] },
): Promise<NamedPreset<Value>[]> {
  const isFree = ({ taken }: NamedPreset<Value>) => !taken || (taken.job === id && !names.includes(taken.as));
  return (await loadPresets<Value>(kind)).filter(isFree);
}

export function dropPreset(kind: PresetKind, name: string): Promise<void> {
  return changePresets(kind, (list) => without(list, [{ name }]));
}

/** Calls `listen` after every change of the lists, for as long as the element is on the page. */
export function onPresets(element: HTMLElement, listen: () => void): void {
  document.addEventListener(CHANGED, function heard() {
    if (element.isConnected) listen();
    else document.removeEventListener(CHANGED, heard);
  });
}

/** Everything as one document, but for what jobs have taken. */
export async function allPresets(): Promise<Record<PresetKind, NamedPreset<unknown>[]>> {
  const left = async (kind: PresetKind) => (await loadPresets(kind)).filter(({ taken }) => !taken);
  const entries = await Promise.all(KINDS.map(async (kind) => [kind, await left(kind)] as const));
  return Object.fromEntries(entries) as Record<PresetKind, NamedPreset<unknown>[]>;
}

/** Changes a list as it stands: two hands at once, or two tabs, lose nothing of each other's. */
async function changePresets<Value>(
  kind: PresetKind,
  change: (list: NamedPreset<Value>[]) => NamedPreset<Value>[],
): Promise<void> {
  await changeShop<NamedPreset<Value>[]>(kind, (list) => change(listOf(list)));
  document.dispatchEvent(new Event(CHANGED));
}

function without<Value>(list: readonly NamedPreset<Value>[], presets: readonly { name: string }[]) {
  const names = new Set(presets.map(({ name }) => name));
  return list.filter(({ name }) => !names.has(name));
}

function listOf<Value>(found: NamedPreset<Value>[] | undefined): NamedPreset<Value>[] {
  return Array.isArray(found) ? found : [];
}
