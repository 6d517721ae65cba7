/** Tells the kind of a file by how it begins: names may have any ending, or none. */

/** Files of people without a drawing, by the ending of the name or by how the file begins, and the way to a drawing. */
const ELSEWHERE: readonly (readonly [ending: RegExp, start: RegExp, way: string])[] = [
  [/^dwg$/, /^AC10\d\d[^\n]/, "DWG is a closed format: save it as DXF in the program that drew it"],
  [/^(pdf|ai|eps|cdr)$/, /^%(PDF|!PS)/, "save it as SVG or DXF in the program that drew it"],
  [
    /^(step|stp|iges|igs|stl|ipt|sldprt|f3d|fcstd)$/,
    /^ISO-10303-21;/,
    "that is a solid: export the face to be cut, or its flat pattern, as DXF",
  ],
  [
    /^x?html?$/,
    /^\s*(<\?xml[^>]*>\s*)?(<!--[\s\S]*?-->\s*)*<(!doctype\s+html|html)[\s>]/i,
    "that is a web page: save the drawing on it, not the page around it",
  ],
];

/** A drawing, whatever it is called. */
export function drawingIn(text: string): "dxf" | "svg" | null {
  if (/^\s*(<\?xml[^>]*>\s*)?(<!--[\s\S]*?-->\s*|<!DOCTYPE svg[^>]*>\s*)*<svg[\s>]/i.test(text)) return "svg";
  if (/^(\s*999\r?\n.*\r?\n)*\s*0\r?\n\s*SECTION\r?\n/.test(text)) return "dxf";
  return text.startsWith("AutoCAD Binary DXF") ? "dxf" : null;
}

/** The way from a file that holds no drawing to one that does; undefined for any other file. */
export function wayFrom(ending: string, text: string): string | undefined {
  return ELSEWHERE.find(([name, start]) => name.test(ending) || start.test(text))?.[2];
}
