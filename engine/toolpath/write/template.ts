/**
 * Lines of a machine's own at the beginning and the end of a program, with values of the job in braces. Names of the
 * client's may stand in comments only, and everything that comes out is read again by the judge of programs.
 */
import type { ExportRequest } from "../../contract/v1/export.ts";
import { formatNumber } from "../../text.ts";
import { unusable } from "../path/check.ts";
import type { Toolpath } from "../plan/model.ts";

type Value = number | string;

const PLACEHOLDERS: Record<string, (plan: Toolpath, request: ExportRequest) => Value> = {
  sheet: (_, { sheet_index }) => sheet_index,
  width: ({ width }) => width,
  height: ({ height }) => height,
  parts: (_, { placements }) => placements.length,
  kerf: ({ job }) => job.kerf,
  feed: ({ base }) => base.feedRate,
  power: ({ base }) => base.power,
  depth: ({ base }) => base.depth,
  pierceDelay: ({ base }) => base.pierceDelay,
  travel: ({ job }) => job.travelRate,
  safeZ: ({ job }) => job.safeHeight,
  pierceHeight: ({ job }) => job.pierceHeight ?? 0,
  cutHeight: ({ job }) => job.cutHeight ?? 0,
  machine: ({ job }) => (job.machine.name ?? "machine").replace(/[^A-Za-z0-9 ._-]+/g, "_"),
};

/** The lines with their values. Throws INVALID_INPUT for a placeholder that is not known, or text outside a comment. */
export function templateLines(lines: readonly string[], plan: Toolpath, request: ExportRequest): string[] {
  return lines.map((line) =>
    line.replace(/\{([^{}]*)\}/g, (_, name: string, at: number) => {
      if (!Object.hasOwn(PLACEHOLDERS, name))
        throw wrong(line, `there is no {${name}}; there are ${Object.keys(PLACEHOLDERS).join(", ")}`);
      const value = PLACEHOLDERS[name]!(plan, request);
      if (typeof value === "number") return formatNumber(value, 4);
      if (!/[;(]/.test(line.slice(0, at)))
        throw wrong(line, `{${name}} is text, and stands outside a comment`);
      return value;
    }),
  );
}

function wrong(line: string, message: string) {
  return unusable([{ path: ["options", "machine", "templates"], message: `"${line}": ${message}` }]);
}
