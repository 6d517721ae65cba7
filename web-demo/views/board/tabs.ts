/** One tab per sheet, with how full it is. Arrow keys move between them, as in any tab list. */
import type { App } from "../../app.ts";
import { h, keyed, setAttributes, setText, show } from "../../dom.ts";
import { shownLayout } from "../../model/session.ts";

interface Tab {
  index: number;
  utilization: number;
}

export function sheetTabs(app: App): HTMLElement {
  const list = h("div.tabs", {
    role: "tablist",
    "aria-label": "Sheets",
    onkeydown: (event: KeyboardEvent) => step(event),
  });
  const go = (sheet: number) => app.store.update({ sheet });
  const fill = keyed<Tab, { element: HTMLElement; update(tab: Tab): void }>(
    list,
    (tab) => String(tab.index),
    ({ index }) => {
      const name = h("span", `Sheet ${index + 1}`);
      const used = h("span.tab-used.soft");
      const element = h(
        "button",
        {
          type: "button",
          role: "tab",
          id: `tab-${index}`,
          "data-sheet": index,
          "aria-controls": "board",
          onclick: () => go(index),
        },
        name,
        used,
      );
      return { element, update: (tab) => setText(used, `${tab.utilization.toFixed(0)} %`) };
    },
  );
  const step = (event: KeyboardEvent) => {
    const last = list.children.length - 1;
    const { sheet } = app.store.get().session;
    const moves: Record<string, number> = { ArrowRight: sheet + 1, ArrowLeft: sheet - 1, Home: 0, End: last };
    const to = moves[event.key];
    if (to === undefined) return;
    event.preventDefault();
    go(Math.min(last, Math.max(0, to)));
    (list.children[app.store.get().session.sheet] as HTMLElement | undefined)?.focus();
  };
  app.store.watch(
    (state) => [shownLayout(state)?.data ?? null, state.session.sheet, state.project.mode],
    (data, sheet, mode) => {
      const tabs = mode === "sheets" ? (data?.sheets ?? []) : [];
      show(list, tabs.length > 0);
      fill(tabs);
      [...list.children].forEach((tab, i) => {
        setAttributes(tab, {
          "aria-selected": i === sheet ? "true" : "false",
          tabindex: i === sheet ? 0 : -1,
        });
        if (i === sheet && list.scrollWidth > list.clientWidth)
          tab.scrollIntoView({ block: "nearest", inline: "nearest" });
      });
    },
  );
  return list;
}
