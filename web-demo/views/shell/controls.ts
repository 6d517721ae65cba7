/** The page's few controls: buttons that perform a registered action, and fields that say what they accept. */
import { keyText, type PageAction } from "../../actions/action.ts";
import type { App } from "../../app.ts";
import { type DomAttributes, type DomChild, freshId, h, setAttributes, setText, show } from "../../dom.ts";
import { setFault } from "../../model/session.ts";
import type { State } from "../../model/store.ts";
import {
  type DisplayUnit,
  formatLength,
  notPlainly,
  parseLength,
  parseNumber,
  trim,
} from "../../model/units.ts";
import { keepItem, readItem } from "../../storage.ts";
import { keep, keepText } from "./follow.ts";
import { icon } from "./icons.ts";

export function iconButton(
  name: string,
  label: string,
  onclick: () => void,
  more: DomAttributes = {},
): HTMLButtonElement {
  return h(
    "button.icon-button",
    { type: "button", "aria-label": label, title: label, onclick, ...more },
    icon(name),
  );
}

export function button(
  label: string,
  onclick: () => void,
  more: DomAttributes = {},
  ...before: DomChild[]
): HTMLButtonElement {
  return h("button.button", { type: "button", onclick, ...more }, ...before, label);
}

export const SMALL = { class: "button small" };

/** A button for an action: name, shortcut and whether it is possible come from the registry. */
export function actionButton(
  app: App,
  action: PageAction,
  form: "icon" | "text" = "icon",
): HTMLButtonElement {
  const key = action.keys[0] ? ` (${keyText(action.keys[0])})` : "";
  const title = action.label + key;
  // Searches tell their progress elsewhere.
  const perform = async () => {
    setAttributes(made, { "aria-busy": action.group !== "Solve" && "true" });
    try {
      await action.perform(app);
    } finally {
      setAttributes(made, { "aria-busy": false });
    }
  };
  const made: HTMLButtonElement =
    form === "icon"
      ? iconButton(action.icon ?? "more", action.label, perform, { title })
      : button(action.label, perform, { title }, action.icon ? icon(action.icon) : null);
  keep(app, made, "disabled", (state) => action.enabled?.(state) === false);
  const { about, pressed } = action;
  const titled = (what?: string) => (what ? `${action.label}: ${what}${key}` : title);
  if (about) keep(app, made, "title", (state) => titled(about(state)));
  if (pressed) keep(app, made, "ariaPressed", (state) => String(pressed(state)));
  return made;
}

export interface FieldSpec {
  label: string;
  text(state: State): string;
  /** Text behind the input: a unit, perhaps. */
  suffix?(state: State): string;
  /** Takes what was typed, or says in a sentence why not. */
  commit(text: string): string | null;
  /** Moves the value by one step; the arrow keys do this. */
  step?(direction: 1 | -1, large: boolean): void;
  attributes?: DomAttributes;
}

/** A labelled text input. It commits when left or on Enter, shows why not, and takes the old text back on Escape. */
export function field(app: App, spec: FieldSpec): HTMLElement {
  const id = String(spec.attributes?.id ?? freshId("field"));
  const input = h("input", {
    id,
    type: "text",
    autocomplete: "off",
    spellcheck: "false",
    ...spec.attributes,
  });
  const suffix = h("span.field-suffix", { "aria-hidden": "true" });
  const { error, fail } = errorLine(id, (message) => markInvalid(app, input, spec.label, message));
  const reset = () => {
    input.value = spec.text(app.store.get());
    fail(null);
  };
  input.addEventListener("change", () => {
    const message = spec.commit(input.value);
    if (message === null) reset();
    else fail(message);
  });
  input.addEventListener("keydown", (event) => {
    if (event.key === "Escape") reset();
    if ((event.key !== "ArrowUp" && event.key !== "ArrowDown") || !spec.step) return;
    event.preventDefault();
    spec.step(event.key === "ArrowUp" ? 1 : -1, event.shiftKey);
  });
  app.store.watch((state) => [spec.text(state)], reset);
  keepText(app, suffix, (state) => spec.suffix?.(state) ?? "");
  const box = h("div.field-box", input, spec.suffix ? suffix : null);
  return h("div.field", h("label.quiet", { for: id }, spec.label), box, error);
}

