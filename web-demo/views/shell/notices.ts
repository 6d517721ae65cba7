/** Messages in the panel that they are about, and the live region that says aloud what matters. */
import type { App } from "../../app.ts";
import { h, keyed, setText, show } from "../../dom.ts";
import { dismiss } from "../../model/session.ts";
import type { MessagePanel, Notice } from "../../model/store.ts";
import { count } from "../../model/units.ts";
import { button, iconButton } from "./controls.ts";
import { keepText } from "./follow.ts";
import { icon } from "./icons.ts";

const MOST_SHOWN = 6;

/** Messages about one panel, the last at once; take no room while there are none. */
export function messages(app: App, ...places: readonly MessagePanel[]): HTMLElement {
  let all = false;
  const showAll = () => {
    all = true;
    draw();
  };
  const more = button("", showAll, { class: "link" });
  const rest = h("li", more);
  const list = h("ul.notices.stack.tight", { "aria-label": "Messages", hidden: true });
  const fill = keyed<Notice, { element: HTMLElement; update(): void }>(
    list,
    // Undo brings back what was said when the numbers were others'.
    ({ id, text }) => `${id} ${text}`,
    ({ id, kind, text }) => {
      const close = iconButton("close", "Dismiss", () => dismiss(app.store, id));
      const sign = kind === "error" ? icon("warning") : null;
      return {
        element: h("li.notice.box", { "data-kind": kind }, sign, h("p.grow", text), close),
        update: () => {},
      };
    },
  );
  list.append(rest);
  const draw = () => {
    const mine = app.store.get().session.notices.filter(({ place }) => places.includes(place));
    all &&= mine.length > MOST_SHOWN;
    const shown = all ? mine : mine.slice(-MOST_SHOWN);
    fill(shown);
    setText(more, count(mine.length - shown.length, "earlier message"));
    show(rest, shown.length < mine.length);
    show(list, mine.length > 0);
  };
  app.store.watch(({ session }) => [session.notices], draw);
  return list;
}

export function liveRegion(app: App): HTMLElement {
  const region = h("p.visually-hidden", { role: "status", "aria-live": "polite" });
  keepText(app, region, ({ session }) => session.spoken);
  return region;
}
