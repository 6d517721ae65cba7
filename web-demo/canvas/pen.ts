/** Frames of reference, shapes and fonts that several drawings on the board share. */
import type { Point } from "../../engine/index.ts";
import type { SceneView } from "./scene.ts";

export function toSheet(context: CanvasRenderingContext2D, { camera, ratio }: SceneView): void {
  const k = camera.scale * ratio;
  context.setTransform(k, 0, 0, -k, camera.x * ratio, camera.y * ratio);
}

export function disc(x: number, y: number, radius: number): Path2D {
  const path = new Path2D();
  path.arc(x, y, radius, 0, 2 * Math.PI);
  return path;
}

export function line(from: Point, to: Point): Path2D {
  const path = new Path2D();
  path.moveTo(...from);
  path.lineTo(...to);
  return path;
}

/** Text of so many pixels around the point where it is written, or to the right of it. */
export function setFont(
  context: CanvasRenderingContext2D,
  font: string,
  align: CanvasTextAlign = "center",
): void {
  context.font = `${font} "Geist Variable", system-ui, sans-serif`;
  context.textAlign = align;
  context.textBaseline = "middle";
}
