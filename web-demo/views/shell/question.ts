/** A box above the parts that asks something; it takes no room while there is nothing to ask. */
import type { App } from "../../app.ts";
import { h, show } from "../../dom.ts";
import type { Project } from "../../model/project.ts";
import { icon } from "./icons.ts";

/** Asks anew whenever one of `on` is another one; no nodes where there is nothing to ask. */
export function questionBox(
  { store }: App,
  label: string,
  on: (project: Project) => readonly unknown[],
  ask: (project: Project) => Node[] | Promise<Node[]>,
): HTMLElement {
  const element = h("div.unit-question.box", { role: "group", "aria-label": label, hidden: true });
  let latest = 0;
  const fill = (nodes: Node[]) => {
    show(element, nodes.length > 0);
    element.replaceChildren(...nodes);
  };
  store.watch(
    ({ project }) => on(project),
    async () => {
      const asked = ++latest;
      const nodes = ask(store.get().project);
      if (Array.isArray(nodes)) return fill(nodes);
      const found = await nodes;
      // Meanwhile it may have been answered.
      if (asked === latest) fill(found);
    },
  );
  return element;
}

export function question(text: string, answers: readonly HTMLElement[]): Node[] {
  return [h("p", icon("warning"), text), h("div.row", ...answers)];
}
