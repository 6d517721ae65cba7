/**
 * Is an answer of the nesting solver right? Everything is recomputed from the request on the original coordinates:
 * places, gaps, angles, counts, sums, and whether what was left out had to be. Nothing here is used by a solver.
 *
 * Where several parts share an id, a placement is taken for the first of them with its bounds and a copy to spare.
 */
import { checkAnswer, checkOptions } from "../../base/contract/options.ts";
import {
  type NestData,
  type NestPart,
  type NestRequest,
  type NestRequestInput,
  nestDataSchema,
  nestRequestSchema,
  type Placement,
  type SheetOutput,
} from "../../base/contract/v1/nest.ts";
import { explained, validate } from "../../base/contract/validate.ts";
import { checkRings } from "../rings.ts";
import {
  anglesOf,
  boundsDifference,
  clearancesOf,
  LayoutVerdict,
  type NestReport,
  type NestVerifyOptions,
  PartShapes,
  VERIFY_OPTIONS,
} from "./judged-layout.ts";
import type { Clearances } from "./judged-sheet.ts";
import { type PlacedShape, placeShape } from "./shape.ts";

export type { NestReport, NestVerifyOptions, NestViolation, NestViolationCode } from "./judged-layout.ts";

/** A part of the request with what the answer says about it. */
interface AnswerPart {
  part: NestPart;
  shapes: PartShapes;
  instances: number[];
}

/** Judges an answer of `nest` for a request as the solver takes it. @throws EngineError INVALID_INPUT for no such request */
export function verifyNest(
  request: NestRequestInput,
  data: NestData,
  options: NestVerifyOptions = {},
): NestReport {
  checkOptions(VERIFY_OPTIONS, options);
  checkAnswer("data", data, "nest", ["sheets", "unplaced"]);
  const asked = validate(nestRequestSchema, request);
  checkRings(asked.parts);
  return explained({ data: [nestDataSchema, data] }, () => new NestCheck(asked, options).run(data));
}

class NestCheck {
  private readonly verdict = new LayoutVerdict();
  private readonly entries: AnswerPart[];
  private readonly entriesById = new Map<string, AnswerPart[]>();
  private readonly complete: boolean;
  private readonly clearances: Clearances;

  constructor(
    private readonly request: NestRequest,
    options: NestVerifyOptions,
  ) {
    this.complete = options.complete ?? true;
    this.clearances = clearancesOf(request.config, options);
    const angles = anglesOf(request.config.rotation_step);
    this.entries = request.parts.map((part) => {
      return { part, shapes: new PartShapes(part, angles), instances: [] };
    });
    for (const entry of this.entries) {
      const same = this.entriesById.get(entry.part.id);
      if (same) same.push(entry);
      else this.entriesById.set(entry.part.id, [entry]);
    }
  }

  run(data: NestData): NestReport {
    const owners = this.assignParts(data);
    let area = 0;
    data.sheets.forEach((sheet, s) => {
      const placed = sheet.placements.map((placement, p) =>
        this.checkPlacement(placement, s, p, owners.get(placement)),
      );
      const sheetArea = placed.reduce((sum, part) => sum + (part?.shape.area ?? 0), 0);
      area += sheetArea;
      this.checkSheet(sheet, s, sheetArea);
      this.verdict.measure(placed, this.request.sheet, this.clearances, s);
    });
    this.checkInstances();
    this.checkUnplaced(data.unplaced);
    const utilization = this.checkSummary(data, area);
    const placedParts = data.sheets.reduce((sum, sheet) => sum + sheet.placements.length, 0);
    return this.verdict.summary(placedParts, utilization);
  }

  /** Which part each placement is a copy of; missing where its id is unknown. Counts the instances on the way. */
  private assignParts(data: NestData): Map<Placement, AnswerPart> {
    const owners = new Map<Placement, AnswerPart>();
    const shared = new Map<string, Placement[]>();
    for (const placement of data.sheets.flatMap((sheet) => sheet.placements)) {
      const entries = this.entriesById.get(placement.part_id);
      if (!entries) continue;
      if (entries.length === 1) owners.set(placement, entries[0]!);
      else {
        const copies = `${placement.instance}/${placement.part_id}`;
        const same = shared.get(copies);
        if (same) same.push(placement);
        else shared.set(copies, [placement]);
      }
    }
    for (const placements of shared.values()) this.matchShared(placements, owners);
    for (const [placement, entry] of owners) entry.instances.push(placement.instance);
    return owners;
  }

