/**
 * Is an answer of the nesting solver right? Everything is recomputed from the request on the original coordinates:
 * places, gaps, angles, counts, sums, and whether what was left out had to be. Nothing here is used by a solver.
 *
 * Where several parts share an id, a placement is taken for the first of them with its bounds and a copy to spare.
 */
import type { Bounds } from "../contract/geometry.ts";
import type { NestData, NestPart, NestRequest, Placement, SheetOutput } from "../contract/nest.ts";
import { type Placed, placeShape, Shape } from "./shape.ts";
import { type Clearances, measureSheet } from "./sheet.ts";

export type NestViolationCode =
  | "not-finite"
  | "unknown-part"
  | "instance"
  | "angle"
  | "bounds"
  | "outside-sheet"
  | "overlap"
  | "too-close"
  | "empty-sheet"
  | "sheet-index"
  | "utilization"
  | "summary"
  | "unplaced"
  | "unplaced-but-fits";

export interface NestViolation {
  code: NestViolationCode;
  /** One sentence for people. */
  message: string;
  /** Position in `sheets`. */
  sheet?: number;
  /** Positions in that sheet's `placements`. */
  placements?: number[];
}

export interface NestReport {
  ok: boolean;
  violations: NestViolation[];
  /** Smallest distance between two parts on one sheet; null when no two parts share one. */
  smallest_gap: number | null;
  /** Smallest distance of a part from the edge of its sheet, negative when it sticks out; null without parts. */
  smallest_edge_gap: number | null;
  placed_parts: number;
  /** Net area of the placed parts in percent of the sheets used. */
  total_utilization: number;
}

export interface NestVerifyOptions {
  /** How far a clearance may be missed, in millimetres; 1e-6 when absent. */
  tolerance?: number;
  /** False for the answer of a run that was cut short: then a part may be left out that would have fitted. */
  complete?: boolean;
  /** The allowed angles of each part, in the request's order, in place of the multiples of `rotation_step`. */
  angles?: readonly (readonly number[])[];
}

/** A part of the request with what the answer says about it. */
interface Entry {
  part: NestPart;
  angles: readonly number[];
  shapes: Map<number, Shape>;
  instances: number[];
}

/** Percentages may be rounded to four decimals. */
const PERCENT_TOLERANCE = 0.5001e-4;
const ANGLE_TOLERANCE = 1e-9;
/** Relative rounding of a turned coordinate, with room. */
const TURN_DOUBT = 1e-14;
/** An answer with more faults than this is wrong enough. */
const MAX_VIOLATIONS = 1000;

export function verifyNest(
  request: NestRequest,
  data: NestData,
  options: NestVerifyOptions = {},
): NestReport {
  return new NestCheck(request, options).run(data);
}

class NestCheck {
  private readonly violations: NestViolation[] = [];
  private readonly entries: Entry[];
  private readonly entriesById = new Map<string, Entry[]>();
  private readonly tolerance: number;
  private readonly complete: boolean;
  private readonly clearances: Clearances;

  constructor(
    private readonly request: NestRequest,
    options: NestVerifyOptions,
  ) {
    const { spacing, edge_margin, kerf, rotation_step } = request.config;
    this.tolerance = options.tolerance ?? 1e-6;
    this.complete = options.complete ?? true;
    this.clearances = { gap: spacing + kerf, margin: edge_margin + kerf / 2, tolerance: this.tolerance };
    const multiples = anglesOf(rotation_step);
    this.entries = request.parts.map((part, p) => {
      return { part, angles: options.angles?.[p] ?? multiples, shapes: new Map(), instances: [] };
    });
    for (const entry of this.entries) {
      const same = this.entriesById.get(entry.part.id);
      if (same) same.push(entry);
      else this.entriesById.set(entry.part.id, [entry]);
    }
  }

  run(data: NestData): NestReport {
    const owners = this.assignParts(data);
    const gaps: number[] = [];
    const edgeGaps: number[] = [];
    let area = 0;
    data.sheets.forEach((sheet, s) => {
      const placed = sheet.placements.map((placement, p) => this.checkPlacement(placement, s, p, owners));
      const sheetArea = placed.reduce((sum, part) => sum + (part?.shape.area ?? 0), 0);
      area += sheetArea;
      this.checkSheet(sheet, s, sheetArea);
      const measured = measureSheet(placed, this.request.sheet, this.clearances, (fault) =>
        this.report(fault.code, fault.message, s, fault.placements),
      );
      if (measured.gap !== null) gaps.push(measured.gap);
      if (measured.edgeGap !== null) edgeGaps.push(measured.edgeGap);
    });
    this.checkInstances();
    this.checkUnplaced(data.unplaced);
    const utilization = this.checkSummary(data, area);
    return {
      ok: this.violations.length === 0,
      violations: this.violations,
      smallest_gap: gaps.length === 0 ? null : Math.min(...gaps),
      smallest_edge_gap: edgeGaps.length === 0 ? null : Math.min(...edgeGaps),
      placed_parts: data.sheets.reduce((sum, sheet) => sum + sheet.placements.length, 0),
      total_utilization: utilization,
    };
  }

