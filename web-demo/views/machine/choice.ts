/** Which machine? Starting points by name, and those kept in this browser. */
import type { Machine } from "../../../engine/entries/machines.ts";
import type { App } from "../../app.ts";
import { h, setText, show } from "../../dom.ts";
import { isBeyondReach, MACHINES, openMachine, useBed, useMachine } from "../../edit/machine.ts";
import { notify } from "../../model/session.ts";
import { sizeText } from "../../model/units.ts";
import { loadPresets, type NamedPreset, onPresets } from "../../shop/presets.ts";
import { button, SMALL } from "../shell/controls.ts";
import { keepText, showWhile } from "../shell/follow.ts";

const NONE = "None: DXF for my own CAM";

export function machineField(app: App): HTMLElement {
  const id = "machine";
  const select = h("select", { id, onchange: () => void choose(app, select.value) });
  const kept = h("optgroup", { label: "Kept in this browser" });
  const present = h("option", { value: "present", hidden: true });
  select.append(
    present,
    h("option", { value: "none" }, NONE),
    kept,
    h(
      "optgroup",
      { label: "To begin with" },
      ...MACHINES.map(({ name }) => h("option", { value: `start ${name}` }, name!)),
    ),
  );
  let list: NamedPreset<Machine>[] = [];
  const mark = () => {
    const { machine } = app.store.get().project;
    const own = list.find(({ value }) => isSame(value, machine));
    const start = MACHINES.find((one) => isSame(one, machine));
    setText(present, `${machine?.name ?? "A machine"}, changed`);
    const known = own ? `kept ${own.name}` : start ? `start ${start.name}` : "present";
    select.value = machine ? known : "none";
  };
  const refresh = async () => {
    list = await loadPresets<Machine>("machines").catch(() => []);
    kept.replaceChildren(...list.map(({ name }) => h("option", { value: `kept ${name}` }, name)));
    show(kept, list.length > 0);
    mark();
  };
  const element = h(
    "div.field",
    h("label.quiet", { for: id }, "Which machine cuts this job?"),
    h("div.field-box", select),
  );
  onPresets(element, refresh);
  app.store.watch(({ project }) => [project.machine], mark);
  void refresh();
  return element;
}

/** The same numbers, in whichever order they stand. */
export function isSame(a: unknown, b: unknown): boolean {
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return a === b;
  const keys = [...new Set([...Object.keys(a), ...Object.keys(b)])];
  return keys.every((key) => isSame(Reflect.get(a, key), Reflect.get(b, key)));
}

async function choose(app: App, value: string): Promise<void> {
  const [kind, ...rest] = value.split(" ");
  const name = rest.join(" ");
  if (kind !== "kept") return useMachine(app, MACHINES.find((one) => one.name === name) ?? null);
  const found = (await loadPresets<Machine>("machines")).find((one) => one.name === name);
  if (!found) return;
  try {
    await openMachine(app, found.value);
  } catch (error) {
    notify(app.store, "machine", "error", `${name}: ${(error as Error).message}`);
  }
}

/** Says that the sheet is larger than the bed, and makes it fit. */
export function reachNote(app: App): HTMLElement {
  const text = h("p");
  const fit = button("Use the bed as sheet", () => useBed(app), SMALL);
  const note = h("div.reach-note.stack.tight", { role: "status" }, text, fit);
  showWhile(app, note, ({ project }) => isBeyondReach(project));
  keepText(app, text, ({ project: { machine, unit } }) => {
    const { x = 0, y = 0 } = machine?.work_area ?? {};
    return `The sheet is larger than what the machine reaches: ${sizeText(x, y, unit)}.`;
  });
  return note;
}
