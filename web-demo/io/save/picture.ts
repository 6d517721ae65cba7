/** A project as a small picture: its first sheet, or its parts side by side. Plain data, so that it can be kept. */
import { boxSides } from "../../../engine/base/geometry/box.ts";
import type { Point, Ring } from "../../../engine/index.ts";
import { thinned } from "../../canvas/scene.ts";
import { placementPose, posed } from "../../geometry/pose.ts";
import { pointBounds } from "../../model/bounds.ts";
import type { Project } from "../../model/project.ts";
import { findSheetType } from "../../model/sheet.ts";

export interface VectorPicture {
  width: number;
  height: number;
  paths: { d: string; color: number }[];
}

/** Most shapes that the eye can tell apart in so small a picture. */
const MOST_SHAPES = 150;
const POINTS_ACROSS = 60;

export function projectPicture(project: Project): VectorPicture | null {
  if (project.mode === "panels") return panelsPicture(project);
  return project.mode === "bars" ? barsPicture(project) : (sheetPicture(project) ?? partsPicture(project));
}

function sheetPicture({ layout, parts }: Project): VectorPicture | null {
  const first = layout?.data.sheets[0];
  if (!layout || !first) return null;
  const { width, height } = findSheetType(layout, first);
  const rings = new Map(layout.request.parts.map(({ id, exterior }) => [id, exterior]));
  const colors = new Map(parts.map(({ id, color }) => [id, color]));
  const paths = first.placements.slice(0, MOST_SHAPES).flatMap((place) => {
    const ring = rings.get(place.part_id);
    if (!ring) return [];
    const pose = placementPose(place);
    const placed = ring.map((point): Point => {
      const [x, y] = posed(point, pose);
      return [x, height - y];
    });
    return [{ d: pathOf(placed, Math.max(width, height)), color: colors.get(place.part_id) ?? 0 }];
  });
  return { width, height, paths };
}

function partsPicture({ parts }: Project): VectorPicture | null {
  if (parts.length === 0) return null;
  const shown = parts.slice(0, 6);
  const boxes = shown.map(({ exterior }) => pointBounds(exterior));
  const size = Math.max(...boxes.map((box) => boxSides(box)[1]));
  const paths = shown.map(({ exterior, color }, i) => {
    const { min_x, max_y } = boxes[i]!;
    const placed = exterior.map(([x, y]): [number, number] => [
      x - min_x + (i % 3) * size * 1.1,
      max_y - y + Math.floor(i / 3) * size * 1.1,
    ]);
    return { d: pathOf(placed, size * 2), color };
  });
  const columns = Math.min(3, shown.length);
  return { width: size * (1.1 * columns - 0.1), height: size * (shown.length > 3 ? 2.1 : 1), paths };
}

/** The first pieces side by side, as large as they are to each other. */
function panelsPicture({ panels }: Project): VectorPicture | null {
  if (panels.pieces.length === 0) return null;
  const shown = panels.pieces.slice(0, 6);
  const size = Math.max(...shown.map(({ length, width }) => Math.max(length, width)));
  const paths = shown.map(({ length, width }, i) => {
    const [x, y] = [(i % 3) * 110, Math.floor(i / 3) * 110];
    const [w, hi] = [(100 * length) / size, (100 * width) / size];
    return { d: `M${x} ${y}h${trim(w)}v${trim(hi)}h${trim(-w)}Z`, color: i };
  });
  return { width: 330, height: shown.length > 3 ? 220 : 110, paths };
}

function barsPicture({ bars }: Project): VectorPicture | null {
  if (bars.pieces.length === 0) return null;
  const longest = Math.max(...bars.pieces.map(({ length }) => length));
  const shown = bars.pieces.slice(0, 5);
  const paths = shown.map(({ length }, i) => ({
    d: `M0 ${i * 12}h${trim((100 * length) / longest)}v8H0Z`,
    color: i,
  }));
  return { width: 100, height: shown.length * 12 - 4, paths };
}

function pathOf(ring: Ring, size: number): string {
  const kept = thinned(ring, size / POINTS_ACROSS);
  const points = kept.length > 0 ? kept : ring.filter((_, i) => i % Math.ceil(ring.length / 8) === 0);
  return `${points.map(([x, y], i) => `${i === 0 ? "M" : "L"}${trim(x)} ${trim(y)}`).join("")}Z`;
}

function trim(value: number): number {
  return Number(value.toFixed(1));
}
