/** Is what a worker has sent the kind of answer that was asked for? A worker that is out of its mind sends anything. */
import type { TaskName } from "./tasks/tasks.ts";

type AnswerFields = Record<string, unknown>;

export function isPlausible(name: TaskName, value: unknown): boolean {
  return CHECKS[name](value);
}

const CHECKS: Record<TaskName, (value: unknown) => boolean> = {
  nestV1: (value) =>
    isFields(value) && isFields(value.summary) && isList(value.unplaced) && haveSheets(value),
  nest: (value) =>
    isFields(value) && isCount(value.placed_parts) && isList(value.unplaced) && haveSheets(value),
  cutV1: isCutPlan,
  cut: isCutPlan,
  panels: isPanelPlan,
  read: (value) => isFields(value) && isDrawing(value.packed) && isList(value.carried),
  drawDrawing: isText,
  writeSheet: (value) => isFields(value) && typeof value.gcode === "string" && isList(value.findings),
  lightburnSheet: isDrawn,
  drawSheet: isDrawn,
  drawProgram: isText,
  writePlan: isText,
  pictureSheet: isText,
  verifyPlan: (value) => isFields(value) && typeof value.ok === "boolean" && isList(value.violations),
  parse: isDrawing,
  svg: (value) => isFields(value) && isFields(value.data) && isList(value.findings),
  write: (value) => isFields(value) && typeof value.gcode === "string" && isList(value.findings),
  lightburn: isDrawn,
  draw: isDrawn,
};

function isDrawn(value: unknown): boolean {
  return isFields(value) && typeof value.text === "string" && isList(value.findings);
}

function isDrawing(value: unknown): boolean {
  if (!isFields(value) || !isFields(value.data) || !isList(value.findings)) return false;
  return isFields(value.parts) && isFields(value.paths);
}

function haveSheets({ sheets }: AnswerFields): boolean {
  return isList(sheets) && sheets.every((sheet) => isFields(sheet) && every(sheet.placements, isPlacement));
}

function isPlacement({ x, y, rotation, part_id, bounds }: AnswerFields): boolean {
  return isFields(bounds) && typeof part_id === "string" && [x, y, rotation].every(Number.isFinite);
}

function isCutPlan(value: unknown): boolean {
  if (!isFields(value) || !isFields(value.summary) || !isList(value.unplaced)) return false;
  return every(value.patterns, ({ count, length, cuts }) => {
    return isCount(count) && Number.isFinite(length) && every(cuts, (run) => isCount(run.count));
  });
}

function isPanelPlan(value: unknown): boolean {
  if (!isFields(value) || !isFields(value.summary) || !isList(value.unplaced)) return false;
  return every(
    value.patterns,
    ({ count, stock, tree }) => isCount(count) && isCount(stock) && isFields(tree),
  );
}

function every(list: unknown, test: (entry: AnswerFields) => boolean): boolean {
  return isList(list) && list.every((entry) => isFields(entry) && test(entry));
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isList(value: unknown): value is unknown[] {
  return Array.isArray(value);
}

function isFields(value: unknown): value is AnswerFields {
  return typeof value === "object" && value !== null;
}

function isCount(value: unknown): boolean {
  return Number.isInteger(value) && (value as number) >= 0;
}
