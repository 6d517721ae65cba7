/** Reads a drawing again in another way: another unit, gaps closed, other operations. What was chosen before stays. */
import type { RoleChoice } from "../../../engine/entries/schemas.ts";
import type { Bounds } from "../../../engine/index.ts";
import type { App } from "../../app.ts";
import { mergedInto, shapeKey } from "../../edit/alike.ts";
import { type NewPart, takeParts, tellRefused } from "../../edit/edit-parts.ts";
import { materialKey } from "../../edit/materials.ts";
import { isSameBox, pointBounds } from "../../model/bounds.ts";
import type { MergedCopy, Part, ProjectDrawing } from "../../model/project.ts";
import { latestNotice, notify, quiet } from "../../model/session.ts";
import { listed, reasonOf } from "../../model/units.ts";
import { keptFile } from "../../shop/stored-files.ts";
import { type Choices, type ReadSettings, sourceFrom } from "../source.ts";
import { takenFrom } from "./contents.ts";
import { keepMapping } from "./mappings.ts";

interface DrawingReadAgain {
  drawing: ProjectDrawing;
  parts: NewPart[];
  /** How much larger everything is than it was. */
  factor: number;
}

/** Parts that come into the list again: removed ones, or copies that are listed with an equal part. */
type Back = "removed" | "merged";

/** Readings follow one another: each builds on what the one before has found and kept. */
let reading: Promise<void> = Promise.resolve();

/** Reads drawings again: in another unit, with gaps closed, or with other operations; what was chosen before stays. */
export function rereadDrawings(
  app: App,
  ids: readonly string[],
  settings: ReadSettings,
  back: Back | null = null,
): Promise<void> {
  const { store } = app;
  const count = (more: number) => store.update({ reading: store.get().session.reading + more });
  // The page shows the choice at once, and no result that answers it: nothing is verified, exported or begun until then.
  count(1);
  reading = reading
    .then(() => readAgain(app, ids, settings, back))
    .catch(() => {})
    .finally(() => count(-1));
  return reading;
}

async function readAgain(
  app: App,
  ids: readonly string[],
  settings: ReadSettings,
  back: Back | null,
): Promise<void> {
  const { store } = app;
  const reads = new Map<string, DrawingReadAgain>();
  const said = latestNotice(store);
  for (const id of ids) {
    const old = store.get().project.drawings.find((drawing) => drawing.id === id);
    const again = old && (await rereadOne(app, back === "removed" ? { ...old, removed: [] } : old, settings));
    if (again) reads.set(id, again);
  }
  const { project } = store.get();
  // Meanwhile parts may have been changed, and drawings removed.
  const there = project.drawings.filter(({ id }) => reads.has(id));
  if (there.length === 0) {
    // A choice is shown as it was made.
    store.amend((now) => ({
      ...now,
      drawings: now.drawings.map((one) => (ids.includes(one.id) ? { ...one } : one)),
    }));
    quiet(store, "parts", said);
    return;
  }
  let { parts } = project;
  const refused: NewPart[] = [];
  const apart: string[] = [];
  for (const { id, name } of there) {
    const read = reads.get(id)!;
    const { drawing } = read;
    const taken = partsAgain(parts, read, back === "merged");
    reads.set(id, { ...read, drawing: { ...drawing, merged: taken.merged } });
    if (back !== "merged" && taken.merged.length < (drawing.merged ?? []).length) apart.push(name);
    parts = taken.list;
    refused.push(...taken.refused);
  }
  const names = there.map(({ name }) => name);
  store.commit(`Read ${listed(names, 1)} again`, (now) => ({
    ...now,
    drawings: now.drawings.map((one) => reads.get(one.id)?.drawing ?? one),
    parts,
  }));
  quiet(store, "parts", said);
  tellRefused(store, refused);
  if (apart.length > 0) {
    const text = `${listed(apart, 3)}: parts that were listed once are no longer equal. Each has its own line and number now.`;
    notify(store, "parts", "info", text);
  }
  const { roles, colours, lineTypes, preset } = settings;
  if ([roles, colours, lineTypes, preset].every((one) => one === undefined)) return;
  for (const { id } of there) await keepMapping(reads.get(id)!.drawing);
}

