/**
 * Which parts, open cuts and bend lines do the curves of a drawing make?
 *
 * Curves get a role by layer and line type, those to be cut are joined into contours, rings are nested by even-odd
 * depth (even: a part, odd: a hole in it), and all is measured on the true curves before any of it becomes points.
 */

import type { ReadOptions } from "../contract/read-options.ts";
import type { ParseDxfData } from "../contract/v1/drawing.ts";
import type { Bounds, Point } from "../contract/values/geometry.ts";
import { invalidDxf } from "../errors.ts";
import { accountOf } from "./account.ts";
import { findAids } from "./aids/aids.ts";
import { type Arranged, arrange } from "./arrangement/arrange.ts";
import { boundsAt, diagonalOf, sidesOf } from "./basis/bounds.ts";
import { finderOf } from "./basis/finder.ts";
import { Findings } from "./basis/findings.ts";
import { TOLERANCE } from "./basis/limits.ts";
import { tidy, tidyMeasure } from "./basis/tidy.ts";
import { type Laid, layOut } from "./contacts/apart.ts";
import { type Copies, tellCopies, withoutCopies } from "./copies.ts";
import type { DrawnContours } from "./curves/contours.ts";
import { FlatRings } from "./curves/flat-ring.ts";
import { engraveFills } from "./fills.ts";
import { affordableTolerance, Flattener } from "./measure/flatten.ts";
import { groundOf } from "./measure/ground.ts";
import { boundsOfCuts, measureParts, type NestedRings } from "./measure/parts.ts";
import type { Unit } from "./model/drawing.ts";
import { isCut, PATH_ROLES, type PackedDrawing, type PackedParts, type PackedPaths } from "./model/packed.ts";
import { findDoubles } from "./outlines/doubles.ts";
import { joinOutlines, type Outlines } from "./outlines/outlines.ts";
import { packParts, packPaths, type RoledContours } from "./pack.ts";
import { findFrames, findInTitleBlocks } from "./paper/frames.ts";
import { findSheets } from "./paper/sheets.ts";
import { findTables } from "./paper/tables.ts";
import { groupsOf, overruleVagueNames, tellColours, tellUnclear } from "./roles/evidence.ts";
import { type BendNote, describeBends, ledNotes, NEAR } from "./roles/notes.ts";
import { type DrawnText, readOrders } from "./roles/order.ts";
import { LayerRoles, type NamedLooks } from "./roles/roles.ts";
import {
  bendNoted,
  bendsAmong,
  cutWhatIsThere,
  linesOfNotes,
  type Sorted,
  some,
  sortByRole,
  tellRoles,
} from "./roles/sort.ts";
import { type Measure, tellScale, tellSizes } from "./sizes.ts";

export interface DrawingSource extends NamedLooks {
  drawn: DrawnContours;
  layers: string[];
  entityCount: number;
  /** Bytes of the file. */
  size: number;
  unit: Unit;
  /** Texts that tell of bends, in millimetres. */
  notes: BendNote[];
  texts: DrawnText[];
  /** Corners of filled triangles that draw no curve. */
  heads: readonly (readonly Point[])[];
  /** What its dimensions say. */
  measures: readonly Measure[];
  /** What stands in the file, for the message when none of it can be cut. */
  contents: string;
}

