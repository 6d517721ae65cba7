/** The page of bars, loaded when it is first asked for: tables, plan, numbers. */
import type { App } from "../../app.ts";
import { h } from "../../dom.ts";
import { barsForm } from "./bars-form.ts";
import { barsView } from "./bars-page.ts";
import { planResult } from "./bars-result.ts";

export function barsPage(app: App): HTMLElement {
  return h("div", { class: "bars-columns" }, barsForm(app), barsView(app), planResult(app));
}
