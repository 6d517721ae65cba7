/** Strokes of the machine on one sheet in their order, before any words for them. */
import {
  type ExportRequest,
  type ExportRequestInput,
  exportRequestSchema,
} from "../../../base/contract/v1/export.ts";
import { completed } from "../../../base/contract/validate.ts";
import type { Point, Ring } from "../../../base/contract/values/geometry.ts";
import { invalidInput } from "../../../base/errors.ts";
import { tan } from "../../../base/geometry/trig/sines.ts";
import { BlockContour, findBlocks } from "../common/common-blocks.ts";
import type { Trail } from "../common/trails.ts";
import { homePosition, parkPosition } from "../machine/home.ts";
import { drawnAs, holeLine, outerLine } from "../machine/layers.ts";
import type { GcodeOptions } from "../machine/options.ts";
import { type CutSettings, ProgramSettings } from "../machine/program-settings.ts";
import type { TourEnds } from "../order/ground.ts";
import { Heat } from "../order/heat.ts";
import { Kerfs } from "../order/kerfs.ts";
import { type OrderedContour, orderApart } from "../order/order.ts";
import { reversePath, type Vertex } from "../path/arcs.ts";
import type { PlacedContour, ToolContour } from "../path/contour.ts";
import { type EntryRoom, type Helix, helixAt, rampPast } from "../path/entry.ts";
import { deepestPoint } from "../path/interior.ts";
import { FIT } from "../path/kerf.ts";
import { type Lead, type LeadEntry, Leads, type LeadWish, type PathRange } from "../path/lead.ts";
import { Obstacles } from "../path/obstacles.ts";
import { placeContours, type SheetContours } from "../path/overlap.ts";
import { strokeAlong, ToolStroke, turned } from "../path/stroke.ts";
import { type PathPoint, PathWalk } from "../path/walk.ts";
import type { ScrapCut } from "../tabs/scrap.ts";
import { type Avoided, Tabs } from "../tabs/tabs.ts";
import { drawLines, endOf, inOrder, type MarkLine, markCuts } from "./marks.ts";
import type { PlannedCut, Toolpath } from "./model.ts";
import { pocketCuts } from "./pockets.ts";
import { findingsOf, LeadTally, leftOutOf } from "./program-findings.ts";
import { skeletonLines } from "./skeleton.ts";
import { roundLoose } from "./ways.ts";

/** The crater of a plasma's pierce reaches this far beyond the kerf, in mm; other beams' a quarter of it. */
const CRATER = 0.5;

/** A hole may come out wider than it is drawn by this on every side, in mm. */
const WIDER = 0.02;

const SKELETON = { role: "skeleton", diameter: 0, length: 0 } as const;

/**
 * The strokes of a sheet in cutting order, without bridges at the places `avoided`. Throws INVALID_INPUT for what
 * cannot be cut.
 */
export function planToolpath(
  request: ExportRequestInput,
  options: GcodeOptions = {},
  avoided: Avoided[] = [],
): Toolpath {
  const asked = completed(exportRequestSchema, request);
  const settings = new ProgramSettings(asked.config, options);
  const { job } = settings;
  const pierced = (hole: Ring) => settings.of(holeLine(hole)).pierce_only;
  const kerfOf = (placement: number, ring: number) => {
    const { exterior, holes } = asked.placements[placement]!;
    const line = ring === 0 ? outerLine(exterior) : holeLine(holes[ring - 1]!);
    return settings.of({ ...line, ...drawnAs(options, placement, ring - 1) }).diameter;
  };
  const arcTolerance = options.arc_tolerance ?? (job.machine.output?.arcs === false ? undefined : FIT);
  const fitted = arcTolerance === undefined ? options : { ...options, arc_tolerance: arcTolerance };
  const sheet = placeContours(asked, job.kerf, fitted, { pierced, kerfOf });
  const planner = new Planner(asked, settings, options, sheet, avoided);
  const { sheet_width: width, sheet_height: height } = asked;
  const park = parkPosition(job.machine, homePosition(job.machine.origin, width, height));
  const straight = markCuts(asked, options, settings, park);
  const pockets = pocketCuts(asked, options, settings, endOf(straight, park));
  straight.push(...pockets.cuts);
  straight.push(...planner.pierces(endOf(straight, park)));
  straight.push(...planner.cuts({ from: endOf(straight, park), to: park }));
  straight.push(...planner.skeleton(endOf(straight, park)));
  const { cuts, last, parksOver } = job.tip_up
    ? roundLoose(straight, park, park)
    : { cuts: straight, last: [], parksOver: false };
  checkTools(cuts, settings);
  const marksOff = (options.marks ?? []).flat().filter((mark) => mark && !settings.ofMark(mark).on);
  const findings = findingsOf({
    request: asked,
    settings,
    cuts,
    sheet,
    options,
    tally: planner.tally,
    tabless: planner.tabless,
    loose: planner.loose,
    crowded: planner.crowded,
    parksOver,
    piercedWide: planner.piercedWide,
    pocketsNarrow: pockets.narrow,
    off: planner.contoursOff.length + marksOff.length,
  });
  return {
    job,
    width,
    height,
    base: settings.of({ role: "cut-outer", diameter: 0, length: 0 }),
    cuts,
    wayOut: last,
    sharedLength: planner.sharedLength,
    findings,
    leftOut: leftOutOf(options, settings, planner.contoursOff, findings),
  };
}

