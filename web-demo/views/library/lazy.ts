/** What is loaded only when somebody opens it. */
import { h } from "../../dom.ts";

/** A place that fills itself once its code has come; without a network for it, it says so. */
export function lazily(load: () => Promise<Node>): HTMLElement {
  const place = h("div", { class: "lazy" }, h("p", { role: "status" }, "Loading …"));
  load().then(
    (node) => place.replaceChildren(node),
    (error: unknown) => {
      const why = error instanceof Error ? error.message : String(error);
      place.replaceChildren(h("p", { role: "alert" }, `This could not be loaded: ${why}`));
    },
  );
  return place;
}
