/** Sentences of a reader, with their severity, advice and the option that turns a decision round. One row for every code. */

import type { Severity } from "../../../base/contract/finding.ts";
import type { ReadOptions } from "../../../base/contract/read-options.ts";
import { counted } from "../../../base/text.ts";

/** Ingredients of a finding's sentence. */
export interface Tally {
  count: number;
  /** Type, layer or block name the finding is about; findings of one code are kept apart by it. */
  subject: string;
  /** Largest size seen, in millimetres. */
  size: number;
  /** Length of all that was counted together, in millimetres. */
  length: number;
}

/** In the sentence, `{count box/boxes}` is how many of what, and other braces hold one of a tally as it is. */
export type FindingSentence = readonly [severity: Severity, sentence: string, advice?: string];

export const ROWS = {
  "structure-repaired": ["note", "{subject}; the file was read all the same"],
  "clipping-ignored": [
    "check",
    "{count element} taken whole: clip paths and masks do not cut",
    "Cut the shapes themselves (Inkscape: Path > Intersection) and save again",
  ],
  "transform-box-ignored": ["check", "{count transform} about an element's own box taken about the page"],
  "decimal-commas": ["note", "{count number} written with a decimal comma read as decimals"],
  "entities-skipped": [
    "check",
    "{count} {subject} not cut: no lines or arcs",
    "Explode it into lines and arcs and export again if it is to be cut",
  ],
  "aids-skipped": ["note", "{count} {subject} not cut: no lines or arcs"],
  "text-not-drawn": [
    "note",
    "{count text} not cut or engraved",
    "To cut or engrave text, turn it into lines first (AutoCAD: TXTEXP; Inkscape: Path > Object to Path; Illustrator: Create Outlines; Fusion, SolidWorks: explode the text)",
  ],
  "images-not-drawn": [
    "note",
    "{count image} not cut",
    "Trace it into paths (Inkscape: Path > Trace Bitmap)",
  ],
  "entities-hidden": ["note", "{count entity} left out: {subject}"],
  "invisible-left-out": ["note", "{count shape} left out as invisible: {subject}"],
  "page-box-left-out": [
    "note",
    "{count box/boxes} as large as the page left out as background",
    "Give it a stroke if it is to be cut",
  ],
  "entities-damaged": ["check", "{count} {subject} left out: a value is missing or no number"],
  "path-cut-short": [
    "check",
    "{count path} drawn only up to an error in the data",
    "Save it again from the program that drew it",
  ],
  "entities-out-of-range": ["check", "{count entity} left out: further than 10 000 km from the origin"],
  "block-missing": [
    "stop",
    "{count INSERT} of block {subject}, which the file does not define",
    "Export with blocks",
  ],
  "block-recursive": ["check", "block {subject} inserts itself; the inner INSERT is left out"],
  "external-reference": [
    "stop",
    "{count external reference} to {subject} not read: the drawing lies in another file",
    "Bind the reference (XREF bind) and export again",
  ],
  "not-level": ["check", "{count entity} not level: seen from above", "Flatten it"],
  "unit-assumed": ["note", "{subject}", "Check one size; choose the unit if it is wrong"],
  "scale-assumed": ["check", "{subject}", "Check one size; choose the unit if it is wrong"],
  "size-unlikely": ["stop", "{subject}", "Choose the unit"],
  "beyond-full-turn": [
    "check",
    "{count} {subject} beyond a full turn, read as a whole one",
    "Correct its end angle in CAD if only a piece of it was meant",
  ],
  "zero-length-removed": ["note", "{count curve} without length removed"],
  "duplicates-removed": ["note", "{count duplicate curve} removed"],
  "overlaps-removed": ["note", "{count curve} shortened where another one covers it"],
  "near-duplicates": [
    "note",
    "{count curve} drawn twice, up to {size} apart; cut once",
    "Remove the second outline in CAD if the distance was meant",
  ],
  "kept-closed": [
    "check",
    "{count step} of cleaning taken back: an outline that is closed as drawn would have come apart",
    "Look at lines that are drawn twice there",
  ],
  "ends-joined": ["note", "{count gap} of up to {size} joined"],
  "gaps-left-open": [
    "stop",
    "{count gap} of up to {size} left open: {subject}",
    "Close them, or raise the joining tolerance",
  ],
  "overshoots-left-out": ["note", "{count line end} beyond a corner, up to {size}, left out"],
  "open-cuts": [
    "note",
    "{count open cut}, {length} in all",
    "Cut as drawn; if they should be bends or marks, choose so for their layer",
  ],
  "cuts-in-waste": ["note", "{count line} inside a hole, {length}, not needed"],
  "open-outside": [
    "check",
    "{count open line} outside every part, {length}",
    "Close the gaps if they are an outline; choose construction for their layer if they are dimensions or a frame",
  ],
  "dividers-kept-open": [
    "check",
    "{count line} across a part on layer {subject}, drawn as no outline is: open cuts that divide nothing",
    "Choose bend, mark or engrave for them, or draw them as the outline, on its layer and in its colour and line type, if the part is to be divided",
  ],
  "shared-edges": [
    "check",
    "{count} parts share {size} of edge; each has its own outline",
    "If it is one plate with slits, read shared edges as scores, or put the dividing lines on another layer",
  ],
  "self-intersecting": [
    "stop",
    "{count contour} crossing itself; area by even-odd",
    "Untangle the outline in CAD",
  ],
  "empty-contours": ["check", "{count closed contour} enclosing nothing, {length}: open cuts and no parts"],
  "thin-parts": [
    "stop",
    "{count part} no wider than {size}, as the outline of a drawn line is",
    "Export the lines themselves and not their contours (KiCad: plot without contours; Inkscape: no Stroke to Path)",
  ],
  "contours-cross": ["stop", "{count pair} of overlapping contours; {subject}", "Trim them in CAD"],
  "contours-touch": [
    "check",
    "contours touch in {count place}: no material is left there",
    "Move or trim them",
  ],
  "bend-lines": ["note", "{count bend line} by {subject}"],
  "bend-notes": ["note", "{count bend note} read and laid to the nearest bend line"],
  "engraving-kept-apart": ["note", "{count path} on layer {subject} taken as engraving, {length} not cut"],
  "fills-cut": [
    "check",
    "{count filled area} without a stroke cut as {count hole/holes}, {length}",
    "Choose engrave for the line type FILL if they are to be engraved, as Glowforge and LightBurn take them",
  ],
  "fills-engraved": [
    "check",
    "{count filled area} without a stroke taken as engraving, {length} not cut",
    "Choose cut for the line type FILL if they are holes or parts",
  ],
  "marks-kept-apart": ["note", "{count path} on layer {subject} taken as marks, {length} not cut"],
  "bend-extents-ignored": [
    "note",
    "{count curve} on layer {subject} taken as bend extents, {length} not cut",
  ],
  "construction-ignored": [
    "note",
    "{count curve} on layer {subject} taken as construction, {length} not cut",
  ],
  "drawn-leads": ["note", "{count lead} on layer {subject} left out, {length}: programs have their own"],
  "drawing-frame": ["check", "{subject} left out: {count curve}", "If it is a part, choose cut for it"],
  "sheet-unclear": [
    "check",
    "rectangle {subject} around {count contour} not taken for a sheet",
    "If parts lie on it, draw it on a layer named SHEET",
  ],
  "dimension-graphics": [
    "check",
    "{count line} of dimensions, axes and lettering left out",
    "Export without dimensions and axes",
  ],
  countersinks: [
    "check",
    "{count line} around holes not cut: countersinks or pockets",
    "Mill them to their depth; read countersinks as cuts if they go through",
  ],
  "layer-unclear": ["stop", "{count curve} on layer {subject}", "Choose once what the layer is for"],
  "layer-unknown": [
    "stop",
    "{count curve} on layer {subject}, {length}, not cut: nobody knows what its name means, and it lies within a known outline",
    "Choose once what the layer is for: cut, engrave, mark or ignore",
  ],
  "pockets-kept-apart": [
    "check",
    "{count curve} on {subject}, {length}, not cut through",
    "Mill them to that depth on a router, or choose cut for the layer if they go through",
  ],
  "line-types": [
    "check",
    "{count curve} of line type {subject}, {length}, not cut",
    "Make them continuous to cut them",
  ],
  "wide-stroke": [
    "check",
    "{count line} drawn up to {size} wide: cut along the middle",
    "If both sides are meant, turn the stroke into an outline (Inkscape: Path > Stroke to Path; Illustrator: Outline Stroke)",
  ],
  "colours-differ": ["note", "{subject}", "Choose an operation per colour"],
  "role-overruled": [
    "check",
    "{count curve} on layer {subject} cut all the same: the drawing holds nothing else",
  ],
  "hatch-boundaries": ["check", "{count filled area} cut along the outline: no lines make parts"],
  "order-read": ["note", "{subject}", "Correct it if it is wrong"],
  "parts-in-holes": [
    "check",
    "{count part} cut from a hole of another one",
    "Choose another operation for the line around them if it is no cut: a countersink, a thread, a pocket, a lip",
  ],
  "several-parts": ["note", "{count} separate parts; the geometry is the largest one"],
  "points-coarsened": ["note", "{count contour} kept within {size} of the true curve to limit their points"],
  "account-open": ["stop", "{size} of the drawing could not be accounted for", "Report the file"],
} as const satisfies Record<string, FindingSentence>;

