/** Which machine? Starting points by name, those kept in this browser, and files that carry one from shop to shop. */
import type { Machine as Profile } from "../../../engine/index.ts";
import type { App } from "../../app.ts";
import { freshId, h, setText, show } from "../../dom.ts";
import { openMachine, useProfile } from "../../edit/machine.ts";
import { download } from "../../io/save/download.ts";
import { fileStem } from "../../io/save/export.ts";
import { parseJson } from "../../io/save/restore.ts";
import { notify } from "../../model/session.ts";
import { sizeText } from "../../model/units.ts";
import { dropPreset, keepPreset, onPresets, type Preset, presetsOf } from "../../shop/presets.ts";
import { button } from "../shell/controls.ts";

type Starts = Record<string, Profile>;

export function machineChoice(app: App, starts: Starts): HTMLElement {
  const id = freshId("machine");
  const select = h("select", { id, onchange: () => void choose(app, starts, select.value) });
  const kept = h("optgroup", { label: "Kept in this browser" });
  const present = h("option", { value: "present", hidden: true });
  const forget = button("Forget", () => void dropNamed(app), { class: "button small" });
  select.append(
    present,
    h("option", { value: "plain" }, "Plain laser or router"),
    h(
      "optgroup",
      { label: "To begin with" },
      ...Object.entries(starts).map(([key, { name = key }]) => h("option", { value: `start ${key}` }, name)),
    ),
    kept,
  );
  let list: Preset<Profile>[] = [];
  const mark = () => {
    const { profile } = app.store.get().project.machine;
    const start = Object.keys(starts).find((key) => isSame(starts[key], profile));
    const own = list.find(({ value }) => isSame(value, profile));
    setText(present, `${profile?.name ?? "A machine"}, changed`);
    const found = start ? `start ${start}` : own ? `kept ${own.name}` : "present";
    select.value = profile ? found : "plain";
    show(forget, own !== undefined);
  };
  const refresh = async () => {
    list = await presetsOf<Profile>("machines").catch(() => []);
    kept.replaceChildren(...list.map(({ name }) => h("option", { value: `kept ${name}` }, name)));
    show(kept, list.length > 0);
    mark();
  };
  const stop = onPresets(() => (element.isConnected ? void refresh() : stop()));
  app.store.watch(({ project }) => [project.machine.profile] as const, mark);
  void refresh();
  const element = h(
    "div",
    { class: "machine-choice" },
    h(
      "div",
      { class: "field" },
      h("label", { for: id }, "Machine"),
      h("div", { class: "field-box" }, select),
    ),
    words(app),
    nameAndFiles(app, forget),
  );
  return element;
}

/** The same numbers, in whichever order they stand. */
function isSame(a: unknown, b: unknown): boolean {
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return a === b;
  const keys = [...new Set([...Object.keys(a), ...Object.keys(b)])];
  return keys.every((key) => isSame(Reflect.get(a, key), Reflect.get(b, key)));
}

async function choose(app: App, starts: Starts, value: string): Promise<void> {
  if (value === "plain") return useProfile(app, null);
  const [kind, ...rest] = value.split(" ");
  const name = rest.join(" ");
  if (kind === "start") return useProfile(app, starts[name]!);
  const found = (await presetsOf<Profile>("machines")).find((one) => one.name === name);
  if (!found) return;
  try {
    await openMachine(app, found.value);
  } catch (error) {
    notify(app.store, "machine", "error", `${name}: ${(error as Error).message}`);
  }
}

async function dropNamed({ store }: App): Promise<void> {
  const name = store.get().project.machine.profile?.name;
  if (name) await dropPreset("machines", name);
}

/** What is known of the machine, and whether the sheet lies within its reach. */
function words(app: App): HTMLElement {
  const about = h("p", { class: "machine-about" });
  const reach = h("p", { class: "field-error", role: "status" });
  app.store.watch(
    ({ project }) => [project.machine.profile, project.sheet, project.unit] as const,
    (profile, sheet, unit) => {
      const { checked, basis, workArea } = profile ?? {};
      setText(about, [checked, basis].filter(Boolean).join(" · "));
      show(about, Boolean(checked ?? basis));
      const beyond = workArea !== undefined && (sheet.width > workArea.x || sheet.height > workArea.y);
      setText(
        reach,
        beyond
          ? `The sheet is larger than what the machine reaches: ${sizeText(workArea.x, workArea.y, unit)}.`
          : "",
      );
      show(reach, beyond);
    },
  );
  return h("div", {}, about, reach);
}

function nameAndFiles(app: App, forget: HTMLElement): HTMLElement {
  const name = h("input", {
    type: "text",
    maxlength: 60,
    placeholder: "Name of the machine",
    "aria-label": "Name of the machine",
    autocomplete: "off",
  });
  const keep = async () => {
    const { profile } = app.store.get().project.machine;
    const wanted = name.value.trim() || profile?.name || "";
    if (!profile || wanted === "") return name.focus();
    const value: Profile = { offcutMachine: 1, ...profile, name: wanted };
    try {
      await keepPreset("machines", wanted, value);
      useProfile(app, value);
      name.value = "";
    } catch (error) {
      notify(app.store, "machine", "error", `It could not be kept: ${(error as Error).message}`);
    }
  };
  const small = { class: "button small" };
  const own = h(
    "div",
    { class: "machine-own" },
    h("div", { class: "field-box" }, name),
    button("Keep", () => void keep(), small),
    forget,
    button("Save to a file", () => saveProfile(app), small),
    button("Copy", () => void copyProfile(app), small),
  );
  app.store.watch(
    ({ project }) => [project.machine.profile !== null] as const,
    (whole) => show(own, whole),
  );
  return h(
    "div",
    {},
    own,
    h(
      "div",
      { class: "machine-own" },
      button("Load from a file", () => loadProfile(app), small),
    ),
  );
}

function profileText(app: App): { name: string; text: string } {
  const profile: Profile = { offcutMachine: 1, ...app.store.get().project.machine.profile };
  const name = profile.name ?? "machine";
  return { name: `${fileStem(name)}.machine.json`, text: `${JSON.stringify(profile, null, 2)}\n` };
}

function saveProfile(app: App): void {
  download({ ...profileText(app), type: "application/json" });
}

/** Onto the clipboard, to be pasted into another page: a profile is short. */
async function copyProfile(app: App): Promise<void> {
  try {
    await navigator.clipboard.writeText(profileText(app).text);
    notify(
      app.store,
      "machine",
      "info",
      "Copied. Paste it into Offcut elsewhere, and the machine is used there.",
    );
  } catch {
    notify(
      app.store,
      "machine",
      "error",
      "This browser does not let the page copy: save it to a file instead.",
    );
  }
}

function loadProfile(app: App): void {
  const input = document.createElement("input");
  input.type = "file";
  input.accept = ".json";
  input.addEventListener("change", async () => {
    const file = input.files?.[0];
    if (!file) return;
    try {
      await openMachine(app, parseJson(await file.text()));
    } catch (error) {
      notify(app.store, "machine", "error", `${file.name}: ${(error as Error).message}`);
    }
  });
  input.click();
}
