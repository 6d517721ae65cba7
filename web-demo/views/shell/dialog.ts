/** A modal layer over the page, closed by Escape, by its button or by a click beside it. */
import type { App } from "../../app.ts";
import { h } from "../../dom.ts";
import { notify, setFault } from "../../model/session.ts";
import type { Session } from "../../model/store.ts";
import { iconButton } from "./controls.ts";

/** Tells of text that was typed, could not be used and is gone with the dialog. */
function tellUnused({ store }: App, title: string, body: HTMLElement): void {
  for (const input of body.querySelectorAll<HTMLInputElement>("input[aria-invalid=true]")) {
    const called = input.getAttribute("aria-label") ?? "a field";
    const text = `${title}: “${input.value}” was not taken for ${called.toLowerCase()}; it is as it was before.`;
    notify(store, "page", "error", text);
    setFault(store, input.id, null);
  }
}

/** Opens while the session names `kind`; `fill` makes the content each time. */
export function dialogView(
  app: App,
  kind: NonNullable<Session["dialog"]>,
  title: string,
  fill: () => Node,
): HTMLElement {
  const close = () => app.store.update({ dialog: null });
  const body = h("div.dialog-body");
  const id = `dialog-${kind}`;
  const element = h(
    "dialog",
    { class: `dialog ${kind}`, "aria-labelledby": id },
    h("header.row.between", h("h2", { id }, title), iconButton("close", "Close", close)),
    body,
  );
  element.addEventListener("close", () => {
    tellUnused(app, title, body);
    if (app.store.get().session.dialog === kind) close();
  });
  element.addEventListener("click", (event) => {
    if (event.target === element) close();
  });
  app.store.watch(
    ({ session }) => [session.dialog === kind],
    (open) => {
      if (open && !element.open && element.isConnected) {
        body.replaceChildren(fill());
        element.showModal();
      } else if (!open && element.open) element.close();
    },
  );
  return element;
}
