/** What do the texts of an SVG say, and where? They are not cut, and yet tell of frames, tables and orders. */
import type { Point } from "../../../base/contract/values/geometry.ts";
import { hypot } from "../../../base/geometry/trig/hypot.ts";
import { DRAWING_LIMITS } from "../../drawing/basis/limits.ts";
import { type EntityFrame, mapPoint, mapVector } from "../../drawing/curves/frame.ts";
import type { DrawnText } from "../../drawing/model/text.ts";
import { type SvgViewport, userLength } from "../shapes/transform.ts";
import type { SvgElement } from "../styles/style.ts";

/** Longer texts are prose, and tell nothing. */
const LONGEST = 200;

/** Of an em: how wide a letter is with the space behind it, and how high a capital. */
const LETTER = { width: 0.55, height: 0.7 };
/** Which share of a text lies before its place. */
const ANCHORS: Record<string, number> = { start: 0, middle: 0.5, end: 1 };

/** As they are written; a list of them gives each letter its own. */
interface GlyphPositions {
  x: string | undefined;
  y: string | undefined;
}

/** How large letters are, as written, and which of its places a text is held by. */
export interface SvgLettering {
  size: string;
  anchor: string;
}

/** Where a text is drawn, and how parts of it are lettered within what is around them. */
interface TextContext extends SvgLettering {
  frame: EntityFrame;
  viewport: SvgViewport;
  letteringOf: (element: SvgElement, around: SvgLettering) => SvgLettering;
}

/** One text for every line: each part of it that says where it stands. */
export function textsOf(text: SvgElement, ground: TextContext): DrawnText[] {
  const { frame, viewport } = ground;
  const found: DrawnText[] = [];
  const placeOf = (x: number, y: number): Point => {
    const at = mapPoint(frame, x, y, 0);
    return [at.x, at.y];
  };
  const visit = (element: SvgElement, from: GlyphPositions, around: SvgLettering) => {
    const { x = from.x, y = from.y } = element.attributes;
    const spans = element.children.filter(({ name }) => name === "tspan");
    const isOwn = ({ attributes }: SvgElement) => attributes.x !== undefined || attributes.y !== undefined;
    const parts = [element, ...spans.filter((span) => !isOwn(span))];
    const said = parts
      .map((part) => part.text)
      .join("")
      .replace(/\s+/g, " ")
      .trim();
    const own = ground.letteringOf(element, around);
    const { size, anchor } = parts.slice(1).reduce((known, part) => ground.letteringOf(part, known), own);
    const left = userLength(firstOf(x), viewport.width);
    const foot = userLength(firstOf(y), viewport.height);
    const em = userLength(size, viewport.width);
    const width = LETTER.width * em * said.length;
    const spots = [0, 0.5, 1].map((share) =>
      placeOf(left + (share - (ANCHORS[anchor] ?? 0)) * width, foot - (LETTER.height / 2) * em),
    );
    const at = placeOf(left, foot);
    const across = mapVector(frame, em, 0, 0);
    if (said !== "" && said.length <= LONGEST && isInRange(at))
      found.push({ text: said, tag: null, height: hypot(across.x, across.y), at, spots });
    for (const span of spans) if (isOwn(span)) visit(span, { x, y }, own);
  };
  visit(text, { x: undefined, y: undefined }, ground);
  return found;
}

function firstOf(list = ""): string | undefined {
  return list.trim().split(/[\s,]+/)[0];
}

function isInRange([x, y]: Point): boolean {
  return hypot(x, y) <= DRAWING_LIMITS.coordinate;
}
