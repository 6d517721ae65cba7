/**
 * Does what is drawn agree with what names say? A name that merely begins like a word of the trade gives way to rings
 * that stand on the sheet beside others; layers whose word means two things, and colours that differ within a layer, are
 * told.
 */

import type { ReadOptions } from "../../../base/contract/read-options.ts";
import type { Bounds } from "../../../base/contract/values/geometry.ts";
import { boundsAround, boxDiagonal, lies } from "../../../base/geometry/box.ts";
import { toHexColour } from "../../../base/text.ts";
import { Findings } from "../basis/drawing-findings.ts";
import { millimetres } from "../basis/sentences.ts";
import { byKey } from "../basis/united-groups.ts";
import type { DrawnContours, EntityMarks } from "../curves/contours.ts";
import type { DrawingGroup } from "../model/drawing.ts";
import { depthOf, foldName, tokensOf } from "./layer-words.ts";
import type { LayerRoles } from "./roles.ts";
import type { SortedCurves } from "./sort.ts";

/**
 * Points of a name that describes a thing by a word, and more than of one that only begins so: less than what an
 * outline tells.
 */
const THING = 5;
/** A thing is a part like the others when it is no smaller than this share of the largest, and lies in none. */
const EQUAL = 0.2;

/**
 * Cuts layers after all whose closed contours stand beside everything that is cut by name, and beside those of the other
 * layers whose names are as vague; those of things also where they stand among the others, and frames with round holes that do
 * not hold these.
 */
export function overruleVagueNames(drawn: DrawnContours, roles: LayerRoles): void {
  const isFrame = (layer: string) => roles.evidence(layer)?.meaning === "frame";
  const isVague = (layer: string) => {
    const evidence = roles.evidence(layer);
    return evidence !== null && evidence.points <= THING && roles.role(layer) !== "cut";
  };
  const vague = new Set(drawn.allMarks.map(({ layer }) => layer).filter(isVague));
  if (vague.size === 0) return;
  const drawnOn = byKey(drawn.numbers(), (number) => drawn.layer(number));
  const layers = Array.from(drawnOn, ([layer, all]) => {
    const isCut = roles.role(layer) === "cut";
    const isWhole = isCut || isFrame(layer);
    const numbers = vague.has(layer) || isCut ? all.filter((one) => isWhole || drawn.isClosed(one)) : [];
    const closed = numbers.filter((number) => drawn.isClosed(number));
    const boundsOf = (number: number) => drawn.boundsOf(number);
    return { layer, numbers, closed: closed.map(boundsOf), bounds: boundsAround(numbers.map(boundsOf)) };
  }).filter(({ numbers }) => numbers.length > 0);
  // The inside of loose curves is not known yet.
  const anyLoose = layers.some(({ numbers, closed }) => closed.length < numbers.length);
  const isRound = (number: number) => drawn.isClosed(number) && !drawn.table.isLine(drawn.curveId(number, 0));
  for (const { layer, numbers, closed, bounds } of layers.filter(({ layer }) => vague.has(layer))) {
    const isThing = roles.evidence(layer)!.points === THING;
    const others = layers.filter((other) => other.layer !== layer);
    const around = boundsAround(others.map((other) => other.bounds));
    let among = !lies(bounds, around);
    if (isFrame(layer)) among = numbers.some(isRound) && !lies(around, bounds);
    else if (isThing && (among || !anyLoose))
      among = standsAmong(
        closed,
        others.flatMap((other) => other.closed),
        roles.isUnplotted(layer),
      );
    if (among) roles.overrule(layer, "cut");
  }
}

/** Names of outlines, beside which an unknown name may be anything; and names that say nothing, or only a number or colour. */
const OUTLINE =
  /^(CUT|CUTTING|OUTLINE|CONTOUR|KONTUR|PROFILE|OUTER|PERIMETER|EDGE\.?CUTS|AUSSEN|DECOUP|TAGLIO|CORTE)/;
const PLAIN =
  /^(0|LAYER|EBENE|CALQUE|CAPA|LIVELLO|LAAG|LAG|WARSTWA|VRSTVA|SLD|SKETCH|BODY|PART|DEFAULT|STANDARD|NONE|NO_?PLOT|HOLES?|CUTOUTS?|INNER|INTERIOR|SLOTS?|WINDOWS?|RED|GREEN|BLUE|BLACK|WHITE|CYAN|MAGENTA|YELLOW|[\W\d_]*$)/;

/**
 * Leaves layers alone whose names nobody knows, where all that is on them lies within the outlines of a layer with a known
 * name: holes, pockets, marks and glue all look alike.
 */
