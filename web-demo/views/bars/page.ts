/** The page of bars, loaded when it is first asked for: tables, plan, numbers. */
import type { App } from "../../app.ts";
import { h } from "../../dom.ts";
import { barsForm } from "./bars-form.ts";
import { barsView } from "./bars-page.ts";
import { planResult } from "./bars-result.ts";
import { barPaper } from "./print.ts";

export function barsPage(app: App): HTMLElement {
  app.later.paper.bars = barPaper;
  return h("div.contents", barsForm(app), barsView(app), planResult(app));
}
