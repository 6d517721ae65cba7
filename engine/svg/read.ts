/**
 * What does an SVG file say: which parts, cuts and bends, in millimetres, as if it had come as a DXF?
 *
 * Paths, basic shapes, groups, `use`, symbols and drawings in drawings, nested transforms, style sheets; y turned up. Size:
 * width and height with units against the view box; without units CSS pixels, 96 to the inch; the caller's unit goes
 * before both. A layer is the name of the nearest named group. Throws EngineError and nothing else: INVALID_INPUT, FILE_TOO_LARGE, or INVALID_DXF as a drawing does that
 * holds nothing to cut.
 */
import { SaxesParser, type SaxesTagPlain } from "saxes";
import { LIMITS } from "../contract/values/limits.ts";
import { assembleDrawing } from "../drawing/assemble.ts";
import { decodeUtf8 } from "../drawing/basis/encodings.ts";
import { Findings } from "../drawing/basis/findings.ts";
import { DRAWING_LIMITS } from "../drawing/basis/limits.ts";
import { drawingUnit, type Unit } from "../drawing/basis/units.ts";
import { DrawnContours, inRange } from "../drawing/curves/contours.ts";
import { compose, type Frame, IDENTITY, translation, turn } from "../drawing/curves/frame.ts";
import { checkReadOptions, type Drawing, type ReadOptions } from "../drawing/model/drawing.ts";
import { openDrawing, type PackedDrawing } from "../drawing/model/packed.ts";
import { EngineError, invalidInput } from "../errors.ts";
import { type Attributes, shapeContours } from "./shapes.ts";
import { type Style, Styles, type SvgElement } from "./style.ts";
import { lengthOf, transformOf, transformOrigin, userLength, type Viewport } from "./transform.ts";
import { aspectRatioOf, fitFrame, viewBoxOf } from "./viewport.ts";

export function readSvg(bytes: Uint8Array, options: ReadOptions = {}): Drawing {
  return openDrawing(readPackedSvg(bytes, options));
}

/** The same as it crosses threads. */
export function readPackedSvg(bytes: Uint8Array, readOptions: ReadOptions): PackedDrawing {
  const options = checkReadOptions(readOptions);
  if (bytes.length > LIMITS.fileBytes) {
    throw new EngineError(
      "FILE_TOO_LARGE",
      `the file has ${bytes.length} bytes; the limit is ${LIMITS.fileBytes}`,
    );
  }
  const root = parse(decodeUtf8(bytes) ?? new TextDecoder("windows-1252").decode(bytes));
  if (root.name !== "svg") throw invalidInput(["file"], "the file is no SVG drawing");
  const findings = new Findings();
  const { frame, unit, viewport } = pageOf(root.attributes, options.unit);
  const reader = new Reader(root, findings);
  reader.read(root, { frame, viewport, layer: "0", depth: 0, visible: true });
  if (reader.drawn.count === 0) throw invalidInput(["file"], "the SVG drawing holds no shape to cut");
  const source = {
    drawn: reader.drawn,
    layers: [...reader.layers],
    entityCount: reader.shapes,
    unit,
    notes: [],
    texts: [],
    contents: "only shapes that are not for cutting",
  };
  return assembleDrawing(source, options, findings);
}

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
  "metadata",
  "title",
  "desc",
  "script",
]);
/** Elements inside elements. */
const NESTING = 500;
const GROUPS = new Set(["g", "a"]);

