/** Files dropped anywhere on the page, files or tables pasted into it, files opened with the installed app. */
import type { App } from "../../app.ts";
import { notify } from "../../model/session.ts";
import { reasonOf } from "../../model/units.ts";
import { takeOrder } from "../../order/order.ts";
import { BARS } from "./bar-rows.ts";
import { drawingIn } from "./kinds.ts";
import { addList } from "./lists.ts";
import { openFiles } from "./open.ts";
import { PANELS } from "./panel-rows.ts";
import { openHandles, remember } from "./recent.ts";

/** Listens on `page`; returns how to stop. While files hover, the page carries `data-dropping`. */
export function takeDrops(app: App, page: HTMLElement): () => void {
  const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
  const over = (event: DragEvent) => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    page.toggleAttribute("data-dropping", true);
  };
  const leave = (event: DragEvent) => {
    if (event.relatedTarget === null) page.toggleAttribute("data-dropping", false);
  };
  const drop = (event: DragEvent) => {
    page.toggleAttribute("data-dropping", false);
    if (!carriesFiles(event)) return;
    event.preventDefault();
    const { items, files } = event.dataTransfer!;
    // Both can be asked for only now: where the files are, for the list of recent ones, and what is in them.
    void handlesOf([...items]).then(remember);
    const entries = [...items]
      .filter(({ kind }) => kind === "file")
      .map((item) => item.webkitGetAsEntry?.() ?? null);
    void openDropped(app, [...files], entries);
  };
  const paste = (event: ClipboardEvent) => void takePaste(app, event);
  const ending = new AbortController();
  page.addEventListener("dragover", over, ending);
  page.addEventListener("dragleave", leave, ending);
  page.addEventListener("drop", drop, ending);
  page.addEventListener("paste", paste, ending);
  return () => ending.abort();
}

/** A folder stands among the files as one that cannot be read: what is in it takes its place. */
async function openDropped(
  app: App,
  files: readonly File[],
  entries: readonly (FileSystemEntry | null)[],
): Promise<void> {
  if (!entries.some((entry) => entry?.isDirectory)) return openFiles(app, files);
  const all: File[] = [];
  for (const [i, file] of files.entries()) {
    const entry = entries[i];
    if (!entry?.isDirectory) {
      all.push(file);
      continue;
    }
    try {
      const { filesIn } = await import("./folders.ts");
      const found = await filesIn(entry as FileSystemDirectoryEntry);
      all.push(...found);
      if (found.length === 0) notify(app.store, "page", "info", `The folder ${file.name} is empty.`);
    } catch (error) {
      const why = (error as Error).message;
      notify(app.store, "page", "error", `The folder ${file.name} was not opened: ${why}`);
    }
  }
  if (all.length > 0) await openFiles(app, all);
}

/** Handles of dropped files, in browsers that say where files are. */
async function handlesOf(items: readonly DataTransferItem[]): Promise<FileSystemFileHandle[]> {
  type Locating = { getAsFileSystemHandle?(): Promise<FileSystemHandle | null> };
  const asked = items.map((item) => (item as Locating).getAsFileSystemHandle?.().catch(() => null));
  const found = await Promise.all(asked);
  return found.filter((one): one is FileSystemFileHandle => one?.kind === "file");
}

interface LaunchQueue {
  setConsumer(consume: (launch: { files: readonly FileSystemFileHandle[] }) => void): void;
}

/** Files that the system opens with the installed app; browsers without that feature have no queue. */
export function takeLaunches(app: App): void {
  const { launchQueue } = window as { launchQueue?: LaunchQueue };
  launchQueue?.setConsumer(async ({ files }) => {
    if (files.length > 0) await openLaunched(app, files);
  });
}

/** One file that is gone keeps none of the others out. */
async function openLaunched(app: App, handles: readonly FileSystemFileHandle[]): Promise<void> {
  const read = await Promise.allSettled(handles.map((handle) => handle.getFile()));
  const there = (at: number) => read[at]!.status === "fulfilled";
  await openHandles(
    app,
    handles.filter((_, i) => there(i)),
  );
  for (const { name } of handles.filter((_, i) => !there(i)))
    notify(app.store, "page", "error", `${name} was not opened: it cannot be read.`);
}

async function takePaste(app: App, event: ClipboardEvent): Promise<void> {
  const target = event.target;
  const text = event.clipboardData?.getData("text/plain") ?? "";
  const files = [...(event.clipboardData?.files ?? [])];
  const typing = target instanceof Element && target.matches("input, textarea");
  // In a field, only what no field could hold is taken: a table of several lines.
  if (files.length === 0 && typing && !/\t|\n./.test(text)) return;
  if (files.length > 0) {
    event.preventDefault();
    return openFiles(app, files);
  }
  const name = pastedName(text);
  if (name) {
    event.preventDefault();
    return openFiles(app, [new File([text], name)]);
  }
  const { mode } = app.store.get().project;
  if (text.trim() === "") return;
  if (mode === "sheets" && takeOrder(app, text)) return event.preventDefault();
  if (mode === "sheets" && typing) return;
  event.preventDefault();
  if (mode === "sheets") {
    const why = "that is not a drawing. Lists of pieces belong to Bars or Panels";
    notify(app.store, "parts", "error", `Nothing was pasted: ${why}.`);
    return;
  }
  try {
    if (mode === "panels") await addList(app, text, PANELS);
    else await addList(app, text, BARS);
  } catch (error) {
    notify(app.store, "pieces", "error", `Nothing was pasted: ${reasonOf(error)}.`);
  }
}

/** Drawings and machines come through the clipboard as text too. */
function pastedName(text: string): string | null {
  if (/^\s*\{[\s\S]{0,200}"offcut_?[mM]achine"\s*:/.test(text)) return "Pasted.json";
  const kind = drawingIn(text);
  return kind && `Pasted.${kind}`;
}
