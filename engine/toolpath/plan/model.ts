/** The plan of a sheet as data: what writers, pictures and estimates read. */
import type { OperationRole } from "../../contract/machine.ts";
import type { Finding } from "../../contract/values/finding.ts";
import type { Point } from "../../contract/values/geometry.ts";
import type { CutSettings, JobSettings } from "../machine/settings.ts";
import type { Contour } from "../path/contour.ts";
import type { Stroke } from "../path/stroke.ts";

/** One line of the program: a contour, or a mark. */
export interface Cut {
  role: OperationRole;
  /** -1 for cuts through the skeleton. */
  placement: number;
  hole: number | null;
  inner: boolean;
  settings: CutSettings;
  stroke: Stroke;
  /** What lies loose when it is done, where the plan keeps off that. */
  loosens?: Contour[];
  /** Points by which the tool comes to its start, and back to it for the next pass; straight by default. */
  way?: Point[];
  again?: Point[];
}

/** All cuts of a sheet, in the order in which they are made. */
export interface Toolpath {
  job: JobSettings;
  width: number;
  height: number;
  /** The settings of an outline for which nothing else is said. */
  base: CutSettings;
  cuts: Cut[];
  /** Points by which the tool travels to where it is parked. */
  wayOut: Point[];
  /** Length of lines that parts share and that are cut once, in mm. */
  sharedLength: number;
  /** What the operator should look at. */
  findings: Finding[];
}
