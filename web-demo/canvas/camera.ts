/**
 * Where does a point of the sheet stand on the screen? World: millimetres, y up. Screen: CSS pixels, y down. A
 * camera is a value; every movement makes another one.
 */
import type { Bounds, Point } from "../../engine/index.ts";

export interface Camera {
  /** Pixels per millimetre. */
  scale: number;
  /** Screen position of the world's origin. */
  x: number;
  y: number;
}

export interface CameraViewport {
  width: number;
  height: number;
}

const SCALE = { min: 1e-4, max: 400 };

export function toScreen(camera: Camera, [x, y]: Point): Point {
  return [camera.x + x * camera.scale, camera.y - y * camera.scale];
}

export function toWorld(camera: Camera, [x, y]: Point): Point {
  return [(x - camera.x) / camera.scale, (camera.y - y) / camera.scale];
}

export function pan(camera: Camera, dx: number, dy: number): Camera {
  return { ...camera, x: camera.x + dx, y: camera.y + dy };
}

/** Zooms so that what lies under the screen point stays under it. */
export function zoomAbout(camera: Camera, [x, y]: Point, factor: number): Camera {
  const scale = Math.min(SCALE.max, Math.max(SCALE.min, camera.scale * factor));
  const ratio = scale / camera.scale;
  return { scale, x: x + (camera.x - x) * ratio, y: y + (camera.y - y) * ratio };
}

/** The camera that shows all of `bounds`, centred, with room of `padding` pixels on every side. */
export function fit(bounds: Bounds, view: CameraViewport, padding: Padding): Camera {
  const width = Math.max(bounds.max_x - bounds.min_x, 1e-6);
  const height = Math.max(bounds.max_y - bounds.min_y, 1e-6);
  const roomX = Math.max(view.width - padding.left - padding.right, 1);
  const roomY = Math.max(view.height - padding.top - padding.bottom, 1);
  const scale = Math.min(SCALE.max, Math.max(SCALE.min, Math.min(roomX / width, roomY / height)));
  const middleX = padding.left + roomX / 2;
  const middleY = padding.top + roomY / 2;
  return {
    scale,
    x: middleX - ((bounds.min_x + bounds.max_x) / 2) * scale,
    y: middleY + ((bounds.min_y + bounds.max_y) / 2) * scale,
  };
}

export interface Padding {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

export function visibleBounds(camera: Camera, view: CameraViewport): Bounds {
  const [minX, maxY] = toWorld(camera, [0, 0]);
  const [maxX, minY] = toWorld(camera, [view.width, view.height]);
  return { min_x: minX, min_y: minY, max_x: maxX, max_y: maxY };
}
