/**
 * Opens files that were dropped, pasted or picked. Drawings become parts, tables become pieces, projects are opened;
 * everything else is refused by name. Drawings are read by the engine in its worker, one after the other, and all of
 * one drop are one step: undo takes back the whole of it.
 */
import type { App } from "../../app.ts";
import { groupedBy } from "../../collect.ts";
import { freshId } from "../../dom.ts";
import { type NewPart, takeParts, tellRefused } from "../../edit/edit-parts.ts";
import { isMachine, openMachine } from "../../edit/machine.ts";
import type { ProjectDrawing } from "../../model/project.ts";
import { latestNotice, notify, quiet } from "../../model/session.ts";
import { findReading, type MessagePanel, type Store } from "../../model/store.ts";
import { count, listed, reasonOf } from "../../model/units.ts";
import { takeOrder } from "../../order/order.ts";
import { keepFile } from "../../shop/stored-files.ts";
import { takenFrom } from "../drawings/contents.ts";
import { importProjects, isCollection } from "../keep/collection.ts";
import { piped } from "../piped.ts";
import { openProject, parseJson } from "../save/restore.ts";
import { type Source, sourceFrom } from "../source.ts";
import { BARS } from "./bar-rows.ts";
import { drawingIn, wayFrom } from "./kinds.ts";
import { addList } from "./lists.ts";
import { PANELS } from "./panel-rows.ts";
import { isShop, openShop } from "./shop.ts";

/** Widest gap, in mm, that the engine joins when nobody says otherwise. */
const JOIN_TOLERANCE = 0.05;

const MOST_UNPACKED = 500e6;

/** So much of a file tells what is in it. */
const HEAD_BYTES = 4096;

const LIST_ENDINGS = ["csv", "tsv", "txt"];

/** Sentences that get a message each; the others share one, so that none leaves the screen unread. */
const MOST_TOLD = 3;

interface DrawingRead {
  drawing: ProjectDrawing;
  parts: NewPart[];
}

export async function readFiles(
  app: App,
  files: readonly File[],
  quantityOf: (file: string) => number,
): Promise<void> {
  const { store } = app;
  const refused: FileMessage[] = [];
  const drawings: DrawingRead[] = [];
  const said = latestNotice(store);
  const lists: File[] = [];
  const attempt = async (file: File, open: () => Promise<void>) => {
    try {
      await open();
    } catch (error) {
      const why = reasonOf(error);
      // Which argument of the reader is at fault is nothing to somebody who has dropped a file.
      refused.push({ name: file.name, text: why.replace(/^file: /, "") });
    }
  };
  for (const file of files)
    await attempt(file, async () => {
      const source = await sourceOf(file);
      if (source) drawings.push(await readSource(app, source, quantityOf(file.name)));
      else if (LIST_ENDINGS.includes(endingOf(file))) lists.push(file);
      else await openOther(app, file);
    });
  // A list beside drawings says how many of each are wanted, once they are there.
  const isOrder = drawings.length > 0;
  if (!isOrder) for (const list of lists) await attempt(list, () => openOther(app, list));
  const putBy = () => {
    quiet(store, "parts", said);
    quiet(store, "pieces", said);
  };
  if (drawings.length > 0) addDrawings(app, drawings, putBy);
  else putBy();
  if (isOrder) for (const list of lists) await takeList(app, list);
  const place = store.get().project.mode === "sheets" ? "parts" : "pieces";
  tellOf(store, place, refused, "Not opened either:");
}

/** A message about a file, with the drawing that came of it where that may be put right. */
interface FileMessage {
  name: string;
  text: string;
  drawing?: ProjectDrawing;
}

/** Tells messages about files with the names of the files; many sentences come under one heading. */
function tellOf(store: Store, place: MessagePanel, said: readonly FileMessage[], heading: string): void {
  const tell = (told: readonly (readonly [string, FileMessage[]])[], head: string[] = []) => {
    const words = told.map(([text, of]) => `${listed(namesOf(of), 20)}: ${text}`);
    const drawings = told.flatMap(([, of]) => of.flatMap(({ drawing = [] }) => drawing));
    const more = drawings.length > 0 ? { readings: drawings.map(findReading) } : {};
    notify(store, place, "error", [...head, ...words].join("\n"), more);
  };
  const all = [...groupedBy(said, ({ text }) => text)];
  for (const one of all.slice(0, MOST_TOLD)) tell([one]);
  if (all.length > MOST_TOLD) tell(all.slice(MOST_TOLD), [heading]);
}

function namesOf(said: readonly { name: string }[]): string[] {
  return said.map(({ name }) => name);
}