function parse(text: string): SvgElement {
  let top: SvgElement | null = null;
  let open: SvgElement | null = null;
  let depth = 0;
  const parser = new SaxesParser();
  parser.on("error", (error) => {
    throw invalidInput(["file"], `not well-formed XML: ${error.message.slice(0, 200)}`);
  });
  parser.on("doctype", (doctype) => Object.assign(parser.ENTITIES, plainEntities(doctype)));
  parser.on("opentag", ({ name, attributes }: SaxesTagPlain) => {
    if (++depth > NESTING) throw invalidInput(["file"], `elements are nested more than ${NESTING} deep`);
    const local = name.replace(/^.*:/, "");
    const element: SvgElement = {
      name: local,
      attributes,
      parent: open,
      previous: open?.children.at(-1) ?? null,
      children: [],
      text: "",
    };
    open?.children.push(element);
    top ??= element;
    open = element;
  });
  const keepText = (more: string) => {
    if (open?.name === "style") open.text += more;
  };
  parser.on("text", keepText);
  parser.on("cdata", keepText);
  parser.on("closetag", () => {
    open = open?.parent ?? null;
    depth--;
  });
  parser.write(text).close();
  return top ?? { name: "", attributes: {}, parent: null, previous: null, children: [], text: "" };
}

/** Entities that a document type declares as plain text, as drawing programs do for namespaces; no others are known. */
function plainEntities(doctype: string): Record<string, string> {
  const declared = doctype.matchAll(/<!ENTITY\s+([\w.-]+)\s+(?:"([^"&%]*)"|'([^'&%]*)')\s*>/g);
  return Object.fromEntries([...declared].map(([, name, double, single]) => [name, double ?? single ?? ""]));
}

interface Page {
  frame: Frame;
  unit: Unit;
  viewport: Viewport;
}

/** Maps the page to millimetres with y up, its lower left corner at the origin. */
function pageOf(attributes: Attributes, override: ReadOptions["unit"]): Page {
  const box = viewBoxOf(attributes.viewBox);
  const width = lengthOf(attributes.width);
  const height = lengthOf(attributes.height);
  const fits = [width && box ? width / box.width : 0, height && box ? height / box.height : 0] as const;
  const { align, slice } = aspectRatioOf(attributes.preserveAspectRatio);
  const stated = fits.filter((fit) => fit > 0);
  const even = slice ? Math.max(...stated) : Math.min(...stated);
  const unit: Unit = override
    ? drawingUnit(null, override)
    : stated.length > 0
      ? { name: "mm", millimetres: even, source: "drawing" }
      : { ...drawingUnit(null, "px"), source: "assumed" };
  const scale = unit.millimetres;
  const stretched = !override && !align && stated.length === 2;
  const [sx, sy] = stretched ? fits : [scale, scale];
  const viewport = box ?? { width: (width ?? 0) / PIXEL, height: (height ?? 0) / PIXEL };
  const bottom = box ? box.top + box.height : viewport.height;
  const frame = compose(turn(1, 0, sx, -sy, 1), translation(-(box?.left ?? 0), -bottom, 0));
  return { frame, unit, viewport };
}

/** Millimetres. */
const PIXEL = lengthOf("1px")!;

interface Place {
  frame: Frame;
  viewport: Viewport;
  layer: string;
  depth: number;
  visible: boolean;
}

class Reader {
  readonly drawn = new DrawnContours();
  readonly layers = new Set<string>();
  shapes = 0;
  private curves = 0;
  private readonly findings: Findings;
  private readonly byId = new Map<string, SvgElement>();
  private readonly styles: Styles;

  constructor(root: SvgElement, findings: Findings) {
    this.findings = findings;
    const sheets: string[] = [];
    const pending = [root];
    for (let element = pending.pop(); element; element = pending.pop()) {
      const { id } = element.attributes;
      if (id !== undefined) this.byId.set(id, element);
      if (element.name === "style") sheets.unshift(element.text);
      for (const child of element.children) pending.push(child);
    }
    this.styles = new Styles(sheets);
  }

  /** The page itself: its size is known, all else holds of it as of any group. */
  read(root: SvgElement, place: Place): void {
    const inner = this.styled(root, place);
    if (inner) this.children(root, { ...inner, frame: place.frame });
  }

  private children(element: SvgElement, place: Place): void {
    for (const child of element.children) this.element(child, place);
  }

