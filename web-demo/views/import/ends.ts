/** Gaps that keep outlines open: each shown on the drawing and closed by a click, here or there. */
import type { OpenEnd } from "../../../engine/index.ts";
import type { App } from "../../app.ts";
import { h } from "../../dom.ts";
import { middlePoint } from "../../edit/arrange.ts";
import { closeGaps, gapAt } from "../../io/drawings/gaps.ts";
import { pointBounds } from "../../model/bounds.ts";
import type { ProjectDrawing } from "../../model/project.ts";
import { count, type DisplayUnit, lengthText, roundedLength } from "../../model/units.ts";
import { button, SMALL } from "../shell/controls.ts";
import { listInSteps } from "./more.ts";

const LISTED = 8;

export function openEndList(app: App, drawing: ProjectDrawing): HTMLElement | null {
  const ends = [...(drawing.openEnds ?? [])].sort((a, b) => a.width - b.width);
  if (ends.length === 0) return null;
  const { unit, drawings } = app.store.get().project;
  const widest = gapAt(ends.at(-1)!);
  const others = drawings.filter(({ id, openEnds = [] }) => id !== drawing.id && openEnds.length > 0);
  const everywhere = () => {
    const all = [drawing, ...others];
    const most = Math.max(...all.flatMap(({ openEnds = [] }) => openEnds.map(gapAt)));
    void closeGaps(
      app,
      all.map(({ id }) => id),
      most,
    );
  };
  return h(
    "div.open-ends",
    h("p", `${count(ends.length, "gap")} ${ends.length === 1 ? "keeps" : "keep"} outlines open:`),
    ...listInSteps(ends, LISTED, "gaps", (some) =>
      h(
        "ul",
        { "aria-label": `Gaps of ${drawing.name}` },
        ...some.map((end) => row(app, drawing, end, unit)),
      ),
    ),
    ends.length > 1
      ? button(
          `Close these ${ends.length} gaps (${widthText(ends.at(-1)!, unit)})`,
          () => void closeGaps(app, [drawing.id], widest),
          SMALL,
        )
      : null,
    others.length > 0 ? button("Close all gaps in all drawings", everywhere, { class: "link" }) : null,
  );
}

function row(app: App, { id, name }: ProjectDrawing, end: OpenEnd, unit: DisplayUnit): HTMLElement {
  const width = widthText(end, unit);
  const [x, y] = middlePoint(pointBounds([end.at, end.to]));
  const layer = end.layer === "" ? "" : ` on layer ${end.layer}`;
  const look = () => app.store.update({ spot: { drawing: id, at: [x, y] } });
  return h(
    "li.row",
    h(
      "span.grow",
      width,
      h("small.soft", ` at ${roundedLength(x, unit)}, ${roundedLength(y, unit)}${layer}`),
    ),
    button("Show", look, { class: "link", "aria-label": `Show the gap of ${width} in ${name}` }),
    button("Close", () => void closeGaps(app, [id], gapAt(end)), {
      class: "link",
      "aria-label": `Close the gap of ${width} in ${name}`,
    }),
  );
}

function widthText({ width }: OpenEnd, unit: DisplayUnit): string {
  return lengthText(Number(width.toFixed(3)), unit);
}
