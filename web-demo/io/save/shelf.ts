/** The projects that this browser keeps, by their id, and a card of each for the list. */
import type { Layout, Project } from "../../model/project.ts";
import { settled, within } from "../../shop/shelf.ts";
import type { Picture } from "./picture.ts";

/** A project as it is kept. */
export interface Kept {
  project: Project;
  /** Counts its changes, whichever tab made them. */
  version: number;
  /** The tab that made the last one. */
  tab: string;
  /** The best layout of a search that has not ended. */
  best?: Layout | null;
}

/** What the list shows of a project. */
export interface Card {
  id: string;
  name: string;
  /** Milliseconds since 1970. */
  changed: number;
  mode: Project["mode"];
  picture: Picture | null;
}

/** The project of this id, or undefined. */
export function readKept(id: string): Promise<Kept | undefined> {
  return within(["projects"], "readonly", (shelf) => settled(shelf("projects").get(id)));
}

/** The only project of a browser that was last visited before there was a list. */
export async function readOldest(): Promise<Project | undefined> {
  const found: unknown = await within(["projects"], "readonly", (shelf) =>
    settled(shelf("projects").get("current")),
  );
  return found as Project | undefined;
}

/**
 * Keeps a project unless somebody else has kept a newer one than `known`.
 * @returns what is there instead, or null when it was kept
 */
export function keep(kept: Kept, card: Card, known: number): Promise<Kept | null> {
  return within(["projects", "cards"], "readwrite", async (shelf) => {
    const there: Kept | undefined = await settled(shelf("projects").get(card.id));
    if (there && there.version > known) return there;
    shelf("cards").put(card, card.id);
    await settled(shelf("projects").put(kept, card.id));
    return null;
  });
}

/** Notes the best layout of a search under way beside the project. */
export function keepBest(id: string, best: Layout | null): Promise<void> {
  return within(["projects"], "readwrite", async (shelf) => {
    const there: Kept | undefined = await settled(shelf("projects").get(id));
    if (there) await settled(shelf("projects").put({ ...there, best }, id));
  });
}

/** All cards, the last changed first. */
export async function cards(): Promise<Card[]> {
  const all: Card[] = await within(["cards"], "readonly", (shelf) => settled(shelf("cards").getAll()));
  return all.sort((a, b) => b.changed - a.changed);
}

export function removeKept(id: string): Promise<void> {
  return within(["projects", "cards"], "readwrite", async (shelf) => {
    shelf("cards").delete(id);
    await settled(shelf("projects").delete(id));
  });
}
