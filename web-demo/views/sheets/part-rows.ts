/** The list of parts: picture, name, true size, quantity; under the head of each drawing what its reader noticed. */
import { groupedBy } from "../../collect.ts";
import "../../style/desk.css";
import { LIMITS } from "../../../engine/entries/schemas.ts";
import { putOn } from "../../actions/arrange.ts";
import { fileActions } from "../../actions/file.ts";
import type { App } from "../../app.ts";
import { freshId, h, keyed, setAttributes, setName, setText, show } from "../../dom.ts";
import {
  addParts,
  circle,
  circleCurves,
  duplicatePart,
  MOST_COPIES,
  rectangle,
  removePart,
  renamePart,
  setQuantity,
  setTurn,
} from "../../edit/edit-parts.ts";
import { materialText, severalMaterials } from "../../edit/materials.ts";
import { countPlacements } from "../../edit/totals.ts";
import { pointBounds } from "../../model/bounds.ts";
import {
  countCopies,
  type Part,
  type Project,
  type SolvedLayout,
  type TurnRule,
} from "../../model/project.ts";
import { notify } from "../../model/session.ts";
import type { State } from "../../model/store.ts";
import { count, type DisplayUnit, parseLength, reasonOf, sizeText } from "../../model/units.ts";
import { drawingHead, isToLookAt } from "../import/head.ts";
import {
  actionButton,
  button,
  choice,
  errorLine,
  iconButton,
  keepDraft,
  markInvalid,
  panel,
} from "../shell/controls.ts";
import { showWhile } from "../shell/follow.ts";
import { icon } from "../shell/icons.ts";
import { messages } from "../shell/notices.ts";
import { thumbnail } from "./thumbnail.ts";

/** Lists with more parts than this have dense rows. */
const SHORT = 12;

function isLong({ parts }: Pick<Project, "parts">): boolean {
  return parts.length > SHORT;
}

const STEP = 80;

type PartListRow =
  | { kind: "drawing"; id: string }
  | { kind: "part"; part: Part; placed: number | null; of: string };

export function partsView(app: App): HTMLElement {
  const total = h("span.count.quiet");
  const { list, end, draw } = partList(app);
  const empty = h("p.soft", "Drop DXF or SVG drawings anywhere, or type in a rectangle or circle below.");
  const order = actionButton(app, fileActions.order);
  const reading = h("p.soft", "Reading …");
  showWhile(app, reading, ({ session }) => session.reading > 0);
  app.store.watch(
    ({ project, session }) => [
      project.parts,
      project.drawings,
      project.layout,
      project.unit,
      project.material,
      project.thickness,
      session.selected,
    ],
    (parts) => {
      setText(total, parts.length === 0 ? "" : `${parts.length} · ${countCopies(parts)} pcs`);
      show(empty, parts.length === 0);
      show(order, parts.length > 0);
      draw();
    },
  );
  return panel(
    { id: "parts", name: "parts", title: "Parts" },
    [total, order, actionButton(app, fileActions.add, "text")],
    messages(app, "parts"),
    questionsLater(app),
    ...[list, end, reading, empty, shapeForm(app)],
  );
}

/** The rows are made as the list is scrolled: five hundred at once would hold up the page. */
function partList(app: App): { list: HTMLElement; end: HTMLElement; draw(): void } {
  const list = h("ul.part-list", { "aria-label": "Parts" });
  const fillList = keyed<PartListRow, RowView>(
    list,
    (row) => (row.kind === "part" ? `part ${row.part.id}` : `drawing ${row.id}`),
    (row) => (row.kind === "part" ? partRow(app, row.part.id) : drawingHead(app, row.id)),
  );
  let made = STEP;
  const draw = () => {
    list.toggleAttribute("data-dense", isLong(app.store.get().project));
    const rows = rowsOf(app.store.get());
    const { selected } = app.store.get().session;
    const at = rows.findIndex((row) => row.kind === "part" && row.part.id === selected);
    made = Math.max(made, at + 1);
    fillList(rows.slice(0, made));
    show(end, rows.length > made);
  };
  const end = h("div.list-end");
  new IntersectionObserver(([entry]) => {
    if (!entry?.isIntersecting) return;
    made += STEP;
    draw();
  }).observe(end);
  return { list, end, draw };
}

/** The place of what is asked about drawings; fetched with the first part or drawing. */
function questionsLater(app: App): HTMLElement {
  const place = h("div.contents");
  let asked = false;
  app.store.watch(
    ({ project }) => [project.parts.length + project.drawings.length > 0],
    async (isNeeded) => {
      if (!isNeeded || asked) return;
      asked = true;
      try {
        place.append(...(await import("../import/questions.ts")).questions(app));
      } catch (error) {
        asked = false;
        const text = `Questions about these drawings are missing: ${reasonOf(error)}`;
        notify(app.store, "parts", "error", text);
      }
    },
  );
  return place;
}

