/** How does an SVG move its shapes: transform attributes, view boxes and lengths with units? */

import { rotation } from "../../../base/geometry/ring.ts";
import { compose, type EntityFrame, IDENTITY, translation, turn } from "../../drawing/curves/frame.ts";

/** What percentages are of, in user units. */
export interface SvgViewport {
  width: number;
  height: number;
  /** How large letters are here. */
  em?: number;
}

/** Pixels of letters whose size nobody says. */
const EM = 16;

/** Millimetres per unit of CSS; without a unit it is the pixel, 96 to the inch. */
const UNITS: Record<string, number> = {
  "": 25.4 / 96,
  px: 25.4 / 96,
  mm: 1,
  cm: 10,
  in: 25.4,
  pt: 25.4 / 72,
  pc: 25.4 / 6,
  q: 0.25,
  rem: (EM * 25.4) / 96,
};

/** A length in millimetres; null for percentages and what is no length. */
export function parseLength(text: string | undefined): number | null {
  const match = /^\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)\s*([a-z%]*)\s*$/i.exec(text ?? "");
  const factor = match ? UNITS[match[2]!.toLowerCase()] : undefined;
  return match && factor !== undefined ? Number(match[1]) * factor : null;
}

/** A length in user units; percentages are of `whole`, letters are `em` large, and what is no length is 0. */
export function userLength(text: string | undefined, whole: number, em = EM): number {
  return readLength(text, whole, em) ?? 0;
}

/** The same, and null for what is no length that can be read. */
export function readLength(text: string | undefined, whole: number, em = EM): number | null {
  const share = /^\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)\s*(%|em|ex)?\s*$/i.exec(text ?? "");
  if (share)
    return Number(share[1]) * { "": 1, "%": whole / 100, em, ex: em / 2 }[share[2]?.toLowerCase() ?? ""]!;
  const length = parseLength(text);
  return length === null ? null : length / UNITS.px!;
}

/** The numbers of a list separated by blanks or commas. */
export function numbersOf(text: string | undefined): number[] {
  return (text?.match(/[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?/gi) ?? []).map(Number);
}

/**
 * The map of a transform: its functions apply from the last to the first, and none where one of them cannot be read, as
 * browsers have it, which is told.
 */
export function parseTransform(text = "", viewport?: SvgViewport, tellUnread = () => {}): EntityFrame {
  let frame = IDENTITY;
  const rest = text.replace(/([a-z]+(?:3d)?)\s*\(([^()]*)\)/gi, (whole, name: string, list: string) => {
    const map = transformFunction(name.toLowerCase(), parametersOf(name.toLowerCase(), list, viewport));
    if (map) frame = compose(frame, map);
    return map ? "" : whole;
  });
  if (/^[\s,]*(none)?[\s,]*$/i.test(rest)) return frame;
  tellUnread();
  return IDENTITY;
}

/** Shares of a box that words stand for. */
const PLACES: Record<string, string> = {
  left: "0%",
  top: "0%",
  center: "50%",
  right: "100%",
  bottom: "100%",
};

/** The place that a transform is about, the origin unless told otherwise; percentages are of the viewport. */
export function transformOrigin(
  text: string | undefined,
  { width, height }: SvgViewport,
): [x: number, y: number] {
  if (text === undefined) return [0, 0];
  let [x = "", y = "center"] = text.trim().toLowerCase().split(/\s+/);
  // Words may come in either order.
  if (/^(top|bottom)$/.test(x) || /^(left|right)$/.test(y)) [x, y] = [y, x];
  const place = (word: string, whole: number) =>
    userLength(Object.hasOwn(PLACES, word) ? PLACES[word] : word, whole);
  return [place(x, width), place(y, height)];
}

/** Degrees per unit of an angle. */
const ANGLES: Record<string, number> = { deg: 1, rad: 180 / Math.PI, grad: 0.9, turn: 360 };

/** Style sheets write units behind the numbers; they become degrees and user units, percentages shares or of the viewport. */
function parametersOf(name: string, list: string, viewport?: SvgViewport): number[] {
  const found = list.matchAll(/([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)(%|[a-z]*)/gi);
  return [...found].map(([, number, unit], i) => {
    const whole = i > 0 || name === "translatey" ? viewport?.height : viewport?.width;
    if (unit === "%") return (Number(number) * (name.startsWith("scale") ? 1 : (whole ?? 0))) / 100;
    const factor = ANGLES[unit!.toLowerCase()] ?? (UNITS[unit!.toLowerCase()] ?? UNITS.px!) / UNITS.px!;
    return Number(number) * factor;
  });
}

/** Null for one that is unknown or has no place in a plane. */
function transformFunction(name: string, values: number[]): EntityFrame | null {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = values;
  switch (name) {
    case "matrix":
      return { ...IDENTITY, ax: a, ay: b, bx: c, by: d, ox: e, oy: f };
    case "matrix3d":
      return transformFunction(
        "matrix",
        [0, 1, 4, 5, 12, 13].map((at) => values[at] ?? 0),
      );
    case "translate":
    case "translate3d":
    case "translatex":
      return translation(a, b, 0);
    case "translatey":
      return translation(0, a, 0);
    case "scale":
    case "scale3d":
      return turn(1, 0, a, values.length > 1 ? b : a, 1);
    case "scalex":
      return turn(1, 0, a, 1, 1);
    case "scaley":
      return turn(1, 0, 1, a, 1);
    case "rotate":
    case "rotatez": {
      const { cos, sin } = rotation(a);
      return compose(translation(b, c, 0), compose(turn(cos, sin, 1, 1, 1), translation(-b, -c, 0)));
    }
    case "skew":
    case "skewx":
    case "skewy": {
      const [p, q] = name === "skewy" ? [rotation(0), rotation(a)] : [rotation(a), rotation(b)];
      return { ...IDENTITY, bx: p.sin / p.cos, ay: q.sin / q.cos };
    }
    default:
      return null;
  }
}
