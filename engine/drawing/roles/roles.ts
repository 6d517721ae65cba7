/**
 * What are the lines on a layer for: cutting, bending, engraving, marking, or nothing?
 *
 * By what the caller says of the layer, the colour or the line type, then by a preset, then by the layer's name in the
 * words of `words.ts`. ASTM D6673 numbers the layers of apparel patterns.
 */
import type { LayerRole } from "../model/drawing.ts";
import { meaningOf, type NameEvidence } from "./words.ts";

/** Apparel patterns number their layers: 1 boundary, 11 cutouts, 8 internal lines, 7 grain. */
const APPAREL = new Map<string, LayerRole>([
  ["8", "bend"],
  ["7", "construction"],
]);

const BEND_LINE_TYPE = /^(CENTER|HIDDEN|DASHED)(2|X2)?$/;

export class LayerRoles {
  private readonly chosen: Map<string, LayerRole>;
  private readonly known = new Map<string, NameEvidence | null>();
  private readonly apparel: boolean;

  constructor(layers: readonly string[], chosen: Record<string, LayerRole> = {}) {
    this.chosen = new Map(Object.entries(chosen).map(([name, role]) => [name.toUpperCase(), role]));
    this.apparel = layers.includes("1") && layers.every((name) => /^\d{1,3}$/.test(name));
  }

  role(layer: string): LayerRole {
    const chosen = this.chosen.get(layer.toUpperCase());
    if (chosen) return chosen;
    const apparel = this.apparel ? APPAREL.get(layer) : undefined;
    if (apparel) return apparel;
    const meaning = this.evidence(layer)?.meaning ?? "cut";
    if (meaning === "frame") return "construction";
    return meaning === "unclear" ? "cut" : meaning;
  }

  /** What the layer's name tells, where nobody has said what it is for. */
  evidence(layer: string): NameEvidence | null {
    if (this.isChosen(layer)) return null;
    let found = this.known.get(layer);
    if (found === undefined) {
      found = meaningOf(layer);
      this.known.set(layer, found);
    }
    return found;
  }

  /** Whether the caller has said what the layer is for. */
  isChosen(layer: string): boolean {
    return this.chosen.has(layer.toUpperCase());
  }

  /** Whether the line type may tell a bend on this layer: not against what its name or the caller says. */
  byLineType(layer: string, lineType: string): boolean {
    return BEND_LINE_TYPE.test(lineType) && !this.isChosen(layer) && this.role(layer) === "cut";
  }
}

/** Whole words of a layer's name, in capitals. */
export function layerWords(layer: string): string[] {
  return layer.toUpperCase().split(/[_\-\s.]+/);
}
