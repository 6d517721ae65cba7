/**
 * Clears pockets to their depth: passes at the tool's radius from the outline and then a step further in each, run from the
 * middle outwards, so that the wall is cut last. A pocket within a pocket of the same settings is an island that stays.
 */
import type { ExportRequest } from "../../../base/contract/v1/export.ts";
import type { Point, Ring } from "../../../base/contract/values/geometry.ts";
import { insideRings } from "../../../base/geometry/inside.ts";
import { openRing, placeRing, signedArea } from "../../../base/geometry/ring.ts";
import { distance, nearestOnRing } from "../../../base/geometry/segment.ts";
import type { GcodeOptions } from "../machine/options.ts";
import type { CutSettings, ProgramSettings } from "../machine/program-settings.ts";
import { fitOpenArcs } from "../path/arcs.ts";
import { FIT, shrink } from "../path/kerf.ts";
import { strokeAlong, type ToolStroke } from "../path/stroke.ts";
import { PathWalk } from "../path/walk.ts";
import { inOrder } from "./marks.ts";
import type { PlannedCut } from "./model.ts";

/** A pass and the next one are joined where they are this much further apart than a step, mm. */
const JOIN = 0.01;

interface Pocket {
  placement: number;
  settings: CutSettings;
  /** The outline counter-clockwise, islands clockwise. */
  rings: Ring[];
}

export interface PlannedPockets {
  cuts: PlannedCut[];
  /** Pockets that the tool does not get into. */
  narrow: number;
}

/** Pockets of all parts, tool by tool, each time on to the nearest one. */
export function pocketCuts(
  request: ExportRequest,
  options: GcodeOptions,
  settings: ProgramSettings,
  from: Point,
): PlannedPockets {
  const cuts: PlannedCut[] = [];
  let narrow = 0;
  for (const { placement, settings: own, rings } of pocketsOf(request, options, settings)) {
    const chains = chainsOf(levelsOf(rings, own), own.step_over * own.diameter);
    if (chains.length === 0) narrow++;
    const cut = { role: "pocket", placement, hole: null, inner: true, settings: own } as const;
    for (const chain of chains)
      cuts.push({ ...cut, stroke: strokeOf(chain, settings.job.machine.output?.arcs === false ? 0 : FIT) });
  }
  return { cuts: byTool(cuts, from), narrow };
}

function pocketsOf(
  { placements }: ExportRequest,
  { marks = [] }: GcodeOptions,
  settings: ProgramSettings,
): Pocket[] {
  return marks.flatMap((list, placement) => {
    const { x, y, rotation } = placements[placement]!;
    const own = (list ?? []).flatMap((mark): Omit<Pocket, "placement">[] => {
      if (settings.roleOf(mark) !== "pocket" || settings.leavesOut(mark) !== null) return [];
      const ring = openRing(placeRing(mark.path, x, y, rotation));
      return [{ settings: settings.ofMark(mark), rings: [signedArea(ring) < 0 ? ring.reverse() : ring] }];
    });
    const islandsOf = (pocket: (typeof own)[number]) =>
      own.filter(
        (one) =>
          one !== pocket &&
          one.settings === pocket.settings &&
          one.rings[0]!.every(([px, py]) => insideRings(pocket.rings, px, py)),
      );
    const inner = new Set(own.flatMap(islandsOf));
    return own
      .filter((pocket) => !inner.has(pocket))
      .map((pocket) => ({
        ...pocket,
        placement,
        rings: [...pocket.rings, ...islandsOf(pocket).map(({ rings }) => rings[0]!.toReversed())],
      }));
  });
}

/** Passes round the pocket, from the wall inwards until nothing is left. */
function levelsOf(rings: Ring[], { diameter, step_over: stepOver, direction }: CutSettings): Ring[][] {
  const levels: Ring[][] = [];
  for (let in_ = diameter / 2; ; in_ += stepOver * diameter) {
    const level = shrink(rings, in_);
    if (level.length === 0) return levels;
    levels.push(direction === "climb" ? level : level.map((ring) => ring.toReversed()));
  }
}

/** Passes joined from the middle outwards, each by the shortest way to the next; those of side rooms by themselves. */
function chainsOf(levels: Ring[][], step: number): Point[][] {
  const done: Point[][] = [];
  let open: Point[][] = [];
  for (const level of levels.toReversed()) {
    const next = level.map((ring): Point[] => {
      const places = open.map((chain) => ({ chain, ...nearestOnRing(ring, chain.at(-1)!) }));
      const [best] = places.toSorted((a, b) => a.away - b.away);
      if (best === undefined || best.away > step + JOIN) return [...ring, ring[0]!];
      open = open.filter((chain) => chain !== best.chain);
      const round = [...ring.slice(best.edge + 1), ...ring.slice(0, best.edge + 1)];
      return [...best.chain, best.at, ...round, best.at];
    });
    done.push(...open);
    open = next;
  }
  return [...done, ...open];
}

function strokeOf(chain: Point[], tolerance: number): ToolStroke {
  const points = chain.filter((point, i) => i === 0 || distance(point, chain[i - 1]!) > 1e-6);
  const walk = new PathWalk(fitOpenArcs(points, [], tolerance), false);
  return strokeAlong(walk, { along: 0, gaps: [], overcut: 0, leadIn: null, leadOut: () => null });
}

function byTool(cuts: PlannedCut[], from: Point): PlannedCut[] {
  const tools = [...new Set(cuts.map(({ settings: { tool } }) => tool))];
  let at = from;
  return tools.flatMap((tool) => {
    const own = cuts.filter(({ settings }) => settings.tool === tool);
    const starts = own.map((cut) => {
      const [x, y] = cut.stroke.start;
      return { path: [[x, y, 0] as [number, number, number]], cut };
    });
    const ordered = inOrder(starts, at).map(({ cut }) => cut as PlannedCut);
    at = ordered.at(-1)!.stroke.end;
    return ordered;
  });
}
