/** The machine: chosen by name, its numbers, what this job takes on it, and whether its program was found right. */
import "../../style/machine.css";
import type { App } from "../../app.ts";
import { h } from "../../dom.ts";
import { programFacts } from "./facts.ts";
import { machineFields } from "./fields.ts";
import { machineChoice } from "./profiles.ts";

/** Loaded when the machine is first looked at. */
export async function machinePanel(app: App): Promise<HTMLElement> {
  const { MACHINE_PRESETS } = await app.workshop.toolbox();
  return h(
    "div",
    { class: "machine-panel" },
    machineChoice(app, MACHINE_PRESETS),
    machineFields(app),
    programFacts(app),
  );
}
