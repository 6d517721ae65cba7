/** The projects that this browser keeps, by their id, and a card of each for the list. */
import type { Project, SolvedLayout } from "../../model/project.ts";
import { remember, type State } from "../../model/store.ts";
import { keepIn, readFrom, settled, within } from "../../shop/shelf.ts";
import { keepItem, readItem } from "../../storage.ts";
import { packed, unpacked } from "../packed.ts";
import { projectPicture, type VectorPicture } from "../save/picture.ts";

export interface SavedProject {
  project: Project;
  /** Counts its changes, whichever tab made them. */
  version: number;
  tab: string;
  best?: SolvedLayout | null;
}

/** How projects lie in the store: packed, or as they are from versions that packed nothing. */
export type Shelved<Whole extends SavedProject = SavedProject> = Omit<Whole, "project" | "best">;

export interface Card {
  id: string;
  name: string;
  /** Milliseconds since 1970. */
  changed: number;
  mode: Project["mode"];
  picture: VectorPicture | null;
}

type StoredCard = Card & { version?: number };

/** Where the last change of a page lies that ended before the store had it: only this is written at once. */
const LAST = "offcut-last:";

/** A change of the version of this number; of a version that nobody has asked for yet it is the last change of all. */
type Last = Pick<SavedProject, "project" | "best"> & {
  version: number | null;
  /** It belongs to the step before it, as the verdict on a layout does. */
  amends?: boolean;
};

export async function readKept(id: string): Promise<SavedProject | undefined> {
  const there = await readFrom<Shelved>("projects", id);
  const kept = there && taken(there);
  const last = lastOf(id);
  const known = kept?.version ?? 0;
  const since = last?.version ?? known;
  return last && since >= known ? { ...last, version: since + 1, tab: "" } : kept;
}

/** Layouts that the last search of a project has found on its way, which lie beside it. */
export async function readBests(id: string): Promise<SolvedLayout[]> {
  return unpacked((await readFrom("projects", bestsKey(id))) ?? []) as SolvedLayout[];
}

export function keepBests(id: string, bests: readonly SolvedLayout[]): Promise<void> {
  return keepIn("projects", bestsKey(id), packed(bests));
}

type SavedHistory = State["history"];

/** More steps than anybody goes back after loading the page again, and as many copies on their sheets as are written at once. */
const MOST_STEPS = 50;
const MOST_PLACES = 50_000;

/** The steps that lead to this version of a project and on from it, or null where those that are kept are of another. */
export async function readSteps(id: string, version: number): Promise<SavedHistory | null> {
  const [there, steps] = await within(["projects"], "readonly", async (shelf) => {
    const found = [id, stepsKey(id)].map((key) => settled(shelf("projects").get(key)));
    return (await Promise.all(found)) as [Shelved?, { version: number; history: SavedHistory }?];
  });
  const history = steps && (unpacked(steps) as typeof steps).history;
  if (!history || steps.version === version) return history ?? null;
  // The last change came when the page ended.
  if (!there || there.version !== steps.version || version !== steps.version + 1) return null;
  if (lastOf(id)?.amends) return history;
  return remember(history, "Last change", { project: taken(there).project, notices: [] });
}

export function keepSteps(id: string, version: number, { past, future }: SavedHistory): Promise<void> {
  const fits = roomFor();
  const before = past.slice(-MOST_STEPS).reverse();
  const history = { past: before.filter(fits).reverse(), future: future.slice(0, MOST_STEPS).filter(fits) };
  return keepIn("projects", stepsKey(id), packed({ version, history }));
}

/** True for as long as there is room for what is asked about; steps share most of their sheets. */
function roomFor(): (step: SavedHistory["past"][number]) => boolean {
  const seen = new Set<unknown>();
  let room = MOST_PLACES;
  return ({ document }) => {
    for (const { placements } of document.project.layout?.data.sheets ?? []) {
      if (!seen.has(placements)) room -= placements.length;
      seen.add(placements);
    }
    return room >= 0;
  };
}

function stepsKey(id: string): string {
  return `${id}/steps`;
}

function bestsKey(id: string): string {
  return `${id}/bests`;
}

/** Keeps a change until the store has it; false where there is no room. */
export function keepLast(last: Last): boolean {
  return keepItem(LAST + last.project.id, JSON.stringify(last));
}

function lastOf(id: string): Last | null {
  try {
    return JSON.parse(readItem(LAST + id) ?? "null");
  } catch {
    return null;
  }
}

export function forgetLast(id: string): void {
  keepItem(LAST + id, null);
}

export function projectCard(project: Project): Card {
  const { id, name, mode } = project;
  return { id, name, mode, changed: Date.now(), picture: projectPicture(project) };
}

/** Packs data that takes long to copy once, however often the project changes. */
export function shelved<Whole extends SavedProject>(kept: Whole): Shelved<Whole> {
  return packed(kept) as Shelved<Whole>;
}

export function taken<Whole extends SavedProject>(there: Shelved<Whole>): Whole {
  return unpacked(there) as Whole;
}

/** The only project of a browser that was last visited before there was a list. */
export function readOldest(): Promise<Project | undefined> {
  return readFrom("projects", "current");
}

/**
 * Keeps a project unless somebody else has kept a newer one than `known`.
 * @returns what is there instead, or null when it was kept
 */
export function keep(kept: SavedProject, card: Card, known: number): Promise<SavedProject | null> {
  return within(["projects", "cards"], "readwrite", async (shelf) => {
    // The card of a project with thousands of copies tells the version sooner.
    const noted: StoredCard | undefined = await settled(shelf("cards").get(card.id));
    if (noted?.version === undefined || noted.version > known) {
      const there: Shelved | undefined = await settled(shelf("projects").get(card.id));
      if (there && there.version > known) return taken(there);
    }
    shelf("cards").put({ ...card, version: kept.version } satisfies StoredCard, card.id);
    await settled(shelf("projects").put(shelved(kept), card.id));
    return null;
  });
}

/** Notes the best layout of a search under way beside the project. */
export function keepBest(id: string, best: SolvedLayout | null): Promise<void> {
  return within(["projects"], "readwrite", async (shelf) => {
    const there: Shelved | undefined = await settled(shelf("projects").get(id));
    if (there) await settled(shelf("projects").put({ ...there, best: packed(best) }, id));
  });
}

/** All cards, the last changed first. */
export async function cards(): Promise<Card[]> {
  const all: Card[] = await within(["cards"], "readonly", (shelf) => settled(shelf("cards").getAll()));
  return all.sort((a, b) => b.changed - a.changed);
}

export function removeKept(id: string): Promise<void> {
  forgetLast(id);
  return within(["projects", "cards"], "readwrite", async (shelf) => {
    shelf("cards").delete(id);
    shelf("projects").delete(bestsKey(id));
    shelf("projects").delete(stepsKey(id));
    await settled(shelf("projects").delete(id));
  });
}

/** On a full disk browsers fail in ways of their own: what was kept before is the sign of it. */
export function reasonOf(error: unknown, keptBefore: boolean): string {
  const name = (error as Partial<DOMException> | null)?.name ?? "";
  if (name === "QuotaExceededError") return "this browser's storage is full";
  if (keptBefore) return "this browser's storage takes no more, perhaps because the disk is full";
  return "this browser keeps nothing for this page";
}
