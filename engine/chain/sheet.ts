/** One sheet of a nesting plan: where the parts lie, and the files that a machine takes. */
import type { NestPlanRequestInput, PlanPlacement, PlanSheet } from "../base/contract/nest-plan.ts";
import { checkedOptions, takenAs } from "../base/contract/options.ts";
import type { CallOptions } from "../base/contract/search-options.ts";
import type { ProgramSettings, SheetDrawingSettings, SheetOfPlan } from "../run/files/plans.ts";
import type { SheetPictureOptions } from "../write/picture/sheet-svg.ts";
import type { PlannedDrawing } from "../write/toolpath/write/dxf.ts";
import { apart, type RunTask } from "./calls.ts";
import { type Program, programFrom } from "./program.ts";

/** One layout of a plan, and how many sheets have it. Its files hold arcs, marks and bends where its parts have them. */
export class NestSheet implements PlanSheet {
  /** The type, where the request has `sheets`. */
  declare readonly sheet_id?: string;
  /** How many sheets look like this. */
  declare readonly count: number;
  /** Extent along x, mm; for a strip, the length that is used. */
  declare readonly width: number;
  /** Extent along y, mm. */
  declare readonly height: number;
  /** Net area of the parts in percent of width x height. */
  declare readonly utilization: number;
  /** Where each copy on it lies. */
  declare readonly placements: PlanPlacement[];
  readonly #run: RunTask;
  readonly #request: NestPlanRequestInput;
  readonly #index: number;

  /** @internal Plans make their sheets. */
  constructor(run: RunTask, request: NestPlanRequestInput, data: PlanSheet, index: number) {
    this.#run = run;
    this.#request = request;
    this.#index = index;
    Object.assign(this, data);
  }

  /** The program that cuts this sheet. @throws EngineError INVALID_INPUT for what cannot be cut */
  async toGcode(options: ProgramSettings & CallOptions = {}): Promise<string> {
    return (await this.toProgram(options)).gcode;
  }

  /** The program with its findings, what is left out, its lengths, times and cost, and its moves. */
  async toProgram(options: ProgramSettings & CallOptions = {}): Promise<Program> {
    const { call, settings } = apart(checkedOptions(options));
    const written = { of: this.#own(), settings };
    return programFrom(this.#run, await this.#run("writeSheet", written, call), written);
  }

  /** This sheet as a DXF drawing. @throws EngineError INVALID_INPUT for what cannot be cut */
  async toDxf(options: SheetDrawingSettings & CallOptions = {}): Promise<string> {
    return (await this.toDrawing("dxf", options)).text;
  }

  /** This sheet as an SVG drawing in millimetres with true arcs. @throws EngineError INVALID_INPUT for what cannot be cut */
  async toSvg(options: SheetDrawingSettings & CallOptions = {}): Promise<string> {
    return (await this.toDrawing("svg", options)).text;
  }

  /**
   * This sheet as a project of LightBurn, with a cut setting for each way in which its lines are run.
   * @throws EngineError INVALID_INPUT for what cannot be cut, and for machines without a laser
   */
  toLightBurn(options: ProgramSettings & CallOptions = {}): Promise<PlannedDrawing> {
    const { call, settings } = apart(checkedOptions(options));
    return this.#run("lightburnSheet", { of: this.#own(), settings }, call);
  }

  /** The drawing of this sheet with its findings. */
  toDrawing(
    format: "dxf" | "svg",
    options: SheetDrawingSettings & CallOptions = {},
  ): Promise<PlannedDrawing> {
    const { call, settings } = apart(checkedOptions(options));
    return this.#run("drawSheet", { of: this.#own(), settings, format }, call);
  }

  /** A picture of this sheet in SVG, for people: parts in colours with their names and marks, margin and remnant. */
  async toPicture(options: SheetPictureOptions & CallOptions = {}): Promise<string> {
    const { call, settings } = apart(checkedOptions(options));
    return this.#run("pictureSheet", { of: this.#own(), options: settings }, call);
  }

  /** The sheet with the parts that lie on it alone, numbered anew. */
  #own(): SheetOfPlan {
    return takenAs("sheet", "a sheet of a plan", () => this.#withOwnParts());
  }

  #withOwnParts(): SheetOfPlan {
    const { fixed: _fixed, start: _start, ...request } = this.#request;
    const used = [...new Set(this.placements.map(({ part }) => part))];
    const parts = used.map((part) => request.parts[part]!);
    const placements = this.placements.map((placement) => {
      return { ...placement, part: used.indexOf(placement.part) };
    });
    return {
      request: { ...request, parts },
      sheet: { ...this, placements },
      index: this.#index,
      numbers: used,
    };
  }
}