export function assembleDrawing(
  source: DrawingSource,
  options: ReadOptions,
  findings: Findings,
): PackedDrawing {
  const { drawn } = source;
  const { table } = drawn;
  const roles = new LayerRoles(source, options);
  overruleVagueNames(drawn, roles);
  const sorted = sortByRole(drawn, roles);
  const tolerances = tolerancesOf(drawn, options);
  const arranged = arrangeCuts(
    {
      drawn,
      sorted,
      roles,
      tolerances,
      texts: source.texts,
      notes: source.notes,
      heads: source.heads,
      share: shareOf(source.size),
    },
    options,
    findings,
  );
  const tolerance = affordableTolerance(arranged.contours);
  const nested = measureParts(arranged, tolerances.weld, tolerance, findings);
  const bends = sorted.bend;
  const lines = bends.map((number) => drawn.get(number));
  const near = NEAR * tolerances.weld;
  const notes = ledNotes(source.notes, drawn, sorted.construction, near);
  const bent = describeBends(lines, table, notes, near, findings);
  const parts = packParts(nested);
  if (parts.areas.length === 0 && nested.open.length === 0) {
    throw invalidDxf(`the drawing holds nothing to cut: ${source.contents}`);
  }
  const others: RoledContours[] = [
    { role: "open", contours: arranged.contours, numbers: nested.open },
    { role: "bend", contours: drawn, numbers: bends },
    { role: "engrave", contours: drawn, numbers: sorted.engrave },
    { role: "mark", contours: drawn, numbers: sorted.mark },
  ];
  const flattener = new Flattener(table, tolerance, tolerances.weld, findings);
  const points = pointsOf(nested, others, flattener);
  const paths = packPaths(nested, others, points, bent);
  tellSeveral(nested, findings);
  tellWithin(arranged, findings);
  tellUnclear(drawn, sorted, roles, findings);
  tellColours(drawn, sorted, findings);
  const fileName = baseName(options.name);
  const { hints, orders } = readOrders(
    { fileName, layers: source.layers, texts: source.texts },
    parts.bounds,
    findings,
  );
  tellSizes(parts, source.unit, findings);
  tellScale(source.measures, source.unit, findings);
  const groups = groupsOf(drawn, sorted, roles);
  const account = accountOf(groups, drawn.retraced, arranged, nested, findings);
  return {
    data: dataOf(source, options, boundsOfCuts(nested, arranged.contours), paths, parts),
    parts,
    paths,
    layers: source.layers.map((name) => ({ name, role: roles.role(name) })),
    groups,
    unit: source.unit,
    account,
    openEnds: arranged.openEnds,
    hints,
    orders,
    findings: findings.list(),
  };
}

function tellSeveral({ rings, order, firsts, areas }: NestedRings, findings: Findings): void {
  if (areas.length < 2) return;
  const places = { length: areas.length, at: (part: number) => rings.startOf(order[firsts[part]!]!) };
  findings.note("several-parts", { count: areas.length, places });
}

/** As a rule the line around such a part is no cut: a countersink, a pocket, a lip. */
function tellWithin({ contours, parts }: Arranged, findings: Findings): void {
  for (const { exterior, isWithin } of parts)
    if (isWithin) findings.note("parts-in-holes", contours.placeOf(exterior));
}

interface Ground {
  drawn: DrawnContours;
  sorted: Sorted;
  roles: LayerRoles;
  tolerances: Tolerances;
  texts: readonly DrawnText[];
  notes: readonly BendNote[];
  heads: DrawingSource["heads"];
  share: number;
  /** What was cut when somebody asked. */
  known?: { cut: readonly number[]; cuts: Laid; outlines?: Outlines };
}

/** What is cut, arranged: curves with a broken line type only where nothing else makes a part. */
function arrangeCuts(ground: Ground, options: ReadOptions, findings: Findings): Arranged {
  const { drawn, sorted, roles, notes, tolerances, share } = ground;
  cutWhatIsThere(drawn, sorted, roles, findings);
  const copies = setCopiesAside(ground);
  const aids = setAidsAside(ground, findings);
  const run = (told: Findings, isGround: boolean) => {
    const { cut } = sorted;
    const outlines = outlinesOf(ground);
    const lookOf = (contour: number) => drawn.look(cut[outlines.sources[contour]!]!);
    const { sharedEdges = "parts", trimOvershoots } = options;
    return arrange(outlines, { ...tolerances, share, lookOf, sharedEdges, trimOvershoots, isGround }, told);
  };
  tellRoles(drawn, sorted, roles, findings);
  sorted.construction = sorted.construction.concat(aids);
  const noted = linesOfNotes(drawn, sorted, roles, notes, outlinesOf(ground), tolerances.weld);
  if (sorted.dashed.length + noted.length > 0) {
    const whole = sorted.cut;
    const aside = new Set(noted.flatMap(({ numbers }) => numbers));
    if (noted.length > 0) sorted.cut = whole.filter((number) => !aside.has(number));
    const found = run(new Findings(), true);
    sorted.cut = whole;
    if (found.arranged.parts.length > 0) {
      const places = groundOf(found.settled);
      bendNoted(drawn, sorted, noted, places, findings);
      bendsAmong(drawn, sorted, joinedOf(ground, sorted.dashed), places, findings);
    } else if (sorted.dashed.length > 0) {
      sorted.cut = sorted.cut.concat(sorted.dashed);
      for (const [copy, original] of setCopiesAside(ground)) copies.set(copy, original);
    }
    sorted.dashed = [];
  }
  const makeParts = () => run(new Findings(), true).arranged.parts.length > 0;
  engraveFills(ground, copies, makeParts, findings);
  const { arranged } = run(findings, false);
  arranged.lengths.duplicate += tellCopies(drawn, copies, tolerances.weld, findings);
  sorted.cut = sorted.cut.concat([...copies.keys()]);
  return arranged;
}

