/**
 * What holds for every drawing that is read: finite numbers, a picture, and parts that nesting takes as they are, unless the
 * reader says to stop or that contours touch, or they are farther away than nesting takes them.
 */
import { checkNestRequest } from "../../engine/base/check/part.ts";
import type { Finding } from "../../engine/base/contract/finding.ts";
import { nestPlanRequestSchema } from "../../engine/base/contract/nest-plan.ts";
import { validate } from "../../engine/base/contract/validate.ts";
import { LIMITS } from "../../engine/base/contract/values/limits.ts";
import { answered, engine, expectNumbers } from "./engine.ts";

const FARTHEST = 1e9;
const isDoubtful = ({ code, severity }: Finding) => severity === "stop" || code === "contours-touch";

export async function checkReading(bytes: Uint8Array): Promise<void> {
  const drawing = await answered(
    () => engine.read(bytes),
    ["INVALID_DXF", "INVALID_INPUT", "FILE_TOO_LARGE"],
  );
  if (!drawing) return;
  const { parts, data, findings } = drawing;
  expectNumbers({ parts, data, findings }, "drawing");
  const svg = await drawing.toSvg();
  if (/NaN|Infinity|undefined/.test(svg)) throw new Error("the picture has no numbers somewhere");
  const first = parts.slice(0, LIMITS.nest.parts);
  if (first.length === 0 || findings.some(isDoubtful)) return;
  if (Object.values(data.bounds).some((value) => Math.abs(value) > FARTHEST)) return;
  const extents = first.map(({ bounds: { min_x, min_y, max_x, max_y } }) => max_x - min_x + max_y - min_y);
  const side = Math.max(...extents);
  if (side > LIMITS.nest.sheet_side) return;
  const one = first.map((part) => ({ ...part, quantity: 1 }));
  checkNestRequest(validate(nestPlanRequestSchema, { parts: one, sheet: { width: side, height: side } }));
}
