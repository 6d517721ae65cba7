/** What does a text say of a bend? SolidWorks writes `UP  90° R 1`, others the same with words. */
import type { Bend } from "../model/drawing.ts";

/** A direction, an angle and perhaps a radius. */
const NOTE =
  /\b(UP|DOWN|DN)\s+(\d+(?:\.\d+)?)\s*(?:°|DEG(?:REES)?)?\s*,?\s*(?:R(?:ADIUS)?\s*=?\s*(\d*\.?\d+))?/i;

/** What a text says of a bend, or null; without the codes that format it. */
export function bendByText(text: string): Bend | null {
  const [, direction, angle, radius] = NOTE.exec(text) ?? [];
  if (!direction) return null;
  return {
    direction: direction.toUpperCase() === "UP" ? "up" : "down",
    angle: Number(angle),
    radius: radius === undefined ? null : Number(radius),
  };
}