async function rereadOne(
  app: App,
  old: ProjectDrawing,
  settings: ReadSettings,
): Promise<DrawingReadAgain | null> {
  const { store } = app;
  const known = app.sources.get(old.id);
  const kept = known ? undefined : await keptFile(old.id);
  const source = known ?? (kept && sourceFrom(kept));
  if (!source) {
    const text = `Add ${old.name} again to read it another way: the project keeps its parts, not the file.`;
    notify(store, "parts", "info", text);
    return null;
  }
  app.sources.set(old.id, source);
  const chosen = settingsFrom(old, settings);
  try {
    const read = await source.read(await app.workshop.engine(), chosen);
    const { parts, contents } = await takenFrom(await app.workshop.toolbox(), read, old.name);
    const { unit: _, ...choices } = chosen;
    const factor =
      (contents.unit.millimetres ?? 1) / (old.unit.millimetres ?? contents.unit.millimetres ?? 1);
    const removed = (old.removed ?? []).map((box) => scaled(box, factor));
    const merged = (old.merged ?? []).map((one) => ({
      ...one,
      at: scaled(one.at, factor),
      with: scaled(one.with, factor),
    }));
    return { drawing: { ...old, ...contents, ...choices, removed, merged }, parts, factor };
  } catch (error) {
    const said = reasonOf(error);
    const why = /nothing to cut/.test(said) ? "nothing of it would be cut" : said;
    notify(store, "parts", "error", `${old.name} stays as it was: read that way, ${why}.`);
    return null;
  }
}

/** Keeps choices that were made before, name by name. */
function settingsFrom(old: ProjectDrawing, settings: ReadSettings) {
  const { name, source, millimetres } = old.unit;
  // A size of its own has a number for its name.
  const own = /^\d/.test(name) ? millimetres : (name as NonNullable<ReadSettings["unit"]>);
  const unit = source === "caller" && own !== undefined ? { unit: own } : {};
  const { joinTolerance, joinGaps = 0, preset = null, trimOvershoots = null, sharedEdges = null } = old;
  const { annotation = null, frames = null, countersinks = null } = old;
  return {
    ...{ joinTolerance, joinGaps, preset, trimOvershoots, sharedEdges },
    ...{ annotation, frames, countersinks },
    ...unit,
    ...settings,
    roles: chosenOf(old.roles, settings.roles),
    colours: chosenOf(old.colours, settings.colours),
    lineTypes: chosenOf(old.lineTypes, settings.lineTypes),
  };
}

/** With what is chosen now over what was, and without what is taken back. */
function chosenOf(before: ProjectDrawing["roles"], now: Choices = {}): NonNullable<ProjectDrawing["roles"]> {
  const all = Object.entries({ ...before, ...now });
  return Object.fromEntries(all.filter((one): one is [string, RoleChoice] => one[1] !== null));
}

/**
 * A drawing's parts in place of those that it had. Quantity, rule and a given name stay with what lies where it lay, and
 * so do its duplicates; where nothing does, parts go by their numbers. Copies stay with the part that they are listed with
 * for as long as they are like it.
 */
