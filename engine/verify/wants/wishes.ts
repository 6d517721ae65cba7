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
import type { Point } from "../../base/contract/values/geometry.ts";
import type { OutlineCurve } from "../sweep/outline.ts";

/** The options of an export that say what its program must do; those of the writers are among them. */
export interface ProgramWishes {
  dialect?: DialectName;
  post?: Post;
  depth?: number;
  thickness?: number;
  chart?: Chart;
  tools?: LibraryTool[];
  material?: string;
  plungeRate?: number;
  passes?: number;
  stepDown?: number;
  pierceDelay?: number;
  safeHeight?: number;
  tabHeight?: number;
  zStep?: number;
  direction?: Direction;
  entry?: EntryShape;
  rampAngle?: number;
  tabs?: number;
  tabWidth?: number;
  leadIn?: number;
  leadOut?: number;
  leadRadius?: number;
  overcut?: number;
  arcTolerance?: number;
  arcs?: boolean;
  commonLines?: boolean;
  tipUp?: boolean;
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
  exterior: OutlineCurve[];
  holes: OutlineCurve[][];
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
