/** A project as a small picture: its first sheet, or its parts side by side. Plain data, so that it can be kept. */
import { boxSides } from "../../../engine/base/geometry/box.ts";
import type { Point, Ring } from "../../../engine/index.ts";
import { pathData, thinnedOrFew } from "../../canvas/scene.ts";
import { placementPose, posed } from "../../geometry/pose.ts";
import { boxRing, pointBounds } from "../../model/bounds.ts";
import type { Part, Project } from "../../model/project.ts";
import { findSheetType } from "../../model/sheet.ts";
import { trim } from "../../model/units.ts";

export interface VectorPicture {
  width: number;
  height: number;
  paths: { d: string; color: number }[];
}

/** Most shapes that the eye can tell apart in so small a picture. */
const MOST_SHAPES = 150;
const POINTS_ACROSS = 60;
/** Shapes side by side. */
const MOST_BESIDE = 6;

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
  return parts.length > 0 ? sideBySide(parts) : null;
}

function panelsPicture({ panels }: Project): VectorPicture | null {
  const rings = panels.pieces.slice(0, MOST_BESIDE).map(({ length, width }, color) => {
    return { exterior: boxRing({ min_x: 0, min_y: 0, max_x: length, max_y: width }), color };
  });
  return rings.length > 0 ? sideBySide(rings) : null;
}

/** The first shapes side by side, as large as they are to each other. */
function sideBySide(shapes: readonly Pick<Part, "exterior" | "color">[]): VectorPicture {
  const shown = shapes.slice(0, MOST_BESIDE);
  const boxes = shown.map(({ exterior }) => pointBounds(exterior));
  const size = Math.max(...boxes.map((box) => boxSides(box)[1]));
  const paths = shown.map(({ exterior, color }, i) => {
    const { min_x, max_y } = boxes[i]!;
    const [left, top] = [(i % 3) * size * 1.1, Math.floor(i / 3) * size * 1.1];
    const placed = exterior.map(([x, y]): Point => [x - min_x + left, max_y - y + top]);
    return { d: pathOf(placed, size * 2), color };
  });
  const columns = Math.min(3, shown.length);
  return { width: size * (1.1 * columns - 0.1), height: size * (shown.length > 3 ? 2.1 : 1), paths };
}

function barsPicture({ bars }: Project): VectorPicture | null {
  if (bars.pieces.length === 0) return null;
  const longest = Math.max(...bars.pieces.map(({ length }) => length));
  const shown = bars.pieces.slice(0, 5);
  const paths = shown.map(({ length }, i) => ({
    d: `M0 ${i * 12}h${trim((100 * length) / longest, 1)}v8H0Z`,
    color: i,
  }));
  return { width: 100, height: shown.length * 12 - 4, paths };
}

function pathOf(ring: Ring, size: number): string {
  return pathData(thinnedOrFew(ring, size / POINTS_ACROSS), true, 1);
}
