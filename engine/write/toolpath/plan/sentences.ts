/** Sentences of a planner of programs: one row for every code, plain enough to stand in a program's comments. */
import type { Finding } from "../../../base/contract/finding.ts";
import type { Point } from "../../../base/contract/values/geometry.ts";

/** Sentences by code: of `[one|many]` a count chooses one side; whoever notes a finding says `{detail}`. */
export const PROGRAM_ROWS = {
  "holes-split": "[hole|holes] with [a neck|necks] narrower than the kerf, cut as several",
  "slots-closed": "[slot|slots] with [a mouth|mouths] narrower than the kerf, cut behind [it|them]",
  "slots-left-out": "[slot|slots] or [corner|corners] too narrow for the tool, left uncut",
  "outlines-cross": "[part crosses itself|parts cross themselves] or [is|are] thin as a hair",
  "outside-sheet": "[cut|cuts] that [leaves|leave] the sheet",
  "parts-near": "[pair|pairs] of parts nearer than the kerf{detail}",
  "common-lines-left-out": "[sheet|sheets] without common lines, {detail}",
  "leads-left-out": "[contour|contours] of {detail} [starts|start] on the outline, no room for a lead",
  "leads-shortened": "[lead is|leads are] shorter than asked for, for want of room",
  "lead-outs-left-out": "[cut ends|cuts end] on the outline, no room for a lead out",
  "leads-at-tabs": "[start|starts] behind [a tab stands|tabs stand] on the outline, without a lead",
  "leads-on-lines": "[lead lies|leads lie] on [another line|other lines], for want of room",
  "entries-changed": "[cut goes|cuts go] down otherwise than asked for, no room for a helix or a ramp",
  "tabs-left-out": "[part has|parts have] fewer tabs than asked for, for want of room",
  "tabs-lowered": "[cut has|cuts have] bridges as high as [it is|they are] deep, as the profile's are higher",
  "pierces-in-kerfs":
    "[pierce lies|pierces lie] in [a cut|cuts] that [is|are] there already, for want of room",
  "parts-loose": "[part is|parts are] held by no tab in the end",
  "strips-narrow": "[part holds|parts hold] by [a strip|strips] narrower than [its|their] tabs",
  "cuts-crowded": "[cut follows|cuts follow] a neighbour, nothing cooler was left",
  "parks-over-cut": "[place|places] to park [lies|lie] over what is cut out",
  "power-limited": "[cut|cuts] at another power than asked for, within what the machine takes",
  "travel-raised": "[height|heights] of travel [is|are] raised above the pierce and the cut, to {detail} mm",
  "holes-small": "[hole is|holes are] narrower than 1.5 times the sheet is thick, too narrow for a torch",
  "pockets-narrow": "[pocket is|pockets are] narrower than [its tool|their tools] and [is|are] left out",
  "pierces-wide": "[hole is|holes are] narrower than the tool that pierces [it|them]",
  "height-control-on":
    "[cut keeps|cuts keep] the height control that [it|they] should do without, no word for it",
  "chart-thicker": "[setting is|settings are] of the chart's row for {detail}, the next thicker one",
  "tools-ignored": "tool [number is|numbers are] not in the program, as the controller changes no tools",
  "outlines-moved":
    "[outline is|outlines are] drawn half of the kerf of {detail} mm off the [part|parts], where the tool goes",
  "marks-unset": "[mark is|marks are] drawn with a fifth of the power of the cut, as no operation says how",
  "lines-off": "[line is|lines are] left out, as [its operation is|their operations are] switched off",
  "layers-off":
    "[line is|lines are] in the file but not cut, as [its operation is|their operations are] switched off or the machine has none for [it|them]",
  "settings-left-out":
    "[setting is|settings are] not in the file, as the program that reads it has its own: {detail}",
  "marks-left-out": "[mark is|marks are] left out, as no operation says how this machine marks",
} as const satisfies Record<string, string>;

export type ProgramCode = keyof typeof PROGRAM_ROWS;

export interface NotedFinding {
  count: number;
  detail?: string | undefined;
  at?: Point | undefined;
}

export function programFinding(code: ProgramCode, { count, detail = "", at }: NotedFinding): Finding {
  const message = sentenceOf(code, count).replace("{detail}", detail);
  return { code, message, count, ...(at ? { at } : {}) };
}

/** The sentence of a code for one thing, or for several. */
export function sentenceOf(code: ProgramCode, count: number): string {
  return PROGRAM_ROWS[code].replace(/\[(.*?)\|(.*?)\]/g, count === 1 ? "$1" : "$2");
}
