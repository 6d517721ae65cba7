/** The fields of the saw that bars and panels have in common. */
import type { App } from "../../app.ts";
import { h } from "../../dom.ts";
import type { State } from "../../model/store.ts";
import { segmented } from "../shell/controls.ts";

type PlanGoal = "waste" | "cost";

/** Goal of the plan. `name` tells it from the other pages' choice. */
export function goalField(
  app: App,
  name: string,
  value: (state: State) => PlanGoal,
  set: (goal: PlanGoal) => void,
): HTMLElement {
  const choices = [
    { value: "waste", label: "Least waste" },
    { value: "cost", label: "Least cost" },
  ] as const;
  const goal = segmented<PlanGoal>(app, name, choices, value, set);
  goal.classList.add("wide");
  return h("div", { class: "field" }, h("span", { class: "field-name" }, "Goal"), goal);
}

/** A rule that is on or off. */
export function ruleField(
  app: App,
  label: string,
  value: (state: State) => boolean,
  set: (on: boolean) => void,
): { input: HTMLInputElement; element: HTMLElement } {
  const input = h("input", { type: "checkbox", onchange: () => set(input.checked) });
  app.store.watch(
    (state) => [value(state)] as const,
    (on) => {
      input.checked = on;
    },
  );
  return { input, element: h("label", { class: "check" }, input, label) };
}
