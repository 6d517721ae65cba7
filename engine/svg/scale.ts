/** How large is the unit of an SVG that names none? By the program that wrote it, or by a page of a common size. */
import type { Attributes } from "./shapes.ts";

export interface Scale {
  /** To the inch. */
  dots: number;
  because: string;
}

/** Pages in millimetres. */
const PAGES: [name: string, width: number, height: number][] = [
  ["A4", 210, 297],
  ["Letter", 215.9, 279.4],
  ["A3", 297, 420],
];
const DOTS = [90, 72, 300];
/** Relative. */
const NEAR = 1e-3;

export function scaleOf(attributes: Attributes, comments: string): Scale {
  const [width, height] = [
    Number.parseFloat(attributes.width ?? ""),
    Number.parseFloat(attributes.height ?? ""),
  ];
  const version = Number.parseFloat(attributes["inkscape:version"] ?? "");
  if (version > 0 && version <= 0.91 && attributes.viewBox === undefined)
    return { dots: 90, because: `Inkscape ${version} draws 90 to the inch` };
  for (const dots of DOTS) {
    for (const [name, wide, high] of PAGES) {
      const fits = (p: number, q: number) =>
        Math.abs((width * 25.4) / dots / p - 1) < NEAR && Math.abs((height * 25.4) / dots / q - 1) < NEAR;
      if (fits(wide, high) || fits(high, wide))
        return { dots, because: `the page is ${name} at ${dots} to the inch` };
    }
  }
  if (/Adobe Illustrator/i.test(comments))
    return { dots: 72, because: "Illustrator draws in points, 72 to the inch" };
  return { dots: 96, because: "CSS has 96 to the inch" };
}

/** Whether a length says how large it is on paper. */
export function isPhysical(length: string | undefined): boolean {
  return /\d\s*(mm|cm|in|pt|pc|q)\s*$/i.test(length ?? "");
}
