/**
 * Which curves on a layer that is cut are dimensions, leaders, section marks, centre marks and signs? They would close
 * false cells beside a part and cut crosses into its holes.
 */
import { diagonalOf, roomAt, widened } from "../../../base/geometry/box.ts";
import { finderOf } from "../basis/finder.ts";
import { LIES } from "../contacts/apart.ts";
import type { Contours } from "../curves/contours.ts";
import type { Outlines } from "../outlines/outlines.ts";
import { findAxes } from "./axes/axes.ts";
import { linesBetween } from "./axes/links.ts";
import { findClouds } from "./clouds.ts";
import { dimensions } from "./dimensions/dimensions.ts";
import { findHatchings } from "./hatching.ts";
import { findLeaders } from "./leaders/leaders.ts";
import { linesEndingAt, loopsOf } from "./shown/ends.ts";
import { arrowHeads } from "./shown/heads.ts";
import { boundsOfLine, linesOf } from "./shown/lines.ts";
import { Material } from "./shown/material.ts";
import { boundsOfCircle, circlesOf, polygonsOf } from "./shown/rounds.ts";
import type { Shown } from "./shown/shown.ts";
import { roomAround, tallestOf } from "./shown/texts.ts";
import { findSigns } from "./signs/signs.ts";
import { boundsOfEnds } from "./walls.ts";
import { type Aside, doubtOf, type Written } from "./written.ts";

/** So many contours and curves are no large drawing. */
const FEW = { contours: 1000, curves: 10_000 };

/** How high letters would be where nothing is written, as a share of the drawing. */
const LETTERS = 0.01;

/** Dimensions, centre marks, signs and callouts. */
export function findAids(
  { contours, lies }: Outlines,
  { texts, textsAmid, heads, bends }: Written,
  weld: number,
): Aside[] {
  const aids = new Set<number>();
  const doubts: Aside[] = [];
  const met = contours.numbers().filter((number) => lies[number] === LIES.near);
  const closed = contours.numbers(true);
  const lines = texts.length + closed.length > 0 ? linesOf(contours) : [];
  // In large drawings all of them have a text, or something closed that is among lines; and else meet others.
  const isSmall = isFew(contours);
  const isPlain = !isSmall && lines.length + texts.length === 0;
  const looked = isPlain ? met.filter((number) => contours.isClosed(number)) : closed;
  if (!isPlain || looked.length > 0) {
    // Boxes and triangles tell something with a text, and arrow heads on a line.
    const sides = isSmall || texts.length > 0 ? 8 : 3;
    const polygons = polygonsOf(contours, sides, looked);
    const near = 10 * weld;
    const circles = circlesOf(contours, near, looked);
    const letters = texts.length > 0 ? tallestOf(texts) : LETTERS * diagonalOf(boundsOfEnds(contours));
    const endingAt = linesEndingAt(lines, near);
    const shown: Shown = {
      contours,
      texts,
      lines,
      met: new Set(met),
      circles,
      polygons,
      linesIn: finderOf(lines, (line) => widened(boundsOfLine(line), near)),
      circlesIn: finderOf(circles, (circle) => widened(boundsOfCircle(circle), near)),
      centresIn: finderOf(circles, ({ cx, cy }) => roomAt([cx, cy], near)),
      polygonsIn: finderOf(polygons, ({ box }) => widened(box, near)),
      closedIn: finderOf(closed, (number) => contours.boundsOf(number)),
      textsAmid,
      textsBy: finderOf(texts, roomAround),
      endingAt,
      heads,
      bends,
      letters,
      // A triangle around a text is a sign.
      arrows: arrowHeads(
        {
          polygons: polygons.filter(
            ({ corners, box }) => corners.length === 3 && textsAmid(box).length === 0,
          ),
          heads,
        },
        letters,
      ),
      material: new Material(contours, aids, () => loopsOf(lines, endingAt)),
      near,
    };
    findAxes(shown, aids);
    const hatched = findHatchings(shown, aids);
    findClouds(shown, aids);
    findSigns(shown, aids);
    const symbols = dimensions(shown, weld, aids);
    const [signs, dots] = findLeaders(shown, symbols, aids);
    doubts.push(...doubtOf("view", [...hatched]));
    doubts.push(...doubtOf("sign", signs));
    doubts.push(...doubtOf("hole", dots));
    linesBetween(shown, aids);
  }
  const outlines = [...aids];
  if (outlines.length === 0) return doubts;
  const place = { count: outlines.length, layer: contours.layer(outlines[0]!) };
  return [{ outlines, told: outlines, code: "dimension-graphics", place }, ...doubts];
}

function isFew(contours: Contours): boolean {
  if (contours.count > FEW.contours) return false;
  return contours.numbers().reduce((sum, number) => sum + contours.size(number), 0) <= FEW.curves;
}