  /** Gives each of the placements with one id and one instance a part of its own, by bounds (augmenting paths). */
  private matchShared(placements: Placement[], owners: Map<Placement, AnswerPart>): void {
    const entries = this.entriesById.get(placements[0]!.part_id)!;
    const taken = new Map<AnswerPart, Placement>();
    const give = (placement: Placement, tried: Set<AnswerPart>): boolean => {
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

  private couldBe({ instance, x, y, rotation, bounds }: Placement, { part, shapes }: AnswerPart): boolean {
    if (instance >= part.quantity) return false;
    const { box } = placeShape(shapes.at(rotation), x, y);
    return boundsDifference(bounds, box) <= this.clearances.tolerance;
  }

  /** The placement as a shape on its sheet, or undefined when it names no part or no place. */
  private checkPlacement(
    placement: Placement,
    sheet: number,
    position: number,
    entry: AnswerPart | undefined,
  ): PlacedShape | undefined {
    const { part_id, instance } = placement;
    if (!entry) {
      this.verdict.report("unknown-part", `The request has no part ${part_id}`, sheet, [position]);
      return undefined;
    }
    return entry.shapes.place(placement, this.clearances.tolerance, (code, message) => {
      this.verdict.report(code, `${part_id} #${instance} ${message}`, sheet, [position]);
    });
  }

  private checkSheet(sheet: SheetOutput, s: number, area: number): void {
    const { width, height } = this.request.sheet;
    if (sheet.index !== s) this.verdict.report("sheet-index", `Sheet ${s} has index ${sheet.index}`, s);
    if (sheet.placements.length === 0) this.verdict.report("empty-sheet", `Sheet ${s} has no parts`, s);
    const utilization = (100 * area) / (width * height);
    this.verdict.checkPercent("utilization", `utilization of sheet ${s}`, sheet.utilization, utilization, s);
  }

  /** Every part must have the instances 0, 1, … up to the number placed, at most its quantity. */
  private checkInstances(): void {
    for (const { part, instances } of this.entries) {
      instances.sort((a, b) => a - b);
      const tooMany = instances.length > part.quantity;
      const wrong = instances.findIndex((instance, i) => instance !== i);
      if (tooMany) {
        const message = `${instances.length} of ${part.quantity} copies of ${part.id} are placed`;
        this.verdict.report("instance", message);
      }
      if (wrong >= 0) {
        const message = `Copies of ${part.id} must count 0, 1, …; in place of ${wrong} stands ${instances[wrong]}`;
        this.verdict.report("instance", message);
      }
    }
  }

  private checkUnplaced(unplaced: string[]): void {
    const expected = this.entries.flatMap(({ part, instances }) =>
      Array<string>(Math.max(0, part.quantity - instances.length)).fill(part.id),
    );
    if (unplaced.length !== expected.length || unplaced.some((id, i) => id !== expected[i])) {
      this.verdict.report("unplaced", "unplaced is not the list of the missing copies in input order");
    }
    if (!this.complete) return;
    const { width, height } = this.request.sheet;
    const { margin } = this.clearances;
    for (const { part, instances, shapes } of this.entries) {
      if (instances.length >= part.quantity || !shapes.fits(width - 2 * margin, height - 2 * margin))
        continue;
      this.verdict.report("unplaced-but-fits", `${part.id} is left out, but fits an empty sheet`);
    }
  }

  /** Returns the true total utilization. */
  private checkSummary({ summary, sheets, unplaced }: NestData, area: number): number {
    const { width, height } = this.request.sheet;
    const utilization = sheets.length > 0 ? (100 * area) / (width * height * sheets.length) : 0;
    const counts = {
      sheets_used: sheets.length,
      total_parts: this.entries.reduce((sum, { part }) => sum + part.quantity, 0),
      placed_parts: sheets.reduce((sum, sheet) => sum + sheet.placements.length, 0),
      unplaced_parts: unplaced.length,
    };
    for (const [name, expected] of Object.entries(counts) as [keyof typeof counts, number][]) {
      if (summary[name] === expected) continue;
      this.verdict.report("summary", `${name} is ${summary[name]}, but should be ${expected}`);
    }
    const waste = sheets.length > 0 ? 100 - utilization : 0;
    const { total_utilization, total_waste_percent } = summary;
    this.verdict.checkPercent("summary", "total_utilization", total_utilization, utilization);
    this.verdict.checkPercent("summary", "total_waste_percent", total_waste_percent, waste);
    return utilization;
  }
}
