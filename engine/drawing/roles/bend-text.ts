/** What does a text say of a bend? SolidWorks writes `UP  90° R 1`, others the same with words. */
import type { Bend } from "../model/drawing.ts";

/** A direction, an angle and perhaps a radius. */
const NOTE =
  /\b(UP|DOWN|DN)\s+(\d+(?:\.\d+)?)\s*(?:°|DEG(?:REES)?)?\s*,?\s*(?:R(?:ADIUS)?\s*=?\s*(\d*\.?\d+))?/i;

/** What a text says of a bend, or null. */
export function bendByText(text: string): Bend | null {
  const [, direction, angle, radius] = NOTE.exec(plainText(text)) ?? [];
  if (!direction) return null;
  return {
    direction: direction.toUpperCase() === "UP" ? "up" : "down",
    angle: Number(angle),
    radius: radius === undefined ? null : Number(radius),
  };
}

/** Without the codes that format a text: `%%d` for degrees, `\P` and `\~` for blanks, `\f…;` for fonts and so on. */
function plainText(text: string): string {
  return text
    .replace(/%%d/gi, "°")
    .replace(/\\[P~]/g, " ")
    .replace(/\\[ACFHQTWfp][^;\\]*;/g, "")
    .replace(/\\[LOKlok]|[{}]/g, "");
}
