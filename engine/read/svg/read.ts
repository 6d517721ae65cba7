/**
 * What does an SVG file say: which parts, cuts and bends, in millimetres, as if it had come as a DXF?
 *
 * Paths, basic shapes, groups, `use`, symbols and drawings in drawings, nested transforms, style sheets; y turned up. Size:
 * width and height with units against the view box; without units dots, as many to the inch as the program that wrote it
 * has; the caller's unit goes before both. A layer is the name of the nearest named group, or a class that says what
 * for. Throws EngineError and nothing else: INVALID_INPUT, FILE_TOO_LARGE, or INVALID_DXF as a drawing does that holds
 * nothing to cut.
 */

import { type ReadOptions, readOptionsSchema } from "../../base/contract/read-options.ts";
import { validate } from "../../base/contract/validate.ts";
import { LIMITS } from "../../base/contract/values/limits.ts";
import { EngineError, invalidInput } from "../../base/errors.ts";
import { assembleDrawing } from "../drawing/assemble.ts";
import { millimetres } from "../drawing/basis/sentences.ts";
import type { Drawing } from "../drawing/model/drawing.ts";
import { openDrawing, type PackedDrawing } from "../drawing/model/packed.ts";
import { ElementReader } from "./elements/elements.ts";
import { NOWHERE, namedIn } from "./elements/places.ts";
import { svgOfProject } from "./lightburn-project.ts";
import { physicalBy } from "./scale.ts";
import { pageBounds } from "./shapes/contour-boxes.ts";
import type { SvgElement } from "./styles/style.ts";
import { pageOf } from "./svg-page.ts";
import { parse } from "./xml.ts";

export function readSvg(bytes: Uint8Array, options: ReadOptions = {}): Drawing {
  return openDrawing(readPackedSvg(bytes, options));
}

/** The same as it crosses threads. */
export function readPackedSvg(bytes: Uint8Array, readOptions: ReadOptions): PackedDrawing {
  const asked = validate(readOptionsSchema, readOptions);
  const { max_bytes = LIMITS.file_bytes } = asked;
  if (bytes.length > max_bytes)
    throw new EngineError("FILE_TOO_LARGE", `the file has ${bytes.length} bytes; the limit is ${max_bytes}`);
  const { root: top, told, hyphens } = parse(bytes);
  const { root, options } = drawingIn(top, asked);
  const named = namedIn(root);
  const sized = { ...root, attributes: physicalBy(root.attributes, named.styles.of(root)) };
  const { frame, unit, viewport, assumed } = pageOf(sized, options.unit, told);
  const readAs = (isBlank: boolean) => {
    const reader = new ElementReader(named, pageBounds(frame, viewport), isBlank);
    reader.read(root, { ...NOWHERE, frame, viewport });
    return reader;
  };
  const seen = readAs(false);
  const reader = seen.canvas.isBlank() ? readAs(true) : seen;
  const { canvas, layers, texts } = reader;
  const { drawn, findings } = canvas;
  if (drawn.count === 0)
    throw invalidInput(["file"], `the SVG drawing holds no shape to cut${canvas.unread()}`);
  if (hyphens > 0) findings.note("structure-repaired", { subject: "two hyphens stand in a comment" });
  if (assumed) {
    const wide = (dots: number) => `${millimetres((canvas.width() * assumed.dots) / dots)} at ${dots}`;
    const others = [96, 90, 72].filter((dots) => dots !== assumed.dots).map(wide);
    const subject = `taken as ${assumed.dots} units to the inch because ${assumed.because}: ${millimetres(canvas.width())} wide, ${others.join(", ")}`;
    findings.note("scale-assumed", { subject, ...(assumed.isKnown ? { severity: "note" } : {}) });
  }
  const source = {
    drawn,
    layers: [...canvas.layers],
    unplotted: layers.unplotted,
    brokenTypes: new Set<string>(),
    entityCount: canvas.shapes,
    size: bytes.length,
    unit,
    notes: [],
    texts,
    measures: [],
    contents: "only shapes that are not for cutting",
  };
  // LightBurn never cuts its two tool layers, and knows them by their colours in a file of any program.
  return assembleDrawing(source, { ...options, preset: options.preset ?? "lightburn" }, findings);
}

/** The document itself; a project of LightBurn as the document that shows the same, with what it tells of roles and unit. */
function drawingIn(top: SvgElement, options: ReadOptions): { root: SvgElement; options: ReadOptions } {
  if (top.name === "svg") return { root: top, options };
  if (top.name !== "LightBurnProject") throw invalidInput(["file"], "the file is not an SVG drawing");
  const { root, colours } = svgOfProject(top);
  return {
    root,
    options: { ...options, unit: options.unit ?? "mm", colours: { ...colours, ...options.colours } },
  };
}