/** Brings text that was typed and not used yet back when the page is loaded anew in its tab. */
export function keepDraft(input: HTMLInputElement): void {
  const key = `offcut-typed:${input.id}`;
  input.value = readItem(key, "sessionStorage") ?? "";
  addEventListener("pagehide", () => {
    if (input.isConnected) keepItem(key, input.value, "sessionStorage");
  });
}

/** The line that says why a field cannot be used; `mark` is told too, of null when it can be again. */
export function errorLine(field: string, mark: (message: string | null) => void = () => {}) {
  const error = h("p.field-error", { id: `${field}-error`, hidden: true });
  const fail = (message: string | null) => {
    setText(error, message ?? "");
    show(error, message !== null);
    mark(message);
  };
  return { error, fail };
}

/** Marks an input as holding something unusable, for eyes, ears and the search, which does not start then. */
export function markInvalid(app: App, input: HTMLInputElement, label: string, message: string | null): void {
  setAttributes(input, {
    "aria-invalid": message !== null && "true",
    "aria-describedby": message !== null && `${input.id}-error`,
  });
  setFault(app.store, input.id, message === null ? null : { label, message });
}

export interface LengthSpec {
  label: string;
  value(state: State): number;
  /** Inclusive limits in millimetres, except that `above` is exclusive. */
  min?: number;
  above?: number;
  max: number;
  /** Millimetres per arrow key; ten times as much with Shift. */
  stepMm: number;
  set(mm: number): void;
  attributes?: DomAttributes;
}

/** A length in the chosen unit; takes any unit that is typed. */
export function lengthField(app: App, spec: LengthSpec): HTMLElement {
  const unit = () => app.store.get().project.unit;
  const low = spec.above ?? spec.min ?? 0;
  const fits = (mm: number) => mm <= spec.max && (spec.above === undefined ? mm >= low : mm > low);
  const range = () => {
    const [from, to] = [formatLength(low, unit()), formatLength(spec.max, unit())];
    return spec.above === undefined
      ? `${from} to ${to} ${unit()}`
      : `more than ${from}, at most ${to} ${unit()}`;
  };
  return field(app, {
    label: spec.label,
    text: (state) => formatLength(spec.value(state), state.project.unit),
    suffix: (state) => state.project.unit,
    attributes: { inputmode: "decimal", ...spec.attributes },
    commit(text) {
      const mm = parseLength(text, unit());
      if (text.trim() === "") return `${spec.label}: ${range()}.`;
      if (mm === null) {
        const below = /^\s*[-−]/.test(text) && parseLength(text.replace(/[-−]/, ""), unit()) !== null;
        return below
          ? `${spec.label}: ${range()}.`
          : `${notPlainly(text, "a length")} Try ${example(unit())}.`;
      }
      if (!fits(mm)) return `${spec.label}: ${range()}.`;
      spec.set(mm);
      return null;
    },
    step(direction, large) {
      const stepMm = unit() === "mm" ? spec.stepMm : spec.stepMm * 1.5875;
      const next = spec.value(app.store.get()) + direction * stepMm * (large ? 10 : 1);
      const bounded = Math.min(spec.max, Math.max(low, Number(next.toFixed(6))));
      if (fits(bounded)) spec.set(bounded);
    },
  });
}

export interface NumberSpec {
  label: string;
  value(state: State): number;
  min: number;
  max: number;
  whole?: boolean;
  step?: number;
  suffix?: string;
  set(value: number): void;
  attributes?: DomAttributes;
}

export function numberField(app: App, spec: NumberSpec): HTMLElement {
  const { suffix } = spec;
  return field(app, {
    label: spec.label,
    text: (state) => trim(spec.value(state), 4),
    ...(suffix ? { suffix: () => suffix } : {}),
    attributes: { inputmode: spec.whole ? "numeric" : "decimal", ...spec.attributes },
    commit(text) {
      const value = parseNumber(text, spec.whole);
      if (value === null || (spec.whole && !Number.isInteger(value)))
        return notPlainly(text, `a ${spec.whole ? "whole " : ""}number`, spec.whole);
      if (value < spec.min || value > spec.max)
        return `${spec.label}: ${spec.min} to ${spec.max}, not ${text.trim()}.`;
      spec.set(value);
      return null;
    },
    step(direction, large) {
      const next = spec.value(app.store.get()) + direction * (spec.step ?? 1) * (large ? 10 : 1);
      spec.set(Math.min(spec.max, Math.max(spec.min, next)));
    },
  });
}

