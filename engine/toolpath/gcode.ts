/**
 * The program that cuts one sheet: travel to a contour, tool on, once around, tool off, on to the next, home.
 *
 * F is restated on the first cut of every contour, because controllers keep the travel's. Text of the client's gets
 * into comments only, stripped to harmless characters; every other word of a line is a number printed here.
 */
import type { ExportRequest } from "../contract/export.ts";
import type { Point, Ring } from "../contract/geometry.ts";
import { formatNumber } from "../svg/markup.ts";
import { word } from "./dialects/dialect.ts";
import type { Contour } from "./kerf.ts";
import { type GcodeOptions, resolveOptions } from "./options.ts";
import { planSheet } from "./plan.ts";

/** The text of a `.gcode` file for one sheet. Throws INVALID_INPUT for what cannot be cut. */
export function exportGcode(request: ExportRequest, options: GcodeOptions = {}): string {
  const plan = planSheet(request);
  const { dialect, settings } = resolveOptions(request.config, options);
  const travel = (point: Point) => `G0 ${position(point)} ${word("F", settings.travel_rate)}`;
  const lines = [...title(request), ...dialect.begin(settings)];
  for (const contour of plan.contours) {
    lines.push(`; ${nameOf(contour, request)}`, travel(contour.ring[0]!));
    lines.push(...dialect.toolOn(settings), ...cutLines(climb(contour.ring), settings.feed_rate));
    lines.push(...dialect.toolOff(settings));
  }
  lines.push(...dialect.idle(settings), travel([0, 0]), ...dialect.end());
  return `${lines.join("\n")}\n`;
}

function title({ sheet_index, sheet_width, sheet_height, placements, config }: ExportRequest): string[] {
  const [width, height] = [formatNumber(sheet_width, 3), formatNumber(sheet_height, 3)];
  return [
    `; sheet ${sheet_index}, ${width} x ${height} mm`,
    `; ${placements.length} parts, kerf ${formatNumber(config.kerf, 4)} mm`,
  ];
}

/**
 * Climbing: exteriors clockwise, holes counter-clockwise. A right-hand cutter leaves the better face on the part's side
 * that way, and so does a plasma torch; a laser does not mind.
 */
function climb([first, ...rest]: Ring): Ring {
  return [first!, ...rest.reverse()];
}

/** Once around and back to the first point, leaving out moves too short to print. */
function cutLines(ring: Ring, feed: number): string[] {
  const stops = [...ring, ring[0]!].map(position);
  return stops
    .filter((stop, i) => i > 0 && stop !== stops[i - 1])
    .map((stop, i) => (i === 0 ? `G1 ${stop} ${word("F", feed)}` : `G1 ${stop}`));
}

function position([x, y]: Point): string {
  return `${word("X", x)} ${word("Y", y)}`;
}

/** "part 3 bracket hole 1", counted from 1; the name is the placement's `part_id`, if it has one. */
function nameOf({ placement, hole, inner }: Contour, { placements }: ExportRequest): string {
  const { part_id: id } = placements[placement]!;
  const name = typeof id === "string" ? ` ${harmless(id)}` : "";
  return `part ${placement + 1}${name}${hole === null ? (inner ? " slot" : "") : ` hole ${hole + 1}`}`;
}

/** Letters, digits and a few signs that no controller or sender gives a meaning to in a comment. */
function harmless(text: string): string {
  return text.replace(/[^A-Za-z0-9 ._-]+/g, "_").slice(0, 40);
}