/** How a cutter goes down: how far past its closing point a ramp runs on, or a helix, over which length. */
interface WayDown {
  past: number | null;
  helix: Helix | null;
  length: number;
}

class Planner {
  readonly tally = new LeadTally();
  /** Length of lines that parts share and that are cut once, in mm. */
  sharedLength = 0;
  /** Parts with fewer tabs than asked for, and those that hang together with nothing. */
  tabless = 0;
  loose = 0;
  /** How often a contour follows a neighbour although heat is to be spread. */
  crowded = 0;
  /** Holes that are narrower than the tool which is set into them. */
  piercedWide = 0;
  /** Ways in and out for each width of a tool. */
  private readonly leads = new Map<number, Leads>();
  private tabs: Tabs | null = null;
  private readonly obstacles: Obstacles;
  private readonly radius: number;
  /** By outline: the settings of its contours. */
  private readonly known = new Map<ToolContour, CutSettings>();
  /** The cuts that a torch has made so far; other tools start in a cut as well as elsewhere. */
  private readonly kerfs: Kerfs | null;
  /** Cuts that divide what is left of the sheet. */
  private readonly strips: ScrapCut[];

  constructor(
    private readonly request: ExportRequest,
    private readonly settings: ProgramSettings,
    private readonly options: GcodeOptions,
    private readonly sheet: SheetContours,
    private readonly avoided: Avoided[],
  ) {
    const { process, kerf } = settings.job;
    this.radius = kerf / 2;
    this.obstacles = new Obstacles(sheet.solids);
    const { skeletonPitch } = settings.job;
    const isDivided = skeletonPitch !== null && settings.of(SKELETON).on;
    this.strips = isDivided ? skeletonLines(request, this.obstacles, kerf, skeletonPitch) : [];
    this.kerfs = process === "plasma" || process === "waterjet" ? new Kerfs(this.radius) : null;
  }

  private leadsFor({ diameter }: CutSettings): Leads {
    const known = this.leads.get(diameter);
    if (known) return known;
    const radius = diameter / 2;
    const { process } = this.settings.job;
    const made = new Leads({
      ...this.room(radius),
      slack: this.options.arc_tolerance ?? 0,
      pierce: Math.max(1.5 * radius, process === "plasma" ? radius + CRATER : 0),
    });
    made.isCut = (point) => this.kerfs?.covers(point) ?? false;
    const { tabs } = this;
    if (tabs) {
      made.cutsBridge = (from, to) => tabs.cuts(from, to);
      made.passage = tabs.widestBridge;
    }
    this.leads.set(diameter, made);
    return made;
  }

  /** Contours that are not cut, as their operation is switched off. */
  get contoursOff(): PlacedContour[] {
    return this.sheet.contours.filter((contour) => !this.settingsOf(contour).on);
  }

  /** Holes in whose middle the tool only starts. */
  pierces(from: Point): PlannedCut[] {
    const { request, settings, sheet } = this;
    const points = request.placements.flatMap(({ holes }, placement) =>
      holes.flatMap((hole, j): MarkLine[] => {
        const own = settings.of(holeLine(hole));
        if (!own.pierce_only || !own.on) return [];
        const { rings, x, y } = sheet.solids[placement]!;
        const { at, depth } = deepestPoint(rings[j + 1]!);
        const [px, py] = at;
        if (depth < own.diameter / 2 - WIDER) this.piercedWide++;
        const cut = { role: "cut-inner", placement, hole: j, inner: true, settings: own } as const;
        return [{ path: [[px + x, py + y, 0]], cut }];
      }),
    );
    return inOrder(points, from).map(({ path, cut }) => {
      const [x, y] = path[0]!;
      return { ...cut, stroke: new ToolStroke({ start: [x, y], pieces: [], leadIn: 0, leadOut: 0 }) };
    });
  }

