/** The page of panels, loaded when it is first asked for: tables, plan, numbers; and what it puts on paper. */
import "../../style/saw-panels.css";
import type { App } from "../../app.ts";
import { h } from "../../dom.ts";
import { panelPlanView } from "./panel-plan.ts";
import { panelForm } from "./panels-form.ts";
import { panelSide } from "./panels-result.ts";
import { panelPaper } from "./print.ts";

export function panelsPage(app: App): HTMLElement {
  app.later.paper.panels = panelPaper;
  return h("div.contents", panelForm(app), panelPlanView(app), panelSide(app));
}
