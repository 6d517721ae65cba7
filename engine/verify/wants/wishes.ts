/** The options of an export as the judge reads them. */
import type { Chart } from "../../base/contract/machine/charts.ts";
import type { Machine, Skeleton } from "../../base/contract/machine/machine.ts";
import type {
  Direction,
  EntryShape,
  LayerOperations,
  OperationRule,
  Operations,
} from "../../base/contract/machine/operations.ts";
import type { DialectName, Post } from "../../base/contract/machine/post.ts";
import type { LibraryTool } from "../../base/contract/machine/tools.ts";
import type { Curve } from "../../base/contract/values/curves.ts";
import type { Point } from "../../base/contract/values/geometry.ts";

/** The options of an export that say what its program must do; those of the writers are among them. */
export interface ProgramWishes {
  dialect?: DialectName;
  post?: Post;
  depth?: number;
  thickness?: number;
  chart?: Chart;
  tools?: LibraryTool[];
  material?: string;
  plunge_rate?: number;
  passes?: number;
  step_down?: number;
  pierce_delay?: number;
  safe_height?: number;
  tab_height?: number;
  z_step?: number;
  direction?: Direction;
  entry?: EntryShape;
  ramp_angle?: number;
  tabs?: number;
  tab_width?: number;
  lead_in?: number;
  lead_out?: number;
  lead_radius?: number;
  overcut?: number;
  arc_tolerance?: number;
  arcs?: boolean;
  common_lines?: boolean;
  tip_up?: boolean;
  marks?: (MarkPath[] | null)[];
  operations?: Operations;
  layers?: LayerOperations;
  rules?: OperationRule[];
  machine?: Machine | string;
  curves?: (JudgedCurves | null)[];
  skeleton?: Skeleton;
}

/** Curves of a part's outlines, with their layers and colours in the drawing. */
export interface JudgedCurves {
  exterior: Curve[];
  holes: Curve[][];
  layers?: OutlineLayers | undefined;
  colours?: OutlineLayers | undefined;
}

/** Names of the layers or colours of a part's outlines. */
export interface OutlineLayers {
  exterior?: string | undefined;
  holes: (string | undefined)[];
}

export interface MarkPath {
  role: string;
  path: Point[];
  closed?: boolean | undefined;
  layer?: string | undefined;
  colour?: string | undefined;
}
