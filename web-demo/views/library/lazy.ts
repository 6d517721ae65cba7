/** Dialogs that are loaded only when somebody opens them. */
import { h } from "../../dom.ts";
import { reasonOf } from "../../model/units.ts";

/** A place that fills itself once its code has come, and says so; without a network for it, it tells why. */
export function lazily(load: () => Promise<Node>, filled: () => void = () => {}): HTMLElement {
  const place = h("div.lazy", h("p", { role: "status" }, "Loading …"));
  load().then(
    (node) => {
      place.replaceChildren(node);
      filled();
    },
    (error: unknown) => {
      place.replaceChildren(h("p", { role: "alert" }, `This could not be loaded: ${reasonOf(error)}`));
      filled();
    },
  );
  return place;
}