  /** Which part each placement is a copy of; missing where its id is unknown. Counts the instances on the way. */
  private assignParts(data: NestData): Map<Placement, Entry> {
    const owners = new Map<Placement, Entry>();
    const shared = new Map<string, Placement[]>();
    for (const placement of data.sheets.flatMap((sheet) => sheet.placements)) {
      const entries = this.entriesById.get(placement.part_id);
      if (!entries) continue;
      if (entries.length === 1) owners.set(placement, entries[0]!);
      else {
        const copies = `${placement.instance}/${placement.part_id}`;
        shared.set(copies, [...(shared.get(copies) ?? []), placement]);
      }
    }
    for (const placements of shared.values()) this.matchShared(placements, owners);
    for (const [placement, entry] of owners) entry.instances.push(placement.instance);
    return owners;
  }

  /** Gives each of the placements with one id and one instance a part of its own, by bounds (augmenting paths). */
  private matchShared(placements: Placement[], owners: Map<Placement, Entry>): void {
    const entries = this.entriesById.get(placements[0]!.part_id)!;
    const taken = new Map<Entry, Placement>();
    const give = (placement: Placement, tried: Set<Entry>): boolean => {
      for (const entry of entries) {
        if (tried.has(entry) || !this.couldBe(placement, entry)) continue;
        tried.add(entry);
        const holder = taken.get(entry);
        if (holder !== undefined && !give(holder, tried)) continue;
        taken.set(entry, placement);
        return true;
      }
      return false;
    };
    for (const placement of placements) {
      if (!give(placement, new Set())) owners.set(placement, entries[0]!);
    }
    for (const [entry, placement] of taken) owners.set(placement, entry);
  }

  private couldBe(placement: Placement, entry: Entry): boolean {
    if (placement.instance >= entry.part.quantity) return false;
    const { box } = placeShape(this.shapeOf(entry, placement.rotation), placement.x, placement.y);
    return boundsDifference(placement.bounds, box) <= this.tolerance;
  }

  private shapeOf(entry: Entry, rotation: number): Shape {
    const known = entry.shapes.get(rotation);
    if (known) return known;
    const shape = new Shape(entry.part, rotation);
    entry.shapes.set(rotation, shape);
    return shape;
  }

  /** The placement as a shape on its sheet, or undefined when it names no part or no place. */
  private checkPlacement(
    placement: Placement,
    sheet: number,
    position: number,
    owners: Map<Placement, Entry>,
  ): Placed | undefined {
    const { part_id, instance, x, y, rotation, bounds } = placement;
    const name = `${part_id} #${instance}`;
    const entry = owners.get(placement);
    if (!entry) {
      this.report("unknown-part", `The request has no part ${part_id}`, sheet, [position]);
      return undefined;
    }
    const numbers = [x, y, rotation, bounds.min_x, bounds.min_y, bounds.max_x, bounds.max_y];
    if (!numbers.every(Number.isFinite)) {
      this.report("not-finite", `${name} has a number that is not finite`, sheet, [position]);
      return undefined;
    }
    if (!entry.angles.some((angle) => Math.abs(angle - rotation) <= ANGLE_TOLERANCE)) {
      this.report("angle", `${name} is turned by ${rotation}, which is not allowed`, sheet, [position]);
    }
    const placed = placeShape(this.shapeOf(entry, rotation), x, y);
    const difference = boundsDifference(bounds, placed.box);
    if (!(difference <= this.tolerance)) {
      this.report("bounds", `The bounds of ${name} are wrong by ${difference}`, sheet, [position]);
    }
    return placed;
  }

  private checkSheet(sheet: SheetOutput, s: number, area: number): void {
    if (sheet.index !== s) this.report("sheet-index", `Sheet ${s} has index ${sheet.index}`, s);
    if (sheet.placements.length === 0) this.report("empty-sheet", `Sheet ${s} has no parts`, s);
    const { width, height } = this.request.sheet;
    const utilization = (100 * area) / (width * height);
    if (!(Math.abs(sheet.utilization - utilization) <= PERCENT_TOLERANCE)) {
      const message = `Sheet ${s} says a utilization of ${sheet.utilization}, but it is ${utilization}`;
      this.report("utilization", message, s);
    }
  }

