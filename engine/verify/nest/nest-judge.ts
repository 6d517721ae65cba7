/**
 * Judges nesting plans: angles and mirroring part by part, strips, sheets of several types, limited, irregular or with
 * parts on them already, and equal sheets named once with their count.
 */
import {
  type NestPlan,
  type NestPlanRequest,
  type NestPlanRequestInput,
  nestPlanRequestSchema,
  nestPlanSchema,
  type PlanPlacement,
  type PlanSheet,
} from "../../base/contract/nest-plan.ts";
import { checkAnswer, checkOptions } from "../../base/contract/options.ts";
import { explained, validate } from "../../base/contract/validate.ts";
import type { Ring } from "../../base/contract/values/geometry.ts";
import { checkRings } from "../rings.ts";
import {
  anglesOf,
  clearancesOf,
  LayoutVerdict,
  type NestReport,
  type NestVerifyOptions,
  type NestViolationCode,
  PartShapes,
  VERIFY_OPTIONS,
} from "./judged-layout.ts";
import type { Clearances } from "./judged-sheet.ts";
import { JudgedShape, type PlacedShape, placeShape } from "./shape.ts";
import { sharedBetween } from "./shared.ts";
import { type JudgedSheet, judgedSheets } from "./sheet-counts.ts";

/** Judges an answer of `nest` for a request as the solver takes it. @throws EngineError INVALID_INPUT for no such request */
export function verifyNest(
  request: NestPlanRequestInput,
  plan: NestPlan,
  options: NestVerifyOptions = {},
): NestReport {
  checkOptions(VERIFY_OPTIONS, options);
  checkAnswer("plan", plan, "nest", ["sheets", "unplaced"]);
  const asked = validate(nestPlanRequestSchema, request);
  checkRings(asked.parts, asked.sheets);
  return explained({ plan: [nestPlanSchema, plan] }, () => judgeNestPlan(asked, plan, options));
}

/** As `verifyNestPlan`, for a request that is known to be one. */
export function judgeNestPlan(
  request: NestPlanRequest,
  plan: NestPlan,
  options: NestVerifyOptions,
): NestReport {
  const report = new NestPlanCheck(request, options).run(plan);
  if (!report.violations.some(({ code }) => code === "utilization")) return report;
  // Outlines that cross themselves by a hair were taken by the even-odd rule, which takes long to measure by.
  return new NestPlanCheck(request, options, true).run(plan);
}

class NestPlanCheck {
  private readonly verdict = new LayoutVerdict();
  private readonly shapes: PartShapes[];
  /** Copies placed of each part. */
  private readonly placed: number[];
  private readonly complete: boolean;
  private readonly types: JudgedSheet[];
  /** Sheets used of each type. */
  private readonly used: number[];
  private readonly clearances: Clearances;

  constructor(
    private readonly request: NestPlanRequest,
    options: NestVerifyOptions,
    isEvenOdd = false,
  ) {
    this.complete = options.complete ?? true;
    this.clearances = clearancesOf(request.config, options);
    const multiples = anglesOf(request.config.rotation_step);
    this.shapes = request.parts.map(
      (part) => new PartShapes(part, part.angles ?? multiples, part.mirror, isEvenOdd),
    );
    this.placed = request.parts.map(() => 0);
    this.types = judgedSheets(request, this.clearances);
    this.used = this.types.map(() => 0);
  }

  run(plan: NestPlan): NestReport {
    let [area, whole] = [0, 0];
    const lying: (PlacedShape | undefined)[][] = [];
    plan.sheets.forEach((sheet, s) => {
      const placed = sheet.placements.map((placement, p) => this.checkPlacement(placement, sheet, s, p));
      const sheetArea = placed.reduce((sum, part) => sum + (part?.shape.area ?? 0), 0);
      area += sheet.count * sheetArea;
      whole += sheet.count * sheet.width * sheet.height;
      const type = this.typeOf(sheet, s);
      this.checkSheet(sheet, type, s, sheetArea, placed);
      this.measure(sheet, type, s, placed);
      lying.push(placed);
      if (plan.remnant?.sheet === s) this.checkRemnant(plan.remnant, sheet, type, placed);
    });
    this.checkShared(plan, lying);
    this.checkAlike(plan);
    this.checkCounts(plan);
    this.checkCost(plan);
    this.checkUnplaced(plan);
    const placed = this.placed.reduce((sum, count) => sum + count, 0);
    return this.verdict.summary(placed, whole === 0 ? 0 : (100 * area) / whole);
  }

  /** The type of a sheet, with one more use of it noted. */
  private typeOf({ sheet_id, count }: PlanSheet, s: number): JudgedSheet | undefined {
    const t = this.types.findIndex(({ id }) => id === sheet_id);
    const wanted = this.request.fixed?.[s]?.sheet_id;
    if (t < 0 || (wanted !== undefined && wanted !== sheet_id)) {
      this.verdict.report("sheet-type", `Sheet ${s} is of type ${sheet_id}`, s);
      return undefined;
    }
    this.used[t]! += count;
    return this.types[t]!;
  }