  cuts(ends: TourEnds): PlannedCut[] {
    const wanted = this.sheet.contours.filter((contour) => {
      const own = this.settingsOf(contour);
      return own.on && !own.pierce_only;
    });
    const { single, blocks, shared } =
      this.settings.job.common_lines && this.sheet.near.length === 0
        ? findBlocks(wanted, this.sheet.solids, this.obstacles, this.radius)
        : { single: wanted, blocks: [], shared: 0 };
    this.sharedLength = shared;
    const ordered = this.ordered([...single, ...blocks], ends);
    const lines = ordered
      .filter(({ of }) => !(of instanceof BlockContour))
      .map((contour) => ({ contour, walk: this.walkRound(contour) }));
    const tabs = this.tabsFor(lines, new Set(blocks.flatMap(({ members }) => members)));
    const outlines = new Map(
      this.sheet.contours.flatMap((contour) =>
        contour.inner ? [] : [[contour.placement, contour] as const],
      ),
    );
    let line = 0;
    return ordered.flatMap((contour): PlannedCut[] => {
      const own = this.settingsOf(contour);
      if (contour.of instanceof BlockContour)
        return contour.of.trails.map((trail) => {
          const loosens = trail.frees.map((member) => outlines.get(member)!);
          return { ...this.cutTrail(contour, own, trail, tabs), ...(own.tabs > 0 ? {} : { loosens }) };
        });
      const gaps = tabs.gapsOn(line);
      const loosens = gaps.length === 0 ? [contour] : [];
      const cut = { ...this.cutRound(contour, own, lines[line++]!.walk, gaps), loosens };
      this.kerfs?.add(cut.stroke);
      return [cut];
    });
  }

  private ordered(contours: PlacedContour[], ends: TourEnds): OrderedContour[] {
    const { spread } = this.settings.job;
    const heat = spread > 0 ? new Heat(contours, spread) : null;
    const { contours: ordered, crowded } = orderApart(contours, heat, ends);
    this.crowded = crowded;
    return ordered;
  }

  /** Cuts of the sheet's rest into strips. */
  skeleton(from: Point): PlannedCut[] {
    const own = this.settings.of(SKELETON);
    return drawLines(
      this.strips.map((ends): MarkLine => {
        const path = ends.map(([x, y]): Vertex => [x, y, 0]);
        return { path, cut: { role: "skeleton", placement: -1, hole: null, inner: false, settings: own } };
      }),
      from,
    );
  }

  /** Bridges for the contours in their order, and for the parts of blocks behind them. */
  private tabsFor(lines: { contour: PlacedContour; walk: PathWalk }[], members: Set<number>): Tabs {
    const inBlocks = this.sheet.contours
      .filter(({ inner, placement }) => !inner && members.has(placement))
      .map((contour) => ({ contour, walk: new PathWalk(reversePath(contour.path), true), side: 1 as const }));
    const { coarse } = this.settings.job;
    const tabs = new Tabs(
      [...lines.map((line) => ({ ...line, side: this.sideOf(line.contour) })), ...inBlocks].map((line) => {
        const { tabs: count, tab_width: width } = this.settingsOf(line.contour);
        return { ...line, wish: { count: line.contour.inner ? 0 : count, width: width + coarse } };
      }),
      { ...this.room(this.radius), walls: this.strips },
      this.avoided,
    );
    this.tabs = tabs;
    this.tabless = tabs.missing.filter((missing) => missing > 0).length;
    this.loose = tabs.loose.size;
    return tabs;
  }

  /** One stroke of a block: its border is entered as an outline is, the lines within from where they begin. */
  private cutTrail(
    { placement }: PlacedContour,
    settings: CutSettings,
    trail: Trail,
    tabs: Tabs,
  ): PlannedCut {
    const { path, closed, shared } = trail;
    const isReversed = closed && settings.direction === "climb";
    const walk = new PathWalk(isReversed ? reversePath(path) : path, closed).marked(
      isReversed ? shared.toReversed() : shared,
    );
    const gaps = tabs.gapsAlong(walk);
    if (closed) return this.cutRound({ placement, hole: null, inner: false }, settings, walk, gaps);
    const wish = leadWish(settings);
    const start = walk.at(0);
    const lead = gaps.some(([from]) => from <= 0) ? null : this.leadsFor(settings).behind(start, wish);
    this.tally.note("in", wish.length, lead, start.at);
    const stroke = strokeAlong(walk, { along: 0, gaps, overcut: 0, leadIn: lead, leadOut: () => null });
    return { role: "cut-outer", placement, hole: null, inner: false, settings, stroke };
  }

