/**
 * What happens to a dropped, pasted or picked file? Drawings become parts, tables become pieces, projects are opened;
 * everything else is refused by name. Drawings are read by the engine in its worker, one after the other.
 */
import type { Drawing as ReadDrawing } from "../../../engine/index.ts";
import type { App } from "../../app.ts";
import { freshId } from "../../dom.ts";
import { addParts, type NewPart, takeParts, tellRefused } from "../../edit/parts.ts";
import type { Drawing } from "../../model/project.ts";
import { notify } from "../../model/session.ts";
import { dxfSource, type ReadSettings, type Source, svgSource } from "../../model/source.ts";
import { count, listed } from "../../model/units.ts";
import type { Toolbox } from "../../run/workshop.ts";
import { openProject } from "../save/restore.ts";
import { addTable } from "./csv.ts";

/** What the engine joins when nobody says otherwise. */
const JOIN_TOLERANCE = 0.05;

/** Refusals that get a message each; the others share one, so that none leaves the screen unread. */
const MOST_TOLD = 3;

export async function openFiles(app: App, files: readonly File[]): Promise<void> {
  const { store } = app;
  const refused: { name: string; reason: string }[] = [];
  for (const file of files) {
    store.update({ reading: store.get().session.reading + 1 });
    try {
      await openFile(app, file);
    } catch (error) {
      refused.push({ name: file.name, reason: error instanceof Error ? error.message : String(error) });
    } finally {
      store.update({ reading: store.get().session.reading - 1 });
    }
  }
  for (const { name, reason } of refused.slice(0, MOST_TOLD)) notify(store, "error", `${name}: ${reason}`);
  const others = refused.slice(MOST_TOLD).map(({ name }) => name);
  if (others.length > 0) {
    notify(
      store,
      "error",
      `${count(others.length, "more file")} could not be opened: ${listed(others, 20)}.`,
    );
  }
}

/** Reads a drawing again: in the unit that was asked for, or with gaps closed up to another size. */
export async function rereadDrawing(app: App, id: string, settings: ReadSettings): Promise<void> {
  const { store } = app;
  const old = store.get().project.drawings.find((drawing) => drawing.id === id);
  const source = app.sources.get(id);
  if (!old) return;
  if (!source) {
    notify(
      store,
      "info",
      `Add ${old.name} again to read it another way: the project keeps its parts, not the file.`,
    );
    return;
  }
  // What was chosen before stays chosen.
  const unit =
    old.unit.source === "caller" ? { unit: old.unit.name as NonNullable<ReadSettings["unit"]> } : {};
  const chosen = { joinTolerance: old.joinTolerance, ...unit, ...settings };
  try {
    const read = await source.read(await app.workshop.engine(), chosen);
    const named = namedParts(await app.workshop.toolbox(), read, old.name);
    const { parts } = store.get().project;
    const { quantity = 1, turn = "free" } = parts.find((part) => part.drawing === id) ?? {};
    const { list, refused } = takeParts(
      parts.filter((part) => part.drawing !== id),
      named.map((part) => ({ ...part, quantity, turn })),
      id,
    );
    store.commit(`Read ${old.name} again`, (project) => {
      const drawing = { ...old, ...contentsOf(read), joinTolerance: chosen.joinTolerance };
      const drawings = project.drawings.map((one) => (one.id === id ? drawing : one));
      return { ...project, drawings, parts: list };
    });
    tellRefused(store, refused);
  } catch (error) {
    notify(store, "error", `${old.name}: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function openFile(app: App, file: File): Promise<void> {
  const { name } = file;
  const kind = name.toLowerCase().split(".").at(-1);
  if (kind === "offcut" || kind === "json") return openProject(app, await file.text());
  if (kind === "csv" || kind === "tsv" || kind === "txt") return addTable(app, await file.text());
  if (kind === "svg" || file.type === "image/svg+xml")
    return openDrawing(app, svgSource(name, await bytesOf(file)));
  if (kind === "dxf" || file.type === "image/vnd.dxf") {
    return openDrawing(app, dxfSource(name, await bytesOf(file)));
  }
  throw new Error("only DXF, SVG, CSV and Offcut projects can be opened");
}

async function bytesOf(file: File): Promise<Uint8Array> {
  return new Uint8Array(await file.arrayBuffer());
}

/** Reads a drawing and adds its parts. */
async function openDrawing(app: App, source: Source): Promise<void> {
  const { name } = source;
  const read = await source.read(await app.workshop.engine(), { joinTolerance: JOIN_TOLERANCE });
  const id = freshId("drawing");
  app.sources.set(id, source);
  const parts = namedParts(await app.workshop.toolbox(), read, name);
  const drawing = { id, name, joinTolerance: JOIN_TOLERANCE, ...contentsOf(read) };
  const added = addParts(app, `Add ${name}`, parts, drawing);
  app.store.update({ spot: null, spoken: `${name}: ${count(added.length, "part")} added.` });
  if (added.some(({ curves }) => !curves)) {
    notify(
      app.store,
      "error",
      `${name} holds too many curves to keep all of them exactly: parts are cut as they are shown; see its notes.`,
    );
  }
  if (parts.length === 0) notify(app.store, "error", `${name}: no closed outline was found; see its notes.`);
}

/** What the project keeps of a drawing beside its parts. That there are several parts is plain to see in the list. */
function contentsOf({ data, unit, findings }: ReadDrawing): Omit<Drawing, "id" | "name" | "joinTolerance"> {
  return {
    unit: { name: unit.name, source: unit.source },
    findings: findings.filter(({ code }) => code !== "several-parts" && code !== "unit-assumed"),
    cutPaths: data.cut_paths,
    bendLines: data.bend_lines ?? [],
  };
}

/** Parts named after their file, with a number when there are several. */
function namedParts({ curvesOfPart }: Toolbox, read: ReadDrawing, fileName: string): NewPart[] {
  const stem = fileName.replace(/\.[^.]+$/, "");
  const { parts } = read;
  return parts.map(({ exterior, holes }, i) => ({
    name: parts.length === 1 ? stem : `${stem} ${i + 1}`,
    exterior,
    holes,
    curves: () => curvesOfPart(read, i),
  }));
}
