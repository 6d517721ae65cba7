/** Sentences of a planner of programs: one row for every code, plain enough to stand in a program's comments. */
import type { Finding } from "../../../base/contract/finding.ts";
import type { Point } from "../../../base/contract/values/geometry.ts";

/** Sentence for one, and for several; whoever notes it says `{detail}`. */
type ProgramSentence = readonly [one: string, many: string];

export const PROGRAM_ROWS = {
  "holes-split": [
    "hole with a neck narrower than the kerf, cut as several",
    "holes with necks narrower than the kerf, cut as several",
  ],
  "slots-closed": [
    "slot with a mouth narrower than the kerf, cut behind it",
    "slots with mouths narrower than the kerf, cut behind them",
  ],
  "slots-left-out": [
    "slot or corner too narrow for the tool, left uncut",
    "slots or corners too narrow for the tool, left uncut",
  ],
  "outlines-cross": [
    "part crosses itself or is thin as a hair",
    "parts cross themselves or are thin as a hair",
  ],
  "outside-sheet": ["cut that leaves the sheet", "cuts that leave the sheet"],
  "parts-near": ["pair of parts nearer than the kerf{detail}", "pairs of parts nearer than the kerf{detail}"],
  "common-lines-left-out": ["sheet without common lines, {detail}", "sheets without common lines, {detail}"],
  "leads-left-out": [
    "contour of {detail} starts on the outline, no room for a lead",
    "contours of {detail} start on the outline, no room for a lead",
  ],
  "leads-shortened": [
    "lead is shorter than asked for, for want of room",
    "leads are shorter than asked for, for want of room",
  ],
  "lead-outs-left-out": [
    "cut ends on the outline, no room for a lead out",
    "cuts end on the outline, no room for a lead out",
  ],
  "leads-at-tabs": [
    "start behind a tab stands on the outline, without a lead",
    "starts behind tabs stand on the outline, without a lead",
  ],
  "leads-on-lines": [
    "lead lies on another line, for want of room",
    "leads lie on other lines, for want of room",
  ],
  "entries-changed": [
    "cut goes down otherwise than asked for, no room for a helix or a ramp",
    "cuts go down otherwise than asked for, no room for a helix or a ramp",
  ],
  "tabs-left-out": [
    "part has fewer tabs than asked for, for want of room",
    "parts have fewer tabs than asked for, for want of room",
  ],
  "tabs-lowered": [
    "cut has bridges as high as it is deep, as the profile's are higher",
    "cuts have bridges as high as they are deep, as the profile's are higher",
  ],
  "pierces-in-kerfs": [
    "pierce lies in a cut that is there already, for want of room",
    "pierces lie in cuts that are there already, for want of room",
  ],
  "parts-loose": ["part is held by no tab in the end", "parts are held by no tab in the end"],
  "strips-narrow": [
    "part holds by a strip narrower than its tabs",
    "parts hold by strips narrower than their tabs",
  ],
  "cuts-crowded": [
    "cut follows a neighbour, nothing cooler was left",
    "cuts follow a neighbour, nothing cooler was left",
  ],
  "parks-over-cut": ["place to park lies over what is cut out", "places to park lie over what is cut out"],
  "power-limited": [
    "cut at another power than asked for, within what the machine takes",
    "cuts at another power than asked for, within what the machine takes",
  ],
  "travel-raised": [
    "height of travel is raised above the pierce and the cut, to {detail} mm",
    "heights of travel are raised above the pierce and the cut, to {detail} mm",
  ],
  "holes-small": [
    "hole is narrower than 1.5 times the sheet is thick, too narrow for a torch",
    "holes are narrower than 1.5 times the sheet is thick, too narrow for a torch",
  ],
  "pockets-narrow": [
    "pocket is narrower than its tool and is left out",
    "pockets are narrower than their tools and are left out",
  ],
  "pierces-wide": [
    "hole is narrower than the tool that pierces it",
    "holes are narrower than the tool that pierces them",
  ],
  "height-control-on": [
    "cut keeps the height control that it should do without, no word for it",
    "cuts keep the height control that they should do without, no word for it",
  ],
  "chart-thicker": [
    "setting is of the chart's row for {detail}, the next thicker one",
    "settings are of the chart's row for {detail}, the next thicker one",
  ],
  "tools-ignored": [
    "tool number is not in the program, as the controller changes no tools",
    "tool numbers are not in the program, as the controller changes no tools",
  ],
  "outlines-moved": [
    "outline is drawn half of the kerf of {detail} mm off the part, where the tool goes",
    "outlines are drawn half of the kerf of {detail} mm off the parts, where the tool goes",
  ],
  "marks-unset": [
    "mark is drawn with a fifth of the power of the cut, as no operation says how",
    "marks are drawn with a fifth of the power of the cut, as no operation says how",
  ],
  "lines-off": [
    "line is left out, as its operation is switched off",
    "lines are left out, as their operations are switched off",
  ],
  "layers-off": [
    "line is in the file but not cut, as its operation is switched off or the machine has none for it",
    "lines are in the file but not cut, as their operations are switched off or the machine has none for them",
  ],
  "settings-left-out": [
    "setting is not in the file, as the program that reads it has its own: {detail}",
    "settings are not in the file, as the program that reads it has its own: {detail}",
  ],
  "marks-left-out": [
    "mark is left out, as no operation says how this machine marks",
    "marks are left out, as no operation says how this machine marks",
  ],
} as const satisfies Record<string, ProgramSentence>;

export type ProgramCode = keyof typeof PROGRAM_ROWS;

export interface NotedFinding {
  count: number;
  detail?: string | undefined;
  at?: Point | undefined;
}

export function programFinding(code: ProgramCode, { count, detail = "", at }: NotedFinding): Finding {
  const [one, many] = PROGRAM_ROWS[code];
  const message = (count === 1 ? one : many).replace("{detail}", detail);
  return { code, message, count, ...(at ? { at } : {}) };
}
