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
  const minor = step / (unit === "in" && step <= 1 ? 4 : 5);
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
  eachTick((RULER - camera.x) / scale, (view.width - camera.x) / scale, minor, step, (value, major) => {
    const x = Math.round(camera.x + value * scale) + 0.5;
    context.moveTo(x, major ? RULER - 9 : RULER - 4);
    context.lineTo(x, RULER);
    const label = trim(value, decimals);
    // It would be cut off by the edge.
    if (!major || x + 4 + context.measureText(label).width > view.width) return;
    context.fillText(label, x + 4, RULER / 2 - 1);
  });
  eachTick((camera.y - view.height) / scale, (camera.y - RULER) / scale, minor, step, (value, major) => {
    const y = Math.round(camera.y - value * scale) + 0.5;
    context.moveTo(major ? RULER - 9 : RULER - 4, y);
    context.lineTo(RULER, y);
    const label = trim(value, decimals);
    // It would run under the corner.
    if (!major || y - 4 - context.measureText(label).width < RULER) return;
    context.save();
    context.translate(RULER / 2 - 1, y - 4);
    context.rotate(-Math.PI / 2);
    context.fillText(label, 0, 0);
    context.restore();
  });
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

function eachTick(
  from: number,
  to: number,
  minor: number,
  major: number,
  visit: (value: number, major: boolean) => void,
): void {
  const every = Math.round(major / minor);
  for (let i = Math.ceil(from / minor); i * minor <= to; i++) visit(i * minor, i % every === 0);
}
