/** `offcut nest` for what only a plan can answer: which requests those are, and the sheets of a plan as files want them. */

import type { NestPlan, NestPlanRequest, NestPlanRequestInput, PlanSheet } from "../contract/nest-plan.ts";
import type { NestData, NestRequest } from "../contract/v1/nest.ts";
import type { Ring } from "../contract/values/geometry.ts";
import { type Io, readJson, type Values } from "./command.ts";

const REQUEST_FIELDS = ["sheets", "strip", "max_sheets", "start", "fixed"] as const;
const PART_FIELDS = ["angles", "mirror", "priority"] as const;

/** The options of the command line over what the request says of its sheets. */
export async function withPlanSettings(
  input: Partial<NestPlanRequestInput>,
  values: Values,
  io: Io,
): Promise<Partial<NestPlanRequestInput>> {
  const most = values.number("max-sheets");
  const start = values.text("start");
  return {
    ...input,
    ...(most === undefined ? {} : { max_sheets: most }),
    ...(values.flag("strip") ? { strip: true } : {}),
    ...(start === undefined
      ? {}
      : { start: (await readJson(io, start)) as NonNullable<NestPlanRequestInput["start"]> }),
  };
}

/** True when the request has something that the interface's does not have. */
export function needsPlan(input: Partial<NestPlanRequestInput>): boolean {
  const parts = Array.isArray(input.parts) ? input.parts : [];
  return (
    REQUEST_FIELDS.some((field) => input[field] !== undefined) ||
    parts.some((part) => PART_FIELDS.some((field) => part?.[field] !== undefined))
  );
}

/** A sheet of a plan as a request and answer of its own, one part for each placement. */
export function layoutOfSheet(
  request: NestPlanRequest,
  sheet: PlanSheet,
  index: number,
): { request: NestRequest; data: NestData } {
  const { width, height, utilization, placements } = sheet;
  const parts = placements.map(({ part, mirrored }) => {
    const { id, exterior, holes } = request.parts[part]!;
    const side = (ring: Ring): Ring => (mirrored ? ring.map(([x, y]) => [-x, y]) : ring);
    return { id, exterior: side(exterior), holes: holes.map(side), quantity: 1 };
  });
  const count = placements.length;
  return {
    request: { parts, sheet: { width, height }, config: request.config },
    data: {
      summary: {
        sheets_used: 1,
        total_parts: count,
        placed_parts: count,
        unplaced_parts: 0,
        total_utilization: utilization,
        total_waste_percent: 100 - utilization,
      },
      sheets: [
        {
          index,
          utilization,
          placements: placements.map(({ part_id, x, y, rotation, bounds }) => {
            return { part_id, instance: 0, x, y, rotation, bounds };
          }),
        },
      ],
      unplaced: [],
    },
  };
}

/** What came out, in one line. */
export function outcomeOf({ sheets_used, lower_bound, placed_parts, unplaced, cost }: NestPlan): string {
  const total = unplaced.reduce((sum, { count }) => sum + count, placed_parts);
  const sheets = `${sheets_used} ${sheets_used === 1 ? "sheet" : "sheets"}`;
  const least = lower_bound === undefined ? "" : `, at least ${lower_bound} needed`;
  return `${placed_parts} of ${total} parts on ${sheets}${least}${cost === undefined ? "" : `, cost ${cost}`}`;
}
