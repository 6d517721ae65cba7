/**
 * The files that were opened last, where the browser gives the page more than their contents: they are opened again as
 * they stand on the disk now. The browser asks before it lets a later visit read one.
 */
import type { App } from "../../app.ts";
import { notify } from "../../model/session.ts";
import { keepIn, readList } from "../../shop/shelf.ts";
import { openFiles } from "./open.ts";

const KEY = "recent-files";
const MOST = 8;

/** The browser's own question, which not all of them know. */
type Asking = FileSystemFileHandle & {
  requestPermission?(options: { mode: "read" }): Promise<PermissionState>;
};

/** The last opened first; none where nothing can be kept. */
export function recentFiles(): Promise<FileSystemFileHandle[]> {
  return readList<FileSystemFileHandle>(KEY);
}

export async function openHandles(app: App, handles: readonly FileSystemFileHandle[]): Promise<void> {
  const files = await Promise.all(handles.map((handle) => handle.getFile()));
  await remember(handles);
  await openFiles(app, files);
}

/** Opens a file of the list again; one that is gone or may not be read is told of, and the first forgotten. */
export async function openRecent(app: App, handle: Asking): Promise<void> {
  try {
    const state = (await handle.requestPermission?.({ mode: "read" })) ?? "granted";
    if (state !== "granted") throw new Error("the browser may not read it");
    await openHandles(app, [handle]);
  } catch (error) {
    const gone = (error as Error).name === "NotFoundError";
    if (gone) await forget(handle);
    const why = gone ? "it is no longer where it was" : (error as Error).message;
    notify(app.store, "page", "error", `${handle.name} was not opened: ${why}.`);
  }
}

export async function forget(handle: FileSystemFileHandle): Promise<void> {
  await keep(await without(await recentFiles(), handle));
}

/** Puts files at the head of the list. */
export async function remember(handles: readonly FileSystemFileHandle[]): Promise<void> {
  if (handles.length === 0) return;
  let rest = await recentFiles();
  for (const handle of handles) rest = await without(rest, handle);
  await keep([...handles, ...rest].slice(0, MOST));
}

async function without(list: readonly FileSystemFileHandle[], handle: FileSystemFileHandle) {
  const same = await Promise.all(list.map((one) => one.isSameEntry(handle)));
  return list.filter((_, i) => !same[i]);
}

/** A list that cannot be kept is no harm to what was opened. */
async function keep(list: readonly FileSystemFileHandle[]): Promise<void> {
  await keepIn("shop", KEY, list).catch(() => {});
}
