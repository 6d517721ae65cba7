/**
 * Roles of the lines on a layer: cutting, bending, engraving, marking, or nothing.
 *
 * By what the caller says of the layer, the colour or the line type, then by a preset, then by the layer's name in the
 * words of `layer-words.ts`.
 */

import type { LayerRole, ReadOptions, RoleChoice } from "../../../base/contract/read-options.ts";
import type { EntityMarks } from "../curves/contours.ts";
import { layerMeaning, type NameEvidence } from "./layer-words.ts";

/**
 * Line types of AutoCAD, ISO 128 and JIS that are not continuous, where the drawing does not define them; in many they are
 * scaled by 2 or X2.
 */
const BROKEN =
  /^(ACAD_)?(CENTER|CENTRE|HIDDEN|DASH|PHANTOM|DIVIDE|BORDER|DOT|ISO\d|JIS_0[28]|AXES|VERDECKT|STRICH|MITTE)/;

/** Colours of the trade: red is cut, blue and green are second operations. LightBurn never cuts its tool layers. */
const PRESETS: Record<NonNullable<ReadOptions["preset"]>, Map<number, LayerRole>> = {
  "red-cuts": new Map([
    [0xff0000, "cut"],
    [0x0000ff, "mark"],
    [0x00ff00, "mark"],
    [0x000000, "engrave"],
  ]),
  lightburn: new Map([
    [0xf36926, "construction"],
    [0x0c96d9, "construction"],
  ]),
};

/** Names by which curves look different, as far as the drawing says something of them. */
export interface NamedLooks {
  /** Layers in use, in order of first use. */
  layers: readonly string[];
  /** Those among them that are not plotted: the drawing has their lines for help. */
  unplotted: ReadonlySet<string>;
  /** Line types with gaps, in capitals. */
  brokenTypes: ReadonlySet<string>;
}

export class LayerRoles {
  private readonly layers: Map<string, LayerRole>;
  private readonly colours: Map<number, LayerRole>;
  private readonly lineTypes: Map<string, LayerRole>;
  private readonly preset: ReadonlyMap<number, LayerRole>;
  private readonly known = new Map<string, NameEvidence | null>();
  /** Roles that geometry tells against the name. */
  private readonly overruled = new Map<string, LayerRole>();
  private readonly unknown = new Set<string>();

  constructor(
    private readonly named: NamedLooks,
    options: ReadOptions = {},
  ) {
    const entries = (choices: Record<string, RoleChoice> = {}) =>
      Object.entries(choices).map(([name, choice]): [string, LayerRole] => [
        name.toUpperCase(),
        choice === "ignore" ? "construction" : choice,
      ]);
    this.layers = new Map(entries(options.roles));
    this.colours = new Map(
      entries(options.colours).map(([name, role]) => [Number.parseInt(name.slice(1), 16), role]),
    );
    this.lineTypes = new Map(entries(options.line_types));
    this.preset = options.preset ? PRESETS[options.preset] : new Map();
  }

  /** Role of the layer as a whole. */
  role(layer: string): LayerRole {
    const chosen = this.layers.get(layer.toUpperCase()) ?? this.overruled.get(layer);
    if (chosen) return chosen;
    const meaning = this.evidence(layer)?.meaning ?? "cut";
    if (meaning === "frame" || meaning === "lead") return "construction";
    return meaning === "unclear" ? "cut" : meaning;
  }

  /** Role of a contour. A closed one is no lead, and on a layer for bends no bend, unless a program wrote the name. */
  roleOf(marks: EntityMarks, { closed }: { closed: boolean }): LayerRole {
    const chosen = this.chosen(marks) ?? this.preset.get(marks.colour);
    if (chosen) return chosen;
    const role = this.role(marks.layer);
    const evidence = this.evidence(marks.layer);
    if (!closed || !evidence) return role;
    return evidence.meaning === "lead" || (role === "bend" && evidence.points < SURE) ? "cut" : role;
  }

  /** Evidence of the layer's name, where nobody has chosen its role. */
  evidence(layer: string): NameEvidence | null {
    if (this.layers.has(layer.toUpperCase())) return null;
    let found = this.known.get(layer);
    if (found === undefined) {
      found = layerMeaning(layer) ?? (this.named.unplotted.has(layer) ? UNPLOTTED : null);
      this.known.set(layer, found);
    }
    return found;
  }

  /** Leaves a layer alone until somebody says what it is for. */
  leave(layer: string): void {
    this.unknown.add(layer);
    this.overruled.set(layer, "construction");
  }

  /** Whether a layer is left alone because nobody knows what it is for. */
  isUnknown(layer: string): boolean {
    return this.unknown.has(layer) && !this.layers.has(layer.toUpperCase());
  }

  overrule(layer: string, role: LayerRole): void {
    this.overruled.set(layer, role);
  }

  /** Whether the caller has said what a layer is for. */
  isNamed(layer: string): boolean {
    return this.layers.has(layer.toUpperCase());
  }

  /** Whether a layer is taken for help because it is not plotted. */
  isUnplotted(layer: string): boolean {
    return this.evidence(layer) === UNPLOTTED;
  }

  /** Whether the caller has said what it is for. */
  isChosen(marks: EntityMarks): boolean {
    return this.chosen(marks) !== undefined;
  }

  /** Whether the caller has said what it is for, or its layer's name does, or its colour in a preset. */
  isSaid(marks: EntityMarks): boolean {
    return this.isChosen(marks) || this.preset.has(marks.colour) || this.evidence(marks.layer) !== null;
  }

  /** Whether the line type is none that is cut unasked: not against what the layer's name or the caller says. */
  isDashed(marks: EntityMarks): boolean {
    const isBroken = BROKEN.test(marks.lineType) || this.named.brokenTypes.has(marks.lineType);
    if (!isBroken || this.isChosen(marks) || this.preset.has(marks.colour)) return false;
    const evidence = this.evidence(marks.layer);
    const isCut = this.role(marks.layer) === "cut" || this.isUnknown(marks.layer);
    return isCut && !(evidence?.meaning === "cut" && evidence.points >= SURE);
  }

  private chosen({ layer, colour, lineType }: EntityMarks): LayerRole | undefined {
    return (
      this.layers.get(layer.toUpperCase()) ??
      this.colours.get(colour) ??
      this.lineTypes.get(lineType === "" ? "CONTINUOUS" : lineType)
    );
  }
}

/** Evidence of a layer that is not plotted, where its name has none: less than an outline beside others. */
const UNPLOTTED: NameEvidence = { meaning: "construction", points: 5 };
/** Points of a name that a program wrote. */
const SURE = 12;

/** Whole words of a layer's name, in capitals. */
export function layerWords(layer: string): string[] {
  return layer.toUpperCase().split(/[_\-\s.]+/);
}
