/** The page of bars, loaded when it is first asked for: tables, plan, numbers. */
import type { App } from "../../app.ts";
import { h } from "../../dom.ts";
import { barsView } from "./bars.ts";
import { barsForm } from "./form.ts";
import { planResult } from "./result.ts";

export function barsPage(app: App): HTMLElement {
  return h("div", { class: "bars-columns" }, barsForm(app), barsView(app), planResult(app));
}
