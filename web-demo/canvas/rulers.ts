/** Rulers along the top and left edge, in the chosen unit, with steps that stay readable at every zoom. */
import { type DisplayUnit, MM_PER_INCH, trim } from "../model/units.ts";
import type { SceneView } from "./scene.ts";

export const RULER = 22;

/** Smallest distance between two numbers. */
const ROOM = 64;

export function drawRulers(context: CanvasRenderingContext2D, frame: SceneView, unit: DisplayUnit): void {
  const { camera, view, ratio, inks } = frame;
  const perUnit = unit === "mm" ? 1 : MM_PER_INCH;
  const step = niceStep(ROOM / (camera.scale * perUnit), unit);
  const every = unit === "in" && step <= 1 ? 4 : 5;
  const minor = step / every;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.fillStyle = inks.ruler;
  context.fillRect(0, 0, view.width, RULER);
  context.fillRect(0, 0, RULER, view.height);
  context.strokeStyle = inks.rulerTick;
  context.fillStyle = inks.rulerText;
  context.font = '10px "Geist Variable", system-ui, sans-serif';
  context.lineWidth = 1;
  context.beginPath();
  const scale = camera.scale * perUnit;
  const decimals = Math.max(0, Math.ceil(-Math.log10(step) + 1));
  context.textBaseline = "middle";
  context.textAlign = "left";
  for (const isUpright of [false, true]) {
    const [origin, length, sign] = isUpright ? [camera.y, view.height, -1] : [camera.x, view.width, 1];
    const ends = [(RULER - origin) / (sign * scale), (length - origin) / (sign * scale)];
    const from = Math.ceil(Math.min(...ends) / minor);
    for (let i = from; i * minor <= Math.max(...ends); i++) {
      const at = Math.round(origin + sign * i * minor * scale) + 0.5;
      const isMajor = i % every === 0;
      const tick = isMajor ? RULER - 9 : RULER - 4;
      context.moveTo(...turn(tick, at, isUpright));
      context.lineTo(...turn(RULER, at, isUpright));
      const label = trim(i * minor, decimals);
      const end = at + sign * (4 + context.measureText(label).width);
      // It would be cut off by the edge, or run under the corner.
      if (!isMajor || (isUpright ? end < RULER : end > length)) continue;
      context.save();
      context.translate(...turn(RULER / 2 - 1, at + sign * 4, isUpright));
      if (isUpright) context.rotate(-Math.PI / 2);
      context.fillText(label, 0, 0);
      context.restore();
    }
  }
  context.stroke();
  context.fillStyle = inks.ruler;
  context.fillRect(0, 0, RULER, RULER);
  context.fillStyle = inks.rulerText;
  context.textAlign = "center";
  context.fillText(unit, RULER / 2, RULER / 2);
}

/** 1, 2 or 5 times a power of ten; inches go down by halves. */
export function niceStep(least: number, unit: DisplayUnit): number {
  if (unit === "in" && least <= 1) return 2 ** Math.ceil(Math.log2(least));
  const power = 10 ** Math.floor(Math.log10(least));
  return power * ([1, 2, 5, 10].find((factor) => factor * power >= least) ?? 10);
}

/** A point across and along a ruler. */
function turn(across: number, along: number, isUpright: boolean): [number, number] {
  return isUpright ? [across, along] : [along, across];
}
