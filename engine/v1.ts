/**
 * Public entry for the interface `/v1`: requests in and answers out, word for word as the HTTP interface has them. The
 * service is made of it. Importing it does nothing.
 */
import type { CutPlan } from "./base/contract/cut-plan.ts";
import type { Finding } from "./base/contract/finding.ts";
import {
  type CallOptions,
  type CutAnswerProgress,
  type CutCallOptions,
  type CutProgress,
  type NestAnswerOptions,
  type NestAnswerProgress,
  type SolveOptions,
  TIME_LIMITS_MS,
} from "./base/contract/search-options.ts";
import type { CutData, CutRequestInput } from "./base/contract/v1/cut.ts";
import type { ParseDxfData, SvgData, SvgOptionsInput } from "./base/contract/v1/drawing.ts";
import type { ExportRequestInput } from "./base/contract/v1/export.ts";
import type { NestData, NestRequestInput } from "./base/contract/v1/nest.ts";
import type { Engine } from "./engine.ts";
import { cutDataFromPlan } from "./plan/cut/cut-answer.ts";
import { openDrawing } from "./read/drawing/model/packed.ts";
import { type DrawingSource, drawingFile, type ReadCallOptions } from "./run/source.ts";

export type {
  CutAnswerProgress,
  NestAnswerOptions,
  NestAnswerProgress,
} from "./base/contract/search-options.ts";
export * from "./base/contract/v1/account.ts";
export * from "./base/contract/v1/cut.ts";
export * from "./base/contract/v1/drawing.ts";
export * from "./base/contract/v1/envelope.ts";
export * from "./base/contract/v1/export.ts";
export * from "./base/contract/v1/nest.ts";
export { API_ERROR_CODES, type ApiErrorCode } from "./base/errors.ts";

import type { GcodeOptions } from "./write/toolpath/machine/options.ts";

export { cutDataJson } from "./plan/cut/cut-answer.ts";
export { type CutAnswerReport, type CutAnswerViolation, verifyCutAnswer } from "./verify/v1/v1-cut.ts";
export { verifyNestAnswer } from "./verify/v1/v1-nest.ts";

/** An answer, and what the reader or the writer noticed; over HTTP findings are a header. */
export interface Found<Data> {
  /** The answer. */
  data: Data;
  /** Findings, never errors. */
  findings: Finding[];
}

/** The requests of the interface `/v1`, each with its answer. */
export interface V1 {
  /** `POST /v1/solve/nest-2d`. @throws EngineError INVALID_INPUT */
  nest(request: NestRequestInput, options?: NestAnswerOptions): Promise<NestData>;
  /** `POST /v1/solve/cut-1d`. @throws EngineError INVALID_INPUT */
  cut(request: CutRequestInput, options?: SolveOptions<CutAnswerProgress>): Promise<CutData>;
  /** The plan behind an answer of `cut`: `cutDataJson` writes that of millions of bars bit by bit. */
  cutPlan(request: CutRequestInput, options?: CutCallOptions): Promise<CutPlan>;
  /** `POST /v1/parse/dxf`. @throws EngineError INVALID_DXF, FILE_TOO_LARGE */
  parse(file: DrawingSource, options?: ReadCallOptions): Promise<Found<ParseDxfData>>;
  /** `POST /v1/parse/dxf-to-svg`. @throws EngineError INVALID_DXF, FILE_TOO_LARGE */
  svg(file: DrawingSource, svg?: SvgOptionsInput, options?: ReadCallOptions): Promise<Found<SvgData>>;
  /** `POST /v1/export/gcode`. @throws EngineError INVALID_INPUT */
  gcode(
    request: ExportRequestInput,
    options?: CallOptions & Pick<GcodeOptions, "post">,
  ): Promise<Found<string>>;
  /** `POST /v1/export/dxf`. @throws EngineError INVALID_INPUT */
  dxf(request: ExportRequestInput, options?: CallOptions): Promise<Found<string>>;
}

/** The interface `/v1` on an engine. */
export function v1(engine: Engine): V1 {
  const cutPlan: V1["cutPlan"] = (request, options = {}) =>
    engine.solve<"cutV1", CutProgress>("cutV1", request, options, TIME_LIMITS_MS.cut);
  return {
    cutPlan,
    nest: (request, options = {}) =>
      engine.solve<"nestV1", NestAnswerProgress>("nestV1", request, options, TIME_LIMITS_MS.nest),
    cut: async (request, options = {}) => cutDataFromPlan(await cutPlan(request, withAnswers(options))),
    async parse(source, options = {}) {
      const file = await drawingFile(source, options);
      const { data, findings } = openDrawing(await engine.readWith("parse", file, file, options));
      return { data, findings };
    },
    async svg(source, svg = {}, options = {}) {
      const file = await drawingFile(source, options);
      return engine.readWith("svg", file, { file, svg }, options);
    },
    async gcode(request, options) {
      const { gcode, findings } = await engine.write(request, options);
      return { data: gcode, findings };
    },
    async dxf(request, options) {
      const { text, findings } = await engine.draw(request, options);
      return { data: text, findings };
    },
  };
}

/** The options of a search for a plan, whose events hold answers for the caller. */
function withAnswers(options: SolveOptions<CutAnswerProgress>): CutCallOptions {
  // Wrong ones are refused by the engine, by their names.
  if (typeof options?.onProgress !== "function") return options as never;
  const { onProgress, ...others } = options;
  const tell = ({ best, ...event }: CutProgress) =>
    onProgress(best ? { ...event, best: cutDataFromPlan(best) } : event);
  return { ...others, onProgress: tell };
}
