/**
 * A drawing as it is read. Stages fill it from top to bottom: curves get roles, what is cut is arranged, and parts are
 * measured.
 */
import type { ReadOptions } from "../../base/contract/read-options.ts";
import type { Areas } from "./areas.ts";
import { type Arranged, arrange } from "./arrangement/arrange.ts";
import type { Settled } from "./arrangement/decide.ts";
import { layOut, type SeparateContours } from "./contacts/apart.ts";
import type { CopiedContours } from "./copies.ts";
import type { DrawnContours } from "./curves/contours.ts";
import type { NestedRings } from "./measure/measured-parts.ts";
import type { Bend, DrawingGroup, DrawingUnit, Hints, LengthAccount } from "./model/drawing.ts";
import type { PackedParts, PackedPaths } from "./model/packed.ts";
import type { DrawnText } from "./model/text.ts";
import { joinOutlines, type Outlines } from "./outlines/outlines.ts";
import { leaveUnknown, overruleVagueNames } from "./roles/evidence.ts";
import type { BendNote } from "./roles/notes.ts";
import { LayerRoles, type NamedLooks } from "./roles/roles.ts";
import { type Sorted, some, sortByRole } from "./roles/sort.ts";
import type { DimensionMeasure } from "./sizes.ts";
import { type Tolerances, tolerancesOf } from "./tolerances.ts";

/** Contents of a file, in millimetres. */
export interface ReadEntities extends NamedLooks {
  drawn: DrawnContours;
  layers: string[];
  texts: readonly DrawnText[];
  /** Texts that tell of bends. */
  notes: readonly BendNote[];
  /** Bytes of the file. */
  size: number;
  entityCount: number;
  unit: DrawingUnit;
  /** Why the unit is assumed, where it is and has not been told. */
  assumed?: string;
  /** Measures of its dimensions. */
  measures: readonly DimensionMeasure[];
  /** Filled areas without lines. */
  areas?: Areas;
  /** Contents of the file, for the message when none of it can be cut. */
  contents: string;
}

export class Reading {
  readonly roles: LayerRoles;
  /** Numbers of what is drawn, by role. Stages move them. */
  readonly sorted: Sorted;
  readonly tolerances: Tolerances;
  /** Copies of what is cut. */
  readonly copies: CopiedContours = new Map();
  // Each of these is set by the stage that finds it.
  arranged!: Arranged;
  nested!: NestedRings;
  /** Points lie this close to the curves of rings. */
  chord!: number;
  bends!: Bend[];
  parts!: PackedParts;
  paths!: PackedPaths;
  hints!: Hints;
  orders!: Map<number, Hints>;
  groups!: DrawingGroup[];
  account!: LengthAccount;
  /** How what is cut lies, and its outlines, until something else is cut. */
  private known: { cut: readonly number[]; laid: SeparateContours; outlines?: Outlines } | null = null;

  /** Name of the drawing: that of its file. */
  readonly name: string;

  constructor(
    readonly source: ReadEntities,
    readonly drawn: DrawnContours,
    readonly options: ReadOptions,
  ) {
    this.name = baseName(options.name);
    drawn.table.work.allowFor(source.size);
    this.roles = new LayerRoles(source, options);
    overruleVagueNames(drawn, this.roles);
    leaveUnknown(drawn, this.roles);
    this.sorted = sortByRole(drawn, this.roles);
    this.tolerances = tolerancesOf(drawn, options);
  }

  /** Arranges what is cut. `isGround`: only to ask which places lie in material. */
  arrange(isGround = true): { arranged: Arranged; settled: Settled } {
    const { drawn, sorted, tolerances, outlines } = this;
    const { cut } = sorted;
    const { shared_edges, trim_overshoots } = this.options;
    const lookOf = (contour: number) => drawn.look(cut[outlines.sources[contour]!]!);
    return arrange(outlines, { ...tolerances, lookOf, shared_edges, trim_overshoots, isGround });
  }

  /** How what is cut lies. */
  get laid(): SeparateContours {
    return this.state.laid;
  }

  get outlines(): Outlines {
    const { state } = this;
    const lookOf = (contour: number) => this.drawn.look(state.cut[contour]!);
    state.outlines ??= joinOutlines(state.laid, lookOf, this.tolerances);
    return state.outlines;
  }

  /** Frees what only stages before the last arrangement need. */
  forget(): void {
    this.known = null;
  }

  private get state() {
    const { drawn, sorted, tolerances } = this;
    if (this.known?.cut !== sorted.cut)
      this.known = { cut: sorted.cut, laid: layOut(some(drawn, sorted.cut), tolerances) };
    return this.known;
  }
}

function baseName(name: string | undefined): string {
  const file = (name ?? "").split(/[\\/]/).at(-1)!;
  return file.replace(/\.[^.]*$/, "") || file || "drawing";
}
