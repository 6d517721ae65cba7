/** Where do clip paths, masks and the rooms of inner drawings take something away? All is taken whole, and that is told. */
import type { Bounds } from "../../../base/contract/values/geometry.ts";
import { compose } from "../../drawing/curves/frame.ts";
import { pathBounds } from "../../drawing/curves/outline.ts";
import { contourBounds, holds } from "../shapes/contour-boxes.ts";
import { shapeContours } from "../shapes/shapes.ts";
import { parseTransform } from "../shapes/transform.ts";
import { shapedBy } from "../styles/style.ts";
import type { Canvas } from "./canvas.ts";
import type { ElementContext, ElementContexts, Named } from "./places.ts";

/** What masks are filled with where they leave all to be seen. */
const LIGHT = /^(white|#fff|#ffffff|#d9d9d9)$/i;

export class Clips {
  constructor(
    private readonly named: Named,
    private readonly places: ElementContexts,
    private readonly canvas: Canvas,
  ) {}

  /** Draws an element and tells where a clip path or mask would take something of it away. */
  clipped(place: ElementContext, draw: () => void): void {
    const before = this.canvas.drawn.count;
    draw();
    if (place.clips.length === 0 || this.canvas.drawn.count === before) return;
    if (place.clips.some((clip) => this.cuts(this.clipBox(clip, place), before)))
      this.canvas.findings.note("clipping-ignored", { at: this.canvas.drawn.startOf(before) });
  }

  /** Whether a box would take away something of what is drawn since; none leaves nothing for certain. */
  cuts(box: Bounds | null, before: number): boolean {
    for (let i = before; i < this.canvas.drawn.count; i++)
      if (!box || !holds(box, pathBounds(this.canvas.drawn.run(i)))) return true;
    return false;
  }

  /** The box that a clip path or mask leaves, or null where it is none. */
  private clipBox(clip: string, { frame, viewport }: ElementContext): Bounds | null {
    const target = this.named.byId.get(/^url\(\s*["']?#([^"')]+)["']?\s*\)$/.exec(clip)?.[1] ?? "");
    const [only, ...more] = target?.children ?? [];
    const shape = only?.name === "use" ? this.places.targetOf(only.attributes) : only;
    if (!target || !shape || more.length > 0) return null;
    const { clipPathUnits, maskContentUnits, fill, transform } = target.attributes;
    if ([clipPathUnits, maskContentUnits].includes("objectBoundingBox")) return null;
    if (target.name === "mask" && !LIGHT.test(shape.attributes.fill ?? fill ?? "")) return null;
    const moved = compose(parseTransform(transform), parseTransform(shape.attributes.transform));
    const attributes = shapedBy(shape.attributes, this.named.styles.of(shape));
    const contours = shapeContours(shape.name, attributes, compose(frame, moved), viewport) ?? [];
    this.canvas.spend(1 + contours.reduce((sum, { curves }) => sum + curves.length, 0));
    return contourBounds(contours);
  }
}
