/** The machine stands first: which one, and whether it reaches the sheet. Its numbers are folded away. */
import "../../style/machine.css";
import type { App } from "../../app.ts";
import { h } from "../../dom.ts";
import { lazily } from "../library/lazy.ts";
import { panel } from "../shell/controls.ts";
import { messages } from "../shell/notices.ts";
import { machineField, reachNote } from "./choice.ts";

export function machineSection(app: App): HTMLElement {
  const numbers = h("details.machine", h("summary", "Speeds, leads, your own machines"));
  numbers.addEventListener(
    "toggle",
    () => {
      numbers.append(lazily(async () => (await import("./numbers.ts")).machineNumbers(app)));
    },
    { once: true },
  );
  return panel(
    { id: "machine", name: "machine-section", title: "Machine" },
    [],
    ...[machineField(app), reachNote(app), messages(app, "machine"), numbers],
  );
}