/** The drawing in a file, or null when it is none. @throws Error for what holds none that can be read here */
async function sourceOf(file: File): Promise<Source | null> {
  const { name, type } = file;
  const ending = endingOf(file);
  const head = await file.slice(0, HEAD_BYTES).text();
  const way = wayFrom(ending, head);
  if (way) throw new Error(way);
  const bytes = async () => new Uint8Array(await file.arrayBuffer());
  const kind = drawingIn(head) ?? ending;
  if (["svg", "svgz", "lbrn2", "lbrn"].includes(kind) || (kind === ending && type === "image/svg+xml"))
    return sourceFrom({ name, kind: "svg", bytes: await unpacked(await bytes()) });
  if (kind === "dxf" || type === "image/vnd.dxf")
    return sourceFrom({ name, kind: "dxf", bytes: await bytes() });
  return null;
}

function endingOf({ name }: File): string {
  return name.toLowerCase().split(".").at(-1)!;
}

/** SVG may be packed, whatever the file is called. */
function unpacked(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> | Uint8Array {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  return piped(bytes, new DecompressionStream("gzip"), MOST_UNPACKED);
}

async function openOther(app: App, file: File): Promise<void> {
  const kind = endingOf(file);
  if (kind === "offcut" || kind === "json") {
    const saved = parseJson(await file.text());
    if (isMachine(saved)) return openMachine(app, saved);
    if (isShop(saved)) return openShop(app, saved);
    return isCollection(saved) ? importProjects(app, saved) : openProject(app, saved);
  }
  if (kind === "csv" || kind === "tsv" || kind === "txt") return openList(app, await file.arrayBuffer());
  throw new Error("only DXF, SVG, CSV and Offcut projects can be opened");
}

/** A list of lengths and widths is one of panels, whatever the page shows; any other follows the page. */
async function openList(app: App, bytes: ArrayBuffer): Promise<void> {
  const { decodeText, isPanelList } = await import("../../../engine/read/lists/index.ts");
  const text = decodeText(new Uint8Array(bytes));
  const { mode, parts } = app.store.get().project;
  if (mode === "sheets" && parts.length > 0 && takeOrder(app, text)) return;
  if (app.store.get().project.mode === "panels" || isPanelList(text)) return addList(app, text, PANELS);
  return addList(app, text, BARS);
}

async function takeList(app: App, file: File): Promise<void> {
  if (takeOrder(app, await file.text())) return;
  const text = `${file.name} names none of these parts beside a quantity.`;
  notify(app.store, "parts", "error", text);
}

async function readSource(app: App, source: Source, quantity: number): Promise<DrawingRead> {
  const { name } = source;
  const read = await source.read(await app.workshop.engine(), { joinTolerance: JOIN_TOLERANCE });
  const id = freshId("drawing");
  app.sources.set(id, source);
  // First: what the project says of it is worth nothing without it.
  await keepFile(id, source);
  const { parts, contents } = await takenFrom(await app.workshop.toolbox(), read, name);
  return {
    drawing: { id, name, joinTolerance: JOIN_TOLERANCE, ...contents },
    parts: parts.map((part) => ({ ...part, quantity })),
  };
}

function addDrawings(app: App, reads: readonly DrawingRead[], putBy: () => void): void {
  const { store } = app;
  const before = store.get().project.parts;
  let list = before;
  const refused: NewPart[] = [];
  for (const { drawing, parts } of reads) {
    const taken = takeParts(list, parts, drawing.id);
    list = taken.list;
    refused.push(...taken.refused);
  }
  const names = namesOf(reads.map(({ drawing }) => drawing));
  store.commit(reads.length === 1 ? `Add ${names[0]}` : `Add ${reads.length} drawings`, (project) => ({
    ...project,
    mode: "sheets",
    drawings: [...project.drawings, ...reads.map(({ drawing }) => drawing)],
    parts: list,
  }));
  putBy();
  const added = list.slice(before.length);
  const what = reads.length === 1 ? names[0] : count(reads.length, "drawing");
  store.update({ spot: null, spoken: `${what}: ${count(added.length, "part")} added.` });
  tellRefused(store, refused);
  const said: FileMessage[] = [];
  for (const { drawing, parts } of reads) {
    const mine = added.filter((part) => part.drawing === drawing.id);
    if (mine.some(({ curves }) => !curves)) {
      const text =
        "too many curves to keep all of them exactly; parts are cut as they are shown; see its notes.";
      said.push({ name: drawing.name, text });
    }
    const gaps = drawing.openEnds?.length ?? 0;
    // Alone it is shown at once. Among others it is a row to be mended, and hides none of them.
    if (gaps > 0 && list.length === 0) store.update({ spot: { drawing: drawing.id, at: null } });
    if (gaps === 0 && parts.length > 0) continue;
    const open = `${count(gaps, "gap")} ${gaps === 1 ? "keeps" : "keep"} outlines open`;
    const none = `no closed outline was found; ${gaps > 0 ? open : "see its notes"}`;
    const isRed =
      gaps === 1
        ? "It is red on the board: a click closes it"
        : "They are red on the board: a click closes one";
    const how = gaps > 0 ? ` ${isRed}.` : "";
    said.push({ name: drawing.name, drawing, text: `${parts.length > 0 ? open : none}.${how}` });
  }
  tellOf(store, "parts", said, "To look at in other drawings:");
}
