/** The package's options of a program, beside the request. */
import type { Chart } from "../../../base/contract/machine/charts.ts";
import type { Machine, Skeleton } from "../../../base/contract/machine/machine.ts";
import type {
  Direction,
  EntryShape,
  LayerOperations,
  LeadShape,
  OperationRule,
  Operations,
} from "../../../base/contract/machine/operations.ts";
import type { DialectName, Post } from "../../../base/contract/machine/post.ts";
import type { MachinePreset } from "../../../base/contract/machine/presets.ts";
import type { LibraryTool } from "../../../base/contract/machine/tools.ts";
import type { Mark } from "../../../base/contract/values/curves.ts";
import type { PathOptions } from "../path/shape.ts";

/** Settings of cuts beside the request's. Lengths in mm. */
export interface MachineSettings {
  /** Height of travel above the sheet's surface, which is Z0; 5 by default. */
  safe_height: number;
  /** Depth of the cut below the surface where Z moves; 1 by default. */
  depth: number;
  /** Feed of the plunge in mm/min; half of `feed_rate` by default. */
  plunge_rate: number;
  /** Rounds per contour: with Z each goes deeper by the same amount, a beam cuts the same again; 1 by default. */
  passes: number;
  /** Deepest step of one pass of a cutter: makes as many equal passes as that takes, unless `passes` says how many. */
  step_down: number;
  /** How far a beam's focus goes down with each pass after the first; 0 by default. */
  z_step: number;
  /** How a cutter goes down: straight, along its path, or on a helix in the scrap; straight by default. */
  entry: EntryShape;
  /** Degrees at which it goes down on a ramp or a helix; 3 by default. */
  ramp_angle: number;
  /** Climb has outlines clockwise and holes counter-clockwise, conventional the reverse; climb by default. */
  direction: Direction;
  /**
   * Length of the way from the pierce in the scrap to the contour; shorter where there is little room. By default two kerfs
   * and at least 2 for plasma, else 0.
   */
  lead_in: number;
  /** Length of the way off the contour into the scrap; 0 by default. */
  lead_out: number;
  /** A line, a quarter of a circle that touches the path, or the prolongation of an edge at a corner; a line by default. */
  lead_shape: LeadShape;
  /** Degrees between a straight lead and the path behind it; 45 on straight edges by default. */
  lead_angle: number;
  /** Radius of an arc lead; such that it is `lead_in` long by default. */
  lead_radius: number;
  /** How far a cut runs on past its closing point; 0 by default. */
  overcut: number;
  /** Seconds to wait after each start of the tool; 0.5 by default for plasma, else 0. */
  pierce_delay: number;
  /** Bridges that hold each exterior in the sheet; 0 by default. */
  tabs: number;
  /** Width of a bridge; 2 by default. */
  tab_width: number;
  /** Height of a bridge above the bottom of the cut where Z moves; half of `depth` by default. A beam leaves all of it. */
  tab_height: number;
}

export type { Mark };

/** All are optional; without any the program is the one of `/v1/export/gcode`. */
export interface GcodeOptions extends PathOptions, Partial<MachineSettings> {
  /** The controller; by default that of `machine`, else `"grbl-router"` where the request says `use_z`, else `"grbl-laser"`. */
  dialect?: DialectName;
  /** A post of one's own, which wins over `dialect`; what it does not say is as in the post that it extends. */
  post?: Post;
  /** A machine profile, whole or in part, or the name of a preset. What is said beside it wins over it. */
  machine?: Machine | MachinePreset;
  /** Writes G2 and G3; false makes chords of all arcs, those of leads too; what `machine` says by default, else true. */
  arcs?: boolean;
  /** By placement, the lines that are drawn on it before anything is cut. */
  marks?: (Mark[] | null)[];
  /** Settings by role, over those of the job. */
  operations?: Operations;
  /**
   * Settings by the layer of the drawing, by the colour of a line there (#rrggbb) or LightBurn's number for it (C00), over
   * those of roles. A layer by its name wins over a colour.
   */
  layers?: LayerOperations;
  /** Settings for what is small or short, over all others. */
  rules?: OperationRule[];
  /** Thickness of the sheet, for the chart, rules and templates; that of `machine` by default. */
  thickness?: number;
  /** A library of tools, which operations name by their numbers; that of `machine` by default. */
  tools?: LibraryTool[];
  /** A cut chart; that of `machine` by default. Its row for the material and the thickness wins over the machine's settings. */
  chart?: Chart;
  /** Material of the sheet, for the chart and templates; that of `machine` by default. */
  material?: string;
  /** Cuts lines that parts share, one kerf apart, only once; false by default. */
  common_lines?: boolean;
  /**
   * Keeps heat apart, from 0 to 1: the next cut lies at least this many sizes of a contour from the last three, as long
   * as there is such a one; 0 by default.
   */
  spread?: number;
  /** Travels go round what is cut out, as it may stand up in the tool's way; false by default. */
  tip_up?: boolean;
  /** Cuts what is left of the sheet, after all parts, to strips of at most this width; not by default. */
  skeleton?: Skeleton;
}