type Choices<Value extends string> = readonly (readonly [value: Value, label: string])[];

/** A few exclusive choices side by side: radio buttons to keyboards and screen readers. */
export function segmented<Value extends string>(
  app: App,
  name: string,
  choices: Choices<Value>,
  value: (state: State) => Value,
  set: (value: Value) => void,
): HTMLElement {
  const inputs = choices.map(([value]) =>
    h("input", { type: "radio", name, value, onchange: () => set(value) }),
  );
  app.store.watch(
    (state) => [value(state)],
    (chosen) => {
      for (const input of inputs) input.checked = input.value === chosen;
    },
  );
  const labels = choices.map(([, label], i) => h("label", inputs[i]!, label));
  return h("div.segmented", { role: "radiogroup", "aria-label": name }, ...labels);
}

export function checkField(
  app: App,
  label: string,
  value: (state: State) => boolean,
  set: (on: boolean) => void,
): HTMLLabelElement {
  const input = h("input", { type: "checkbox", onchange: () => set(input.checked) });
  keep(app, input, "checked", value);
  return h("label.check", input, label);
}

/** Options of a choice, one of which may be chosen already. */
export function optionsOf(choices: Choices<string>, chosen?: string): HTMLOptionElement[] {
  return choices.map(([value, label]) => h("option", { value, selected: value === chosen }, label));
}

/** A choice without a label of its own. */
export function choice<Value extends string>(
  label: string,
  choices: Choices<Value>,
  take: (value: Value) => void,
  chosen?: string,
): HTMLSelectElement {
  const onchange = () => take(select.value as Value);
  const select = h("select", { "aria-label": label, onchange }, ...optionsOf(choices, chosen));
  return select;
}

export type Facts = readonly (readonly [name: string, value: string])[];

/** Rows of a list of facts; those without a value are left out. */
export function factRows(facts: Facts): HTMLElement[] {
  return facts.flatMap(([name, value]) => (value ? [h("dt.soft", name), h("dd", value)] : []));
}

/** A panel with a heading: `head` stands beside the title, `body` below it. */
export function panel(
  { name, title, id }: { name?: string; title: string | HTMLElement; id: string },
  head: DomChild[],
  ...body: DomChild[]
): HTMLElement {
  const heading = title instanceof HTMLElement ? title : h("h2", title);
  heading.id = `${id}-title`;
  return h(
    "section",
    { class: name ? `panel ${name}` : "panel", "aria-labelledby": heading.id },
    h("header.panel-head", heading, ...head),
    h("div.panel-body.stack", ...body),
  );
}

/** A choice of a few values; `other` names one that is none of them, as a project can bring along. */
interface Selection<Value extends string> {
  label: string;
  choices: Choices<Value>;
  value: (state: State) => Value;
  set: (value: Value) => void;
  other?: (value: Value) => string;
}

export function selectField<Value extends string>(
  app: App,
  { label, choices, value, set, other = (value) => value }: Selection<Value>,
): HTMLElement {
  const id = freshId("field");
  const select = h("select", { id, onchange: () => set(select.value as Value) }, ...optionsOf(choices));
  app.store.watch(
    (state) => [value(state)],
    (chosen) => {
      const known = [...select.options].some((option) => option.value === chosen);
      if (!known) select.append(h("option", { value: chosen }, other(chosen)));
      select.value = chosen;
    },
  );
  return h("div.field", h("label.quiet", { for: id }, label), h("div.field-box", select));
}

function example(unit: DisplayUnit): string {
  return unit === "mm" ? "12.5 or 1/2 in" : `1 1/2, 0.75 or 20 mm`;
}

export function legendKey(line: string, meaning: string): HTMLElement {
  return h("span", { style: `--key: ${line}` }, meaning);
}
