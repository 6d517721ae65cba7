/** A choice of things kept in this browser by name, and a field to keep the present ones under a name. */
import type { App } from "../../app.ts";
import { h } from "../../dom.ts";
import { download } from "../../io/save/download.ts";
import type { Project } from "../../model/project.ts";
import { allPresets, dropPreset, type Kind, keepPreset, presetsOf } from "../../shop/presets.ts";
import { button } from "../shell/controls.ts";

interface PresetSpec<Value> {
  kind: Kind;
  /** What one of them is called: "rack". */
  noun: string;
  capture(project: Project): Value;
  /** Takes what is kept, or says in a sentence why it cannot be used. */
  apply(value: Value, name: string): void;
}

export function presetBar<Value>(app: App, spec: PresetSpec<Value>): HTMLElement {
  const { kind, noun } = spec;
  const select = h("select", { "aria-label": `Kept ${kind}` });
  const name = h("input", {
    type: "text",
    maxlength: 60,
    placeholder: `Name of the ${noun}`,
    "aria-label": `Name of the ${noun}`,
    autocomplete: "off",
  });
  const words = h("p", { class: "field-error", role: "status" });
  const say = (error: unknown) => {
    words.textContent = error instanceof Error ? `It could not be kept: ${error.message}` : "";
  };
  const refresh = async () => {
    const names = (await presetsOf<Value>(kind)).map((one) => one.name);
    const none = names.length === 0 ? `No ${kind} kept yet` : `Choose a ${noun}`;
    select.replaceChildren(
      h("option", { value: "" }, none),
      ...names.map((one) => h("option", { value: one }, one)),
    );
  };
  const use = async () => {
    const found = (await presetsOf<Value>(kind)).find((one) => one.name === select.value);
    if (found) spec.apply(found.value, found.name);
  };
  const save = async () => {
    const wanted = name.value.trim();
    if (wanted === "") return name.focus();
    await keepPreset(kind, wanted, spec.capture(app.store.get().project)).catch(say);
    name.value = "";
    await refresh();
  };
  const drop = async () => {
    if (select.value === "") return;
    await dropPreset(kind, select.value).catch(say);
    await refresh();
  };
  void refresh().catch(say);
  return h(
    "div",
    { class: "preset-bar" },
    h("div", { class: "field-box" }, select),
    button("Use", () => void use(), { class: "button small" }),
    button("Forget", () => void drop(), { class: "button small" }),
    h("div", { class: "field-box" }, name),
    button("Keep", () => void save(), { class: "button small" }),
    words,
  );
}

/** Racks, materials, machines and remnants as one file. */
export async function exportShop(): Promise<void> {
  const text = JSON.stringify({ format: "offcut-shop", ...(await allPresets()) });
  download({ name: "shop.offcut", type: "application/vnd.offcut+json", text });
}
