/** What does a text say of a bend? SolidWorks writes `UP  90° R 1`, others the same with words, or the angle first. */
import type { Bend } from "../model/drawing.ts";

const UP = /^(?:UP|OBEN|HOCH|HAUT|ARRIBA)$/i;
const WAY = "(?<way>UP|OBEN|HOCH|HAUT|ARRIBA|DOWN|DN|UNTEN|RUNTER|BAS|ABAJO)";
const ANGLE = String.raw`(?<angle>\d+(?:\.\d+)?)\s*`;
const DEGREES = "(?:°|DEG(?:REES)?)";
const RADIUS = String.raw`(?:R(?:ADIUS)?\s*=?\s*(?<radius>\d*\.?\d+))?`;
/** A number behind a direction is an angle; before one it must say so. */
const NOTES = [
  new RegExp(String.raw`\b${WAY}\s+${ANGLE}${DEGREES}?\s*,?\s*${RADIUS}`, "i"),
  new RegExp(String.raw`\b${ANGLE}${DEGREES}\s*${WAY}\b\s*,?\s*${RADIUS}`, "i"),
];

/** What a text says of a bend, or null; without the codes that format it. */
export function bendByText(text: string): Bend | null {
  const { way, angle, radius } = NOTES.map((note) => note.exec(text)?.groups).find(Boolean) ?? {};
  if (way === undefined) return null;
  return {
    direction: UP.test(way) ? "up" : "down",
    angle: Number(angle),
    radius: radius === undefined ? null : Number(radius),
  };
}
