/** Tables, boxes to tick and labels on paper. */
import { type DomChild, h } from "../../dom.ts";

export function paperTable(
  head: readonly string[],
  rows: readonly (readonly (string | Node)[])[],
  name?: string,
): HTMLElement {
  return h(
    "table",
    { "aria-label": name },
    h("thead", h("tr", ...head.map((text) => h("th", text)))),
    h("tbody", ...rows.map((row) => h("tr", ...row.map((cell) => h("td", cell))))),
  );
}

export function tick(): HTMLElement {
  return h("span.tick");
}

/** Boxes to tick for so many copies, as far as they can be told apart. */
export function ticks(count: number): HTMLElement {
  return h("span.print-ticks", ...Array.from({ length: Math.min(count, 60) }, tick));
}

export function warning(text: string): HTMLElement {
  return h("p.print-warning", text);
}

/** A label for a piece: its name, what is said of it, and where it comes from. */
export function label(name: string, words: DomChild[], from: readonly string[]): HTMLElement {
  return h("li.label", h("strong", name), ...words, h("small", from.filter(Boolean).join(" · ")));
}
