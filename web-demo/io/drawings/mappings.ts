/**
 * Choices that were last made for the layers of a drawing, kept in this browser for the next file with the
 * same layers. Offered, never taken by itself.
 */
import type { RoleChoice } from "../../../engine/entries/schemas.ts";
import type { ProjectDrawing } from "../../model/project.ts";
import { changeShop, readFrom, readList } from "../../shop/shelf.ts";

const KEY = "mappings";
const LAYERS = "layer-roles";
const MOST = 200;

export type Mapping = {
  [Key in "roles" | "colours" | "lineTypes" | "preset"]?: ProjectDrawing[Key] | undefined;
};

interface SavedMapping extends Mapping {
  layers: string;
  from: string;
}

type SavedRoles = Record<string, RoleChoice>;

/** Names of the layers, whatever their order. */
function layersOf({ groups = [] }: ProjectDrawing): string {
  return JSON.stringify([...new Set(groups.map(({ layer }) => layer))].sort());
}

export function hasMapping({ roles = {}, colours = {}, lineTypes = {}, preset = null }: Mapping): boolean {
  return preset !== null || [roles, colours, lineTypes].some((names) => Object.keys(names).length > 0);
}

/** Keeps what is chosen for a drawing, or forgets its kind where nothing is; and what is chosen for a layer by its name. */
export async function keepMapping(drawing: ProjectDrawing): Promise<void> {
  const { name, roles, colours, lineTypes, preset } = drawing;
  const layers = layersOf(drawing);
  const own = hasMapping(drawing) ? [{ layers, from: name, roles, colours, lineTypes, preset }] : [];
  const keep = (list: SavedMapping[] | undefined) =>
    [...own, ...(list ?? []).filter((one) => one.layers !== layers)].slice(0, MOST);
  await changeShop<SavedMapping[]>(KEY, keep).catch(() => {});
  await changeShop<SavedRoles>(LAYERS, (all) => ({ ...all, ...roles })).catch(() => {});
}

/**
 * Choices for a drawing of the same layers, colours and line types; null for one that has choices of its own, and where
 * they are for nothing but layers that are asked about by name.
 */
export async function mappingFor(drawing: ProjectDrawing): Promise<(Mapping & { from: string }) | null> {
  if (hasMapping(drawing) || !drawing.groups) return null;
  const layers = layersOf(drawing);
  const found = (await readList<SavedMapping>(KEY)).find((one) => one.layers === layers);
  const has = (names: object = {}, field: "colour" | "line_type") =>
    Object.keys(names).every((name) => drawing.groups!.some((group) => group[field] === name));
  if (!found || !has(found.colours, "colour") || !has(found.lineTypes, "line_type")) return null;
  const isAsked = (name: string) =>
    drawing.findings.some(({ code, layer }) => code === "layer-unknown" && layer === name);
  const { roles = {}, ...others } = found;
  return hasMapping(others) || !Object.keys(roles).every(isAsked) ? found : null;
}

/** The last choice for each layer, by the name of the layer. */
export async function keptLayers(): Promise<SavedRoles> {
  return (await readFrom<SavedRoles>("shop", LAYERS).catch(() => undefined)) ?? {};
}
