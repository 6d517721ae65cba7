/** All that can be looked at and chosen of one drawing; loaded when it is first opened. */
import "../../style/import.css";
import type { Finding } from "../../../engine/index.ts";
import type { App } from "../../app.ts";
import { placedParts } from "../../canvas/scene.ts";
import { h, show } from "../../dom.ts";
import type { ProjectDrawing } from "../../model/project.ts";
import { button } from "../shell/controls.ts";
import { openEndList } from "./ends.ts";
import { foundOffers } from "./found.ts";
import { accountOf } from "./length-account.ts";
import { readingControls, turnedRound } from "./reading.ts";

export function importDetails(app: App, drawing: ProjectDrawing): Node[] {
  const { findings } = drawing;
  return [
    h("ul.finding-list", ...findings.map((finding) => findingRow(app, drawing, finding))),
    openEndList(app, drawing),
    foundOffers(app, drawing),
    readingControls(app, drawing),
    accountOf(app, drawing),
  ].filter((node) => node !== null);
}

function findingRow(app: App, drawing: ProjectDrawing, finding: Finding): HTMLElement {
  const { message, count, advice } = finding;
  const text = count > 1 && !/\d/.test(message) ? `${message} (${count}×)` : message;
  return h(
    "li",
    h("span", text),
    placesControl(app, drawing, finding),
    turnedRound(app, drawing, finding),
    advice ? h("small", advice) : null,
  );
}

/** Shows the place of a finding, or one of its places after the other. */
function placesControl(app: App, { id }: ProjectDrawing, finding: Finding): HTMLElement | null {
  const places = placedParts(finding);
  if (places.length === 0) return null;
  const { place_count = places.length } = finding;
  let shown = -1;
  const told = h("span.place");
  const go = (step: number) => () => {
    // The first click shows the first place, whichever way it points.
    shown = shown < 0 ? 0 : (shown + step + places.length) % places.length;
    told.textContent = places.length > 1 ? `${shown + 1} of ${place_count}` : "";
    for (const other of others) show(other, true);
    app.store.update({ spot: { drawing: id, at: places[shown]! } });
  };
  const link = (text: string, step: number, label: string) =>
    button(text, go(step), { class: "link", "aria-label": `${label} of ${finding.message}` });
  const others = places.length > 1 ? [link("‹", -1, "Previous place"), link("›", 1, "Next place")] : [];
  for (const other of others) show(other, false);
  return h("span.places", button("Show where", go(1), { class: "link" }), ...others, told);
}