/** Readings of contours that overlap. */
export const READINGS = {
  notch: "read as a notch: the larger less the smaller",
  hole: "read as one hole",
  whole: "each kept whole, as drawn over each other",
} as const;

export type FindingCode = keyof typeof ROWS;

type Otherwise = (layer: string, tally: Pick<Tally, "size" | "subject">) => ReadOptions;

/** Thousandths of a millimetre: gaps are joined that are no wider than the option says. */
const THOUSANDTHS = 1000;
/** The widest gap that `join_gaps` takes (mm). */
const WIDEST = 100;

const cutLayer: Otherwise = (layer) => ({ roles: { [layer]: "cut" } });

/** Options that turn a decision of the reader round, by the code of the finding that tells of it. */
export const OTHERWISE: Partial<Record<FindingCode, Otherwise>> = {
  "dimension-graphics": () => ({ annotation: "cut" }),
  "drawing-frame": () => ({ frames: "cut" }),
  countersinks: () => ({ countersinks: "cut" }),
  "shared-edges": () => ({ shared_edges: "scores" }),
  "dividers-kept-open": () => ({ shared_edges: "parts" }),
  "ends-joined": () => ({ join_tolerance: 0 }),
  "gaps-left-open": (_, { size }) => ({
    join_gaps: Math.min(WIDEST, Math.ceil(size * THOUSANDTHS) / THOUSANDTHS),
  }),
  "overshoots-left-out": () => ({ trim_overshoots: 0 }),
  "fills-cut": () => ({ line_types: { FILL: "engrave" } }),
  "fills-engraved": () => ({ line_types: { FILL: "cut" } }),
  "line-types": (_, { subject }) => ({ line_types: { [subject]: "cut" } }),
  "layer-unknown": cutLayer,
  "construction-ignored": cutLayer,
  "engraving-kept-apart": cutLayer,
  "marks-kept-apart": cutLayer,
  "pockets-kept-apart": cutLayer,
  "bend-lines": cutLayer,
  "bend-extents-ignored": cutLayer,
  "drawn-leads": cutLayer,
};

export function millimetres(size: number): string {
  return `${Number(size.toPrecision(3))} mm`;
}

/** The sentence of a row, filled in. */
export function told(sentence: string, tally: Tally): string {
  return sentence.replace(/\{(\w+) ?([^}]*)\}/g, (_, key: keyof Tally, nouns: string) => {
    if (key === "subject") return tally.subject;
    if (key !== "count") return millimetres(tally[key]);
    const [noun, plural] = nouns.split("/");
    return noun ? counted(tally.count, noun, plural) : `${tally.count}`;
  });
}
