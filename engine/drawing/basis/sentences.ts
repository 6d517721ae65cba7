/** What does a reader tell, how much does it matter, and what can be done about it? One row for every code. */
import type { Severity } from "../../contract/values/finding.ts";
import { counted } from "../../text.ts";

/** What the sentence of a finding is made of. */
export interface Tally {
  count: number;
  /** Type, layer or block name the finding is about; findings of one code are kept apart by it. */
  subject: string;
  /** Largest size seen, in millimetres. */
  size: number;
  /** Of all that was counted together, in millimetres. */
  length: number;
}

interface Row {
  severity: Severity;
  sentence: (tally: Tally) => string;
  advice?: string;
}

const row = (severity: Severity, sentence: Row["sentence"], advice?: string): Row =>
  advice === undefined ? { severity, sentence } : { severity, sentence, advice };

export const ROWS = {
  "structure-repaired": row("check", ({ subject }) => `${subject}; the file was read all the same`),
  "clipping-ignored": row(
    "check",
    ({ count }) => `${counted(count, "element")} taken whole: clip paths and masks do not cut`,
    "Cut the shapes themselves (Inkscape: Path > Intersection) and save again",
  ),
  "transform-box-ignored": row(
    "check",
    ({ count }) => `${counted(count, "transform")} about an element's own box taken about the page`,
  ),
  "decimal-commas": row(
    "check",
    ({ count }) => `${counted(count, "number")} written with a decimal comma read as decimals`,
  ),
  "entities-skipped": row(
    "check",
    ({ count, subject }) => `${count} ${subject} not cut: no contour`,
    "Explode it into lines and arcs and export again if it is to be cut",
  ),
  "aids-skipped": row("note", ({ count, subject }) => `${count} ${subject} not cut: no contour`),
  "text-not-drawn": row(
    "check",
    ({ count }) => `${counted(count, "text")} not cut or engraved`,
    "To cut or engrave text, turn it into lines first (AutoCAD: TXTEXP; Inkscape: Path > Object to Path; Illustrator: Create Outlines; Fusion, SolidWorks: explode the text)",
  ),
  "images-not-drawn": row(
    "check",
    ({ count }) => `${counted(count, "image")} not cut`,
    "Trace it into paths (Inkscape: Path > Trace Bitmap)",
  ),
  "entities-hidden": row("note", ({ count, subject }) => `${counted(count, "entity")} left out: ${subject}`),
  "invisible-left-out": row(
    "note",
    ({ count, subject }) => `${counted(count, "shape")} left out as invisible: ${subject}`,
  ),
  "page-box-left-out": row(
    "check",
    ({ count }) => `${counted(count, "box", "boxes")} as large as the page left out as background`,
    "Give it a stroke if it is to be cut",
  ),
  "entities-damaged": row(
    "check",
    ({ count, subject }) => `${count} ${subject} left out: a value is missing or no number`,
  ),
  "path-cut-short": row(
    "check",
    ({ count }) => `${counted(count, "path")} drawn only up to an error in the data`,
    "Save it again from the program that drew it",
  ),
  "entities-out-of-range": row(
    "check",
    ({ count }) => `${counted(count, "entity")} left out: further than 10 000 km from the origin`,
  ),
  "block-missing": row(
    "stop",
    ({ count, subject }) => `${counted(count, "INSERT")} of block ${subject}, which the file does not define`,
    "Export with blocks",
  ),
  "block-recursive": row(
    "check",
    ({ subject }) => `block ${subject} inserts itself; the inner INSERT is left out`,
  ),
  "external-reference": row(
    "stop",
    ({ count, subject }) =>
      `${counted(count, "external reference")} to ${subject} not read: the drawing lies in another file`,
    "Bind the reference (XREF bind) and export again",
  ),
  "not-level": row(
    "check",
    ({ count }) => `${counted(count, "entity")} not level: seen from above`,
    "Flatten it",
  ),
  "unit-assumed": row(
    "stop",
    ({ subject }) => `${subject}; taken as millimetres`,
    "Check one size; choose the unit if it is wrong",
  ),
  "scale-assumed": row("stop", ({ subject }) => subject, "Check one size; choose the unit if it is wrong"),
  "size-unlikely": row("stop", ({ subject }) => subject, "Choose the unit"),
  "beyond-full-turn": row(
    "check",
    ({ count, subject }) => `${count} ${subject} beyond a full turn, read as a whole one`,
    "Correct its end angle in CAD if only a piece of it was meant",
  ),
  "zero-length-removed": row("note", ({ count }) => `${counted(count, "curve")} without length removed`),
  "duplicates-removed": row("note", ({ count }) => `${counted(count, "duplicate curve")} removed`),
  "overlaps-removed": row(
    "note",
    ({ count }) => `${counted(count, "curve")} shortened where another one covers it`,
  ),
  "near-duplicates": row(
    "check",
    ({ count, size }) => `${counted(count, "curve")} drawn twice, up to ${millimetres(size)} apart; cut once`,
    "Remove the second outline in CAD if the distance was meant",
  ),
  "ends-joined": row(
    "note",
    ({ count, size }) => `${counted(count, "gap")} of up to ${millimetres(size)} joined`,
  ),
  "gaps-left-open": row(
    "stop",
    ({ count, size, subject }) =>
      `${counted(count, "gap")} of up to ${millimetres(size)} left open: ${subject || "wider than the joining tolerance"}`,
    "Close them, or raise the joining tolerance",
  ),
  "overshoots-left-out": row(
    "note",
    ({ count, size }) =>
      `${counted(count, "line end")} beyond a corner, up to ${millimetres(size)}, left out`,
  ),
  "open-cuts": row(
    "note",
    ({ count, length }) => `${counted(count, "open cut")}, ${millimetres(length)} in all`,
    "Cut as drawn; if they should be bends or marks, choose so for their layer",
  ),
  "cuts-in-waste": row(
    "note",
    ({ count, length }) => `${counted(count, "line")} inside a hole, ${millimetres(length)}, not needed`,
  ),
  "open-outside": row(
    "check",
    ({ count, length }) => `${counted(count, "open line")} outside every part, ${millimetres(length)}`,
    "Usually dimensions or a frame: choose construction for their layer if they are not to be cut",
  ),
  "dividers-kept-open": row(
    "check",
    ({ count, subject }) =>
      `${counted(count, "line")} across a part on layer ${subject}, which no outline has: open cuts that divide nothing`,
    "Choose bend, mark or engrave for the layer, or draw it on the layer of the outline if the part is to be divided",
  ),
  "shared-edges": row(
    "check",
    ({ count, size }) => `${count} parts share ${millimetres(size)} of edge; each has its own outline`,
    "If it is one plate with slits, read shared edges as scores, or put the dividing lines on another layer",
  ),
  "self-intersecting": row(
    "stop",
    ({ count }) => `${counted(count, "contour")} crossing itself; area by even-odd`,
    "Untangle the outline in CAD",
  ),
  "area-estimated": row(
    "stop",
    ({ count }) => `${counted(count, "contour")} crossing too often to be measured exactly; area estimated`,
  ),
  "empty-contours": row(
    "check",
    ({ count, length }) =>
      `${counted(count, "closed contour")} enclosing nothing, ${millimetres(length)}: open cuts and no parts`,
  ),
  "too-many-crossings": row(
    "stop",
    () => "too many curves lie over each other to look at all of them",
    "Leave out hatching drawn as lines",
  ),
  "contours-cross": row(
    "stop",
    ({ count, subject }) => `${counted(count, "pair")} of contours crossing each other; ${subject}`,
    "Trim them in CAD",
  ),
  "contours-touch": row(
    "check",
    ({ count }) => `contours touch in ${counted(count, "place")}: no material is left there`,
    "Move or trim them",
  ),
  "bend-lines": row("note", ({ count, subject }) => `${counted(count, "bend line")} by ${subject}`),
  "bend-notes": row(
    "note",
    ({ count }) => `${counted(count, "bend note")} read and laid to the nearest bend line`,
  ),
  "engraving-kept-apart": row(
    "note",
    ({ count, subject, length }) =>
      `${counted(count, "path")} on layer ${subject} taken as engraving, ${millimetres(length)} not cut`,
  ),
  "fills-engraved": row(
    "check",
    ({ count, length }) =>
      `${counted(count, "filled area")} without a stroke taken as engraving, ${millimetres(length)} not cut`,
    "Choose cut for the line type FILL if they are holes or parts",
  ),
  "marks-kept-apart": row(
    "note",
    ({ count, subject, length }) =>
      `${counted(count, "path")} on layer ${subject} taken as marks, ${millimetres(length)} not cut`,
  ),
  "bend-extents-ignored": row(
    "note",
    ({ count, subject, length }) =>
      `${counted(count, "curve")} on layer ${subject} taken as bend extents, ${millimetres(length)} not cut`,
  ),
  "construction-ignored": row(
    "note",
    ({ count, subject, length }) =>
      `${counted(count, "curve")} on layer ${subject} taken as construction, ${millimetres(length)} not cut`,
  ),
  "drawn-leads": row(
    "note",
    ({ count, subject, length }) =>
      `${counted(count, "lead")} on layer ${subject} left out, ${millimetres(length)}: programs have their own`,
  ),
  "drawing-frame": row(
    "check",
    ({ count, subject }) => `${subject} left out: ${counted(count, "curve")}`,
    "If it is a part, choose cut for it",
  ),
  "sheet-unclear": row(
    "check",
    ({ count, subject }) => `rectangle ${subject} around ${counted(count, "contour")} not taken for a sheet`,
    "If parts lie on it, draw it on a layer named SHEET",
  ),
  "dimension-graphics": row(
    "check",
    ({ count }) => `${counted(count, "line")} of dimensions, centre marks and signs left out`,
    "Export without dimensions and signs",
  ),
  "layer-unclear": row(
    "stop",
    ({ count, subject }) => `${counted(count, "curve")} on layer ${subject}`,
    "Choose once what the layer is for",
  ),
  "line-types": row(
    "check",
    ({ count, subject, length }) =>
      `${counted(count, "curve")} of line type ${subject}, ${millimetres(length)}, not cut`,
    "Make them continuous to cut them",
  ),
  "wide-stroke": row(
    "check",
    ({ count, size }) =>
      `${counted(count, "line")} drawn up to ${millimetres(size)} wide: cut along the middle`,
    "If both sides are meant, turn the stroke into an outline (Inkscape: Path > Stroke to Path; Illustrator: Outline Stroke)",
  ),
  "colours-differ": row("check", ({ subject }) => subject, "Choose an operation per colour"),
  "role-overruled": row(
    "check",
    ({ count, subject }) =>
      `${counted(count, "curve")} on layer ${subject} cut all the same: the drawing holds nothing else`,
  ),
  "hatch-boundaries": row(
    "check",
    ({ count }) => `${counted(count, "filled area")} cut along the outline: the drawing has nothing else`,
  ),
  "order-read": row("note", ({ subject }) => subject, "Correct it if it is wrong"),
  "parts-in-holes": row(
    "check",
    ({ count }) => `${counted(count, "part")} cut from a hole of another one`,
    "Choose another operation for the line around them if it is no cut: a countersink, a thread, a pocket, a lip",
  ),
  "several-parts": row("note", ({ count }) => `${count} separate parts; the geometry is the largest one`),
  "points-coarsened": row(
    "note",
    ({ count, size }) =>
      `${counted(count, "contour")} kept within ${millimetres(size)} of the true curve to limit their points`,
  ),
  "account-open": row(
    "stop",
    ({ size }) => `${millimetres(size)} of the drawing could not be accounted for`,
    "Report the file",
  ),
} satisfies Record<string, Row>;

/** What contours that overlap are taken for. */
export const READINGS = {
  notch: "read as a notch: the larger less the smaller",
  hole: "read as one hole",
  whole: "each kept whole, as drawn over each other",
} as const;

export type FindingCode = keyof typeof ROWS;

export function millimetres(size: number): string {
  return `${Number(size.toPrecision(3))} mm`;
}
