/**
 * What happens to a dropped, pasted or picked file? Drawings become parts, tables become pieces, projects are opened;
 * everything else is refused by name. Drawings are read by the engine in its worker, one after the other.
 */
import type { Drawing as ReadDrawing } from "../../engine/index.ts";
import { addParts } from "../actions/parts.ts";
import type { App } from "../app.ts";
import { freshId } from "../dom.ts";
import { type Drawing, freeColor, freeId } from "../project.ts";
import { notify } from "../session.ts";
import { count } from "../units.ts";
import type { Toolbox } from "../workshop.ts";
import { addTable } from "./csv.ts";
import { openProject } from "./restore.ts";
import { dxfSource, type ReadSettings, type Source, svgSource } from "./source.ts";

/** What the engine joins when nobody says otherwise. */
const JOIN_TOLERANCE = 0.05;

export async function openFiles(app: App, files: readonly File[]): Promise<void> {
  const { store } = app;
  for (const file of files) {
    store.update({ reading: store.get().session.reading + 1 });
    try {
      await openFile(app, file);
    } catch (error) {
      notify(store, "error", `${file.name}: ${error instanceof Error ? error.message : String(error)}`);
    } finally {
      store.update({ reading: store.get().session.reading - 1 });
    }
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
    store.commit(`Read ${old.name} again`, (project) => {
      const drawing = { ...old, ...contentsOf(read), joinTolerance: chosen.joinTolerance };
      const { quantity, turn } = project.parts.find((part) => part.drawing === id) ?? {
        quantity: 1,
        turn: "free" as const,
      };
      const parts = project.parts.filter((part) => part.drawing !== id);
      for (const { name, ...part } of named) {
        parts.push({
          ...part,
          id: freeId(parts, name),
          quantity,
          turn,
          color: freeColor(parts),
          drawing: id,
        });
      }
      return { ...project, drawings: project.drawings.map((one) => (one.id === id ? drawing : one)), parts };
    });
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
  addParts(app, `Add ${name}`, parts, { id, name, joinTolerance: JOIN_TOLERANCE, ...contentsOf(read) });
  app.store.update({ spot: null, spoken: `${name}: ${count(parts.length, "part")} added.` });
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
function namedParts({ curvesOfPart }: Toolbox, read: ReadDrawing, fileName: string) {
  const stem = fileName.replace(/\.[^.]+$/, "");
  return read.parts.map(({ exterior, holes }, i) => ({
    name: read.parts.length === 1 ? stem : `${stem} ${i + 1}`,
    exterior,
    holes,
    curves: curvesOfPart(read, i),
  }));
}
