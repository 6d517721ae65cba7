/**
 * A series of rectangles: many copies of few sizes on plain sheets. A plan of panels for it is a nest of it, and column
 * generation finds one with fewer sheets than a search that moves parts. The two search in turns, each for so much work at
 * a time, and the nest goes on from the plan of panels wherever that is better by its own objective. Turns are counted in
 * work alone, so where a search is suspended never shows.
 */
import type { PanelPlanRequest } from "../../base/contract/panel-plan.ts";
import type { Ring } from "../../base/contract/values/geometry.ts";
import { pointBounds, signedArea, turnedBounds } from "../../base/geometry/ring.ts";
import { valueFrom } from "../cut/decimal.ts";
import { sum } from "../cut/goal.ts";
import { type CorePanelPattern, decodePanels, encodePanels } from "../panel/panel-blocks.ts";
import { type PanelTable, tabulatePanels } from "../panel/size-table.ts";
import { guarded, readBlock, writeBlock } from "../wasm/heap.ts";
import { type CoreExports, Status } from "../wasm/load.ts";
import { revisionAt } from "../wasm/plan-block.ts";
import { type PreparedNest, turnOf } from "./frame.ts";
import { type PartKind, partsOnSheets } from "./kinds.ts";
import { type CorePlacement, type CoreSheet, encodePlan, givePlan } from "./nest-blocks.ts";

/** Fewer copies than this, in all and of each size on average, are no series: the nest is as good by itself. */
const LEAST_COPIES = 100;
const LEAST_COPIES_EACH = 3;
/** Sizes are rounded to 1e-4 mm, parts up and sheets down; what is off by less than a hair is exact. */
const STEPS_PER_MM = 1e4;
const HAIR = 1e-5;
/** Parts with less of their box are no rectangles: what rounding leaves of one. */
const WHOLE = 1 - 1e-9;

/** Work of panels that takes about as long as a unit of the nest. */
const PANEL_UNITS = 1000;
/** Work of the nest in a turn, and of panels before their plan is handed over. */
const TURN_WORK = 1e5;
/** Turns of panels in a row at first: their column generation needs them for its first plan. */
const FIRST_TURNS = 3;
/** Work of a nest without which there is no such plan. */
export const SERIES_WORK = FIRST_TURNS * TURN_WORK;
/** Milliseconds without which there is none. */
export const SERIES_MS = 500;

/** Lower left corner of a part about its centre, in one of its orientations. */
interface Lying {
  orientation: number;
  left: number;
  bottom: number;
}

/** A kind as a piece: as it lies along x, and turned by a right angle where it may be. */
interface RectangleKind {
  length: number;
  width: number;
  straight: Lying;
  turned: Lying | undefined;
}

export interface Series {
  table: PanelTable;
  kinds: readonly PartKind[];
  rectangles: RectangleKind[];
  /** Sheets of each type. */
  quantities: number[];
}

/** The nest as panels, if it is a series of rectangles. */
export function seriesOf(prepared: PreparedNest): Series | undefined {
  const { request, kinds, usable } = prepared;
  const { strip, fixed, start, parts, max_sheets, config } = request;
  const copies = sum(kinds.map(({ quantity }) => quantity));
  if (copies < LEAST_COPIES || copies < LEAST_COPIES_EACH * kinds.length) return undefined;
  if (strip || fixed?.length || start || parts.some(({ quantity }) => quantity === "fill")) return undefined;
  if (usable.some(({ core }) => core.obstacles.length > 0)) return undefined;
  // Panels know no limit of all stocks together.
  if (max_sheets !== undefined && usable.length > 1) return undefined;
  const rectangles = kinds.map((kind) => rectangleOf(prepared, kind));
  if (!rectangles.every((rectangle) => rectangle !== undefined)) return undefined;
  const leastSide = Math.min(...rectangles.flatMap(({ length, width }) => [length, width]));
  if (kinds.some(({ rings }) => rings.slice(1).some((hole) => mayHold(hole, leastSide)))) return undefined;
  const quantities = usable.map(({ core }) => Math.min(core.quantity, max_sheets ?? Infinity, copies));
  const asPanels: PanelPlanRequest = {
    kerf: roundedUp(config.spacing + config.kerf),
    optimize: "cost",
    pieces: rectangles.map(({ length, width, turned }, k) => {
      return { id: "", length, width, quantity: kinds[k]!.quantity, grain: turned ? "any" : "length" };
    }),
    stocks: usable.map(({ core, cost }, j) => ({
      id: "",
      length: roundedDown(core.width),
      width: roundedDown(core.height),
      quantity: quantities[j]!,
      cost,
    })),
  };
  const table = tabulatePanels(asPanels);
  return table.types.length === 0 ? undefined : { table, kinds, rectangles, quantities };
}

/** Undefined where a kind is no rectangle along the sheet in any of its orientations. */
function rectangleOf({ orientations }: PreparedNest, { rings, orientations: allowed }: PartKind) {
  const exterior = rings[0]!;
  const area = signedArea(exterior);
  let found: RectangleKind | undefined;
  for (const orientation of allowed) {
    const { min_x, min_y, max_x, max_y } = turnedBounds(exterior, turnOf(orientations[orientation]!));
    if (area < WHOLE * (max_x - min_x) * (max_y - min_y)) continue;
    const [length, width] = [roundedUp(max_x - min_x), roundedUp(max_y - min_y)];
    const lying = { orientation, left: min_x, bottom: min_y };
    if (!found) found = { length, width, straight: lying, turned: undefined };
    else if (length === found.width && width === found.length) found.turned ??= lying;
  }
  return found;
}

