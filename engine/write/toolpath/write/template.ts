/**
 * Lines of a machine's own at the beginning and the end of a program, with values of the job in braces. Names of the
 * client's may stand in comments only, and everything that comes out is read again by the judge of programs.
 */
import type { ExportRequest } from "../../../base/contract/v1/export.ts";
import { invalidInput } from "../../../base/errors.ts";
import { formatNumber } from "../../../base/text.ts";
import { homePosition, parkPosition } from "../machine/home.ts";
import type { Toolpath } from "../plan/model.ts";
import type { Motion } from "../time/motion.ts";
import { timeMotions } from "../time/planner.ts";
import { extentOf } from "./work-area.ts";

/** Source of a template's values. */
interface TemplateJob {
  plan: Toolpath;
  request: ExportRequest;
  motions: readonly Motion[];
}

const limit = (axis: 0 | 1, isHigh: boolean) => (job: TemplateJob) => {
  const { machine } = job.plan.job;
  const home = homePosition(machine.origin, job.plan.width, job.plan.height);
  return extentOf(job.motions, home)[isHigh ? "high" : "low"][axis]! - home[axis];
};

const PLACEHOLDERS: Record<string, (job: TemplateJob) => number | string> = {
  sheet: ({ request }) => request.sheet_index,
  width: ({ plan }) => plan.width,
  height: ({ plan }) => plan.height,
  parts: ({ request }) => request.placements.length,
  kerf: ({ plan }) => plan.job.kerf,
  feed: ({ plan }) => plan.base.feed_rate,
  power: ({ plan }) => plan.base.power,
  depth: ({ plan }) => plan.base.depth,
  pierce_delay: ({ plan }) => plan.base.pierce_delay,
  travel: ({ plan }) => plan.job.travel_rate,
  safe_z: ({ plan }) => plan.job.safe_height,
  pierce_height: ({ plan }) => plan.job.pierce_height ?? 0,
  cut_height: ({ plan }) => plan.job.cut_height ?? 0,
  thickness: ({ plan }) => plan.job.thickness ?? 0,
  seconds: ({ plan: { job, width, height }, motions }) => {
    const start = parkPosition(job.machine, homePosition(job.machine.origin, width, height));
    return Math.round(timeMotions(motions, job.machine.motion, job.travel_rate, start).at(-1) ?? 0);
  },
  min_x: limit(0, false),
  min_y: limit(1, false),
  max_x: limit(0, true),
  max_y: limit(1, true),
  file: ({ plan, request }) => fileName(plan, request),
  material: ({ plan }) => harmless(plan.job.machine.material ?? "material"),
  gas: ({ plan }) => harmless(plan.job.machine.gas ?? "gas"),
  machine: ({ plan }) => harmless(plan.job.machine.name ?? "machine"),
};

/** Name of a program's file, with the ending that its machine wants. */
export function fileName({ job }: Toolpath, { sheet_index }: ExportRequest): string {
  return `nest_sheet_${sheet_index}.${job.machine.output?.file_extension ?? "gcode"}`;
}

/** Letters, digits and a few signs that no controller or sender gives a meaning to in a comment. */
export function harmless(text: string): string {
  return text.replace(/[^A-Za-z0-9 ._-]+/g, "_").slice(0, 40);
}

/** The lines with their values. Throws INVALID_INPUT for a placeholder that is not known, or text outside a comment. */
export function templateLines(lines: readonly string[] = [], job: TemplateJob): string[] {
  return lines.map((line) =>
    line.replace(/\{([^{}]*)\}/g, (_, name: string, at: number) => {
      if (!Object.hasOwn(PLACEHOLDERS, name))
        throw wrong(line, `there is no {${name}}; there are ${Object.keys(PLACEHOLDERS).join(", ")}`);
      const value = PLACEHOLDERS[name]!(job);
      if (typeof value === "number") return formatNumber(value, 4);
      if (!/[;(]/.test(line.slice(0, at)))
        throw wrong(line, `{${name}} is text, and stands outside a comment`);
      return value;
    }),
  );
}

function wrong(line: string, message: string) {
  return invalidInput(["options", "machine", "templates"], `"${line}": ${message}`);
}
