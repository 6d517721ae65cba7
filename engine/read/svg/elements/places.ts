/** Where is an element, how does it look there, and what else does it refer to? */
import type { Point } from "../../../base/contract/values/geometry.ts";
import type { Findings } from "../../drawing/basis/drawing-findings.ts";
import type { Contour } from "../../drawing/curves/contours.ts";
import { compose, type EntityFrame, IDENTITY, mapPoint, translation } from "../../drawing/curves/frame.ts";
import type { SvgAttributes } from "../shapes/shapes.ts";
import {
  parseTransform,
  readLength,
  type SvgViewport,
  transformOrigin,
  userLength,
} from "../shapes/transform.ts";
import { INHERITED, type Paint, PLAIN, resolvePaint } from "../styles/paint.ts";
import {
  isForScreen,
  type Style,
  Styles,
  type SvgElement,
  shapedBy,
  styleTransform,
} from "../styles/style.ts";
import type { SvgLettering } from "./texts.ts";

const LENGTHS = ["x", "y", "width", "height", "r", "rx", "ry", "cx", "cy", "x1", "y1", "x2", "y2"];

export interface ElementContext extends SvgLettering {
  /** What holds of the element itself. */
  style: Style;
  frame: EntityFrame;
  viewport: SvgViewport;
  layer: string;
  depth: number;
  visible: boolean;
  paint: Paint;
  /** What clips the element itself. */
  clips: string[];
}

/** Where no element is yet. */
export const NOWHERE = {
  style: {},
  layer: "0",
  depth: 0,
  visible: true,
  paint: PLAIN,
  size: "16",
  anchor: "start",
  clips: [],
};

/** What elements refer to by its name: other elements, and rules of style sheets. */
export interface Named {
  byId: Map<string, SvgElement>;
  styles: Styles;
}

export function namedIn(root: SvgElement): Named {
  const byId = new Map<string, SvgElement>();
  const sheets: string[] = [];
  const pending = [root];
  for (let element = pending.pop(); element; element = pending.pop()) {
    const { id } = element.attributes;
    if (id !== undefined) byId.set(id, element);
    if (element.name === "style" && isForScreen(element.attributes.media)) sheets.unshift(element.text);
    for (const child of element.children) pending.push(child);
  }
  return { byId, styles: new Styles(sheets) };
}

export class ElementContexts {
  constructor(
    private readonly named: Named,
    private readonly findings: Findings,
  ) {}

  /** Where and whether an element is drawn by its style; null where neither it nor anything in it is. */
  styled(element: SvgElement, place: ElementContext): ElementContext | null {
    const style: Style = this.named.styles.of(element);
    const isOwn = element.attributes.gcodetools !== undefined;
    const isForeign = /\S/.test(element.attributes.requiredExtensions ?? "");
    if (/^none$/i.test(style.display ?? "") || isOwn || isForeign) {
      const at = anchorOf(element.attributes, place, []);
      const subject = isOwn ? "drawn by Gcodetools" : "not displayed";
      this.findings.note("entities-hidden", { subject, at });
      return null;
    }
    const clips = [style["clip-path"], style.mask, style["mask-image"]].filter(
      (value) => value !== undefined && value !== "none",
    ) as string[];
    const visibility = style.visibility?.toLowerCase();
    const own = visibility !== undefined && !INHERITED.test(visibility);
    const frame = compose(place.frame, this.moved(style, place.viewport));
    return {
      ...place,
      style,
      frame,
      visible: own ? /^(visible|initial)$/.test(visibility) : place.visible,
      paint: resolvePaint(style, place.paint),
      ...letteringBy(style, place),
      clips,
    };
  }

  /** The transform of a style about its origin, which is a place of the page and not of the element's own box. */
  private moved(style: Style, viewport: SvgViewport): EntityFrame {
    const move = parseTransform(styleTransform(style), viewport, () =>
      this.findings.note("structure-repaired", { subject: "a transform that cannot be read left out" }),
    );
    if (move === IDENTITY) return move;
    if (!/^(view-box)?$/.test(style["transform-box"] ?? "")) this.findings.note("transform-box-ignored");
    const [x, y] = transformOrigin(style["transform-origin"], viewport);
    return compose(translation(x, y, 0), compose(move, translation(-x, -y, 0)));
  }

  /** The attributes of an element with what its style says; lengths that cannot be read are told. */
  shapedIn(attributes: SvgAttributes, place: ElementContext): SvgAttributes {
    const shaped = shapedBy(attributes, place.style);
    const isUnread = (key: string) => {
      // Texts list a place for each letter.
      const [first = ""] = (shaped[key] ?? "").trim().split(/[\s,]+/);
      return first !== "" && first !== "auto" && readLength(first, 0) === null;
    };
    if (place.visible && LENGTHS.some(isUnread)) {
      const subject = "a length that cannot be read taken as 0";
      this.findings.note("structure-repaired", { subject, at: anchorOf(shaped, place, []) });
    }
    return shaped;
  }

  readonly letteringOf = (element: SvgElement, around: SvgLettering): SvgLettering =>
    letteringBy(this.named.styles.of(element), around);

  targetOf({ href, "xlink:href": old }: SvgAttributes): SvgElement | undefined {
    return this.named.byId.get((href ?? old ?? "").replace(/^#/, ""));
  }
}

/** Where findings tell an element to be: where it begins to draw, or else where it says to stand. */
export function anchorOf(
  { x, y }: SvgAttributes,
  { frame, viewport }: ElementContext,
  [first]: Contour[],
): Point {
  if (first) return startOf(first);
  const at = mapPoint(frame, userLength(x, viewport.width), userLength(y, viewport.height), 0);
  return [at.x, at.y];
}

export function startOf({ curves: [first] }: Contour): Point {
  return [first!.x0, first!.y0];
}

function letteringBy(style: Style, around: SvgLettering): SvgLettering {
  const { "font-size": size, "text-anchor": anchor = around.anchor } = style;
  const em = userLength(around.size, 0);
  const own = size === undefined ? null : readLength(size, em, em);
  return { size: own !== null && own >= 0 ? `${own}` : around.size, anchor };
}
