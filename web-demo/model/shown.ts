/** Which layout and sheet does the page show: the one that is being improved, or the document's. */
import type { LaidSheet, Layout } from "./project.ts";
import type { State } from "./store.ts";

export function shownLayout({ project, session }: State): Layout | null {
  return session.run?.best ?? project.layout;
}

export function shownSheet(state: State): LaidSheet | undefined {
  const sheets = shownLayout(state)?.data.sheets ?? [];
  return sheets[Math.min(state.session.sheet, sheets.length - 1)];
}

/** Colour of a part by name: the project's, or for a part since removed a stable one from its name. */
export function colorsOf({ project }: State): (id: string) => number {
  const colors = new Map(project.parts.map((part) => [part.id, part.color]));
  return (id) =>
    colors.get(id) ?? [...id].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 997, 7) % 10;
}