export const PART_TYPE = "application/x-offcut-part";

const TURNS: readonly (readonly [TurnRule, string])[] = [
  ["free", "Angles of the job"],
  ["fixed", "As drawn"],
  ["half", "0° or 180°"],
  ["quarter", "Every 90°"],
];

interface RowView {
  element: Element;
  update(row: PartListRow): void;
}

function rowsOf(state: State): PartListRow[] {
  const { project, session } = state;
  const placed = placedCounts(project.layout);
  const several = severalMaterials(project.parts).length > 0;
  const rowOf = (part: Part): PartListRow => ({
    kind: "part",
    part,
    of: several ? materialText(part, project.unit) : "",
    placed: project.layout ? (placed.get(part.id) ?? 0) : null,
  });
  const byDrawing = groupedBy(project.parts, ({ drawing }) => drawing);
  const known = new Set<string | null>(project.drawings.map(({ id }) => id));
  const loose = project.parts.filter(({ drawing }) => !known.has(drawing));
  return [
    ...project.drawings.flatMap((drawing): PartListRow[] => {
      const parts = byDrawing.get(drawing.id) ?? [];
      // In a long list a drawing of one part is the row of that part, until there is something to decide.
      const isPlain = isLong(project) && parts.length === 1 && parts[0]!.id !== session.selected;
      const head: PartListRow[] =
        isPlain && !isToLookAt(drawing) ? [] : [{ kind: "drawing", id: drawing.id }];
      return [...head, ...parts.map(rowOf)];
    }),
    ...loose.map(rowOf),
  ];
}

function placedCounts(layout: SolvedLayout | null): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { placements } of layout?.data.sheets ?? [])
    for (const [id, copies] of countPlacements(placements)) counts.set(id, (counts.get(id) ?? 0) + copies);
  return counts;
}

function partRow(app: App, id: string): RowView {
  const movable = {
    title: "Drag onto the sheet to place a copy",
    draggable: "true",
    ondragstart: (event: DragEvent) => {
      event.dataTransfer?.setData(PART_TYPE, id);
      event.dataTransfer?.setDragImage(picture, 25, 25);
    },
  };
  const picture = h("button.part-picture", {
    type: "button",
    "aria-label": `Show ${id}`,
    onclick: () => select(app, id),
    ...movable,
  });
  const size = h("p.part-size.quiet", { ...movable });
  const stepper = quantityStepper(app, id);
  const tools = h(
    "div.part-tools",
    iconButton("place", `Place a copy of ${id} on the sheet`, () => putOn(app, id)),
    iconButton("copy", `Duplicate ${id}`, () => duplicatePart(app, id)),
    iconButton("close", `Remove ${id}`, () => removePart(app, id)),
  );
  const words = h("div.part-words", nameField(app, id), size);
  const turn = choice(`Rotation of ${id}`, TURNS, (rule) => setTurn(app, id, rule));
  turn.className = "part-turn";
  const element = h("li.part", picture, words, stepper.element, tools, stepper.error, turn);
  let drawn: Part | null = null;
  let shown: unknown[] = [];
  return {
    element,
    update(row) {
      if (row.kind !== "part") return;
      const { part, placed, of } = row;
      const { project, session } = app.store.get();
      const selected = session.selected === id;
      const now = [part, placed, of, project.unit, selected];
      // One of a thousand rows has changed.
      if (now.every((value, i) => value === shown[i])) return;
      shown = now;
      if (drawn?.exterior !== part.exterior || drawn.color !== part.color || drawn.marks !== part.marks) {
        picture.replaceChildren(thumbnail(part));
        drawn = part;
      }
      stepper.update(part.quantity);
      turn.value = part.turn;
      // A rule of its own is always shown; the choice comes with the selection.
      show(turn, selected || part.turn !== "free");
      size.replaceChildren(...partWords(part, placed, of, project.unit));
      setAttributes(element, { "data-selected": selected });
      setAttributes(picture, { "aria-pressed": selected ? "true" : "false" });
    },
  };
}

/** The name of a part; both its ends are seen until somebody types in it. */
function nameField(app: App, id: string): HTMLElement {
  const take = () => {
    if (input.value.trim()) renamePart(app, id, input.value);
    else input.value = id;
  };
  const input = h("input", {
    class: "part-name",
    value: id,
    "aria-label": `Name of ${id}`,
    maxlength: LIMITS.id_length,
    spellcheck: "false",
    onchange: take,
    // Another name makes another row: before the focus goes on, so that it goes on there.
    onkeydown: ({ key }: KeyboardEvent) => key === "Tab" && take(),
  });
  const shown = h("span.ends", { "aria-hidden": "true" });
  setName(shown, id);
  return h("div.part-title", input, shown);
}

