/** The order desk over a long list of parts: found by name, sorted, and many quantities changed at once. */
import "../../style/desk.css";
import type { App } from "../../app.ts";
import { freshId, h, setText, show } from "../../dom.ts";
import { setQuantities } from "../../edit/parts.ts";
import { boundsOf, sizeOf } from "../../model/bounds.ts";
import type { Part, Project } from "../../model/project.ts";
import type { PartOrder, State } from "../../model/store.ts";
import { count } from "../../model/units.ts";
import { button, markInvalid } from "../shell/controls.ts";

/** Lists with more parts than this have a desk and dense rows. */
const SHORT = 12;

export function isLong({ parts }: Pick<Project, "parts">): boolean {
  return parts.length > SHORT;
}

const ORDERS: readonly (readonly [PartOrder, string])[] = [
  ["added", "as added"],
  ["name", "by name"],
  ["largest", "largest first"],
  ["most", "most copies first"],
  ["unplaced", "not placed first"],
];

/** The parts that the desk shows, in its order. */
export function shownParts({ project, session }: State, placedOf: (part: Part) => number): Part[] {
  const { find, order } = session;
  const words = find.toLowerCase().split(/\s+/).filter(Boolean);
  const files = new Map(project.drawings.map(({ id, name }) => [id, name]));
  const text = ({ id, drawing, material = "" }: Part) =>
    `${id} ${files.get(drawing ?? "") ?? ""} ${material}`.toLowerCase();
  const found =
    words.length === 0
      ? project.parts
      : project.parts.filter((part) => words.every((word) => text(part).includes(word)));
  const area = ({ exterior }: Part) => {
    const { width, height } = sizeOf(boundsOf(exterior));
    return width * height;
  };
  const key = {
    ...{ added: null, name: null, largest: area, most: ({ quantity }: Part) => quantity },
    unplaced: (part: Part) => part.quantity - placedOf(part),
  }[order];
  if (order === "name")
    return found.toSorted((a, b) => a.id.localeCompare(b.id, undefined, { numeric: true }));
  if (!key) return found;
  const keys = new Map(found.map((part) => [part, key(part)]));
  return found.toSorted((a, b) => keys.get(b)! - keys.get(a)!);
}

export function orderDesk(app: App): HTMLElement {
  const { store } = app;
  const find = h("input", {
    type: "search",
    placeholder: "Find a part or file",
    "aria-label": "Find a part or file",
    oninput: () => store.update({ find: find.value }),
  });
  const order = h("select", {
    "aria-label": "Order of the parts",
    onchange: () => store.update({ order: order.value as PartOrder }),
  });
  for (const [value, label] of ORDERS) order.append(h("option", { value }, label));
  const words = h("label", { for: "desk-quantity" });
  const id = freshId("desk");
  const error = h("p", { class: "field-error", id, hidden: true });
  const quantity = h("input", { id: "desk-quantity", inputmode: "numeric", autocomplete: "off" });
  const set = () => {
    const shown = shownParts(store.get(), () => 0).map((part) => part.id);
    const wrong = setQuantities(app, shown, quantity.value);
    setText(error, wrong ?? "");
    show(error, wrong !== null);
    markInvalid(app, quantity, "Quantity of all", wrong, id);
    if (wrong === null) quantity.value = "";
  };
  const hint = h("p", { class: "field-hint" }, "Paste rows of name and quantity to set them all.");
  const element = h(
    "div",
    { class: "desk", role: "group", "aria-label": "Order desk" },
    h("div", { class: "field-box" }, find),
    h("div", { class: "field-box" }, order),
    words,
    h(
      "div",
      { class: "desk-set" },
      h("div", { class: "field-box" }, quantity),
      button("Set", set, { class: "button small" }),
    ),
    error,
    hint,
  );
  store.watch(
    ({ project, session }) => [project.parts, session.find, session.order] as const,
    (_parts, text, by) => {
      show(element, isLong(store.get().project));
      if (find.value !== text) find.value = text;
      order.value = by;
      setText(words, `Quantity of ${count(shownParts(store.get(), () => 0).length, "part")}`);
    },
  );
  return element;
}