  private cutRound(
    contour: Pick<PlacedContour, "placement" | "hole" | "inner">,
    settings: CutSettings,
    walk: PathWalk,
    gaps: PathRange[],
  ): PlannedCut {
    const wish = leadWish(settings);
    const leads = this.leadsFor(settings);
    const { along, lead } = leads.enter(walk, 0, wish, gaps);
    this.tally.note("in", wish.length, lead, walk.at(along).at);
    const { placement, hole, inner } = contour;
    const down = this.wayDown(settings, walk, { along, lead }, gaps);
    const stroke = strokeAlong(walk, {
      along,
      gaps,
      overcut: Math.min(settings.overcut, walk.length) + (down.past ?? 0),
      leadIn: lead,
      leadOut: (end) => {
        const out = leads.at(end, { ...wish, length: settings.lead_out }, "out");
        this.tally.note("out", settings.lead_out, out, end.at);
        return out;
      },
      leadBehind: (place) => this.leadBehind(place, wish, leads),
    });
    const way = down.helix ? { helix: down.helix } : down.past === null ? null : { ramp: down.length };
    return {
      role: inner ? "cut-inner" : "cut-outer",
      placement,
      hole,
      inner,
      settings,
      stroke: way ? stroke.entered(way) : stroke,
    };
  }

  /** A cutter goes on over a bridge; a beam starts anew behind it. */
  private leadBehind(place: PathPoint, wish: LeadWish, leads: Leads): Lead | null {
    const lead = this.settings.job.process === "router" ? null : leads.behindBridge(place, wish);
    if (lead) this.tally.note("in", wish.length, lead, place.at);
    return lead;
  }

  /** On a helix, along the path, or straight down where there is no room for what was asked. */
  private wayDown(
    settings: CutSettings,
    walk: PathWalk,
    { along, lead }: LeadEntry,
    gaps: PathRange[],
  ): WayDown {
    const { entry, depth, passes, ramp_angle: rampAngle } = settings;
    const length = depth / passes / tan((rampAngle * Math.PI) / 180);
    const straight = { past: null, helix: null, length };
    if (entry === "plunge" || this.settings.job.process !== "router") return straight;
    const start = lead?.start ?? walk.at(along).at;
    const helix =
      entry === "helix"
        ? helixAt(start, length, {
            ...this.room(settings.diameter / 2),
            cutsBridge: this.leadsFor(settings).cutsBridge,
          })
        : null;
    if (helix) return { past: null, helix, length };
    const [gap] = turned(gaps, along, walk.length);
    const past = rampPast(length, lead?.length ?? 0, walk.length, gap?.[0] ?? null);
    if (past === null || entry === "helix") this.tally.noteEntry(start);
    return { past, helix: null, length };
  }

  private room(radius: number): Omit<EntryRoom, "cutsBridge"> {
    const { sheet_width: width, sheet_height: height } = this.request;
    return { obstacles: this.obstacles, width, height, radius };
  }

  /**
   * The way round from where the tool enters. Climbing, exteriors run clockwise and holes counter-clockwise: a
   * right-hand cutter leaves the better face on the part's side that way, and so does a plasma torch; a laser does not
   * mind.
   */
  private walkRound(contour: OrderedContour): PathWalk {
    return contour.walk(this.settingsOf(contour).direction === "climb");
  }

  /** Where the scrap is, seen from the way that the contour is run. */
  private sideOf(contour: PlacedContour): 1 | -1 {
    return this.settingsOf(contour).direction === "climb" ? 1 : -1;
  }

  private settingsOf(contour: PlacedContour): CutSettings {
    const known = this.known.get(contour.outline);
    if (known) return known;
    const own = this.settingsFor(contour);
    this.known.set(contour.outline, own);
    return own;
  }

  private settingsFor(contour: PlacedContour): CutSettings {
    const { hole, placement, inner, ring } = contour;
    const drawn = drawnAs(this.options, placement, hole ?? -1);
    if (!inner) return this.settings.of({ ...outerLine(ring), ...drawn });
    const own = hole === null ? ring : this.request.placements[placement]!.holes[hole]!;
    return this.settings.of({ ...holeLine(own), ...drawn });
  }
}

/** A line without a tool would be cut with whatever tool of the library was used before it. */
function checkTools(cuts: readonly PlannedCut[], settings: ProgramSettings): void {
  if (settings.job.post.templates.tool_change.length === 0) return;
  let before: number | null = null;
  for (const { role, settings: own } of cuts) {
    if (own.tool === null && before !== null && settings.knowsTool(before))
      throw invalidInput(
        ["options", "operations", role, "tool"],
        `must be given, as tool ${before} is in the machine before`,
      );
    before = own.tool ?? before;
  }
}

function leadWish({
  lead_in: leadIn,
  lead_shape: leadShape,
  lead_angle: leadAngle,
  lead_radius: leadRadius,
  direction,
}: CutSettings): LeadWish {
  const side = direction === "climb" ? 1 : -1;
  return { length: leadIn, shape: leadShape, angle: leadAngle, radius: leadRadius, side };
}
