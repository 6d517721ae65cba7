/** Findings for an operator before the program runs, and the work that the program does not make. */

import type { Finding } from "../../../base/contract/finding.ts";
import type { ExportRequest } from "../../../base/contract/v1/export.ts";
import type { Point, Ring } from "../../../base/contract/values/geometry.ts";
import { signedArea } from "../../../base/geometry/ring.ts";
import type { GcodeOptions, Mark } from "../machine/options.ts";
import type { ProgramSettings } from "../machine/program-settings.ts";
import type { PlacedContour } from "../path/contour.ts";
import type { SheetContours } from "../path/overlap.ts";
import type { LeftOut, PlannedCut } from "./model.ts";
import { type NotedFinding, type ProgramCode, programFinding } from "./sentences.ts";

/** A cut leaves the sheet by more than this, in mm, or not at all. */
const EDGE = 1e-6;
/** A lead counts as what was asked for from this share of its length on. */
const FULL = 0.99;

/** Leads and ways down that are not what was asked for, as they are found. */
export class LeadTally {
  private readonly noted = new Map<ProgramCode, NotedFinding>();

  of(code: ProgramCode): NotedFinding {
    return this.noted.get(code) ?? { count: 0 };
  }

  noteEntry(at: Point): void {
    this.add("entries-changed", at);
  }

  note(side: "in" | "out", wanted: number, lead: { length: number } | null, at: Point): void {
    if (wanted <= 0 || (lead && lead.length >= FULL * wanted)) return;
    const code = lead ? "leads-shortened" : side === "in" ? "leads-left-out" : "lead-outs-left-out";
    this.add(code, at);
  }

  private add(code: ProgramCode, at: Point): void {
    const { count, ...first } = this.of(code);
    this.noted.set(code, { at, ...first, count: count + 1 });
  }
}

export interface PlannedCuts {
  request: ExportRequest;
  settings: ProgramSettings;
  cuts: PlannedCut[];
  sheet: SheetContours;
  options: GcodeOptions;
  tally: LeadTally;
  tabless: number;
  loose: number;
  crowded: number;
  parksOver: boolean;
  piercedWide: number;
  pocketsNarrow: number;
  /** Lines whose operation is switched off. */
  off: number;
}

export function findingsOf(planned: PlannedCuts): Finding[] {
  return told([
    ...layoutNotes(planned.sheet, planned.request),
    ...leadNotes(planned),
    ...settingNotes(planned),
  ]);
}

/** Notes about ways in and out, and about bridges, that are not as they were asked for. */
function leadNotes(planned: PlannedCuts): ProgramNote[] {
  const { cuts, settings, sheet, tally } = planned;
  const contours = cuts.filter(({ role }) => role === "cut-inner" || role === "cut-outer").length;
  const isApart = settings.job.common_lines && sheet.near.length > 0;
  return [
    ["common-lines-left-out", { count: isApart ? 1 : 0, detail: "as parts are too near" }],
    ["leads-left-out", { ...tally.of("leads-left-out"), detail: `${contours}` }],
    ["leads-shortened", tally.of("leads-shortened")],
    ["lead-outs-left-out", tally.of("lead-outs-left-out")],
    ["leads-at-tabs", { count: restarts(planned) }],
    ["entries-changed", tally.of("entries-changed")],
    ["tabs-left-out", { count: planned.tabless }],
    ["parts-loose", { count: planned.loose }],
  ];
}

/** Notes about settings that differ from those that were asked for. */
function settingNotes(planned: PlannedCuts): ProgramNote[] {
  const settings = planned.cuts.map((cut) => cut.settings);
  return [
    ["cuts-crowded", { count: planned.crowded }],
    ["parks-over-cut", { count: planned.parksOver ? 1 : 0 }],
    ["power-limited", { count: settings.filter(({ power, askedPower }) => power !== askedPower).length }],
    ["travel-raised", raisedTravel(planned)],
    ["tabs-lowered", { count: settings.filter(({ lowered }) => lowered).length }],
    ["holes-small", { count: smallHoles(planned) }],
    ["pockets-narrow", { count: planned.pocketsNarrow }],
    ["pierces-wide", { count: planned.piercedWide }],
    ["height-control-on", { count: uncontrolled(planned) }],
    ["chart-thicker", thickerRow(planned)],
    ["tools-ignored", { count: ignoredTools(planned) }],
    ["marks-unset", { count: settings.filter(({ dimmed }) => dimmed).length }],
    ["lines-off", { count: planned.off }],
    ["marks-left-out", { count: marksLeftOut(planned) }],
  ];
}

/** Findings about a layout that cannot all be cut as it is drawn, whatever is written for it. */
export function layoutFindings(sheet: SheetContours, request: ExportRequest): Finding[] {
  return told(layoutNotes(sheet, request));
}

type ProgramNote = [code: ProgramCode, NotedFinding];

function told(notes: ProgramNote[]): Finding[] {
  return notes.filter(([, { count }]) => count > 0).map(([code, noted]) => programFinding(code, noted));
}

function layoutNotes(sheet: SheetContours, request: ExportRequest): ProgramNote[] {
  const [pair] = sheet.near;
  const nearest = pair
    ? `, parts ${pair.parts[0] + 1} and ${pair.parts[1] + 1} by ${pair.gap.toFixed(3)} mm`
    : "";
  return [
    ["holes-split", { count: splitHoles(sheet) }],
    ["slots-closed", { count: closedSlots(sheet) }],
    ["slots-left-out", { count: sheet.uncut.length, at: sheet.uncut[0] }],
    ["outlines-cross", { count: sheet.crossed }],
    ["outside-sheet", { count: outside(sheet, request) }],
    ["parts-near", { count: sheet.near.length, detail: nearest, at: pair?.at }],
  ];
}

