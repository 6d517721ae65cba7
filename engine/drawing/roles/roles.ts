/**
 * What are the lines on a layer for: cutting, bending, engraving, or nothing?
 *
 * Read off whole words of the layer's name, by what sheet metal systems write: Inventor (IV_BEND, IV_TANGENT,
 * IV_ARC_CENTERS …), Fusion (BEND, BEND_EXTENT), Onshape (SHEETMETAL_BEND_LINES_UP, …_BEND_TANGENT_LI, cut off at 26
 * characters), SolidWorks, German and other common names, and ASTM D6673 for apparel. A layer BENDIX is no bend.
 */
import type { LayerRole } from "../model/drawing.ts";

/** First match wins: what only marks the extent of a bend also carries the word bend. */
const WORDS: [role: LayerRole, words: RegExp][] = [
  ["extent", /^(EXTENTS?|TANGENTS?)$/],
  [
    "construction",
    /^(DEFPOINTS|DIMS?|DIMENSIONS?|ALTREP|UNCONSUMED|CONSTRUCTION|CENTERLINES?|CENTRELINES?)$/,
  ],
  ["engrave", /^(ENGRAVE|ENGRAVING|ETCH|ETCHING|MARKS?|MARKING|SCRIBE|GRAVUR|GRAVÍR|GRAVURE)$/],
  ["bend", /^(BENDS?|BENDING|BENDLINES?\d*|ROLL|BIEGELINIEN?|BIEGUNG|BIEGEN|PLIS?|PIEGA|DOBLEZ)$/],
];

/** Whole names: as a mere word among others, a frame may well be the part. */
const NAMES: [role: LayerRole, name: RegExp][] = [
  ["construction", /^(TEXTS?|FRAME|TITLE|TITLE.?BLOCK|BORDER)([_\-\s.]?\d+)?$/],
  ["construction", /^IV_(ARC_CENTERS|TOOL_CENTER|TOOL_CENTER_DOWN)$/],
  ["engrave", /^IV_FEATURE_PROFILES_DOWN$/],
  // The boundary in our own exports, and in others': the stock that parts are cut from.
  ["construction", /^SHEET$/],
];

/** Apparel patterns number their layers: 1 boundary, 11 cutouts, 8 internal lines, 7 grain. */
const APPAREL = new Map<string, LayerRole>([
  ["8", "bend"],
  ["7", "construction"],
]);

const BEND_LINE_TYPE = /^(CENTER|HIDDEN|DASHED)(2|X2)?$/;

export class LayerRoles {
  private readonly chosen: Map<string, LayerRole>;
  private readonly known = new Map<string, LayerRole>();
  private readonly apparel: boolean;

  constructor(layers: readonly string[], chosen: Record<string, LayerRole> = {}) {
    this.chosen = new Map(Object.entries(chosen).map(([name, role]) => [name.toUpperCase(), role]));
    this.apparel = layers.includes("1") && layers.every((name) => /^\d{1,3}$/.test(name));
  }

  role(layer: string): LayerRole {
    const known = this.known.get(layer);
    if (known) return known;
    const name = layer.toUpperCase();
    const role = this.chosen.get(name) ?? this.apparelRole(name) ?? roleByName(name);
    this.known.set(layer, role);
    return role;
  }

  /** Whether the caller has said what the layer is for. */
  isChosen(layer: string): boolean {
    return this.chosen.has(layer.toUpperCase());
  }

  /** Whether the line type may tell a bend on this layer: not against what its name or the caller says. */
  byLineType(layer: string, lineType: string): boolean {
    return BEND_LINE_TYPE.test(lineType) && !this.isChosen(layer) && this.role(layer) === "cut";
  }

  private apparelRole(name: string): LayerRole | undefined {
    return this.apparel ? APPAREL.get(name) : undefined;
  }
}

function roleByName(name: string): LayerRole {
  const known = NAMES.find(([, pattern]) => pattern.test(name));
  if (known) return known[0];
  const words = layerWords(name);
  return WORDS.find(([, pattern]) => words.some((word) => pattern.test(word)))?.[0] ?? "cut";
}

/** Whole words of a layer's name, in capitals. */
export function layerWords(layer: string): string[] {
  return layer.toUpperCase().split(/[_\-\s.]+/);
}
