/** Messages that come and wait to be read, and the live region that says aloud what matters. */
import type { App } from "../../app.ts";
import { h, keyed, setText } from "../../dom.ts";
import { dismiss } from "../../model/session.ts";
import type { Notice } from "../../model/store.ts";
import { iconButton } from "./controls.ts";
import { icon } from "./icons.ts";

export function noticesView(app: App): HTMLElement {
  const list = h("ul", { class: "notices", "aria-label": "Messages" });
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
    (notices) => fill(notices),
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
