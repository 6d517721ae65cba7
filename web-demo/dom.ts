/**
 * How is an element made? `h("p.note", …)` builds HTML, `s` builds SVG: the tag with its classes, attributes where there
 * are any, children; listeners are `onclick` functions. Text always enters as text nodes, so no name of a part or file can
 * become markup.
 */

export type DomChild = Node | string | number | null | undefined | false;
type DomListener = (event: never) => void;
export type DomAttributes = Record<string, string | number | boolean | null | undefined | DomListener>;
type DomContent = [attributes: DomAttributes, ...children: DomChild[]] | DomChild[];

/** A tag, alone or with classes behind it, and the element of it. */
type Named<Tags> = (keyof Tags & string) | `${keyof Tags & string}.${string}`;
type ElementOf<Tags, Name> = Name extends `${infer Tag}.${string}`
  ? Tags[Tag & keyof Tags]
  : Tags[Name & keyof Tags];

export const h = maker<HTMLElementTagNameMap>((tag) => document.createElement(tag));
export const s = maker<SVGElementTagNameMap>((tag) =>
  document.createElementNS("http://www.w3.org/2000/svg", tag),
);

function maker<Tags>(create: (tag: string) => Element) {
  return <Name extends Named<Tags>>(name: Name, ...content: DomContent): ElementOf<Tags, Name> => {
    const [tag, ...classes] = name.split(".");
    return fill(create(tag!), classes, content) as ElementOf<Tags, Name>;
  };
}

/** Sets or removes attributes: `true` is the bare attribute; `false`, `null` and `undefined` remove it. */
export function setAttributes(element: Element, attributes: DomAttributes): void {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name.slice(2), value as EventListener);
    else if (value === false || value === null || value === undefined) element.removeAttribute(name);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
}

/** An id that no other element or record has. Works without https, which `crypto.randomUUID` does not. */
export function freshId(prefix: string): string {
  return `${prefix}-${[...crypto.getRandomValues(new Uint32Array(2))].map((word) => word.toString(36)).join("")}`;
}

/** Text that changes often: touches the document only when it differs. */
export function setText(element: Node, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

/** Letters at the end of a name that stay when its beginning gives way: names in a row differ by their ends. */
const END = 9;

/** A name whose end stays in sight, in an element of the class `ends`. */
export function setName(element: HTMLElement, name: string): void {
  const [head, tail] = [name.slice(0, -END), name.slice(-END)];
  if (element.textContent !== name) element.replaceChildren(h("span", head), h("span", tail));
  element.title = name;
}

export function show(element: HTMLElement | SVGElement, visible: boolean): void {
  element.toggleAttribute("hidden", !visible);
}

/**
 * Brings `parent`'s children in line with `items`, keeping the element of every key that stays, so that focus,
 * selection and half-typed text survive a change elsewhere in the list. The focus of a row that goes is given to the row
 * in its place: whoever works by keys stays in the list.
 */
export function keyed<Item, Row extends { element: Element; update(item: Item, index: number): void }>(
  parent: Element,
  keyOf: (item: Item) => string,
  create: (item: Item) => Row,
): (items: readonly Item[]) => void {
  const rows = new Map<string, Row>();
  return (items) => {
    const wanted = new Set(items.map(keyOf));
    let giveFocus = () => {};
    for (const [key, row] of rows) {
      if (wanted.has(key)) continue;
      if (row.element.contains(document.activeElement)) giveFocus = focusBeside(parent, row.element);
      row.element.remove();
      rows.delete(key);
    }
    items.forEach((item, index) => {
      const key = keyOf(item);
      const row = rows.get(key) ?? create(item);
      rows.set(key, row);
      row.update(item, index);
      if (parent.children[index] !== row.element)
        parent.insertBefore(row.element, parent.children[index] ?? null);
    });
    giveFocus();
  };
}

/** Gives the focus of a row that is about to go to the same control of another, or to the first of what holds the list. */
function focusBeside(parent: Element, row: Element): () => void {
  const at = [...parent.children].indexOf(row);
  const control = controlsIn(row).indexOf(document.activeElement as HTMLElement);
  return () => {
    const next = parent.children[at] ?? parent.lastElementChild;
    const controls = controlsIn(next ?? parent.closest("section, dialog") ?? parent);
    (next ? (controls[control] ?? controls.at(-1)) : controls[0])?.focus();
  };
}

function controlsIn(element: Element): HTMLElement[] {
  return [...element.querySelectorAll<HTMLElement>("button, input, select, summary")].filter((one) =>
    one.checkVisibility(),
  );
}

function fill(element: Element, classes: string[], content: DomContent): Element {
  if (classes.length > 0) element.classList.add(...classes);
  for (const part of content) {
    if (part === null || part === undefined || part === false) continue;
    if (typeof part === "object" && !(part instanceof Node)) setAttributes(element, part);
    else element.append(typeof part === "number" ? String(part) : part);
  }
  return element;
}
