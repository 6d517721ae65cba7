/** Sizes of paper, and the words that title blocks ask for, in the languages of the trade. */
import type { Bounds } from "../../../base/contract/values/geometry.ts";
import { boxSides } from "../../../base/geometry/box.ts";
import type { DrawnText } from "../model/text.ts";
import { foldName } from "../roles/layer-words.ts";

const INCHES = [
  [8.5, 11],
  [11, 17],
  [17, 22],
  [22, 34],
  [34, 44],
  [9, 12],
  [12, 18],
  [18, 24],
  [24, 36],
  [36, 48],
];
/** Sides in millimetres, the shorter first: ISO A4 to A0, ANSI A to E, ARCH A to E. */
const PAPERS = [
  [210, 297],
  [297, 420],
  [420, 594],
  [594, 841],
  [841, 1189],
  ...INCHES.map((sides) => sides.map((side) => 25.4 * side)),
];
/** How many times as large sheets are drawn; those in inches may be without a unit. */
const SCALES = [1, 2, 2.5, 5, 10, 20, 25, 50, 100, 0.5, 0.2, 0.1, 1 / 25.4];
/** How far sides may be off those of paper, as a share. */
const SLACK = 0.005;
const TITLE = new RegExp(
  "^(SCALE|MASSSTAB|ECHELLE|SCALA|ESCALA|SCHAAL|SKALA|MERITKO|MASZTAB|МАСШТАБ|МАСШТ|DRAWN|CREATED BY|CHECKED|APPROVED|" +
    "GEZEICHNET|GEZ\\.?|GEPRUFT|GEPR\\.?|DESSINE|VERIFIE|RYSOWAL|SPRAWDZIL|РАЗРАБ|ПРОВ|MATERIAL|WERKSTOFF|TITLE|DATE|DATUM|ДАТА|REV\\.?|REVISION|SHEET|BLATT|ЛИСТ|" +
    "1 ?: ?\\d+|A[0-4])(?![\\p{L}\\d])",
  "u",
);

/** Whether a box is as large as a sheet of paper, at some scale. */
export function isPaperSize(box: Bounds): boolean {
  const sides = boxSides(box);
  return SCALES.some((scale) =>
    PAPERS.some((paper) => paper.every((side, i) => Math.abs(sides[i]! / (scale * side) - 1) <= SLACK)),
  );
}

/** How many different words of title blocks some texts begin with. */
export function titleWords(texts: readonly DrawnText[]): number {
  const words = texts.flatMap(
    ({ text }) => TITLE.exec(foldName(text.trim()))?.[0].replace(/[\d :]+/, "") ?? [],
  );
  return new Set(words).size;
}