function partsAgain(before: readonly Part[], { drawing, parts, factor }: DrawingReadAgain, isApart: boolean) {
  const { id, removed = [], merged = [] } = drawing;
  const had = before.filter((part) => part.drawing === id);
  const boxes = had.map(({ exterior }) => scaled(pointBounds(exterior), factor));
  const partnersOf = (box: Bounds) => had.filter((_, i) => isSameBox(boxes[i]!, box));
  // Whoever wants all parts of one material wants it still.
  const isOfJob = had.length > 0 && had.every((one) => materialKey(one) === materialKey({}));
  const read = parts.map((one) => {
    const { told: _, ...plain } = one;
    const part: NewPart = isOfJob ? plain : one;
    const box = pointBounds(part.exterior);
    const partners = partnersOf(box);
    const isGone = partners.length === 0 && removed.some((one) => isSameBox(one, box));
    return { part, box, partners, isGone };
  });
  const readAt = (box: Bounds) => read.find((one) => isSameBox(one.box, box));
  const isStill = (one: MergedCopy) => {
    const [copy, first] = [readAt(one.at), readAt(one.with)];
    return !!copy && !!first && (first.isGone || shapeNow(first.part) === shapeNow(copy.part));
  };
  const still = isApart ? [] : merged.filter(isStill);
  const parted = merged.filter((one) => !still.includes(one));
  const stay = read.filter(
    ({ box, partners, isGone }) =>
      partners.length > 0 || !(isGone || still.some((one) => isSameBox(one.at, box))),
  );
  const isKnown = ({ partners }: (typeof stay)[number]) => partners.length > 0;
  const own = had.map(({ quantity }, i) => quantity - mergedInto(merged, boxes[i]!));
  const isAlike = had.every(({ turn }, i) => own[i] === own[0] && turn === had[0]!.turn);
  const numbered = had.length === stay.length && !stay.some(isKnown);
  const areSame = numbered || stay.every(isKnown);
  const wanted = stay.flatMap(({ part: plain, box, partners }, i): NewPart[] => {
    const copies = still.filter((one) => isSameBox(one.with, box)).map((one) => readAt(one.at)!.part);
    const part = withCopies(plain, copies);
    const known = numbered ? [had[i]!] : partners;
    if (known.length === 0) {
      const alone = parted.find((one) => isSameBox(one.at, box))?.quantity;
      const like = isAlike ? had[0] : undefined;
      const quantity = alone ?? (like ? own[0]! : 1) + mergedInto(still, box);
      return [{ ...part, quantity, turn: like?.turn ?? "free" }];
    }
    return known.map((one) => {
      const quantity = Math.max(1, one.quantity - mergedInto(parted, box));
      const name = areSame || !isNumbered(one.id, part.name) ? one.id : part.name;
      return { ...part, quantity, turn: one.turn, name };
    });
  });
  const others = before.filter((part) => part.drawing !== id);
  const taken = takeParts(others, wanted, id);
  return { ...taken, list: taken.list.map((part) => withSameRings(part, had)), merged: still };
}

/** Quantity that a drawing wants of a part and of the copies that are listed with it, where it names one. */
function withCopies(part: NewPart, copies: readonly NewPart[]): NewPart {
  const group = [part, ...copies];
  if (!group.some(({ wanted }) => wanted)) return part;
  return { ...part, wanted: group.reduce((sum, { wanted }) => sum + (wanted ?? 1), 0) };
}

/** Key of a part as it would be listed, by which equal ones are known. */
function shapeNow(part: NewPart): string {
  const { exterior, holes, marks = [], told } = part;
  return shapeKey({ exterior, holes, ...part.exact?.(), marks, turn: "free", ...told });
}

function scaled({ min_x, min_y, max_x, max_y }: Bounds, factor: number): Bounds {
  return {
    min_x: min_x * factor,
    min_y: min_y * factor,
    max_x: max_x * factor,
    max_y: max_y * factor,
  };
}

/** `plate` or `plate 3`, where the parts of the drawing are called `plate 1` …: a name that nobody has given. */
function isNumbered(id: string, name: string): boolean {
  const plain = (text: string) => text.replace(/( \d+)+$/, "");
  return plain(id) === plain(name);
}

/** A part whose outline is still the same keeps the very rings, so that its layout goes on answering the job. */
function withSameRings(part: Part, had: readonly Part[]): Part {
  const text = ({ exterior, holes }: Part) => JSON.stringify([exterior, holes]);
  const same = had.find((one) => one.id === part.id && text(one) === text(part));
  return same ? { ...part, exterior: same.exterior, holes: same.holes, color: same.color } : part;
}
