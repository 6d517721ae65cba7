/** What of the shapes is drawn, on which layer, and what is left out: unseen, skipped, or the paper that all lies on? */
import type { Bounds, Point } from "../../../base/contract/values/geometry.ts";
import { invalidInput } from "../../../base/errors.ts";
import { hypot } from "../../../base/geometry/trig/hypot.ts";
import { counted } from "../../../base/text.ts";
import { Findings } from "../../drawing/basis/drawing-findings.ts";
import { DRAWING_LIMITS, TOLERANCE } from "../../drawing/basis/limits.ts";
import { type Contour, DrawnContours, inRange } from "../../drawing/curves/contours.ts";
import { mapVector } from "../../drawing/curves/frame.ts";
import { FILL } from "../../drawing/fills.ts";
import { closeFilled, contourBounds, holds } from "../shapes/contour-boxes.ts";
import { type SvgAttributes, shapeContours } from "../shapes/shapes.ts";
import { parseLength, userLength } from "../shapes/transform.ts";
import { hasFill, hasStroke, invisibility, isArea, type Paint, paintColour } from "../styles/paint.ts";
import type { SvgLayers } from "./layers.ts";
import { anchorOf, type ElementContext, startOf } from "./places.ts";

/** Inkscape has texts of its own that flow in a frame. */
export const TEXTS = new Set(["text", "flowRoot"]);
/** Shapes that markers are drawn on. */
const MARKED = /^(path|line|polyline|polygon)$/;
const WHITE = 0xffffff;
/** No colour of an area. */
const LINE = -1;

export class Canvas {
  readonly drawn = new DrawnContours();
  readonly layers = new Set<string>();
  readonly findings = new Findings();
  shapes = 0;
  private curves = 0;
  private unseen = 0;
  /** Boxes as large as the page, drawn before all else, which are the paper unless nothing shows on them. */
  private readonly papers: { draw: () => void; at: Point; colour: number }[] = [];
  /** Colours of all else that is drawn; of lines none that an area has. */
  private readonly inks = new Set<number>();
  private readonly skipped = new Map<string, number>();

  /** Blank is what has neither fill nor stroke, as JSCAD writes paths: it is drawn where there is nothing else. */
  constructor(
    private readonly page: Bounds | null,
    private readonly names: SvgLayers,
    private readonly drawsBlank: boolean,
  ) {}

  shape(name: string, attributes: SvgAttributes, place: ElementContext): void {
    const { frame, viewport, layer, visible, paint } = place;
    let damaged = false;
    const em = userLength(place.size, viewport.width);
    const shaped = shapeContours(name, attributes, frame, { ...viewport, em }, () => {
      damaged = true;
    });
    if (!shaped) {
      this.skip(name.slice(0, 40).replace(/[^\w-]/g, "?"), anchorOf(attributes, place, []));
      return;
    }
    const contours = isArea(paint) ? closeFilled(shaped) : shaped;
    const unseen = visible ? invisibility(paint) : null;
    const at = anchorOf(attributes, place, contours);
    const isBlank = this.drawsBlank && paint.opacity !== 0;
    if (unseen && isBlank) this.findings.note("role-overruled", { subject: layer, layer, at });
    else if (unseen) {
      this.unseen++;
      // LibreOffice draws a box around each shape that nobody needs, others one around the page.
      if (attributes.class !== "BoundingBox" && !(paint.opacity && this.isPage(contours)))
        this.findings.note("invisible-left-out", { subject: unseen, at });
      return;
    }
    if (!visible) {
      this.findings.note("entities-hidden", { subject: "not visible", at });
      return;
    }
    this.tellWide(place, at);
    if (paint.marked && MARKED.test(name)) this.findings.note("entities-skipped", { subject: "marker", at });
    if (damaged) this.findings.note("path-cut-short", { at, layer });
    else if (shaped.length === 0) this.findings.note("zero-length-removed", { at, layer });
    const draw = () => this.draw(contours, layer, paint);
    const first = this.shapes++ === this.papers.length;
    const colour = isArea(paint) ? paintColour(paint) : LINE;
    const { width, height } = attributes;
    // Where the page does not begin at its corner, it is beside the page and meant to fill it.
    const isWhole = width === "100%" && height === "100%";
    if (
      first &&
      isArea(paint) &&
      (isWhole || this.isPage(contours)) &&
      (colour === WHITE || this.names.meaning(layer) !== "cut")
    ) {
      this.papers.push({ draw, at, colour });
      return;
    }
    this.inks.add(colour);
    draw();
  }