/** False where a hole is narrower than every part is at any angle. */
function mayHold(hole: Ring, leastSide: number): boolean {
  const { min_x, min_y, max_x, max_y } = pointBounds(hole);
  return Math.min(max_x - min_x, max_y - min_y) >= leastSide;
}

function roundedUp(mm: number): number {
  return Math.ceil(mm * STEPS_PER_MM - HAIR) / STEPS_PER_MM;
}

function roundedDown(mm: number): number {
  return Math.floor(mm * STEPS_PER_MM + HAIR) / STEPS_PER_MM;
}

/** Sheets of the nest, cut as these patterns. */
export function sheetsOf(series: Series, patterns: readonly CorePanelPattern[]): CoreSheet[] {
  const { table, kinds, rectangles } = series;
  const left = [...series.quantities];
  const cells = patterns.flatMap((pattern) => {
    const placements = piecesOf(table, pattern);
    let open = pattern.count;
    return table.stocks[pattern.stock]!.sources.map((type) => {
      const copies = Math.min(open, left[type]!);
      open -= copies;
      left[type]! -= copies;
      return { type, copies, placements };
    }).filter(({ copies }) => copies > 0);
  });
  const types = table.types.map(({ sources }) => ({ members: sources }));
  return partsOnSheets(types, kinds, cells).map(({ placements, ...sheet }) => ({
    ...sheet,
    placements: placements.map((place) => placementOf(rectangles[place.part]!, place)),
  }));
}

function placementOf({ straight, turned }: RectangleKind, cell: CorePlacement): CorePlacement {
  const { orientation, left, bottom } = cell.orientation === 1 && turned ? turned : straight;
  return { part: cell.part, orientation, x: cell.x - left, y: cell.y - bottom };
}

/**
 * Pieces by their lower left corners, turned ones in orientation 1. Sections lie side by side along x, or along y with a rip;
 * strips across them, pieces along them.
 */
function piecesOf(
  { types, kerf, decimals }: PanelTable,
  { sectionCut, sections }: CorePanelPattern,
): CorePlacement[] {
  const pieces: CorePlacement[] = [];
  const mm = (units: number) => valueFrom(units, decimals);
  let section = 0;
  for (const { size, strips } of sections) {
    let across = 0;
    for (const strip of strips) {
      let along = section;
      for (const { type, turned, count } of strip.runs) {
        const { length, width } = types[type]!;
        const step = kerf + ((sectionCut === "cross") === turned ? width : length);
        for (let i = 0; i < count; i++, along += step) {
          const [x, y] = sectionCut === "cross" ? [along, across] : [across, along];
          pieces.push({ part: type, orientation: Number(turned), x: mm(x), y: mm(y) });
        }
      }
      across += strip.size;
    }
    section += size;
  }
  return pieces;
}

/** The searches of a series in turns, panels first. */
export class SeriesTurns {
  private panelsTurn = true;
  private turnsLeft = FIRST_TURNS;
  private workLeft = TURN_WORK;
  private done = false;
  private revision = 0;

  /** `fewest`: the nest is known to have as few sheets as can be. */
  constructor(
    private readonly nest: CoreExports,
    private readonly panels: CoreExports,
    private readonly series: Series,
    seed: number,
    private readonly fewest: () => boolean,
  ) {
    const block = encodePanels(series.table, seed);
    guarded(panels, () => panels.panelOpen(writeBlock(panels, block)));
  }

  /** Searches on for about `work` units of the nest; returns a `Status`. */
  step(work: number): number {
    for (let left = work; left > 0; ) {
      const own = Math.min(left, this.workLeft);
      if (this.panelsTurn) this.searchPanels(own);
      else if (guarded(this.nest, () => this.nest.nestStep(own)) === Status.DONE) return Status.DONE;
      left -= own;
      this.workLeft -= own;
      if (this.workLeft <= 0) this.endTurn();
    }
    return Status.RUNNING;
  }

  /** Hands the plan of panels to the nest, if there is a new one. */
  handOver(): void {
    const { panels, series } = this;
    const at = guarded(panels, () => panels.panelBest());
    if (revisionAt(panels, at) === this.revision) return;
    this.revision = revisionAt(panels, at);
    const { patterns } = decodePanels(readBlock(panels, at));
    givePlan(this.nest, encodePlan(sheetsOf(series, patterns)), "nestAdopt");
  }

  /** Panels that are done early sit the rest of their turn out, as grants differ from run to run. */
  private searchPanels(work: number): void {
    if (this.done) return;
    this.done = guarded(this.panels, () => this.panels.panelStep(PANEL_UNITS * work)) === Status.DONE;
  }

  private endTurn(): void {
    this.workLeft = TURN_WORK;
    if (this.panelsTurn) this.handOver();
    if (this.done || this.fewest()) {
      this.panelsTurn = false;
      this.turnsLeft = Infinity;
    } else if (--this.turnsLeft <= 0) {
      this.panelsTurn = !this.panelsTurn;
      this.turnsLeft = 1;
    }
  }
}
