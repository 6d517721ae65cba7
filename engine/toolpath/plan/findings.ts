/** What an operator should look at before the program runs. Messages are plain enough to stand in its comments. */
import type { ExportRequest } from "../../contract/v1/export.ts";
import type { Finding } from "../../contract/values/finding.ts";
import type { Point, Ring } from "../../contract/values/geometry.ts";
import { signedArea } from "../../geometry/ring.ts";
import type { GcodeOptions } from "../machine/options.ts";
import type { Settings } from "../machine/settings.ts";
import type { Sheet } from "./contours.ts";
import type { Cut } from "./model.ts";

/** A cut leaves the sheet by more than this, in mm, or not at all. */
const EDGE = 1e-6;
/** A lead counts as what was asked for from this share of its length on. */
const FULL = 0.99;

/** Messages of what the judge of programs may notice where the planner does not. */
export const JUDGED = {
  "tabs-left-out": [
    "part has fewer tabs than asked for, for want of room",
    "parts have fewer tabs than asked for, for want of room",
  ],
  "parts-loose": ["part is held by no tab in the end", "parts are held by no tab in the end"],
  "strips-narrow": [
    "part holds by a strip narrower than its tabs",
    "parts hold by strips narrower than their tabs",
  ],
  "leads-on-lines": [
    "lead lies on another line, for want of room",
    "leads lie on other lines, for want of room",
  ],
} as const satisfies Record<string, Message>;

interface Noted {
  count: number;
  at?: Point;
}

/** Leads and ways down that are not what was asked for, as they are found. */
export class LeadTally {
  readonly noted = new Map<string, Noted>();

  noteEntry(at: Point): void {
    this.add("entries-changed", at);
  }

  note(side: "in" | "out", wanted: number, lead: { length: number } | null, at: Point): void {
    if (wanted <= 0 || (lead && lead.length >= FULL * wanted)) return;
    const code = lead ? "leads-shortened" : side === "in" ? "leads-left-out" : "lead-outs-left-out";
    this.add(code, at);
  }

  private add(code: string, at: Point): void {
    const found = this.noted.get(code) ?? { count: 0, at };
    this.noted.set(code, { ...found, count: found.count + 1 });
  }
}

export interface Planned {
  request: ExportRequest;
  settings: Settings;
  cuts: Cut[];
  sheet: Sheet;
  options: GcodeOptions;
  tally: LeadTally;
  tabless: number;
  loose: number;
  crowded: number;
  parksOver: boolean;
  piercedWide: number;
}

export function findingsOf(planned: Planned): Finding[] {
  const { cuts, tally } = planned;
  const noted = (code: string) => tally.noted.get(code) ?? { count: 0 };
  const contours = cuts.filter(({ role }) => role === "cut-inner" || role === "cut-outer").length;
  return told([
    ...layoutNotes(planned.sheet, planned.request),
    [
      "common-lines-left-out",
      COMMON_LEFT_OUT,
      { count: planned.settings.job.commonLines && planned.sheet.near.length > 0 ? 1 : 0 },
    ],
    [
      "leads-left-out",
      [
        `contour of ${contours} starts on the outline, no room for a lead`,
        `contours of ${contours} start on the outline, no room for a lead`,
      ],
      noted("leads-left-out"),
    ],
    [
      "leads-shortened",
      [
        "lead is shorter than asked for, for want of room",
        "leads are shorter than asked for, for want of room",
      ],
      noted("leads-shortened"),
    ],
    [
      "lead-outs-left-out",
      ["cut ends on the outline, no room for a lead out", "cuts end on the outline, no room for a lead out"],
      noted("lead-outs-left-out"),
    ],
    [
      "leads-at-tabs",
      [
        "start behind a tab stands on the outline, without a lead",
        "starts behind tabs stand on the outline, without a lead",
      ],
      { count: restarts(planned) },
    ],
    [
      "entries-changed",
      [
        "cut goes down otherwise than asked for, no room for a helix or a ramp",
        "cuts go down otherwise than asked for, no room for a helix or a ramp",
      ],
      noted("entries-changed"),
    ],
    ["tabs-left-out", JUDGED["tabs-left-out"], { count: planned.tabless }],
    ["parts-loose", JUDGED["parts-loose"], { count: planned.loose }],
    ...settingNotes(planned),
  ]);
}

/** Why a sheet is cut without its common lines. */
const COMMON_LEFT_OUT: Message = [
  "sheet without common lines, as parts are too near",
  "sheets without common lines, as parts are too near",
];

