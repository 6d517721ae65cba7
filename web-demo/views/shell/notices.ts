/** Messages in the panel that they are about, and the live region that says aloud what matters. */
import type { App } from "../../app.ts";
import { h, keyed, setText, show } from "../../dom.ts";
import { dismiss } from "../../model/session.ts";
import type { Notice, Place } from "../../model/store.ts";
import { iconButton } from "./controls.ts";
import { icon } from "./icons.ts";

/** What there is to say about one panel; takes no room while there is nothing. */
export function messages(app: App, ...places: readonly Place[]): HTMLElement {
  const list = h("ul", { class: "notices", "aria-label": "Messages", hidden: true });
  const fill = keyed<Notice, { element: HTMLElement; update(): void }>(
    list,
    ({ id }) => String(id),
    ({ id, kind, text }) => {
      const close = iconButton("close", "Dismiss", () => dismiss(app.store, id));
      const sign = kind === "error" ? icon("warning") : null;
      return {
        element: h("li", { class: "notice", "data-kind": kind }, sign, h("p", {}, text), close),
        update: () => {},
      };
    },
  );
  app.store.watch(
    ({ session }) => [session.notices] as const,
    (notices) => {
      const mine = notices.filter(({ place }) => places.includes(place));
      fill(mine);
      show(list, mine.length > 0);
    },
  );
  return list;
}

export function liveRegion(app: App): HTMLElement {
  const region = h("p", { class: "visually-hidden", role: "status", "aria-live": "polite" });
  app.store.watch(
    ({ session }) => [session.spoken] as const,
    (text) => setText(region, text),
  );
  return region;
}
