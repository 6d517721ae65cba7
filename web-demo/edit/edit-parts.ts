/** Changes of the list of parts. Every change is one undoable step. */
import { LIMITS } from "../../engine/entries/schemas.ts";
import type { Mark, PartCurves, Ring } from "../../engine/index.ts";
import type { App } from "../app.ts";
import { freeName } from "../collect.ts";
import { boxRing, pointBounds } from "../model/bounds.ts";
import {
  MOST_PARTS,
  PALETTE_SIZE,
  type Part,
  type Project,
  type ProjectDrawing,
  type SolvedLayout,
  type TurnRule,
} from "../model/project.ts";
import { notify } from "../model/session.ts";
import type { Store } from "../model/store.ts";
import { listed, notPlainly, parseNumber } from "../model/units.ts";

export const MOST_COPIES = LIMITS.plan.quantity;
/** Room for a number is left within the interface's length. */
const MOST_LETTERS = 90;

/** Exact outline of a part, and its rings, which spare nothing of it. */
export interface PartOutline {
  exterior: Ring;
  holes: Ring[];
  curves: PartCurves | null;
}

export interface NewPart {
  name: string;
  exterior: Ring;
  holes: Ring[];
  /** Asked for only when the part is taken: most parts of a crowded drawing are not. */
  exact?: () => PartOutline;
  quantity?: number;
  turn?: TurnRule;
  marks?: Mark[];
  wanted?: number | null;
  /** Material and thickness that its drawing names. */
  told?: Pick<Part, "material" | "thickness">;
}

/** Adds parts, and the drawing that they came from, as one step. Returns those that were added. */
export function addParts({ store }: App, label: string, parts: readonly NewPart[]): Part[] {
  const before = store.get().project.parts;
  const { list, refused } = takeParts(before, parts, null);
  store.commit(label, (project) => ({ ...project, mode: "sheets", parts: list }));
  tellRefused(store, refused);
  return list.slice(before.length);
}

/** The list with as many of the new parts behind it as a job takes, and those that it does not. */
export function takeParts(
  before: readonly Part[],
  parts: readonly NewPart[],
  drawing: string | null,
): { list: Part[]; refused: NewPart[] } {
  const list = [...before];
  const refused: NewPart[] = [];
  for (const part of parts) {
    const fits = list.length < MOST_PARTS && part.holes.length <= LIMITS.plan.holes;
    if (fits) list.push(newPart(list, part, drawing));
    else refused.push(part);
  }
  return { list, refused };
}

/** Says which parts exceed which limit, naming a few. */
export function tellRefused(store: Store, refused: readonly NewPart[]): void {
  const { holes } = LIMITS.plan;
  const tell = (some: readonly NewPart[], limit: string) => {
    if (some.length === 0) return;
    notify(store, "parts", "error", `Not added: ${listed(some, 3)}. ${limit}`);
  };
  const pierced = (part: NewPart) => part.holes.length > holes;
  tell(refused.filter(pierced), `A part takes up to ${holes} holes.`);
  tell(
    refused.filter((part) => !pierced(part)),
    `A job takes up to ${MOST_PARTS} parts.`,
  );
}

export function removePart({ store }: App, id: string): void {
  store.take(`Remove ${id}`, (project) => {
    const removed = project.parts.find((part) => part.id === id);
    const parts = project.parts.filter((part) => part !== removed);
    return {
      ...project,
      parts,
      drawings: drawingsWithout(project.drawings, parts, removed ? [removed] : []),
    };
  });
  if (store.get().session.selected === id) store.update({ selected: null });
}

/** Drawings whose parts go: one that has none left goes too, any other knows what is not to come back with it. */
export function drawingsWithout(
  drawings: readonly ProjectDrawing[],
  left: readonly Part[],
  gone: readonly Part[],
): ProjectDrawing[] {
  return drawings.flatMap((drawing) => {
    const mine = gone.filter((part) => part.drawing === drawing.id);
    if (mine.length === 0) return [drawing];
    if (!left.some((part) => part.drawing === drawing.id)) return [];
    const boxes = mine.map(({ exterior }) => pointBounds(exterior));
    return [{ ...drawing, removed: [...(drawing.removed ?? []), ...boxes] }];
  });
}

export function removeDrawing({ store }: App, id: string): void {
  store.take("Remove drawing", (project) => ({
    ...project,
    parts: project.parts.filter((part) => part.drawing !== id),
    drawings: project.drawings.filter((drawing) => drawing.id !== id),
  }));
  store.update({ spot: null });
}

/** Sets how often a part is wanted, or says in a sentence why not. */
export function setQuantity({ store }: App, id: string, text: string): string | null {
  const quantity = parseNumber(text, true);
  if (quantity === null) return notPlainly(text, "a number", true);
  if (!Number.isInteger(quantity)) return `“${text}”: only whole parts can be cut.`;
  if (quantity < 1) return `${quantity} of it? Remove the part instead.`;
  if (quantity > MOST_COPIES) return `At most ${MOST_COPIES} of one part.`;
  store.commit(`Quantity of ${id}`, (project) => changePart(project, id, { quantity }));
  return null;
}