  /** Takes fixed parts as they are: only parts that were added must keep their distances. */
  private measure(
    sheet: PlanSheet,
    type: JudgedSheet | undefined,
    s: number,
    placed: (PlacedShape | undefined)[],
  ): void {
    const fixed = this.request.fixed?.[s]?.placements.length ?? 0;
    const { gap } = this.clearances;
    const lying = placed
      .slice(0, fixed)
      .flatMap((part) =>
        part ? [{ placed: part, distance: gap, what: "a part that was there before" }] : [],
      );
    const added = placed.map((part, p) => (p < fixed ? undefined : part));
    this.verdict.measure(added, sheet, this.clearances, s);
    this.verdict.measureObstacles(added, [...lying, ...(type?.obstacles ?? [])], this.clearances, s);
  }

  /** The length of shared edges is the one that is said. */
  private checkShared({ sheets, shared_length: said }: NestPlan, lying: (PlacedShape | undefined)[][]): void {
    const wanted = this.request.objective === "shared";
    if (!wanted && said === undefined) return;
    const gap = this.clearances.gap;
    const found = lying.reduce((sum, placed, s) => sum + sheets[s]!.count * sharedBetween(placed, gap), 0);
    if (wanted && said !== undefined && Math.abs(said - found) <= 1e-3 * (1 + found)) return;
    this.verdict.report("shared-length", `Parts share ${found} mm of their edges, not ${said}`, 0);
  }

  /** Copies of a part with `same_angle` lie alike, those that were there before aside. */
  private checkAlike({ sheets }: NestPlan): void {
    const first = new Map<number, PlanPlacement>();
    sheets.forEach(({ placements }, s) => {
      const fixed = this.request.fixed?.[s]?.placements.length ?? 0;
      placements.slice(fixed).forEach((placement, p) => {
        const { part, part_id, rotation, mirrored } = placement;
        if (!this.request.parts[part]?.same_angle) return;
        const known = first.get(part) ?? placement;
        first.set(part, known);
        if (Math.abs(known.rotation - rotation) > 1e-9 || known.mirrored !== mirrored)
          this.verdict.report("angle", `${part_id} does not lie as its other copies do`, s, [fixed + p]);
      });
    });
  }

  /** Checks that the remnant is on its sheet, of the kind that was asked for, whole, and as far from parts as parts are. */
  private checkRemnant(
    remnant: NonNullable<NestPlan["remnant"]>,
    sheet: PlanSheet,
    type: JudgedSheet | undefined,
    placed: (PlacedShape | undefined)[],
  ): void {
    const { x, y, width, height, sheet: s } = remnant;
    const { gap, tolerance } = this.clearances;
    const far = (value: number, wanted: number) => !(Math.abs(value - wanted) <= tolerance);
    const ends = far(x + width, sheet.width) || far(height, sheet.height) || far(y, 0);
    const top = far(y + height, sheet.height) || far(width, sheet.width) || far(x, 0);
    const { remnant: kind } = this.request;
    const outside = !(x >= 0 && y >= 0 && x + width <= sheet.width + tolerance);
    if (outside || !(width > 0 && height > 0 && y + height <= sheet.height + tolerance))
      this.verdict.report("remnant", `The remnant of sheet ${s} is not on it`, s);
    else if (kind === undefined || (kind === "right" && ends) || (kind === "top" && top))
      this.verdict.report("remnant", `The remnant of sheet ${s} is not what was asked for`, s);
    else {
      const ring: Ring = [
        [x, y],
        [x + width, y],
        [x + width, y + height],
        [x, y + height],
      ];
      const piece = placeShape(new JudgedShape({ exterior: ring, holes: [] }, 0), 0, 0);
      const kept = { placed: piece, distance: gap, what: "the remnant" };
      this.verdict.measureObstacles(placed, [kept], this.clearances, s);
      const missing = (type?.obstacles ?? []).map((obstacle) => ({ ...obstacle, distance: 0 }));
      this.verdict.measureObstacles([piece], missing, this.clearances, s);
    }
  }

  private checkPlacement(
    placement: PlanPlacement,
    sheet: PlanSheet,
    s: number,
    position: number,
  ): PlacedShape | undefined {
    const { part: number, part_id } = placement;
    if (this.request.parts[number]?.id !== part_id) {
      this.verdict.report("unknown-part", `The request has no part ${part_id} at ${number}`, s, [position]);
      return undefined;
    }
    this.placed[number]! += sheet.count;
    const fixed = this.request.fixed?.[s]?.placements[position];
    if (fixed && !FIXED_FIELDS.every((field) => fixed[field] === placement[field])) {
      this.verdict.report("fixed", `${part_id} is not where it was`, s, [position]);
    }
    const complain = (code: NestViolationCode, message: string) => {
      this.verdict.report(code, `${part_id} ${message}`, s, [position]);
    };
    return this.shapes[number]!.place(placement, this.clearances.tolerance, complain, fixed !== undefined);
  }

