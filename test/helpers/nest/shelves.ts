/** Right nesting answers made without any solver, for tests of what judges answers: boxes side by side on shelves. */
import type { NestData, NestPart, NestRequest, Placement } from "../../../engine/base/contract/v1/nest.ts";
import { placeRing, pointBounds, signedArea } from "../../../engine/base/geometry/ring.ts";

/** Each copy at the first allowed angle at which its part fits, sheet after sheet. */
export function shelfAnswer(request: NestRequest): NestData {
  const shelves = new Shelves(request);
  const placements: Placement[][] = [];
  const areas: number[] = [];
  const unplaced: string[] = [];
  for (const part of request.parts) {
    const box = fittingBox(part, request);
    for (let instance = 0; instance < part.quantity; instance++) {
      if (!box) {
        unplaced.push(part.id);
        continue;
      }
      const { sheet, x, y } = shelves.put(box.width, box.height);
      const at = { x: x - box.minX, y: y - box.minY };
      const bounds = pointBounds(placeRing(material(part), at.x, at.y, box.angle));
      placements[sheet] ??= [];
      placements[sheet].push({ part_id: part.id, instance, ...at, rotation: box.angle, bounds });
      areas[sheet] = (areas[sheet] ?? 0) + netArea(part);
    }
  }
  const whole = request.sheet.width * request.sheet.height;
  const placed = placements.reduce((sum, list) => sum + list.length, 0);
  const used = areas.reduce((sum, area) => sum + area, 0);
  const utilization = areas.length === 0 ? 0 : (100 * used) / (whole * areas.length);
  return {
    summary: {
      sheets_used: areas.length,
      total_parts: placed + unplaced.length,
      placed_parts: placed,
      unplaced_parts: unplaced.length,
      total_utilization: utilization,
      total_waste_percent: areas.length === 0 ? 0 : 100 - utilization,
    },
    sheets: placements.map((list, index) => {
      return { index, utilization: (100 * areas[index]!) / whole, placements: list };
    }),
    unplaced,
  };
}

/** Where the next box goes. */
class Shelves {
  private readonly margin: number;
  private readonly gap: number;
  private sheet = -1;
  private x = Infinity;
  private y = Infinity;
  private shelfHeight = 0;

  constructor(private readonly request: NestRequest) {
    const { edge_margin, kerf, spacing } = request.config;
    this.margin = edge_margin + kerf / 2;
    this.gap = spacing + kerf;
  }

  put(width: number, height: number): { sheet: number; x: number; y: number } {
    if (this.x + width > this.request.sheet.width - this.margin) {
      this.x = this.margin;
      this.y += this.shelfHeight + this.gap;
      this.shelfHeight = 0;
    }
    if (this.y + height > this.request.sheet.height - this.margin) {
      this.sheet++;
      this.x = this.margin;
      this.y = this.margin;
      this.shelfHeight = 0;
    }
    const place = { sheet: this.sheet, x: this.x, y: this.y };
    this.x += width + this.gap;
    this.shelfHeight = Math.max(this.shelfHeight, height);
    return place;
  }
}

/** The exterior without tips from which it goes back to where it came from: they have no width and do not count. */
function material({ exterior }: Pick<NestPart, "exterior">): NestPart["exterior"] {
  const last = exterior.length - 1;
  const closed = exterior[0]![0] === exterior[last]![0] && exterior[0]![1] === exterior[last]![1];
  const ring = closed ? exterior.slice(0, last) : exterior;
  return ring.filter((_, i) => {
    const [before, after] = [ring.at(i - 1)!, ring[(i + 1) % ring.length]!];
    return before[0] !== after[0] || before[1] !== after[1];
  });
}

function fittingBox(part: NestPart, { sheet, config }: NestRequest) {
  const margins = 2 * config.edge_margin + config.kerf;
  for (let k = 0; k * config.rotation_step <= 90; k++) {
    const angle = k * config.rotation_step;
    const { min_x, min_y, max_x, max_y } = pointBounds(placeRing(material(part), 0, 0, angle));
    const box = { angle, minX: min_x, minY: min_y, width: max_x - min_x, height: max_y - min_y };
    if (box.width <= sheet.width - margins && box.height <= sheet.height - margins) return box;
  }
  return undefined;
}

function netArea({ exterior, holes }: NestPart): number {
  return holes.reduce((area, hole) => area - Math.abs(signedArea(hole)), Math.abs(signedArea(exterior)));
}
