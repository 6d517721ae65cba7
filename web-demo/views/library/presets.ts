/** A choice of things kept in this browser by name, and a field to keep the present ones under a name. */
import type { App } from "../../app.ts";
import { h } from "../../dom.ts";
import { download } from "../../io/browser.ts";
import type { Project } from "../../model/project.ts";
import { allPresets, dropPreset, keepPreset, loadPresets, type PresetKind } from "../../shop/presets.ts";
import { button, SMALL } from "../shell/controls.ts";

interface PresetSpec<Value> {
  kind: PresetKind;
  /** Name of one entry: "rack". */
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
  const words = h("p", { role: "status" });
  const say = (text: string, kind: "quiet" | "field-error") => {
    words.className = kind;
    words.textContent = text;
  };
  const tell = () => say("This browser keeps nothing for this page.", "field-error");
  const settle = () => {
    use.disabled = forget.disabled = select.value === "";
    save.disabled = name.value.trim() === "";
  };
  const refresh = async (chosen = "") => {
    const names = (await loadPresets<Value>(kind)).map((one) => one.name);
    const none = names.length === 0 ? `No ${kind} kept yet` : `Choose a ${noun}`;
    select.replaceChildren(
      h("option", { value: "" }, none),
      ...names.map((one) => h("option", { value: one, selected: one === chosen }, one)),
    );
    settle();
  };
  const apply = async () => {
    const found = (await loadPresets<Value>(kind)).find((one) => one.name === select.value);
    if (found) spec.apply(found.value, found.name);
  };
  const keep = async () => {
    const wanted = name.value.trim();
    if (wanted === "") return;
    await keepPreset(kind, wanted, spec.capture(app.store.get().project));
    name.value = "";
    await refresh(wanted);
    say(`“${wanted}” is kept in this browser.`, "quiet");
  };
  const drop = async () => {
    await dropPreset(kind, select.value);
    await refresh();
  };
  /** Says what went wrong, and until then nothing. */
  const telling = (act: () => Promise<void>) => () => {
    say("", "quiet");
    void act().catch(tell);
  };
  const use = button("Use", telling(apply), SMALL);
  const forget = button("Forget", telling(drop), SMALL);
  const save = button("Keep", telling(keep), SMALL);
  select.addEventListener("change", settle);
  name.addEventListener("input", settle);
  name.addEventListener("keydown", ({ key }) => key === "Enter" && save.click());
  settle();
  void refresh().catch(tell);
  return h(
    "div.preset-bar.row",
    h("div.field-box", select),
    use,
    forget,
    h("div.field-box", name),
    save,
    words,
  );
}

export async function exportShop(): Promise<void> {
  const text = JSON.stringify({ format: "offcut-shop", ...(await allPresets()) });
  download({ name: "shop.offcut", type: "application/vnd.offcut+json", text });
}