  private isPage(contours: Contour[]): boolean {
    const box = this.page && contourBounds(contours);
    return box !== null && holds(box, this.page!);
  }

  /** A broad line may be meant with both of its sides. */
  private tellWide({ frame, viewport, layer, paint }: ElementContext, at: Point): void {
    if (!hasStroke(paint) || hasFill(paint)) return;
    const { x, y } = mapVector(frame, userLength(paint.width, viewport.width), 0, 0);
    const size = paint.fixed ? (parseLength(paint.width) ?? 0) : hypot(x, y);
    if (size > TOLERANCE.stroke && size <= DRAWING_LIMITS.coordinate)
      this.findings.note("wide-stroke", { layer, size, at });
  }

  /**
   * The paper is a part after all where nothing lies on it, not even a text, or nothing that shows on it but white, which
   * is a hole; else it is left out.
   */
  finish(): void {
    const { count } = this.drawn;
    const alone = count === 0 && this.skipped.size === 0;
    for (const { draw, at, colour } of this.papers) {
      const shows = [...this.inks].some((ink) => ink !== WHITE && ink !== colour);
      if (alone || (count > 0 && colour !== WHITE && !shows)) draw();
      else this.findings.note("page-box-left-out", { at });
    }
  }

  /** Whether there is nothing but shapes that nobody sees. */
  isBlank(): boolean {
    return this.drawn.count === 0 && this.skipped.size === 0 && this.unseen > 0;
  }

  /** Of all that is drawn, in millimetres. */
  width(): number {
    const { min_x, max_x } = this.drawn.bounds();
    return max_x - min_x;
  }

  /** What stands in a drawing without shapes. */
  unread(): string {
    const list = [...this.skipped].map(([name, count]) => counted(count, name));
    if (this.unseen > 0)
      list.push(`${counted(this.unseen, "shape")} that nobody sees (no fill, no stroke, or opacity 0)`);
    const advice = [
      this.skipped.has("text") && "; convert text to paths",
      this.skipped.has("image") && "; trace images into paths",
    ].filter((told) => told);
    return list.length > 0 ? `: it has ${list.join(", ")}${advice.join("")}` : "";
  }

  private skip(name: string, at: Point): void {
    if (this.skipped.size < DRAWING_LIMITS.listed) this.skipped.set(name, (this.skipped.get(name) ?? 0) + 1);
    if (TEXTS.has(name)) this.findings.note("text-not-drawn", { at });
    else if (name === "image") this.findings.note("images-not-drawn", { at });
    else this.findings.note("entities-skipped", { subject: name, at });
  }

  private draw(contours: Contour[], layer: string, paint: Paint): void {
    this.layers.add(layer);
    for (const contour of contours) {
      this.spend(contour.curves.length);
      if (!inRange(contour)) {
        this.findings.note("entities-out-of-range", { at: startOf(contour) });
        continue;
      }
      this.drawn.draw(contour, {
        layer,
        lineType: isArea(paint) ? FILL : paint.dashed ? "DASHED" : "",
        colour: paintColour(paint),
      });
    }
  }

  spend(curves: number): void {
    this.curves += curves;
    if (this.curves > DRAWING_LIMITS.svgCurves) {
      throw invalidInput(["file"], `the SVG drawing expands to more than ${DRAWING_LIMITS.svgCurves} curves`);
    }
  }
}
