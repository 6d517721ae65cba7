/** The fields of a saw that bars and panels have in common. */
import { LIMITS } from "../../../engine/entries/schemas.ts";
import type { App } from "../../app.ts";
import { h } from "../../dom.ts";
import { changeSaw, changeTables } from "../../edit/plan-tables.ts";
import { PLANS, type PlanMode } from "../../model/plans.ts";
import type { Project } from "../../model/project.ts";
import { checkField, lengthField, segmented } from "../shell/controls.ts";

type SawKey<Kind extends PlanMode, Value> = {
  [Key in keyof Project[Kind]["saw"]]: Project[Kind]["saw"][Key] extends Value ? Key : never;
}[keyof Project[Kind]["saw"]] &
  string;

export function kerfField(app: App, mode: PlanMode): HTMLElement {
  return lengthField(app, {
    label: "Saw kerf",
    value: ({ project }) => project[mode].kerf,
    max: PLANS[mode].limits.kerf,
    stepMm: 0.1,
    set: (kerf) => changeTables(app, mode, "Change kerf", { kerf }),
  });
}

/** Goal of the plan. `name` tells it from the other page's choice. */
export function goalField(app: App, mode: PlanMode, name: string): HTMLElement {
  const choices = [
    ["waste", "Least waste"],
    ["cost", "Least cost"],
  ] as const;
  const goal = segmented<"waste" | "cost">(
    app,
    name,
    choices,
    ({ project }) => project[mode].optimize,
    (optimize) => changeTables(app, mode, "Change goal", { optimize }),
  );
  goal.classList.add("wide");
  return h("div.field", h("span.quiet", "Goal"), goal);
}

export function sawLength<Kind extends PlanMode>(
  app: App,
  mode: Kind,
  key: SawKey<Kind, number>,
  label: string,
  stepMm = 10,
): HTMLElement {
  return lengthField(app, {
    label,
    value: ({ project }) => Reflect.get(project[mode].saw, key),
    max: mode === "bars" ? LIMITS.cut.length : LIMITS.panel.side,
    stepMm,
    set: (mm) => changeSaw(app, mode, `Change ${label.toLowerCase()}`, saw(key, mm)),
  });
}

export function sawRule<Kind extends PlanMode>(
  app: App,
  mode: Kind,
  key: SawKey<Kind, boolean>,
  label: string,
): HTMLElement {
  return checkField(
    app,
    label,
    ({ project }) => Reflect.get(project[mode].saw, key),
    (on) => changeSaw(app, mode, `Change ${label.toLowerCase()}`, saw(key, on)),
  );
}

function saw<Kind extends PlanMode>(key: string, value: number | boolean): Partial<Project[Kind]["saw"]> {
  return { [key]: value } as Partial<Project[Kind]["saw"]>;
}