/** Curves that are cut already are not looked at again. Which. */
function setCopiesAside(ground: Ground): Copies {
  const { sorted, drawn, tolerances } = ground;
  const { kept, copies } = withoutCopies(drawn, sorted.cut, cutsOf(ground).lies, tolerances.sliver);
  if (copies.size > 0) sorted.cut = kept;
  const { cut } = sorted;
  const doubles = findDoubles(outlinesOf(ground), cutsOf(ground).contours, tolerances.kerf);
  for (const [copy, originals] of doubles) copies.set(cut[copy]!, originals);
  if (doubles.size > 0) sorted.cut = cut.filter((_, i) => !doubles.has(i));
  return copies;
}

/** Looked for anew when what is cut has changed. */
function cutsOf(ground: Ground): Laid {
  const { drawn, sorted } = ground;
  if (ground.known?.cut !== sorted.cut) {
    ground.known = { cut: sorted.cut, cuts: layOut(some(drawn, sorted.cut), ground.tolerances) };
  }
  return ground.known.cuts;
}

/** Of what is cut. */
function outlinesOf(ground: Ground): Outlines {
  const cuts = cutsOf(ground);
  ground.known!.outlines ??= joinedOf(ground, ground.sorted.cut, cuts);
  return ground.known!.outlines;
}

/** The outlines of some of what is drawn. */
function joinedOf(
  { drawn, tolerances }: Ground,
  numbers: readonly number[],
  laid = layOut(some(drawn, numbers), tolerances),
): Outlines {
  return joinOutlines(laid, (contour) => drawn.look(numbers[contour]!), tolerances);
}

/** Dimensions, centre marks, frames and sheets are no parts, unless the caller says that their layer is cut. Which curves. */
function setAidsAside(ground: Ground, findings: Findings): number[] {
  const { drawn, sorted, roles, texts, heads, tolerances } = ground;
  const aside: number[] = [];
  // A frame holds all that is left when tables and aids are gone. Where texts are, lines of its title block would hang on
  // them as leaders do: so it is looked for before, too.
  const before = texts.length > 0 ? [findTables, findFrames] : [findTables];
  const isFramed = (number: number) => roles.evidence(drawn.marks(number).layer)?.meaning === "frame";
  const framed = some(drawn, sorted.construction.filter(isFramed));
  const bends = sorted.bend.map((number) => drawn.endsOf(number));
  const textsAt = finderOf(texts, ({ at }) => boundsAt(at));
  const textsAmid = finderOf(texts, ({ spots }) => boundsAt(spots[1]!));
  const written = { texts, textsAt, textsAmid, heads, bends, framed, frames: [] };
  const asked = new Map<typeof findAids, Outlines>();
  for (const find of [findInTitleBlocks, ...before, findAids, findFrames, findSheets]) {
    const outlines = outlinesOf(ground);
    // Of what is as it was nothing else is found.
    if (asked.get(find) === outlines) continue;
    asked.set(find, outlines);
    const found = find(outlines, written, tolerances.weld);
    if (found.outlines.size === 0) {
      found.tell(findings);
      continue;
    }
    const { cut } = sorted;
    const isFound = (_: number, i: number) =>
      found.outlines.has(outlines.outlineOf[i]!) && !roles.isChosen(drawn.marks(cut[i]!));
    const left = cut.filter((number, i) => !isFound(number, i));
    // Where nothing else is drawn it must be the part.
    if (left.length === cut.length || left.length === 0) continue;
    for (const number of cut.filter(isFound)) aside.push(number);
    found.tell(findings);
    sorted.cut = left;
  }
  return aside;
}