/** Quantity by buttons, by typing, or by arrow keys: by tens with Shift. What cannot be meant stays and says why. */
function quantityStepper(
  app: App,
  id: string,
): { element: HTMLElement; error: HTMLElement; update(quantity: number): void } {
  let quantity = 1;
  const field = freshId("quantity");
  const { error, fail } = errorLine(field, (message) =>
    markInvalid(app, input, `Quantity of ${id}`, message),
  );
  error.classList.add("part-error");
  const set = (text: string) => fail(setQuantity(app, id, text));
  const step = (by: number) => set(String(Math.min(MOST_COPIES, Math.max(1, quantity + by))));
  const input = h("input.stepper-value", {
    id: field,
    type: "text",
    inputmode: "numeric",
    autocomplete: "off",
    "aria-label": `Quantity of ${id}`,
    onchange: () => set(input.value),
    onkeydown: (event: KeyboardEvent) => {
      if (event.key === "Escape") {
        input.value = String(quantity);
        fail(null);
      }
      if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
      event.preventDefault();
      step((event.key === "ArrowUp" ? 1 : -1) * (event.shiftKey ? 10 : 1));
    },
  });
  const less = iconButton("minus", `One less ${id}`, () => step(-1));
  const more = iconButton("plus", `One more ${id}`, () => step(1));
  return {
    element: h("div.stepper", { role: "group", "aria-label": `Copies of ${id}` }, less, input, more),
    error,
    update(now) {
      const changed = now !== quantity;
      quantity = now;
      less.disabled = now <= 1;
      more.disabled = now >= MOST_COPIES;
      // A wrong value that was typed stays to be put right.
      if (!changed && input.hasAttribute("aria-invalid")) return;
      input.value = String(now);
      input.style.width = `${Math.max(2, input.value.length) + 1.2}ch`;
      if (input.hasAttribute("aria-invalid")) fail(null);
    },
  };
}

/** Size, holes, what it is of, and how many copies found no place. */
function partWords(part: Part, placed: number | null, of: string, unit: DisplayUnit): HTMLElement[] {
  const { min_x, min_y, max_x, max_y } = pointBounds(part.exterior);
  const words = [h("span", sizeText(max_x - min_x, max_y - min_y, unit))];
  if (part.holes.length > 0) words.push(h("span", count(part.holes.length, "hole")));
  if (of !== "") words.push(h("span", of));
  if (placed !== null && placed < part.quantity)
    words.push(h("span.part-short", `${placed} of ${part.quantity} placed`));
  return words;
}

function select({ store }: App, id: string): void {
  const { session, project } = store.get();
  const sheet = project.layout?.data.sheets.find((one) =>
    one.placements.some(({ part_id }) => part_id === id),
  );
  store.update({
    selected: session.selected === id ? null : id,
    spot: null,
    ...(sheet ? { sheet: sheet.index } : {}),
  });
}

/** Rectangles and circles without CAD: `120 x 80`, `120 80` or one number for a disc. */
function shapeForm(app: App): HTMLElement {
  const size = h("input", {
    id: "shape-size",
    type: "text",
    placeholder: "120 × 80",
    "aria-label": "Add a shape by size",
    autocomplete: "off",
    "aria-describedby": "shape-size-error",
    oninput: () => fail(null),
  });
  keepDraft(size);
  const { error, fail } = errorLine("shape-size");
  const add = (shape: "rectangle" | "circle") => {
    const { unit } = app.store.get().project;
    const sides = size.value.split(/[×x*;]/i).map((text) => parseLength(text.trim(), unit));
    const wanted = shape === "circle" ? 1 : 2;
    const lengths = sides.filter((side): side is number => side !== null && side > 0);
    if (lengths.length !== sides.length || lengths.length !== wanted) {
      fail(
        shape === "circle"
          ? "A circle takes its diameter, as in 60."
          : "A rectangle takes width × height, as in 120 × 80.",
      );
      size.focus();
      return;
    }
    fail(null);
    const [width, height] = [lengths[0]!, lengths.at(-1)!];
    const part =
      shape === "circle"
        ? {
            name: "Circle",
            exterior: circle(width),
            exact: () => ({ exterior: circle(width), holes: [], curves: circleCurves(width) }),
          }
        : { name: "Rectangle", exterior: rectangle(width, height) };
    addParts(app, `Add ${shape}`, [{ ...part, holes: [] }]);
    size.value = "";
    size.focus();
  };
  const form = h(
    "form.shape-form.stack.tight",
    {
      onsubmit: (event: Event) => {
        event.preventDefault();
        add(/[×x*;]/i.test(size.value) ? "rectangle" : "circle");
      },
    },
    h(
      "div.shape-row.row",
      size,
      button("Rectangle", () => add("rectangle"), {}, icon("plus")),
      button("Circle", () => add("circle"), {}, icon("plus")),
    ),
    error,
  );
  return h("details.fold", h("summary", "Add a shape by size"), form);
}