  /** Every part must have the instances 0, 1, … up to the number placed, at most its quantity. */
  private checkInstances(): void {
    for (const { part, instances } of this.entries) {
      instances.sort((a, b) => a - b);
      if (instances.length > part.quantity) {
        this.report("instance", `${instances.length} of ${part.quantity} copies of ${part.id} are placed`);
      }
      const wrong = instances.findIndex((instance, i) => instance !== i);
      if (wrong < 0) continue;
      this.report(
        "instance",
        `Copies of ${part.id} must count 0, 1, …; in place of ${wrong} stands ${instances[wrong]}`,
      );
    }
  }

  private checkUnplaced(unplaced: string[]): void {
    const expected = this.entries.flatMap(({ part, instances }) =>
      Array<string>(Math.max(0, part.quantity - instances.length)).fill(part.id),
    );
    const wrong = unplaced.length !== expected.length || unplaced.some((id, i) => id !== expected[i]);
    if (wrong) this.report("unplaced", "unplaced is not the list of the missing copies in input order");
    if (!this.complete) return;
    for (const entry of this.entries) {
      if (entry.instances.length >= entry.part.quantity || !this.fitsAlone(entry)) continue;
      this.report("unplaced-but-fits", `${entry.part.id} is left out, but fits an empty sheet`);
    }
  }

  /** True when some allowed angle surely fits: on a rectangle, what counts is the box. */
  private fitsAlone(entry: Entry): boolean {
    const { width, height } = this.request.sheet;
    const { margin } = this.clearances;
    return entry.angles.some((angle) => {
      const { box } = this.shapeOf(entry, angle);
      const coordinate = Math.max(...Object.values(box).map(Math.abs));
      // A box that was turned by other than right angles is only known up to rounding.
      const doubt = angle % 90 === 0 ? 0 : TURN_DOUBT * Math.max(1, coordinate);
      return (
        box.maxX - box.minX + doubt <= width - 2 * margin &&
        box.maxY - box.minY + doubt <= height - 2 * margin
      );
    });
  }

  /** Returns the true total utilization. */
  private checkSummary({ summary, sheets, unplaced }: NestData, area: number): number {
    const placed = sheets.reduce((sum, sheet) => sum + sheet.placements.length, 0);
    const { width, height } = this.request.sheet;
    const used = sheets.length > 0;
    const utilization = used ? (100 * area) / (width * height * sheets.length) : 0;
    const total = this.entries.reduce((sum, { part }) => sum + part.quantity, 0);
    this.checkNumber("sheets_used", summary.sheets_used, sheets.length, 0);
    this.checkNumber("total_parts", summary.total_parts, total, 0);
    this.checkNumber("placed_parts", summary.placed_parts, placed, 0);
    this.checkNumber("unplaced_parts", summary.unplaced_parts, unplaced.length, 0);
    this.checkNumber("total_utilization", summary.total_utilization, utilization, PERCENT_TOLERANCE);
    const waste = used ? 100 - utilization : 0;
    this.checkNumber("total_waste_percent", summary.total_waste_percent, waste, PERCENT_TOLERANCE);
    return utilization;
  }

  private checkNumber(name: string, value: number, expected: number, tolerance: number): void {
    if (Math.abs(value - expected) <= tolerance) return;
    this.report("summary", `${name} is ${value}, but should be ${expected}`);
  }

  /** False once there are so many violations that looking for more is a waste of time. */
  private report(code: NestViolationCode, message: string, sheet?: number, placements?: number[]): boolean {
    if (this.violations.length >= MAX_VIOLATIONS) return false;
    this.violations.push({
      code,
      message,
      ...(sheet === undefined ? {} : { sheet }),
      ...(placements === undefined ? {} : { placements }),
    });
    return true;
  }
}

function anglesOf(step: number): number[] {
  const angles: number[] = [];
  for (let k = 0; k * step <= 90 + ANGLE_TOLERANCE; k++) angles.push(k * step);
  return angles;
}

function boundsDifference(bounds: Bounds, box: Placed["box"]): number {
  return Math.max(
    Math.abs(bounds.min_x - box.minX),
    Math.abs(bounds.min_y - box.minY),
    Math.abs(bounds.max_x - box.maxX),
    Math.abs(bounds.max_y - box.maxY),
  );
}
