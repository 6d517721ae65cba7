/** Which elements of an SVG are there to be drawn, one after another, and where? */
import type { Bounds } from "../../../base/contract/values/geometry.ts";
import { DRAWING_LIMITS } from "../../drawing/basis/limits.ts";
import { compose, type EntityFrame, IDENTITY, translation } from "../../drawing/curves/frame.ts";
import { pathBounds } from "../../drawing/curves/outline.ts";
import type { DrawnText } from "../../drawing/model/text.ts";
import { type SvgAttributes, shapeContours } from "../shapes/shapes.ts";
import { userLength } from "../shapes/transform.ts";
import { fitFrame, parseAspectRatio, parseViewBox } from "../shapes/viewport.ts";
import type { SvgElement } from "../styles/style.ts";
import { Canvas, TEXTS } from "./canvas.ts";
import { Clips } from "./clips.ts";
import { SvgLayers } from "./layers.ts";
import { anchorOf, type ElementContext, ElementContexts, type Named } from "./places.ts";
import { textsOf } from "./texts.ts";

/** Elements that only count where they are referred to, or that draw nothing. */
const UNSEEN = new Set([
  "defs",
  "symbol",
  "clipPath",
  "mask",
  "pattern",
  "marker",
  "filter",
  "linearGradient",
  "radialGradient",
  "style",
  "solidColor",
  "view",
  "metadata",
  "title",
  "desc",
  "script",
]);
const GROUPS = new Set(["g", "a"]);

export class ElementReader {
  readonly layers = new SvgLayers();
  readonly canvas: Canvas;
  readonly texts: DrawnText[] = [];
  private readonly places: ElementContexts;
  private readonly clips: Clips;

  constructor(
    private readonly named: Named,
    page: Bounds | null,
    drawsBlank: boolean,
  ) {
    this.canvas = new Canvas(page, this.layers, drawsBlank);
    this.places = new ElementContexts(named, this.canvas.findings);
    this.clips = new Clips(named, this.places, this.canvas);
  }

  /** The page itself: its size is known, all else holds of it as of any group. */
  read(root: SvgElement, place: ElementContext): void {
    const inner = this.places.styled(root, place);
    if (!inner) return;
    const { frame } = place;
    const isMoved = (key: keyof EntityFrame) => Math.abs(inner.frame[key] - frame[key]) > 1e-9;
    if ((["ax", "ay", "bx", "by", "ox", "oy"] as const).some(isMoved))
      this.canvas.findings.note("structure-repaired", { subject: "The transform of the page left out" });
    this.clips.clipped(inner, () => this.children(root, { ...inner, frame }));
    for (const rules of this.named.styles.unread)
      this.canvas.findings.note("structure-repaired", {
        subject: `Style rules of ${rules.slice(0, 40)} left out`,
      });
    this.canvas.finish();
  }

  private children(element: SvgElement, place: ElementContext): void {
    for (const child of element.children) this.element(child, place);
  }

  private element(element: SvgElement, place: ElementContext): void {
    const { name, attributes } = element;
    if (UNSEEN.has(name)) return;
    const styled = this.places.styled(element, place);
    if (!styled) return;
    const inner = { ...styled, layer: this.layers.layerIn(place.layer, attributes, isContainer(name)) };
    this.clips.clipped(inner, () => {
      if (GROUPS.has(name)) this.children(element, inner);
      else if (name === "switch") this.firstChild(element, inner);
      else if (name === "svg") this.viewported(element, this.places.shapedIn(attributes, inner), inner);
      else if (name === "use") this.use(this.places.shapedIn(attributes, inner), inner);
      else {
        if (TEXTS.has(name) && !hasWords(element)) return;
        if (name === "text" && inner.visible && this.texts.length < DRAWING_LIMITS.texts)
          this.texts.push(...textsOf(element, { ...inner, letteringOf: this.places.letteringOf }));
        this.canvas.shape(name, this.places.shapedIn(attributes, inner), inner);
      }
    });
  }

  /**
   * Of alternatives the first that asks for nothing, or else for no more than a language; what asks for extensions is meant
   * for the program that wrote it.
   */
  private firstChild(element: SvgElement, place: ElementContext): void {
    const plain = element.children.filter(
      ({ name, attributes }) => name !== "foreignObject" && attributes.requiredExtensions === undefined,
    );
    const first = plain.find(({ attributes }) => attributes.systemLanguage === undefined) ?? plain[0];
    if (first) this.element(first, place);
  }

  private use(attributes: SvgAttributes, place: ElementContext): void {
    const target = this.places.targetOf(attributes);
    if (!target || place.depth >= DRAWING_LIMITS.insertDepth) {
      const at = anchorOf(attributes, place, []);
      this.canvas.findings.note("entities-skipped", { subject: "use without its target", at });
      return;
    }
    const x = userLength(attributes.x, place.viewport.width);
    const y = userLength(attributes.y, place.viewport.height);
    const inner = { ...place, frame: compose(place.frame, translation(x, y, 0)), depth: place.depth + 1 };
    if (target.name === "symbol" || target.name === "svg") {
      const { width = target.attributes.width, height = target.attributes.height } = attributes;
      const styled = this.places.styled(target, inner);
      if (styled) this.viewported(target, { ...target.attributes, ...given({ width, height }) }, styled);
    } else this.element(target, inner);
    this.canvas.spend(1);
  }

  /**
   * A symbol or a drawing in the drawing: its view box is fitted into its own room, all of the outer one by default, and
   * shows nothing beyond it unless told to.
   */
  private viewported(element: SvgElement, attributes: SvgAttributes, place: ElementContext): void {
    const { viewport } = place;
    const at = element.name === "svg" ? attributes : {};
    const origin = translation(userLength(at.x, viewport.width), userLength(at.y, viewport.height), 0);
    const room = {
      width: userLength(attributes.width ?? "100%", viewport.width),
      height: userLength(attributes.height ?? "100%", viewport.height),
    };
    const box = parseViewBox(attributes.viewBox);
    // Without a room to fit it into, as on a page that tells no size, content is as large as it says.
    const fits = room.width > 0 && room.height > 0;
    const fitted = fits ? fitFrame(box, room, parseAspectRatio(attributes.preserveAspectRatio)) : IDENTITY;
    const frame = compose(place.frame, compose(origin, fitted));
    const before = this.canvas.drawn.count;
    this.children(element, { ...place, frame, viewport: box ?? room });
    if (!fits || /^(visible|auto)$/.test(place.style.overflow ?? "")) return;
    const sides = { width: `${room.width}`, height: `${room.height}` };
    const [edge] = shapeContours("rect", sides, compose(place.frame, origin), viewport)!;
    if (this.clips.cuts(pathBounds(edge!.curves), before))
      this.canvas.findings.note("clipping-ignored", { at: this.canvas.drawn.startOf(before) });
  }
}

function hasWords({ text, children }: SvgElement): boolean {
  return text.trim() !== "" || children.some(hasWords);
}

function isContainer(name: string): boolean {
  return GROUPS.has(name) || name === "svg" || name === "switch";
}

/** Without what is undefined. */
function given(values: Record<string, string | undefined>): SvgAttributes {
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
