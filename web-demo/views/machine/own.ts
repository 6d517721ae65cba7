/** Machines of one's own: kept by name in this browser, saved as a file, copied, and read from a file. */
import type { Machine } from "../../../engine/entries/machines.ts";
import type { App } from "../../app.ts";
import { h, show } from "../../dom.ts";
import { openMachine, useMachine } from "../../edit/machine.ts";
import { download, pickFiles } from "../../io/browser.ts";
import { fileStem } from "../../io/save/export-files.ts";
import { parseJson } from "../../io/save/restore.ts";
import { notify } from "../../model/session.ts";
import { reasonOf } from "../../model/units.ts";
import { dropPreset, keepPreset, loadPresets, onPresets } from "../../shop/presets.ts";
import { button, SMALL } from "../shell/controls.ts";
import { isSame } from "./choice.ts";

export function ownMachines(app: App): HTMLElement {
  const forget = button("Forget", () => void dropNamed(app), SMALL);
  const name = h("input", {
    type: "text",
    maxlength: 60,
    placeholder: "Name of the machine",
    "aria-label": "Name of the machine",
    autocomplete: "off",
  });
  const keep = async () => {
    const { machine } = app.store.get().project;
    const wanted = name.value.trim() || machine?.name || "";
    if (!machine || wanted === "") return name.focus();
    const value: Machine = { offcut_machine: 1, ...machine, name: wanted };
    try {
      await keepPreset("machines", wanted, value);
      useMachine(app, value);
      name.value = "";
    } catch (error) {
      notify(app.store, "machine", "error", `It could not be kept: ${(error as Error).message}`);
    }
  };
  const own = h(
    "div.machine-own.row",
    h("div.field-box", name),
    button("Keep", () => void keep(), SMALL),
    forget,
    button("Save to a file", () => saveProfile(app), SMALL),
    button("Copy", () => void copyProfile(app), SMALL),
  );
  const refresh = async () => {
    const { machine } = app.store.get().project;
    show(own, machine !== null);
    const list = await loadPresets<Machine>("machines").catch(() => []);
    show(
      forget,
      list.some(({ value }) => isSame(value, machine)),
    );
  };
  onPresets(own, refresh);
  app.store.watch(({ project }) => [project.machine], refresh);
  return h(
    "div",
    own,
    h(
      "div.machine-own.row",
      button("Load from a file", () => pickFiles(".json", (files) => loadProfile(app, files)), SMALL),
    ),
  );
}

function profileText(app: App): { name: string; text: string } {
  const machine: Machine = { offcut_machine: 1, ...app.store.get().project.machine };
  const name = machine.name ?? "machine";
  return { name: `${fileStem(name)}.machine.json`, text: `${JSON.stringify(machine, null, 2)}\n` };
}

function saveProfile(app: App): void {
  download({ ...profileText(app), type: "application/json" });
}

/** Onto the clipboard, to be pasted into another page: a profile is short. */
async function copyProfile(app: App): Promise<void> {
  try {
    await navigator.clipboard.writeText(profileText(app).text);
    const text = "Copied. Paste it into Offcut elsewhere, and the machine is used there.";
    notify(app.store, "machine", "info", text);
  } catch {
    const text = "This browser does not let the page copy: save it to a file instead.";
    notify(app.store, "machine", "error", text);
  }
}

async function loadProfile(app: App, [file]: File[]): Promise<void> {
  if (!file) return;
  try {
    await openMachine(app, parseJson(await file.text()));
  } catch (error) {
    notify(app.store, "machine", "error", `${file.name}: ${reasonOf(error)}`);
  }
}

async function dropNamed({ store }: App): Promise<void> {
  const name = store.get().project.machine?.name;
  if (name) await dropPreset("machines", name);
}