/** Renames a part; another part's name gets a number behind it. */
export function renamePart({ store }: App, id: string, name: string): void {
  if (name.trim() === "" || name.trim() === id) return;
  store.commit(`Rename ${id}`, (project) => {
    const others = project.parts.filter((part) => part.id !== id);
    if (others.length === project.parts.length) return project;
    const wanted = freeId(others, name);
    const { layout } = project;
    return {
      ...changePart(project, id, { id: wanted }),
      // A name is none of the layout's geometry: it goes on answering the job.
      layout: layout && renamedIn(layout, id, wanted),
    };
  });
  if (store.get().session.selected === id) store.update({ selected: null });
}

function renamedIn(layout: SolvedLayout, from: string, to: string): SolvedLayout {
  const name = (id: string) => (id === from ? to : id);
  const { request, data } = layout;
  const sheets = data.sheets.map((sheet) => ({
    ...sheet,
    placements: sheet.placements.map((place) => (place.part_id === from ? { ...place, part_id: to } : place)),
  }));
  return {
    ...layout,
    request: { ...request, parts: request.parts.map((part) => ({ ...part, id: name(part.id) })) },
    data: { ...data, sheets, unplaced: data.unplaced.map(name) },
  };
}

export function setTurn({ store }: App, id: string, turn: TurnRule): void {
  store.commit(`Rotation of ${id}`, (project) => changePart(project, id, { turn }));
}

export function duplicatePart({ store }: App, id: string): void {
  store.commit(`Duplicate ${id}`, (project) => {
    const at = project.parts.findIndex((part) => part.id === id);
    const part = project.parts[at];
    if (!part || project.parts.length >= MOST_PARTS) return project;
    const copy = { ...part, id: freeId(project.parts, id), color: freeColor(project.parts) };
    return { ...project, parts: project.parts.toSpliced(at + 1, 0, copy) };
  });
}

export function rectangle(width: number, height: number): Ring {
  return boxRing({ min_x: 0, min_y: 0, max_x: width, max_y: height });
}

/** A polygon around the circle: its sides touch it, so a clearance kept from it is kept from the circle. */
export function circle(diameter: number): Ring {
  const chordError = 0.01;
  const radius = diameter / 2;
  const half = Math.acos(radius / (radius + chordError));
  // A multiple of four puts a side across each axis, so that the size stays exactly the diameter.
  const sides = 4 * Math.min(180, Math.max(6, Math.ceil(Math.PI / half / 4)));
  const outer = radius / Math.cos(Math.PI / sides);
  const ring: Ring = Array.from({ length: sides }, (_, i) => {
    const angle = ((i + 0.5) * 2 * Math.PI) / sides;
    return [radius + outer * Math.cos(angle), radius + outer * Math.sin(angle)];
  });
  return [...ring, ring[0]!];
}

/** The circle itself, where `circle` has put it. */
export function circleCurves(diameter: number): PartCurves {
  const radius = diameter / 2;
  const start = { x0: diameter, y0: radius, x1: diameter, y1: radius };
  return {
    exterior: [{ kind: "arc", ...start, cx: radius, cy: radius, radius, start: 0, sweep: 2 * Math.PI }],
    holes: [],
  };
}

function changePart(project: Project, id: string, change: Partial<Part>): Project {
  const at = project.parts.findIndex((part) => part.id === id);
  const part = project.parts[at];
  if (!part) return project;
  const same = (Object.keys(change) as (keyof Part)[]).every((key) => part[key] === change[key]);
  return same ? project : { ...project, parts: project.parts.with(at, { ...part, ...change }) };
}

function newPart(list: readonly Part[], part: NewPart, drawing: string | null): Part {
  return {
    id: freeId(list, part.name),
    ...(part.exact?.() ?? { exterior: part.exterior, holes: part.holes, curves: null }),
    quantity: part.quantity ?? 1,
    turn: part.turn ?? "free",
    color: freeColor(list),
    drawing,
    ...(part.marks && part.marks.length > 0 ? { marks: part.marks } : {}),
    ...(part.wanted ? { wanted: part.wanted } : {}),
    ...part.told,
  };
}

/**
 * `wanted`, or `wanted 2`, `wanted 3` … whichever no part has yet, within the interface's length. Of a longer one the middle
 * is left out: what tells it from others is mostly at its end.
 */
export function freeId(parts: readonly Part[], wanted: string): string {
  const name = wanted.trim() || "Part";
  const end = MOST_LETTERS / 3;
  const base =
    name.length > MOST_LETTERS ? `${name.slice(0, MOST_LETTERS - end - 1)}…${name.slice(-end)}` : name;
  return freeName(parts, base);
}

/** The palette entry that the fewest parts use, lowest first. */
export function freeColor(parts: readonly Part[]): number {
  const uses = Array.from({ length: PALETTE_SIZE }, () => 0);
  for (const part of parts) uses[part.color]! += 1;
  return uses.indexOf(Math.min(...uses));
}
