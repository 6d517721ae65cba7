/**
 * Is a nesting plan right? As `verifyNest`, for the plans of the package: angles and mirroring part by part, strips,
 * a limited number of sheets, and equal sheets named once with their count.
 */
import type { NestPlan, NestPlanRequest, PlanPlacement, PlanSheet } from "../contract/nestplan.ts";
import {
  anglesOf,
  clearancesOf,
  type NestReport,
  type NestVerifyOptions,
  PartShapes,
  Verdict,
} from "./layout.ts";
import type { Placed } from "./shape.ts";
import type { Clearances } from "./sheet.ts";

export function verifyNestPlan(
  request: NestPlanRequest,
  plan: NestPlan,
  options: NestVerifyOptions = {},
): NestReport {
  return new NestPlanCheck(request, options).run(plan);
}

class NestPlanCheck {
  private readonly verdict = new Verdict();
  private readonly shapes: PartShapes[];
  /** Copies placed of each part. */
  private readonly placed: number[];
  private readonly complete: boolean;
  private readonly clearances: Clearances;

  constructor(
    private readonly request: NestPlanRequest,
    options: NestVerifyOptions,
  ) {
    this.complete = options.complete ?? true;
    this.clearances = clearancesOf(request.config, options);
    const multiples = anglesOf(request.config.rotation_step);
    this.shapes = request.parts.map((part) => new PartShapes(part, part.angles ?? multiples, part.mirror));
    this.placed = request.parts.map(() => 0);
  }

  run(plan: NestPlan): NestReport {
    let [area, whole] = [0, 0];
    plan.sheets.forEach((sheet, s) => {
      const placed = sheet.placements.map((placement, p) => this.checkPlacement(placement, sheet, s, p));
      const sheetArea = placed.reduce((sum, part) => sum + (part?.shape.area ?? 0), 0);
      area += sheet.count * sheetArea;
      whole += sheet.count * sheet.width * sheet.height;
      this.checkSheet(sheet, s, sheetArea, placed);
      this.verdict.measure(placed, sheet, this.clearances, s);
    });
    this.checkCounts(plan);
    this.checkUnplaced(plan);
    const placed = this.placed.reduce((sum, count) => sum + count, 0);
    return this.verdict.summary(placed, whole === 0 ? 0 : (100 * area) / whole);
  }

  private checkPlacement(
    placement: PlanPlacement,
    sheet: PlanSheet,
    s: number,
    position: number,
  ): Placed | undefined {
    const { part: number, part_id } = placement;
    if (this.request.parts[number]?.id !== part_id) {
      this.verdict.report("unknown-part", `The request has no part ${part_id} at ${number}`, s, [position]);
      return undefined;
    }
    this.placed[number]! += sheet.count;
    return this.shapes[number]!.place(placement, this.clearances.tolerance, (code, message) => {
      this.verdict.report(code, `${part_id} ${message}`, s, [position]);
    });
  }

  private checkSheet(sheet: PlanSheet, s: number, area: number, placed: (Placed | undefined)[]): void {
    const { count, width, height, utilization } = sheet;
    if (sheet.placements.length === 0) this.verdict.report("empty-sheet", `Sheet ${s} has no parts`, s);
    if (!Number.isInteger(count) || count < 1) {
      this.verdict.report("summary", `Sheet ${s} is there ${count} times`, s);
    }
    const right = placed.reduce((most, part) => Math.max(most, part?.box.maxX ?? 0), 0);
    const needed = this.request.strip ? right + this.clearances.margin : this.request.sheet.width;
    if (!(Math.abs(width - needed) <= this.clearances.tolerance && height === this.request.sheet.height)) {
      const wanted = `${needed} x ${this.request.sheet.height}`;
      this.verdict.report("sheet-size", `Sheet ${s} is ${width} x ${height}, not ${wanted}`, s);
    }
    this.verdict.checkPercent(
      "utilization",
      `utilization of sheet ${s}`,
      utilization,
      (100 * area) / (width * height),
      s,
    );
  }

  private checkCounts({ sheets, sheets_used, placed_parts }: NestPlan): void {
    const used = sheets.reduce((sum, { count }) => sum + count, 0);
    const placed = this.placed.reduce((sum, count) => sum + count, 0);
    const most = this.request.strip ? 1 : (this.request.max_sheets ?? Infinity);
    if (sheets_used !== used) this.verdict.report("summary", `sheets_used is ${sheets_used}, not ${used}`);
    if (placed_parts !== placed)
      this.verdict.report("summary", `placed_parts is ${placed_parts}, not ${placed}`);
    if (used > most)
      this.verdict.report("summary", `${used} sheets are used, but ${most} at most are allowed`);
    this.request.parts.forEach(({ id, quantity }, p) => {
      if (this.placed[p]! <= quantity) return;
      this.verdict.report("instance", `${this.placed[p]} of ${quantity} copies of ${id} are placed`);
    });
  }

  private checkUnplaced({ sheets_used, unplaced }: NestPlan): void {
    const { parts, sheet, strip, max_sheets = Infinity } = this.request;
    const missing = parts.map(({ quantity }, p) => quantity - this.placed[p]!);
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
    const width = strip ? Infinity : sheet.width - 2 * margin;
    parts.forEach(({ id }, p) => {
      if (missing[p]! <= 0 || !this.shapes[p]!.fits(width, sheet.height - 2 * margin)) return;
      this.verdict.report("unplaced-but-fits", `${id} is left out, but fits an empty sheet`);
    });
  }
}
