/** The package's options of a program, beside the request. */
import type { Chart } from "../../../base/contract/machine/charts.ts";
import type { Machine, Skeleton } from "../../../base/contract/machine/machine.ts";
import type {
  LayerOperations,
  Operation,
  OperationRule,
  Operations,
} from "../../../base/contract/machine/operations.ts";
import type { DialectName, Post } from "../../../base/contract/machine/post.ts";
import type { MachinePreset } from "../../../base/contract/machine/presets.ts";
import type { LibraryTool } from "../../../base/contract/machine/tools.ts";
import type { Mark } from "../../../base/contract/values/curves.ts";
import type { PathOptions } from "../path/shape.ts";

/** Settings of cuts beside the request's: those of an operation, and the height of travel. Lengths in mm. */
export type MachineSettings = {
  [Key in keyof Omit<Operation, "feed_rate" | "travel_rate" | "power" | "tool" | "air">]-?: NonNullable<
    Operation[Key]
  >;
} & {
  /** Height of travel above the sheet's surface, which is Z0; 5 by default. */
  safe_height: number;
};

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