  private element(element: SvgElement, place: Place): void {
    const { name, attributes } = element;
    if (UNSEEN.has(name)) return;
    const styled = this.styled(element, place);
    if (!styled) return;
    const named = layerOf(attributes);
    const inner = named !== undefined && isContainer(name) ? { ...styled, layer: named } : styled;
    if (GROUPS.has(name)) this.children(element, inner);
    else if (name === "switch") this.firstChild(element, inner);
    else if (name === "svg") this.viewported(element, attributes, inner);
    else if (name === "use") this.use(attributes, inner);
    else this.shape(name, attributes, inner);
  }

  /** Where and whether an element is drawn by its style; null where neither it nor anything in it is. */
  private styled(element: SvgElement, place: Place): Place | null {
    const style: Style = this.styles.of(element);
    if (style.display === "none") {
      this.findings.note("entities-hidden", { subject: "not displayed" });
      return null;
    }
    const clips = [style["clip-path"], style.mask].some((value) => value !== undefined && value !== "none");
    if (clips) this.findings.note("clipping-ignored");
    const { visibility } = style;
    const own = visibility !== undefined && visibility !== "inherit";
    const frame = compose(place.frame, this.moved(style, place.viewport));
    return { ...place, frame, visible: own ? visibility === "visible" : place.visible };
  }

  /** The transform of a style about its origin, which is a place of the page and not of the element's own box. */
  private moved(style: Style, viewport: Viewport): Frame {
    const move = transformOf(style.transform);
    if (move === IDENTITY) return move;
    if (!/^(view-box)?$/.test(style["transform-box"] ?? "")) this.findings.note("transform-box-ignored");
    const [x, y] = transformOrigin(style["transform-origin"], viewport);
    return compose(translation(x, y, 0), compose(move, translation(-x, -y, 0)));
  }

  /** Of alternatives the first that asks for nothing; what asks for extensions is meant for the program that wrote it. */
  private firstChild(element: SvgElement, place: Place): void {
    const first = element.children.find(
      ({ name, attributes }) => name !== "foreignObject" && attributes.requiredExtensions === undefined,
    );
    if (first) this.element(first, place);
  }

  private use(attributes: Attributes, place: Place): void {
    const target = this.byId.get((attributes.href ?? attributes["xlink:href"] ?? "").replace(/^#/, ""));
    if (!target || place.depth >= DRAWING_LIMITS.insertDepth) {
      this.findings.note("entities-skipped", { subject: "use without its target" });
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

  /** A symbol or a drawing in the drawing: its view box is fitted into its own room, all of the outer one by default. */
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
    this.children(element, { ...place, frame, viewport: box ?? room });
  }

  private shape(name: string, attributes: Attributes, { frame, viewport, layer, visible }: Place): void {
    const contours = shapeContours(name, attributes, frame, viewport);
    if (!contours) {
      this.findings.note("entities-skipped", { subject: name.slice(0, 40).replace(/[^\w-]/g, "?") });
      return;
    }
    if (!visible) {
      this.findings.note("entities-hidden", { subject: "not visible" });
      return;
    }
    this.shapes++;
    this.layers.add(layer);
    for (const contour of contours) {
      this.spend(contour.curves.length);
      if (!inRange(contour)) {
        this.findings.note("entities-out-of-range");
        continue;
      }
      this.drawn.draw(contour, { layer, lineType: "", colour: 0 });
    }
  }

  private spend(curves: number): void {
    this.curves += curves;
    if (this.curves > DRAWING_LIMITS.svgCurves) {
      throw invalidInput(["file"], `the SVG drawing expands to more than ${DRAWING_LIMITS.svgCurves} curves`);
    }
  }
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

/** What drawing programs call their layers. */
function layerOf(attributes: Attributes): string | undefined {
  return attributes["data-layer"] ?? attributes["inkscape:label"] ?? attributes.id;
}
