import type { Bounds, Point } from "../contract/values/geometry.ts";
import { Findings } from "../drawing/basis/findings.ts";
import { DRAWING_LIMITS, TOLERANCE } from "../drawing/basis/limits.ts";
import { type Contour, DrawnContours, inRange } from "../drawing/curves/contours.ts";
import { compose, type Frame, IDENTITY, mapPoint, mapVector, translation } from "../drawing/curves/frame.ts";
import { pathBounds } from "../drawing/curves/outline.ts";
import { FILL } from "../drawing/fills.ts";
import type { DrawnText } from "../drawing/model/text.ts";
import { meaningOf } from "../drawing/roles/words.ts";
import { invalidInput } from "../errors.ts";
import { hypot } from "../geometry/trig/hypot.ts";
import { counted } from "../text.ts";
import { boxOf, closeFilled, holds } from "./boxes.ts";
import { layerOf, USES } from "./layers.ts";
import { type Attributes, shapeContours } from "./shapes.ts";
import {
  colourOf,
  hasFill,
  hasStroke,
  INHERITED,
  invisibility,
  isArea,
  type Paint,
  PLAIN,
  paintOf,
} from "./styles/paint.ts";
import { isForScreen, movesOf, type Style, Styles, type SvgElement, shapedBy } from "./styles/style.ts";
import { type Lettering, textsOf } from "./texts.ts";
import {
  lengthOf,
  readLength,
  transformOf,
  transformOrigin,
  userLength,
  type Viewport,
} from "./transform.ts";
import { aspectRatioOf, fitFrame, viewBoxOf } from "./viewport.ts";

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
/** What masks are filled with where they leave all to be seen. */
const LIGHT = /^(white|#fff|#ffffff|#d9d9d9)$/i;
const GROUPS = new Set(["g", "a"]);
/** Inkscape has texts of its own that flow in a frame. */
const TEXTS = new Set(["text", "flowRoot"]);
/** Shapes that markers are drawn on. */
const MARKED = /^(path|line|polyline|polygon)$/;
/** What names of shapes may say: how to make them. */
const MADE = new Set<string | null>(["cut", "bend", "engrave", "mark"]);
const WHITE = 0xffffff;
/** No colour of an area. */
const LINE = -1;
const LENGTHS = ["x", "y", "width", "height", "r", "rx", "ry", "cx", "cy", "x1", "y1", "x2", "y2"];

interface Place extends Lettering {
  /** What holds of the element itself. */
  style: Style;
  frame: Frame;
  viewport: Viewport;
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
interface Named {
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

export class Reader {
  readonly drawn = new DrawnContours();
  readonly layers = new Set<string>();
  readonly texts: DrawnText[] = [];
  /** Layers that LibreCAD has for construction. */
  readonly unplotted = new Set<string>();
  readonly findings = new Findings();
  shapes = 0;
  private curves = 0;
  private unseen = 0;
  /** Boxes as large as the page, drawn before all else, which are the paper unless nothing shows on them. */
  private readonly papers: { draw: () => void; at: Point; colour: number }[] = [];
  /** Colours of all else that is drawn; of lines none that an area has. */
  private readonly inks = new Set<number>();
  private readonly skipped = new Map<string, number>();
  private readonly page: Bounds | null;
  /** Whether what has neither fill nor stroke is drawn, as JSCAD writes paths: the drawing has nothing else. */
  private readonly drawsBlank: boolean;
  private readonly byId: Map<string, SvgElement>;
  private readonly styles: Styles;
  /** What names of layers say of what is on them. */
  private readonly meanings = new Map<string, string | null>();

  constructor({ byId, styles }: Named, page: Bounds | null, drawsBlank: boolean) {
    this.byId = byId;
    this.styles = styles;
    this.page = page;
    this.drawsBlank = drawsBlank;
  }

  /** The page itself: its size is known, all else holds of it as of any group. */
  read(root: SvgElement, place: Place): void {
    const inner = this.styled(root, place);
    if (!inner) return;
    const { frame } = place;
    const isMoved = (key: keyof Frame) => Math.abs(inner.frame[key] - frame[key]) > 1e-9;
    if ((["ax", "ay", "bx", "by", "ox", "oy"] as const).some(isMoved))
      this.findings.note("structure-repaired", { subject: "The transform of the page left out" });
    this.clipped(inner, () => this.children(root, { ...inner, frame }));
  }

  private children(element: SvgElement, place: Place): void {
    for (const child of element.children) this.element(child, place);
  }

  private element(element: SvgElement, place: Place): void {
    const { name, attributes } = element;
    if (UNSEEN.has(name)) return;
    const styled = this.styled(element, place);
    if (!styled) return;
    const inner = { ...styled, layer: this.layerIn(place.layer, attributes, isContainer(name)) };
    this.clipped(inner, () => {
      if (GROUPS.has(name)) this.children(element, inner);
      else if (name === "switch") this.firstChild(element, inner);
      else if (name === "svg") this.viewported(element, this.shapedIn(attributes, inner), inner);
      else if (name === "use") this.use(this.shapedIn(attributes, inner), inner);
      else {
        if (TEXTS.has(name) && !hasWords(element)) return;
        if (name === "text" && inner.visible && this.texts.length < DRAWING_LIMITS.texts)
          this.texts.push(...textsOf(element, { ...inner, letteringOf: this.letteringOf }));
        this.shape(name, this.shapedIn(attributes, inner), inner);
      }
    });
  }

  /** The attributes of an element with what its style says; lengths that cannot be read are told. */
  private shapedIn(attributes: Attributes, place: Place): Attributes {
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

  /**
   * The name of a group, unless it tells nothing and its use, a class or the layer around it does: most classes are for
   * style. Makers of paths name shapes by what to do with them; other names of shapes tell what they show.
   */
  private layerIn(layer: string, attributes: Attributes, isGroup: boolean): string {
    const own = layerOf(attributes) ?? "";
    const name = isGroup || MADE.has(this.meaning(own)) ? own : "";
    if (name && attributes["lc:is_construction"] === "true") this.unplotted.add(name);
    const { "shaper:cutType": cut, "shaper:pathType": path, class: classes } = attributes;
    const uses = `${cut ?? path ?? ""} ${classes ?? ""}`.split(/\s+/).map((use) => USES[use] ?? use);
    const words = isGroup ? [name, ...uses, layer] : [...uses, layer, name];
    return words.find((word) => this.meaning(word)) ?? (name || layer);
  }

  private meaning(name: string): string | null {
    let meaning = this.meanings.get(name);
    if (meaning === undefined) {
      meaning = meaningOf(name)?.meaning ?? null;
      this.meanings.set(name, meaning);
    }
    return meaning;
  }

  /** Draws an element and tells where a clip path or mask would take something of it away. */
  private clipped(place: Place, draw: () => void): void {
    const before = this.drawn.count;
    draw();
    if (place.clips.length === 0 || this.drawn.count === before) return;
    if (place.clips.some((clip) => this.cuts(this.clipBox(clip, place), before)))
      this.findings.note("clipping-ignored", { at: this.drawn.startOf(before) });
  }

  /** Whether a box would take away something of what is drawn since; none leaves nothing for certain. */
  private cuts(box: Bounds | null, before: number): boolean {
    for (let i = before; i < this.drawn.count; i++)
      if (!box || !holds(box, pathBounds(this.drawn.run(i)))) return true;
    return false;
  }

  /** The box that a clip path or mask leaves, or null where it is none. */
  private clipBox(clip: string, { frame, viewport }: Place): Bounds | null {
    const target = this.byId.get(/^url\(\s*["']?#([^"')]+)["']?\s*\)$/.exec(clip)?.[1] ?? "");
    const [only, ...more] = target?.children ?? [];
    const shape = only?.name === "use" ? this.targetOf(only.attributes) : only;
    if (!target || !shape || more.length > 0) return null;
    const { clipPathUnits, maskContentUnits, fill, transform } = target.attributes;
    if ([clipPathUnits, maskContentUnits].includes("objectBoundingBox")) return null;
    if (target.name === "mask" && !LIGHT.test(shape.attributes.fill ?? fill ?? "")) return null;
    const moved = compose(transformOf(transform), transformOf(shape.attributes.transform));
    const attributes = shapedBy(shape.attributes, this.styles.of(shape));
    const contours = shapeContours(shape.name, attributes, compose(frame, moved), viewport) ?? [];
    this.spend(1 + contours.reduce((sum, { curves }) => sum + curves.length, 0));
    return boxOf(contours);
  }

  private readonly letteringOf = (element: SvgElement, around: Lettering): Lettering =>
    letteringBy(this.styles.of(element), around);

  /** Where and whether an element is drawn by its style; null where neither it nor anything in it is. */
  private styled(element: SvgElement, place: Place): Place | null {
    const style: Style = this.styles.of(element);
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
      paint: paintOf(style, place.paint),
      ...letteringBy(style, place),
      clips,
    };
  }

  /** The transform of a style about its origin, which is a place of the page and not of the element's own box. */
  private moved(style: Style, viewport: Viewport): Frame {
    const move = transformOf(movesOf(style), viewport, () =>
      this.findings.note("structure-repaired", { subject: "a transform that cannot be read left out" }),
    );
    if (move === IDENTITY) return move;
    if (!/^(view-box)?$/.test(style["transform-box"] ?? "")) this.findings.note("transform-box-ignored");
    const [x, y] = transformOrigin(style["transform-origin"], viewport);
    return compose(translation(x, y, 0), compose(move, translation(-x, -y, 0)));
  }

  /**
   * Of alternatives the first that asks for nothing, or else for no more than a language; what asks for extensions is meant
   * for the program that wrote it.
   */
  private firstChild(element: SvgElement, place: Place): void {
    const plain = element.children.filter(
      ({ name, attributes }) => name !== "foreignObject" && attributes.requiredExtensions === undefined,
    );
    const first = plain.find(({ attributes }) => attributes.systemLanguage === undefined) ?? plain[0];
    if (first) this.element(first, place);
  }

  private targetOf({ href, "xlink:href": old }: Attributes): SvgElement | undefined {
    return this.byId.get((href ?? old ?? "").replace(/^#/, ""));
  }

  private use(attributes: Attributes, place: Place): void {
    const target = this.targetOf(attributes);
    if (!target || place.depth >= DRAWING_LIMITS.insertDepth) {
      const at = anchorOf(attributes, place, []);
      this.findings.note("entities-skipped", { subject: "use without its target", at });
      return;
    }
    const x = userLength(attributes.x, place.viewport.width);
    const y = userLength(attributes.y, place.viewport.height);
    const inner = { ...place, frame: compose(place.frame, translation(x, y, 0)), depth: place.depth + 1 };
    if (target.name === "symbol" || target.name === "svg") {
      const { width = target.attributes.width, height = target.attributes.height } = attributes;
      const styled = this.styled(target, inner);
      if (styled) this.viewported(target, { ...target.attributes, ...given({ width, height }) }, styled);
    } else this.element(target, inner);
    this.spend(1);
  }

  /**
   * A symbol or a drawing in the drawing: its view box is fitted into its own room, all of the outer one by default, and
   * shows nothing beyond it unless told to.
   */
  private viewported(element: SvgElement, attributes: Attributes, place: Place): void {
    const { viewport } = place;
    const at = element.name === "svg" ? attributes : {};
    const origin = translation(userLength(at.x, viewport.width), userLength(at.y, viewport.height), 0);
    const room = {
      width: userLength(attributes.width ?? "100%", viewport.width),
      height: userLength(attributes.height ?? "100%", viewport.height),
    };
    const box = viewBoxOf(attributes.viewBox);
    // Without a room to fit it into, as on a page that tells no size, content is as large as it says.
    const fits = room.width > 0 && room.height > 0;
    const fitted = fits ? fitFrame(box, room, aspectRatioOf(attributes.preserveAspectRatio)) : IDENTITY;
    const frame = compose(place.frame, compose(origin, fitted));
    const before = this.drawn.count;
    this.children(element, { ...place, frame, viewport: box ?? room });
    if (!fits || /^(visible|auto)$/.test(place.style.overflow ?? "")) return;
    const sides = { width: `${room.width}`, height: `${room.height}` };
    const [edge] = shapeContours("rect", sides, compose(place.frame, origin), viewport)!;
    if (this.cuts(pathBounds(edge!.curves), before))
      this.findings.note("clipping-ignored", { at: this.drawn.startOf(before) });
  }

  private shape(name: string, attributes: Attributes, place: Place): void {
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
    const colour = isArea(paint) ? colourOf(paint) : LINE;
    const { width, height } = attributes;
    // Where the page does not begin at its corner, it is beside the page and meant to fill it.
    const isWhole = width === "100%" && height === "100%";
    if (
      first &&
      isArea(paint) &&
      (isWhole || this.isPage(contours)) &&
      (colour === WHITE || this.meaning(layer) !== "cut")
    ) {
      this.papers.push({ draw, at, colour });
      return;
    }
    this.inks.add(colour);
    draw();
  }

  private isPage(contours: Contour[]): boolean {
    const box = this.page && boxOf(contours);
    return box !== null && holds(box, this.page!);
  }

  /** A broad line may be meant with both of its sides. */
  private tellWide({ frame, viewport, layer, paint }: Place, at: Point): void {
    if (!hasStroke(paint) || hasFill(paint)) return;
    const { x, y } = mapVector(frame, userLength(paint.width, viewport.width), 0, 0);
    const size = paint.fixed ? (lengthOf(paint.width) ?? 0) : hypot(x, y);
    if (size > TOLERANCE.stroke && size <= DRAWING_LIMITS.coordinate)
      this.findings.note("wide-stroke", { layer, size, at });
  }

  /**
   * The paper is a part after all where nothing lies on it, not even a text, or nothing that shows on it but white, which
   * is a hole; else it is left out.
   */
  finish(): void {
    for (const rules of this.styles.unread)
      this.findings.note("structure-repaired", { subject: `Style rules of ${rules.slice(0, 40)} left out` });
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
        colour: colourOf(paint),
      });
    }
  }

  private spend(curves: number): void {
    this.curves += curves;
    if (this.curves > DRAWING_LIMITS.svgCurves) {
      throw invalidInput(["file"], `the SVG drawing expands to more than ${DRAWING_LIMITS.svgCurves} curves`);
    }
  }
}

/** Where findings tell an element to be: where it begins to draw, or else where it says to stand. */
function anchorOf({ x, y }: Attributes, { frame, viewport }: Place, [first]: Contour[]): Point {
  if (first) return startOf(first);
  const at = mapPoint(frame, userLength(x, viewport.width), userLength(y, viewport.height), 0);
  return [at.x, at.y];
}

function startOf({ curves: [first] }: Contour): Point {
  return [first!.x0, first!.y0];
}

function letteringBy(style: Style, around: Lettering): Lettering {
  const { "font-size": size, "text-anchor": anchor = around.anchor } = style;
  const em = userLength(around.size, 0);
  const own = size === undefined ? null : readLength(size, em, em);
  return { size: own !== null && own >= 0 ? `${own}` : around.size, anchor };
}

function hasWords({ text, children }: SvgElement): boolean {
  return text.trim() !== "" || children.some(hasWords);
}

function isContainer(name: string): boolean {
  return GROUPS.has(name) || name === "svg" || name === "switch";
}

/** Without what is undefined. */
function given(values: Record<string, string | undefined>): Attributes {
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}
