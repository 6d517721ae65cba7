/** The empty board: where to begin, three jobs to try, and the promise that nothing is uploaded. */
import { fileActions } from "../../actions/file.ts";
import type { App } from "../../app.ts";
import { h, s, show } from "../../dom.ts";
import { EXAMPLES, openExample } from "../../io/open/examples.ts";
import { shownLayout } from "../../model/session.ts";
import type { State } from "../../model/store.ts";
import { recentList } from "../library/recent.ts";
import { actionButton } from "../shell/controls.ts";

/** Milliseconds that the page has to itself before it begins to nest an example. */
const QUIET_MS = 800;

const WORDS =
  "DXF or SVG, as many as you like, many parts each. Leave with sheets that are full and files for the machine.";

export function welcomeView(app: App): HTMLElement {
  const add = actionButton(app, fileActions.add, "text");
  add.classList.add("primary");
  const examples = EXAMPLES.map((example) =>
    h(
      "button.example.card.stack",
      { type: "button", onclick: () => void openExample(app, example) },
      s("svg.example-picture", { viewBox: "0 0 96 60", "aria-hidden": "true" }, ...example.picture()),
      h("strong", example.title),
      h("span.quiet", example.text),
    ),
  );
  const recent = h("div.welcome-recent");
  const live = h("div.welcome-live");
  let begun = !app.showsLive;
  const element = h(
    "div.welcome.stack",
    h("h2", "Drop your drawings here"),
    h("p", WORDS),
    h("div.welcome-actions", add),
    recent,
    h("h3", "Or begin with an example"),
    h("div.examples", live, ...examples),
    h("p.privacy", "Everything runs on your computer, offline too. Nothing is uploaded."),
  );
  app.store.watch(
    (state) => [isFirstPage(state)],
    (empty) => {
      show(element, empty);
      if (!empty) return;
      recent.replaceChildren(recentList(app));
      if (begun) return;
      begun = true;
      setTimeout(async () => {
        // Without its code there are the still pictures.
        const { liveExample } = await import("./live.ts").catch(() => ({ liveExample: null }));
        if (!liveExample || element.hidden) return;
        liveExample(app, live);
      }, QUIET_MS);
    },
  );
  return element;
}

function isFirstPage(state: State): boolean {
  const { mode, parts, drawings } = state.project;
  return mode === "sheets" && parts.length + drawings.length === 0 && !shownLayout(state);
}
