/**
 * What this browser keeps: projects by their id, a card of each for the list, and the shop's racks, machines and
 * materials. Every question is one transaction; what fails rejects, and the caller says so.
 */
import type { Layout, Project } from "../../model/project.ts";
import type { Picture } from "./picture.ts";

const DATABASE = "offcut";
const VERSION = 2;

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

type Shelf = "projects" | "cards" | "shop";

/** Runs `work` in one transaction and resolves with its answer once that is safely kept. */
async function within<Answer>(
  shelves: Shelf[],
  mode: IDBTransactionMode,
  work: (shelf: (name: Shelf) => IDBObjectStore) => Promise<Answer>,
): Promise<Answer> {
  const database = await open();
  try {
    const transaction = database.transaction(shelves, mode);
    const done = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error ?? new Error("the browser gave it up"));
      transaction.onerror = () => reject(transaction.error);
    });
    done.catch(() => {});
    const answer = await work((name) => transaction.objectStore(name));
    await done;
    return answer;
  } finally {
    database.close();
  }
}

async function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(DATABASE, VERSION);
  request.onupgradeneeded = () => {
    const names = request.result.objectStoreNames;
    for (const name of ["projects", "cards", "shop"])
      if (!names.contains(name)) request.result.createObjectStore(name);
  };
  return settled(request);
}

export function settled<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
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

/** Something of the shop's: the racks, the machines, the materials. */
export function readShop<Value>(key: string): Promise<Value | undefined> {
  return within(["shop"], "readonly", (shelf) => settled(shelf("shop").get(key)));
}

export function keepShop(key: string, value: unknown): Promise<void> {
  return within(["shop"], "readwrite", async (shelf) => {
    await settled(shelf("shop").put(value, key));
  });
}