/** Of the work that a drawing may ask for; what two kilobytes of blocks lay over each other is no drawing. */
const SHARE = { least: 0.1, bytes: 10_000_000 };

function shareOf(size: number): number {
  return Math.min(1, SHARE.least + size / SHARE.bytes);
}

interface Tolerances {
  weld: number;
  join: number;
  /** What runs beside something else at no more than this is that drawn twice. */
  sliver: number;
  /** No wall between two contours is as thin as this. */
  kerf: number;
  /** Diagonal of everything drawn. */
  extent: number;
}

/** In weld tolerances, and as a share of the drawing. */
const SLIVER = { welds: 30, share: 1e-3 };
const KERF = { welds: 150, share: 3e-3 };

/**
 * Tolerances beyond a share of the drawing would eat the features of a part of half a millimetre; those that doubles do
 * not resolve where it lies would tell no two places apart.
 */
function tolerancesOf(
  drawn: DrawnContours,
  { joinTolerance = TOLERANCE.join, joinGaps = 0 }: ReadOptions,
): Tolerances {
  const extent = extentOf(drawn);
  const weld = Math.max(Math.min(TOLERANCE.weld, extent / 1000), TOLERANCE.finest * (1 + reachOf(drawn)));
  const join = Math.max(weld, Math.min(joinTolerance, extent / 100), joinGaps);
  const sliver = Math.min(SLIVER.welds * weld, SLIVER.share * extent);
  const kerf = Math.min(KERF.welds * weld, KERF.share * extent);
  return { weld, join, sliver, kerf, extent };
}

/** Of all paths in their order. */
function pointsOf({ rings, order }: NestedRings, others: RoledContours[], flattener: Flattener): FlatRings {
  const count = others.reduce((sum, { numbers }) => sum + numbers.length, order.length);
  const points = new FlatRings(count, rings.points.length);
  for (const ring of order) {
    if (flattener.isFine(rings.points.size(ring))) points.copy(rings.points, ring);
    else points.add(flattener.points(rings.chain(ring), rings.points.get(ring)));
  }
  for (const { contours, numbers } of others)
    for (const number of numbers) points.add(flattener.points(contours.get(number)));
  return points;
}

/** What is known of the drawing beside its points. */
function dataOf(
  source: DrawingSource,
  options: ReadOptions,
  bounds: Bounds,
  paths: PackedPaths,
  parts: PackedParts,
): ParseDxfData {
  const holes = (parts.firstPaths[1] ?? 1) - 1;
  const [width, height] = sidesOf(bounds);
  return {
    name: baseName(options.name),
    bounds: {
      min_x: tidy(bounds.min_x),
      min_y: tidy(bounds.min_y),
      max_x: tidy(bounds.max_x),
      max_y: tidy(bounds.max_y),
    },
    dimensions: {
      width: tidy(width),
      height: tidy(height),
      unit: "mm",
    },
    area: parts.areas[0] ?? 0,
    perimeter: parts.perimeters[0] ?? tidyMeasure(cutLength(paths)),
    geometry: { exterior: [], holes: [] },
    layers: source.layers,
    cut_paths: [],
    bend_lines: null,
    entity_count: source.entityCount,
    has_holes: holes > 0,
    hole_count: holes,
  };
}

function cutLength({ roles, lengths }: PackedPaths): number {
  return lengths.reduce((sum, length, i) => (isCut(PATH_ROLES[roles[i]!]!) ? sum + length : sum), 0);
}

/** Diagonal of everything drawn. */
function extentOf(drawn: DrawnContours): number {
  return drawn.count === 0 ? 0 : diagonalOf(drawn.bounds());
}

/** How far from the origin anything lies. */
function reachOf(drawn: DrawnContours): number {
  return drawn.count === 0 ? 0 : Math.max(...Object.values(drawn.bounds()).map(Math.abs));
}

function baseName(name: string | undefined): string {
  const file = (name ?? "").split(/[\\/]/).at(-1)!;
  return file.replace(/\.[^.]*$/, "") || file || "drawing";
}
