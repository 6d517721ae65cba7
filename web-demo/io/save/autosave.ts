/** The project is kept in this browser as it stands, so that closing the page loses nothing. */
import { emptyProject, PROJECT_VERSION, type Project } from "../../model/project.ts";
import type { Store } from "../../model/store.ts";

const DATABASE = "offcut";
const SHELF = "projects";
const CURRENT = "current";
/** Changes within this time are written together. */
const DELAY_MS = 400;

/** The project of the last visit, or null where there is none or it cannot be read. */
export async function restoreProject(): Promise<Project | null> {
  try {
    const shelf = await openShelf("readonly");
    const saved = (await settled(shelf.get(CURRENT))) as Project | undefined;
    if (saved?.version !== PROJECT_VERSION) return null;
    return { ...saved, machine: { ...emptyProject().machine, ...saved.machine } };
  } catch {
    return null;
  }
}

/** Writes the project a moment after every change; returns how to stop. */
export function keepSaved(store: Store): () => void {
  let saved = store.get().project;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const write = () => {
    clearTimeout(timer);
    const { project } = store.get();
    if (project === saved) return;
    saved = project;
    void save(project);
  };
  const stop = store.subscribe(({ project }) => {
    clearTimeout(timer);
    if (project !== saved) timer = setTimeout(write, DELAY_MS);
  });
  // Leaving the page may come before the timer.
  addEventListener("pagehide", write);
  return () => {
    write();
    stop();
    removeEventListener("pagehide", write);
  };
}

async function save(project: Project): Promise<void> {
  try {
    const shelf = await openShelf("readwrite");
    await settled(shelf.put(project, CURRENT));
  } catch {
    // A private window has no room to keep anything; saving to a file still works.
  }
}

async function openShelf(mode: IDBTransactionMode): Promise<IDBObjectStore> {
  const request = indexedDB.open(DATABASE, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(SHELF);
  const database = await settled(request);
  return database.transaction(SHELF, mode).objectStore(SHELF);
}

function settled<Value>(request: IDBRequest<Value>): Promise<Value> {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
