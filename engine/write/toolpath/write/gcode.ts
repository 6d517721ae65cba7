/**
 * The program that cuts one sheet: travel to a contour, tool on, once around, tool off, on to the next, home.
 *
 * Text of the client's gets into comments only, stripped to harmless characters; every other word of a line is a number
 * printed here, or a line of the machine's own templates.
 */
import type { ExportRequest } from "../../../base/contract/v1/export.ts";
import { DEFAULTS } from "../../../base/contract/values/limits.ts";
import { formatNumber } from "../../../base/text.ts";
import { parkPosition } from "../machine/home.ts";
import type { JobSettings } from "../machine/job-settings.ts";
import type { PlannedCut, Toolpath } from "../plan/model.ts";
import type { Motion } from "../time/motion.ts";
import { CutWriter } from "./cut-writer.ts";
import { harmless, templateLines } from "./template.ts";
import { Words } from "./words.ts";
import { commentLines, ProgramWriter } from "./write-program.ts";

/** A program without its head, and what the machine does by it. */
export interface ProgramBody {
  lines: string[];
  motions: Motion[];
}

/** The whole program: its head, with the findings and further notes, and its body. */
export function programText(
  { job, findings }: Toolpath,
  request: ExportRequest,
  { lines }: ProgramBody,
  notes: string[] = [],
): string {
  const told = findings.map(({ count, message }) => `note - ${count} ${message}`);
  const head = [...title(request, job.kerf), ...rowOf(job), ...told, ...notes];
  return textOf([...head.flatMap((line) => commentLines(job, line)), ...lines], job.machine.output);
}

export function writeBody(plan: Toolpath, request: ExportRequest): ProgramBody {
  const { job, cuts, width, height } = plan;
  const words = new Words(job, width, height);
  const [first = plan.base] = cuts.map(({ settings }) => settings);
  const program = new ProgramWriter(job, words, first);
  const { templates, output } = job.machine;
  program.add("begin");
  const head = program.reserve();
  const writer = new CutWriter(program);
  for (const [i, cut] of cuts.entries()) {
    program.cutNumber = i;
    program.say(nameOf(cut, request));
    writer.write(cut);
  }
  program.cutNumber = -1;
  writer.finish();
  program.add("stop");
  for (const point of [...plan.wayOut, parkPosition(job.machine, words.home)]) program.travel(point);
  const known = { plan, request, motions: program.motions };
  program.lines.push(...templateLines(templates?.footer, known));
  program.lines.splice(head, 0, ...templateLines(templates?.header, known));
  if (output?.end === undefined) program.add("end");
  else if (output.end !== "none") program.lines.push(output.end);
  return { lines: program.lines, motions: program.motions };
}

function textOf(lines: string[], output: JobSettings["machine"]["output"] = {}): string {
  const end = output.line_end === "crlf" ? "\r\n" : "\n";
  const numbered = output.line_numbers
    ? lines.map((line, i) => (/^[;(%]/.test(line) ? line : `N${10 * (i + 1)} ${line}`))
    : lines;
  return numbered.map((line) => line + end).join("");
}

function title(
  { sheet_index, sheet_width, sheet_height, placements }: ExportRequest,
  kerf: number,
): string[] {
  const [width, height] = [formatNumber(sheet_width, 3), formatNumber(sheet_height, 3)];
  return [
    `sheet ${sheet_index ?? DEFAULTS.export.sheet_index}, ${width} x ${height} mm`,
    `${placements.length} ${placements.length === 1 ? "part" : "parts"}, kerf ${formatNumber(kerf, 4)} mm`,
  ];
}

/** The row of the chart, for the operator. */
function rowOf({ row, machine }: JobSettings): string[] {
  if (row === null) return [];
  const gas = machine.gas === undefined ? "" : `, gas ${harmless(machine.gas)}`;
  return [`material ${harmless(row.of.material)} ${formatNumber(row.of.thickness, 3)} mm${gas}`];
}

/** "part 3 bracket hole 1", counted from 1; the name is the placement's `part_id`, if it has one. */
function nameOf({ role, placement, hole, inner }: PlannedCut, { placements }: ExportRequest): string {
  if (role === "skeleton") return role;
  const { part_id: id } = placements[placement]!;
  const name = typeof id === "string" ? ` ${harmless(id)}` : "";
  const part = `part ${placement + 1}${name}`;
  if (role !== "cut-inner" && role !== "cut-outer") return `${part} ${role.replace("cut-open", "open cut")}`;
  return `${part}${hole === null ? (inner ? " slot" : "") : ` hole ${hole + 1}`}`;
}