function splitHoles({ contours }: SheetContours): number {
  // Those of one hole follow each other.
  const isNext = (k: number) =>
    contours[k]?.hole === contours[k - 1]?.hole && contours[k]?.placement === contours[k - 1]?.placement;
  return contours.filter(({ hole }, k) => hole !== null && isNext(k + 1) && !isNext(k)).length;
}

function closedSlots({ contours }: SheetContours): number {
  return contours.filter(({ inner, hole }) => inner && hole === null).length;
}

function outside(sheet: SheetContours, { sheet_width, sheet_height }: ExportRequest): number {
  return sheet.contours.filter(({ bounds }) => {
    const { min_x, min_y, max_x, max_y } = bounds;
    return min_x < -EDGE || min_y < -EDGE || max_x > sheet_width + EDGE || max_y > sheet_height + EDGE;
  }).length;
}

/** A beam starts anew behind every tab, on the outline where there is no room for a way in. */
function restarts({ cuts, settings }: PlannedCuts): number {
  if (settings.job.process === "router") return 0;
  return cuts
    .filter(({ settings: { lead_in: leadIn } }) => leadIn > 0)
    .reduce((sum, { stroke }) => sum + stroke.bare, 0);
}

/** A torch makes no good hole that is hardly wider than the sheet is thick. */
function smallHoles({ request, settings: { job } }: PlannedCuts): number {
  if (job.process !== "plasma" || job.thickness === null) return 0;
  const least = 1.5 * job.thickness;
  const isSmall = (hole: Ring) => Math.abs(signedArea(hole)) < (Math.PI / 4) * least * least;
  return request.placements.flatMap(({ holes }) => holes.filter(isSmall)).length;
}

/** Only some controllers switch a torch's height control from within a program. */
function uncontrolled({ cuts, settings: { job } }: PlannedCuts): number {
  if (job.process !== "plasma" || job.post.templates.height_control_off.length > 0) return 0;
  return cuts.filter(({ settings: { thc } }) => !thc).length;
}

function raisedTravel({ settings: { job } }: PlannedCuts): NotedFinding {
  return { count: job.isRaised ? 1 : 0, detail: `${job.safe_height}` };
}

/** A chart without the sheet's own thickness gives the settings of the next one. */
function thickerRow({ settings: { job } }: PlannedCuts): NotedFinding {
  const { row } = job;
  return { count: row?.isThicker ? 1 : 0, detail: row ? `${row.of.thickness} mm` : undefined };
}

/** Numbers of tools that the job uses and its controller does not know. */
function ignoredTools({ cuts, settings: { job } }: PlannedCuts): number {
  if (job.post.templates.tool_change.length > 0) return 0;
  const tools = new Set(cuts.map(({ settings: { tool } }) => tool));
  tools.delete(null);
  return tools.size;
}

/** A torch that was told nothing of marks would cut through them. */
function marksLeftOut({ options: { marks = [] }, settings }: PlannedCuts): number {
  return marks.flat().filter((mark) => mark && settings.leavesOut(mark) === UNSAID).length;
}

const NAMES: Record<Mark["role"], LeftOut["what"]> = {
  mark: "marks",
  engrave: "engravings",
  bend: "bends",
  pocket: "pockets",
  "cut-open": "open cuts",
};
const OFF = "switched off";
const UNSAID = "no operation says how this machine marks";
const NO_ROOM = "no room";
/** Kind of left-out work by the code of the finding that counts it. */
const COUNTED: Partial<Record<string, [what: LeftOut["what"], reason: string]>> = {
  "pockets-narrow": ["pockets", "narrower than the tool"],
  "slots-left-out": ["slots", "narrower than the tool"],
  "leads-left-out": ["leads", NO_ROOM],
  "leads-at-tabs": ["leads", NO_ROOM],
  "lead-outs-left-out": ["lead-outs", NO_ROOM],
  "tabs-left-out": ["tabs", NO_ROOM],
};

/** `off` are the contours whose operation is switched off. */
export function leftOutOf(
  { marks = [] }: GcodeOptions,
  settings: ProgramSettings,
  off: readonly PlacedContour[],
  findings: readonly Finding[],
): LeftOut[] {
  const list = new Map<string, LeftOut>();
  const add = (what: LeftOut["what"], reason: string, count = 1) => {
    const key = `${what} ${reason}`;
    list.set(key, { what, count: (list.get(key)?.count ?? 0) + count, reason });
  };
  for (const mark of marks.flat()) {
    if (!mark) continue;
    const reason = settings.leavesOut(mark);
    if (reason !== null) add(NAMES[settings.roleOf(mark)], reason);
  }
  for (const { inner, hole } of off) add(hole !== null ? "holes" : inner ? "slots" : "outlines", OFF);
  for (const { code, count } of findings) {
    const known = COUNTED[code];
    if (known) add(...known, count);
  }
  return [...list.values()];
}

/** "4 engravings, 1 hole", for the head of a program. */
export function nameLeftOut(leftOut: readonly LeftOut[]): string {
  const counts = new Map<string, number>();
  for (const { what, count } of leftOut) counts.set(what, (counts.get(what) ?? 0) + count);
  return [...counts]
    .map(([what, count]) => `${count} ${count === 1 ? what.replace(/s$/, "") : what}`)
    .join(", ");
}
