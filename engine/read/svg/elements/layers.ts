/** What layer is an element on, by what programs call layers and uses of shapes? */
import { layerMeaning } from "../../drawing/roles/layer-words.ts";
import type { SvgAttributes } from "../shapes/shapes.ts";

/** What Shaper Origin, SVGnest and Blender's paper models call what a shape is for, in words that layers have. */
const USES: Record<string, string | undefined> = {
  outside: "cut",
  exterior: "cut",
  inside: "cut",
  interior: "cut",
  online: "cut",
  bin: "SHEET",
  inner_background: "construction",
  outer_background: "construction",
};

/** What programs number groups by that nobody has named; a text that Inkscape has turned into paths keeps its number. */
const NUMBERED =
  /^(g|a|p|id|svg|use|text|flowroot|group|frame|shape|figure|axes|patch|line2d|xmlid)[-_ ]?\d[\d_-]*$/i;

/** What names of shapes may say: how to make them. */
const MADE = new Set<string | null>(["cut", "bend", "engrave", "mark"]);

export class SvgLayers {
  /** Layers that LibreCAD has for construction. */
  readonly unplotted = new Set<string>();
  /** What names of layers say of what is on them. */
  private readonly meanings = new Map<string, string | null>();

  /**
   * The name of a group, unless it tells nothing and its use, a class or the layer around it does: most classes are for
   * style. Makers of paths name shapes by what to do with them; other names of shapes tell what they show.
   */
  layerIn(layer: string, attributes: SvgAttributes, isGroup: boolean): string {
    const own = layerOf(attributes) ?? "";
    const name = isGroup || MADE.has(this.meaning(own)) ? own : "";
    if (name && attributes["lc:is_construction"] === "true") this.unplotted.add(name);
    const { "shaper:cutType": cut, "shaper:pathType": path, class: classes } = attributes;
    const uses = `${cut ?? path ?? ""} ${classes ?? ""}`.split(/\s+/).map((use) => USES[use] ?? use);
    const words = isGroup ? [name, ...uses, layer] : [...uses, layer, name];
    return words.find((word) => this.meaning(word)) ?? (name || layer);
  }

  meaning(name: string): string | null {
    let meaning = this.meanings.get(name);
    if (meaning === undefined) {
      meaning = layerMeaning(name)?.meaning ?? null;
      this.meanings.set(name, meaning);
    }
    return meaning;
  }
}

/** What drawing programs call their layers. */
function layerOf({ id, ...attributes }: SvgAttributes): string | undefined {
  const name =
    attributes["data-layer"] ??
    attributes["lc:layername"] ??
    attributes["inkscape:label"] ??
    attributes["data-name"] ??
    (NUMBERED.test(id ?? "") ? undefined : id);
  // Illustrator writes characters that an id must not have by their codes.
  return name?.replace(/_x([0-9A-F]{2,4})_/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
}