/** What is run otherwise than it was asked for. */
function settingNotes(planned: Planned): Note[] {
  const { cuts } = planned;
  return [
    [
      "cuts-crowded",
      [
        "cut follows a neighbour, nothing cooler was left",
        "cuts follow a neighbour, nothing cooler was left",
      ],
      { count: planned.crowded },
    ],
    [
      "parks-over-cut",
      ["place to park lies over what is cut out", "places to park lie over what is cut out"],
      { count: planned.parksOver ? 1 : 0 },
    ],
    [
      "power-limited",
      [
        "cut at another power than asked for, within what the machine takes",
        "cuts at another power than asked for, within what the machine takes",
      ],
      { count: cuts.filter(({ settings: { power, askedPower } }) => power !== askedPower).length },
    ],
    [
      "holes-small",
      [
        "hole is narrower than 1.5 times the sheet is thick, too narrow for a torch",
        "holes are narrower than 1.5 times the sheet is thick, too narrow for a torch",
      ],
      { count: smallHoles(planned) },
    ],
    [
      "pierces-wide",
      [
        "hole is narrower than the tool that pierces it",
        "holes are narrower than the tool that pierces them",
      ],
      { count: planned.piercedWide },
    ],
    [
      "height-control-on",
      [
        "cut keeps the height control that it should do without, no word for it",
        "cuts keep the height control that they should do without, no word for it",
      ],
      { count: uncontrolled(planned) },
    ],
    [
      "marks-unset",
      [
        "mark is drawn with a fifth of the power of the cut, as no operation says how",
        "marks are drawn with a fifth of the power of the cut, as no operation says how",
      ],
      { count: cuts.filter(({ settings: { dimmed } }) => dimmed).length },
    ],
    [
      "marks-left-out",
      [
        "mark is left out, as no operation says how this machine marks",
        "marks are left out, as no operation says how this machine marks",
      ],
      { count: marksLeftOut(planned) },
    ],
  ];
}

/** What lies so that not all of it can be cut as it is drawn, whatever is written for it. */
export function layoutFindings(sheet: Sheet, request: ExportRequest): Finding[] {
  return told(layoutNotes(sheet, request));
}

type Note = [code: string, message: Message, Noted];

function told(notes: Note[]): Finding[] {
  return notes
    .filter(([, , { count }]) => count > 0)
    .map(([code, message, { count, at }]) => ({
      code,
      message: messageFor(message, count),
      count,
      ...(at ? { at } : {}),
    }));
}

/** Of one, and of several. */
type Message = readonly [one: string, many: string];

export function messageFor([one, many]: Message, count: number): string {
  return count === 1 ? one : many;
}

function layoutNotes(sheet: Sheet, request: ExportRequest): Note[] {
  const [pair] = sheet.near;
  const nearest = pair
    ? `, parts ${pair.parts[0] + 1} and ${pair.parts[1] + 1} by ${pair.gap.toFixed(3)} mm`
    : "";
  return [
    [
      "holes-split",
      [
        "hole with a neck narrower than the kerf, cut as several",
        "holes with necks narrower than the kerf, cut as several",
      ],
      { count: splitHoles(sheet) },
    ],
    [
      "slots-closed",
      [
        "slot with a mouth narrower than the kerf, cut behind it",
        "slots with mouths narrower than the kerf, cut behind them",
      ],
      { count: closedSlots(sheet) },
    ],
    [
      "slots-left-out",
      [
        "slot or corner too narrow for the tool, left uncut",
        "slots or corners too narrow for the tool, left uncut",
      ],
      { count: sheet.uncut.length, ...(sheet.uncut[0] ? { at: sheet.uncut[0] } : {}) },
    ],
    [
      "outlines-cross",
      ["part crosses itself or is thin as a hair", "parts cross themselves or are thin as a hair"],
      { count: sheet.crossed },
    ],
    [
      "outside-sheet",
      ["cut that leaves the sheet", "cuts that leave the sheet"],
      { count: outside(sheet, request) },
    ],
    [
      "parts-near",
      [`pair of parts nearer than the kerf${nearest}`, `pairs of parts nearer than the kerf${nearest}`],
      { count: sheet.near.length, ...(pair ? { at: pair.at } : {}) },
    ],
  ];
}

function splitHoles({ contours }: Sheet): number {
  // Those of one hole follow each other.
  const isNext = (k: number) =>
    contours[k]?.hole === contours[k - 1]?.hole && contours[k]?.placement === contours[k - 1]?.placement;
  return contours.filter(({ hole }, k) => hole !== null && isNext(k + 1) && !isNext(k)).length;
}

function closedSlots({ contours }: Sheet): number {
  return contours.filter(({ inner, hole }) => inner && hole === null).length;
}

function outside(sheet: Sheet, { sheet_width, sheet_height }: ExportRequest): number {
  return sheet.contours.filter(({ bounds }) => {
    const { min_x, min_y, max_x, max_y } = bounds;
    return min_x < -EDGE || min_y < -EDGE || max_x > sheet_width + EDGE || max_y > sheet_height + EDGE;
  }).length;
}

/** A beam starts anew behind every tab, on the outline where there is no room for a way in. */
function restarts({ cuts, settings }: Planned): number {
  if (settings.job.process === "router") return 0;
  return cuts
    .filter(({ settings: { leadIn } }) => leadIn > 0)
    .reduce((sum, { stroke }) => sum + stroke.bare, 0);
}

/** A torch makes no good hole that is hardly wider than the sheet is thick. */
function smallHoles({ request, settings: { job } }: Planned): number {
  if (job.process !== "plasma" || job.thickness === null) return 0;
  const least = 1.5 * job.thickness;
  const isSmall = (hole: Ring) => Math.abs(signedArea(hole)) < (Math.PI / 4) * least * least;
  return request.placements.flatMap(({ holes }) => holes.filter(isSmall)).length;
}

/** Only some controllers switch a torch's height control from within a program. */
function uncontrolled({ cuts, settings: { job } }: Planned): number {
  if (job.process !== "plasma" || job.dialect === "qtplasmac") return 0;
  return cuts.filter(({ settings: { thc } }) => !thc).length;
}

/** A torch that was told nothing of marks would cut through them. */
function marksLeftOut({ options: { marks = [] }, settings }: Planned): number {
  return marks.flat().filter((mark) => mark && !settings.saysHow(mark)).length;
}
