/** How large is the unit of an SVG that names none? By the program that wrote it, or by a page of a common size. */
import type { SvgAttributes } from "./shapes/shapes.ts";
import { parseViewBox } from "./shapes/viewport.ts";
import type { Style, SvgElement } from "./styles/style.ts";

export interface Scale {
  /** To the inch. */
  dots: number;
  because: string;
  /** The file tells, and not only the rule for the web. */
  isKnown: boolean;
}

/** Pages in millimetres. */
const PAGES: [name: string, width: number, height: number][] = [
  ["A4", 210, 297],
  ["Letter", 215.9, 279.4],
  ["A3", 297, 420],
];
const DOTS = [96, 90, 72, 300];
/** Relative. */
const NEAR = 1e-3;
/** Where pages of whole millimetres are none of whole dots. */
const FRACTIONS = [96, 72, 90];
/** How far a page of two decimals is off whole millimetres. */
const EXACT = 0.004;

/** `told` are the comments of the file and its title, where programs tell their names. */
export function scaleOf(root: SvgElement, told: string): Scale {
  const known = knownScale(root, told);
  return known
    ? { ...known, isKnown: true }
    : { dots: 96, because: "CSS has 96 to the inch", isKnown: false };
}

function knownScale(root: SvgElement, told: string): Omit<Scale, "isKnown"> | null {
  const { attributes } = root;
  const version = Number.parseFloat(attributes["inkscape:version"] ?? "");
  if (version > 0 && version <= 0.91)
    return { dots: 90, because: `Inkscape ${version} draws 90 to the inch` };
  const [width, height] = sizeOf(attributes);
  for (const dots of DOTS) {
    for (const [name, wide, high] of PAGES) {
      const fits = (p: number, q: number) =>
        Math.abs((width * 25.4) / dots / p - 1) < NEAR && Math.abs((height * 25.4) / dots / q - 1) < NEAR;
      if (fits(wide, high) || fits(high, wide))
        return { dots, because: `the page is ${name} at ${dots} to the inch` };
    }
  }
  if (version > 0) return { dots: 96, because: `Inkscape ${version} draws 96 to the inch` };
  // Of old it wrote no unit.
  if (/^OpenSCAD Model$/m.test(told)) return { dots: 25.4, because: "OpenSCAD draws in millimetres" };
  if (isIllustrator(root, told)) return { dots: 72, because: "Illustrator draws in points, 72 to the inch" };
  if (Object.values(attributes).includes("http://www.serif.com/") && [width, height].every(isWholeInPrint))
    return {
      dots: 300,
      because: "Affinity draws 300 to the inch for print, and the page is whole millimetres so",
    };
  for (const dots of FRACTIONS) {
    const sizes = [width, height].map((size) => (size * 25.4) / dots);
    const isWhole = (size: number) => size > 0 && Math.abs(size - Math.round(size)) < EXACT;
    if (width % 1 && height % 1 && sizes.every(isWhole))
      return { dots, because: `the page is ${sizes.map(Math.round).join(" × ")} mm at ${dots} to the inch` };
  }
  return null;
}

/** Of the page, in units; where it is as large as its window, of its view box. */
function sizeOf({ width, height, viewBox }: SvgAttributes): [width: number, height: number] {
  const box = parseViewBox(viewBox);
  const stated = (length: string | undefined, otherwise = 0) =>
    length === undefined || length.includes("%") ? otherwise : Number.parseFloat(length);
  return [stated(width, box?.width), stated(height, box?.height)];
}

/** By its comment, or by what its exports for screens leave: names of layers, numbered classes, a style for old browsers. */
function isIllustrator(root: SvgElement, told: string): boolean {
  const { style = "", "enable-background": background } = root.attributes;
  if (/Adobe Illustrator/i.test(told) || background || /^enable-background/.test(style)) return true;
  return [root, ...root.children, ...root.children.flatMap(({ children }) => children)].some(
    ({ attributes: { id, "data-name": name }, text }) =>
      (name !== undefined && id === name.replaceAll(" ", "_")) || /\.cls-1\b/.test(text),
  );
}

/** Whether a size in dots, rounded to whole ones or up, is so many millimetres at 300 to the inch. */
function isWholeInPrint(dots: number): boolean {
  const dot = 25.4 / 300;
  const size = dots * dot;
  const near = (more: number) => Math.abs(size - more - Math.round(size - more)) <= 0.5 * dot;
  return size > 0 && (near(0) || near(dot / 2));
}

/** Whether a length says how large it is on paper. */
export function isPhysical(length: string | undefined): boolean {
  return /\d\s*(mm|cm|in|pt|pc|q)\s*$/i.test(length ?? "");
}

/** The attributes of a page with the size that only its style tells on paper; elsewhere that is the size of a window. */
export function physicalBy(attributes: SvgAttributes, { width, height }: Style): SvgAttributes {
  if (isPhysical(attributes.width) || isPhysical(attributes.height)) return attributes;
  return isPhysical(width) && isPhysical(height)
    ? { ...attributes, width: width!, height: height! }
    : attributes;
}
