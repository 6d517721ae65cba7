/** A program as callers hold it: its data, and the picture of it. */
import { checkedOptions } from "../base/contract/options.ts";
import type { CallOptions } from "../base/contract/search-options.ts";
import type { WrittenSheet } from "../run/files/plans.ts";
import type { ProgramPictureOptions } from "../write/picture/toolpath-svg.ts";
import type { Program as ProgramData } from "../write/toolpath/export.ts";
import { apart, attach, type RunTask } from "./calls.ts";

/** A program with everything that a shop wants to know of it. `{...program}` is plain data. */
export interface Program extends ProgramData {
  /** A picture of the program: cuts and marks in their order with their leads and bridges, and the travel between them. */
  toSvg(options?: ProgramPictureOptions & CallOptions): Promise<string>;
}

/** @internal */
export function programFrom(run: RunTask, data: ProgramData, written: WrittenSheet): Program {
  const toSvg = async (options: ProgramPictureOptions & CallOptions = {}) => {
    const { call, settings } = apart(checkedOptions(options));
    return run("drawProgram", { written, options: settings }, call);
  };
  return attach(data, { toSvg }) as Program;
}