  private checkSheet(
    sheet: PlanSheet,
    type: JudgedSheet | undefined,
    s: number,
    area: number,
    placed: (PlacedShape | undefined)[],
  ): void {
    const { count, width, height, utilization } = sheet;
    if (sheet.placements.length === 0) this.verdict.report("empty-sheet", `Sheet ${s} has no parts`, s);
    if (!Number.isInteger(count) || count < 1) {
      this.verdict.report("summary", `Sheet ${s} is there ${count} times`, s);
    }
    const right = placed.reduce((most, part) => Math.max(most, part?.box.maxX ?? 0), 0);
    if (type) {
      const needed = this.request.strip ? right + this.clearances.margin : type.width;
      if (!(Math.abs(width - needed) <= this.clearances.tolerance && height === type.height)) {
        const wanted = `${needed} x ${type.height}`;
        this.verdict.report("sheet-size", `Sheet ${s} is ${width} x ${height}, not ${wanted}`, s);
      }
    }
    this.verdict.checkPercent(
      "utilization",
      `utilization of sheet ${s}`,
      utilization,
      (100 * area) / (width * height),
      s,
    );
  }

  private checkStatus({ status, lower_bound = 0, unplaced }: NestPlan, used: number): void {
    const proven = unplaced.length === 0 && lower_bound === used && this.types.length <= 1;
    if (status === undefined || (status === "optimal") === proven) return;
    this.verdict.report("summary", `status is ${status}, with ${used} sheets and a bound of ${lower_bound}`);
  }

  private checkCounts(plan: NestPlan): void {
    const { sheets, sheets_used, placed_parts, lower_bound = 0, unplaced } = plan;
    const used = sheets.reduce((sum, { count }) => sum + count, 0);
    const placed = this.placed.reduce((sum, count) => sum + count, 0);
    const most = this.request.strip ? 1 : (this.request.max_sheets ?? Infinity);
    if (sheets_used !== used) this.verdict.report("summary", `sheets_used is ${sheets_used}, not ${used}`);
    if (placed_parts !== placed)
      this.verdict.report("summary", `placed_parts is ${placed_parts}, not ${placed}`);
    if (unplaced.length === 0 && lower_bound > used)
      this.verdict.report("summary", `${used} sheets are enough, but lower_bound is ${lower_bound}`);
    this.checkStatus(plan, used);
    if (used > most)
      this.verdict.report("summary", `${used} sheets are used, but ${most} at most are allowed`);
    this.types.forEach(({ id, quantity }, t) => {
      if (this.used[t]! <= quantity) return;
      this.verdict.report(
        "sheet-type",
        `${this.used[t]} sheets of type ${id} are used, there are ${quantity}`,
      );
    });
    (this.request.fixed ?? []).forEach(({ placements }, s) => {
      if (sheets[s]?.count === 1 && sheets[s].placements.length >= placements.length) return;
      this.verdict.report("fixed", `Sheet ${s} of the request's fixed ones is not in the plan`, s);
    });
    this.request.parts.forEach(({ id, quantity }, p) => {
      if (quantity === "fill" || this.placed[p]! <= quantity) return;
      this.verdict.report("instance", `${this.placed[p]} of ${quantity} copies of ${id} are placed`);
    });
  }

  private checkCost({ cost }: NestPlan): void {
    if (!this.request.sheets && cost === undefined) return;
    const spent = this.types.reduce((sum, type, t) => sum + this.used[t]! * type.cost, 0);
    if (cost !== undefined && Math.abs(cost - spent) <= 1e-9 * Math.max(1, spent)) return;
    this.verdict.report("cost", `cost is ${cost}, not ${spent}`);
  }

  private checkUnplaced({ sheets_used, unplaced }: NestPlan): void {
    const { parts, strip, max_sheets = Infinity } = this.request;
    const missing = parts.map(({ quantity }, p) => (quantity === "fill" ? 0 : quantity - this.placed[p]!));
    const expected = parts.flatMap(({ id }, p) =>
      missing[p]! > 0 ? [{ part_id: id, count: missing[p]! }] : [],
    );
    const same = (a: (typeof expected)[number], b: (typeof expected)[number] | undefined) =>
      a.part_id === b?.part_id && a.count === b.count;
    if (unplaced.length !== expected.length || !expected.every((entry, i) => same(entry, unplaced[i]))) {
      this.verdict.report("unplaced", "unplaced is not the list of the missing copies in input order");
    }
    // Once the sheets are used up, what fits an empty one may well be left over.
    if (!this.complete || sheets_used >= max_sheets) return;
    const { margin } = this.clearances;
    // Boxes cannot tell whether a part fits an irregular sheet, so such sheets are not asked.
    const empty = this.types.filter(
      ({ quantity, obstacles }, t) => this.used[t]! < quantity && obstacles.length === 0,
    );
    parts.forEach(({ id }, p) => {
      const fits = ({ width, height }: JudgedSheet) =>
        this.shapes[p]!.fits(strip ? Infinity : width - 2 * margin, height - 2 * margin);
      if (missing[p]! <= 0 || !empty.some(fits)) return;
      this.verdict.report("unplaced-but-fits", `${id} is left out, but fits an empty sheet`);
    });
  }
}

/** Fields of a fixed placement that say where it is. */
const FIXED_FIELDS = ["part", "x", "y", "rotation", "mirrored"] as const;
