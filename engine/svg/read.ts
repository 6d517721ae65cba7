/**
 * What does an SVG file say: which parts, cuts and bends, in millimetres, as if it had come as a DXF?
 *
 * Paths, basic shapes, groups, `use`, nested transforms; y turned up. Size: width and height with units against the view
 * box; without units CSS pixels, 96 to the inch; the caller's unit goes before both. A layer is the name of the nearest
 * named group. Throws EngineError and nothing else: INVALID_INPUT, FILE_TOO_LARGE, or INVALID_DXF as a drawing does that
 * holds nothing to cut.
 */
import { SaxesParser, type SaxesTagPlain } from "saxes";
import { LIMITS } from "../contract/limits.ts";
import { assembleDrawing } from "../dxf/assemble.ts";
import { type Drawn, inRange } from "../dxf/blocks.ts";
import { checkReadOptions, type Drawing, type ReadOptions } from "../dxf/drawing.ts";
import { decodeUtf8 } from "../dxf/encodings.ts";
import { Findings } from "../dxf/findings.ts";
import { compose, type Frame, translation, turn } from "../dxf/frame.ts";
import { DRAWING_LIMITS } from "../dxf/limits.ts";
import { drawingUnit, type Unit } from "../dxf/units.ts";
import { EngineError, invalidInput } from "../errors.ts";
import { type Attributes, shapeContours } from "./shapes.ts";
import { lengthOf, numbersOf, transformOf } from "./transform.ts";

export function readSvg(bytes: Uint8Array, readOptions: ReadOptions = {}): Drawing {
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
  const { frame, unit } = pageOf(root.attributes, options.unit);
  const reader = new Reader(root, findings);
  reader.children(root, { frame, layer: "0", depth: 0 });
  if (reader.drawn.length === 0) throw invalidInput(["file"], "the SVG drawing holds no shape to cut");
  const source = {
    drawn: reader.drawn,
    layers: [...reader.layers],
    entityCount: reader.shapes,
    unit,
    contents: "only shapes that are not for cutting",
  };
  return assembleDrawing(source, options, findings);
}

interface Element {
  name: string;
  attributes: Attributes;
  children: Element[];
}

/** Elements that only count where they are referred to, or that draw nothing. */
const UNSEEN = new Set([
  "defs",
  "symbol",
  "clipPath",
  "mask",
  "pattern",
  "marker",
  "style",
  "metadata",
  "title",
  "desc",
  "script",
]);
/** Elements inside elements. */
const NESTING = 500;
const GROUPS = new Set(["g", "svg", "a", "switch"]);

function parse(text: string): Element {
  const top: Element = { name: "", attributes: {}, children: [] };
  const open = [top];
  const parser = new SaxesParser();
  parser.on("error", (error) => {
    throw invalidInput(["file"], `not well-formed XML: ${error.message.slice(0, 200)}`);
  });
  parser.on("opentag", ({ name, attributes }: SaxesTagPlain) => {
    if (open.length > NESTING) throw invalidInput(["file"], `elements are nested more than ${NESTING} deep`);
    const element: Element = { name: name.replace(/^.*:/, ""), attributes, children: [] };
    open.at(-1)!.children.push(element);
    open.push(element);
  });
  parser.on("closetag", () => void open.pop());
  parser.write(text).close();
  return top.children[0] ?? top;
}

/** Maps the page to millimetres with y up, its lower left corner at the origin. */
function pageOf(attributes: Attributes, override: ReadOptions["unit"]): { frame: Frame; unit: Unit } {
  const [left = 0, top = 0, boxWidth = 0, boxHeight = 0] = numbersOf(attributes.viewBox);
  const width = lengthOf(attributes.width);
  const height = lengthOf(attributes.height);
  const fits = [width && boxWidth ? width / boxWidth : 0, height && boxHeight ? height / boxHeight : 0];
  const even = Math.min(...fits.filter((fit) => fit > 0));
  const stated = Number.isFinite(even);
  const unit: Unit = override
    ? drawingUnit(null, override)
    : stated
      ? { name: "mm", millimetres: even, source: "drawing" }
      : { ...drawingUnit(null, "px"), source: "assumed" };
  const scale = unit.millimetres;
  const bottom = boxHeight ? top + boxHeight : (height ?? 0) / lengthOf("1")!;
  return { frame: compose(turn(1, 0, scale, -scale, 1), translation(-left, -bottom, 0)), unit };
}

interface Place {
  frame: Frame;
  layer: string;
  depth: number;
}

class Reader {
  readonly drawn: Drawn[] = [];
  readonly layers = new Set<string>();
  shapes = 0;
  private curves = 0;
  private readonly findings: Findings;
  private readonly byId = new Map<string, Element>();

  constructor(root: Element, findings: Findings) {
    this.findings = findings;
    const pending = [root];
    for (let element = pending.pop(); element; element = pending.pop()) {
      if (element.attributes.id) this.byId.set(element.attributes.id, element);
      for (const child of element.children) pending.push(child);
    }
  }

  children(element: Element, place: Place): void {
    for (const child of element.children) this.element(child, place);
  }

  private element(element: Element, place: Place): void {
    const { name, attributes } = element;
    if (UNSEEN.has(name)) return;
    if (attributes.display === "none" || /display\s*:\s*none/.test(attributes.style ?? "")) {
      this.findings.note("entities-hidden", { subject: "not displayed" });
      return;
    }
    const frame = compose(place.frame, transformOf(attributes.transform));
    if (GROUPS.has(name))
      this.children(element, { ...place, frame, layer: layerOf(attributes) ?? place.layer });
    else if (name === "use") this.use(attributes, { ...place, frame });
    else this.shape(name, attributes, { ...place, frame });
  }

  private use(attributes: Attributes, place: Place): void {
    const target = this.byId.get((attributes.href ?? attributes["xlink:href"] ?? "").replace(/^#/, ""));
    if (!target || place.depth >= DRAWING_LIMITS.insertDepth) {
      this.findings.note("entities-skipped", { subject: "use without its target" });
      return;
    }
    const [x = 0, y = 0] = [attributes.x, attributes.y].map((text) => numbersOf(text)[0]);
    const frame = compose(place.frame, translation(x, y, 0));
    const inner = { ...place, frame, depth: place.depth + 1 };
    if (target.name === "symbol") this.children(target, inner);
    else this.element(target, inner);
    this.spend(1);
  }

  private shape(name: string, attributes: Attributes, { frame, layer }: Place): void {
    const contours = shapeContours(name, attributes, frame);
    if (!contours) {
      this.findings.note("entities-skipped", { subject: name.slice(0, 40).replace(/[^\w-]/g, "?") });
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
      this.drawn.push({ ...contour, layer, lineType: "", handle: attributes.id });
    }
  }

  private spend(curves: number): void {
    this.curves += curves;
    if (this.curves > DRAWING_LIMITS.curves) {
      throw invalidInput(["file"], `the SVG drawing expands to more than ${DRAWING_LIMITS.curves} curves`);
    }
  }
}

/** What drawing programs call their layers. */
function layerOf(attributes: Attributes): string | undefined {
  return attributes["data-layer"] ?? attributes["inkscape:label"] ?? attributes.id;
}