export function leaveUnknown(drawn: DrawnContours, roles: LayerRoles): void {
  const names = [...new Set(drawn.allMarks.map(({ layer }) => layer))];
  const isOutline = (layer: string) => {
    const words = tokensOf(layer);
    return roles.role(layer) === "cut" && words.some((word) => OUTLINE.test(word));
  };
  const known = new Set(names.filter(isOutline));
  const asked = names.filter((layer) => {
    const isSilent = roles.evidence(layer) === null && roles.role(layer) === "cut" && !roles.isNamed(layer);
    return isSilent && !known.has(layer) && !PLAIN.test(foldName(layer.trim()));
  });
  if (known.size === 0 || asked.length === 0) return;
  const drawnOn = byKey(drawn.numbers(), (number) => drawn.layer(number));
  const boxOf = (layer: string) =>
    boundsAround((drawnOn.get(layer) ?? []).map((number) => drawn.boundsOf(number)));
  const around = boundsAround([...known].map(boxOf));
  for (const layer of asked) if (drawnOn.has(layer) && lies(boxOf(layer), around)) roles.leave(layer);
}

/**
 * Whether the largest of some closed contours is one among others: not much smaller than theirs, and in none; what is drawn for
 * help stands around none either.
 */
function standsAmong(own: readonly Bounds[], others: readonly Bounds[], isHelp: boolean): boolean {
  const largest = own.reduce((best, box) => (boxDiagonal(box) > boxDiagonal(best) ? box : best));
  if (others.some((other) => lies(largest, other) || (isHelp && lies(other, largest)))) return false;
  return others.every((other) => boxDiagonal(largest) >= EQUAL * boxDiagonal(other));
}

/** Tells what is cut although its layer's name may mean something else. */
export function tellUnclear({ drawn, sorted, roles }: SortedCurves): Findings {
  const findings = new Findings();
  if (!drawn.allMarks.some(({ layer }) => roles.evidence(layer))) return findings;
  for (const number of sorted.cut) {
    const { layer } = drawn.marks(number);
    const evidence = roles.evidence(layer);
    if (!evidence) continue;
    const { meaning } = evidence;
    let reason: string;
    if (meaning === "unclear") reason = "the name may as well mean a bend, a thread or a mark";
    else if (meaning === "bend" || meaning === "lead")
      reason = `closed, and so no ${meaning} whatever the name says`;
    else if (meaning !== "cut" && roles.role(layer) === "cut")
      reason = "a part by its place, whatever the name says";
    else continue;
    const isLeft = meaning === "frame" || meaning === "lead";
    const role = isLeft ? "ignore" : meaning === "unclear" ? "mark" : meaning;
    const option: ReadOptions = { roles: { [layer]: role } };
    findings.note("layer-unclear", { ...drawn.placeOf(number), subject: `${layer} cut: ${reason}`, option });
  }
  return findings;
}

/** Tells how much is cut in each colour on a layer with several, and where the first of it is. */
export function tellColours({ drawn, sorted }: SortedCurves): Findings {
  const findings = new Findings();
  const coloursIn = (marks: readonly EntityMarks[]) => new Set(marks.map(({ colour }) => colour)).size;
  const layers = [...byKey(drawn.allMarks, ({ layer }) => layer)];
  const several = new Set(layers.flatMap(([layer, marks]) => (coloursIn(marks) > 1 ? [layer] : [])));
  const cut = several.size > 0 ? sorted.cut.filter((number) => several.has(drawn.layer(number))) : [];
  for (const [layer, numbers] of byKey(cut, (number) => drawn.layer(number))) {
    const colours = Array.from(
      byKey(numbers, (number) => drawn.colour(number)),
      ([colour, own]) => {
        const length = own.reduce((sum, number) => sum + drawn.length(number), 0);
        return { at: drawn.startOf(own[0]!), length, text: `${millimetres(length)} ${colourName(colour)}` };
      },
    ).sort((p, q) => q.length - p.length);
    if (colours.length < 2) continue;
    const listed = colours.slice(0, 6).map(({ text }) => text);
    findings.note("colours-differ", {
      subject: `${colours.length} colours on layer ${layer}: ${listed.join(", ")}`,
      layer,
      count: colours.length,
      places: colours.map(({ at }) => at),
    });
  }
  return findings;
}

const NAMES: Record<number, string> = {
  16711680: "red",
  16776960: "yellow",
  65280: "green",
  65535: "cyan",
  255: "blue",
  16711935: "magenta",
  0: "black",
};

function colourName(colour: number): string {
  return NAMES[colour] ?? toHexColour(colour);
}

/** One row for every layer, colour and line type, in order of first use. */
export function drawingGroups({ drawn, sorted, roles }: SortedCurves): DrawingGroup[] {
  const groups: DrawingGroup[] = [];
  for (const role of ["cut", "bend", "extent", "engrave", "mark", "construction"] as const) {
    const ofRole = new Map<number, DrawingGroup>();
    for (const number of sorted[role]) {
      const key = drawn.look(number);
      let group = ofRole.get(key);
      if (!group) {
        const marks = drawn.marks(number);
        const { layer, lineType } = marks;
        const colour = toHexColour(marks.colour);
        const chosen = roles.isChosen(marks);
        const depth = depthOf(layer);
        group = { layer, colour, line_type: lineType || "CONTINUOUS", count: 0, length: 0, role, chosen };
        if (depth !== null && role !== "cut") group.depth = depth;
        ofRole.set(key, group);
        groups.push(group);
      }
      const size = drawn.size(number);
      group.count += size;
      for (let i = 0; i < size; i++) group.length += drawn.table.length(drawn.curveId(number, i));
    }
  }
  return groups;
}
