/** What can be done to the list of parts. Every change is one undoable step. */
import { LIMITS, type PartCurves, type Ring } from "../../engine/index.ts";
import type { App } from "../app.ts";
import { type Drawing, freeColor, freeId, type Part, type Project, type Turn } from "../project.ts";
import { notify } from "../session.ts";

export interface NewPart {
  name: string;
  exterior: Ring;
  holes: Ring[];
  curves?: PartCurves | null;
  quantity?: number;
}

/** Adds parts, and the drawing that they came from, as one step; names the ones that exceed a limit. */
export function addParts(
  { store }: App,
  label: string,
  parts: NewPart[],
  drawing: Drawing | null = null,
): void {
  const refused: string[] = [];
  store.commit(label, (project) => {
    const drawings = drawing ? [...project.drawings, drawing] : project.drawings;
    let next: Project = { ...project, mode: "sheets", drawings };
    for (const part of parts) {
      if (next.parts.length >= LIMITS.nest.parts || part.holes.length > LIMITS.nest.holes)
        refused.push(part.name);
      else next = { ...next, parts: [...next.parts, newPart(next, part, drawing?.id ?? null)] };
    }
    return next;
  });
  if (refused.length > 0) {
    const { parts: most, holes } = LIMITS.nest;
    notify(
      store,
      "error",
      `Not added: ${refused.slice(0, 3).join(", ")}${refused.length > 3 ? " …" : ""}. A job takes up to ${most} parts with up to ${holes} holes each.`,
    );
  }
}

export function removePart({ store }: App, id: string): void {
  store.commit(`Remove ${id}`, (project) => {
    const removed = project.parts.find((part) => part.id === id);
    const parts = project.parts.filter((part) => part !== removed);
    const emptied =
      removed && !parts.some((part) => part.drawing === removed.drawing) ? removed.drawing : null;
    return { ...project, parts, drawings: project.drawings.filter((drawing) => drawing.id !== emptied) };
  });
  if (store.get().session.selected === id) store.update({ selected: null });
}

export function removeDrawing({ store }: App, id: string): void {
  store.commit("Remove drawing", (project) => ({
    ...project,
    parts: project.parts.filter((part) => part.drawing !== id),
    drawings: project.drawings.filter((drawing) => drawing.id !== id),
  }));
  store.update({ spot: null });
}

export function setQuantity({ store }: App, id: string, quantity: number): void {
  const bounded = Math.min(LIMITS.nest.quantity, Math.max(1, Math.round(quantity)));
  store.commit(`Quantity of ${id}`, (project) => changePart(project, id, { quantity: bounded }));
}

/** Renames a part; another part's name gets a number behind it. */
export function renamePart({ store }: App, id: string, name: string): void {
  if (name.trim() === "" || name === id) return;
  store.commit(`Rename ${id}`, (project) => {
    const others = project.parts.filter((part) => part.id !== id);
    return changePart(project, id, { id: freeId(others, name) });
  });
}

export function setTurn({ store }: App, id: string, turn: Turn): void {
  store.commit(`Rotation of ${id}`, (project) => changePart(project, id, { turn }));
}

export function duplicatePart({ store }: App, id: string): void {
  store.commit(`Duplicate ${id}`, (project) => {
    const at = project.parts.findIndex((part) => part.id === id);
    const part = project.parts[at];
    if (!part || project.parts.length >= LIMITS.nest.parts) return project;
    const copy = { ...part, id: freeId(project.parts, id), color: freeColor(project.parts) };
    return { ...project, parts: project.parts.toSpliced(at + 1, 0, copy) };
  });
}

export function rectangle(width: number, height: number): Ring {
  return [
    [0, 0],
    [width, 0],
    [width, height],
    [0, height],
    [0, 0],
  ];
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

function newPart(project: Project, part: NewPart, drawing: string | null): Part {
  return {
    id: freeId(project.parts, part.name),
    exterior: part.exterior,
    holes: part.holes,
    curves: part.curves ?? null,
    quantity: Math.min(LIMITS.nest.quantity, part.quantity ?? 1),
    turn: "free",
    color: freeColor(project.parts),
    drawing,
  };
}
