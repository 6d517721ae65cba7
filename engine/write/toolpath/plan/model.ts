/** The plan of a sheet as data: what writers, pictures and estimates read. */

import type { Finding } from "../../../base/contract/finding.ts";
import type { OperationRole } from "../../../base/contract/machine/operations.ts";
import type { Point } from "../../../base/contract/values/geometry.ts";
import type { JobSettings } from "../machine/job-settings.ts";
import type { CutSettings } from "../machine/program-settings.ts";
import type { PlacedContour } from "../path/contour.ts";
import type { ToolStroke } from "../path/stroke.ts";

/** One line of the program: a contour, or a mark. */
export interface PlannedCut {
  /** Operation along it. */
  role: OperationRole;
  /** -1 for cuts through the skeleton. */
  placement: number;
  /** Position in the `holes` of the placement; null for its exterior. */
  hole: number | null;
  /** True for what is cut before the outline of its part: its holes and marks. */
  inner: boolean;
  /** How it is cut. */
  settings: CutSettings;
  /** The path of the tool. */
  stroke: ToolStroke;
  /** Contours that lie loose when it is done, where the plan keeps off them. */
  loosens?: PlacedContour[];
  /** Points by which the tool comes to its start; straight by default. */
  way?: Point[];
  /** Points by which it comes back to its start for the next pass; straight by default. */
  again?: Point[];
}

/** Lines of the job that the program does not make. */
export interface LeftOut {
  /** Kind of the work. */
  what:
    | "marks"
    | "engravings"
    | "bends"
    | "pockets"
    | "open cuts"
    | "outlines"
    | "holes"
    | "slots"
    | "leads"
    | "lead-outs"
    | "tabs";
  /** How many. */
  count: number;
  /** Why. */
  reason: string;
}

/** All cuts of a sheet, in the order in which they are made. */
export interface Toolpath {
  /** Settings of the whole program. */
  job: JobSettings;
  /** Extent of the sheet along x, mm. */
  width: number;
  /** Extent of the sheet along y, mm. */
  height: number;
  /** The settings of an outline for which nothing else is said. */
  base: CutSettings;
  /** In the order in which they are made. */
  cuts: PlannedCut[];
  /** Points by which the tool travels to where it is parked. */
  wayOut: Point[];
  /** Length of lines that parts share and that are cut once, in mm. */
  sharedLength: number;
  /** Findings for the operator. */
  findings: Finding[];
  /** Work that was asked for and is not in the program. */
  leftOut: LeftOut[];
}
