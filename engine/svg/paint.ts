/** Is a shape seen, in which colour, and is its stroke broken? Paints are inherited, opacity is not undone within. */
import type { Style } from "./style.ts";

export interface Paint {
  fill: string;
  stroke: string;
  dashed: boolean;
  /** Of the stroke: as it is written, in units of the element. */
  width: string;
  /** Whether the stroke is as broad as it says on the screen, whatever scales the shape. */
  fixed: boolean;
  /** Opacity of the shape and all around it, of fill and of stroke. */
  opacity: number;
  fillOpacity: number;
  strokeOpacity: number;
}

/** What holds where a drawing says nothing. */
export const PLAIN: Paint = {
  fill: "black",
  stroke: "none",
  dashed: false,
  width: "1",
  fixed: false,
  opacity: 1,
  fillOpacity: 1,
  strokeOpacity: 1,
};

export function paintOf(style: Style, around: Paint): Paint {
  const word = (value: string | undefined, inherited: string) =>
    value === undefined || value === "inherit" ? inherited : value.toLowerCase();
  const share = (value: string | undefined, inherited: number) => {
    const number = Number.parseFloat(value ?? "");
    if (Number.isNaN(number)) return inherited;
    return value!.includes("%") ? number / 100 : number;
  };
  const dash = style["stroke-dasharray"];
  return {
    fill: word(style.fill, around.fill),
    stroke: word(style.stroke, around.stroke),
    dashed: dash === undefined || dash === "inherit" ? around.dashed : /[1-9]/.test(dash),
    width: word(style["stroke-width"], around.width),
    fixed: style["vector-effect"] === "non-scaling-stroke",
    opacity: around.opacity * share(style.opacity, 1),
    fillOpacity: share(style["fill-opacity"], around.fillOpacity),
    strokeOpacity: share(style["stroke-opacity"], around.strokeOpacity),
  };
}

export function hasStroke({ stroke, strokeOpacity, opacity, width }: Paint): boolean {
  return isSeen(stroke) && strokeOpacity * opacity > 0 && Number.parseFloat(width) !== 0;
}

export function hasFill({ fill, fillOpacity, opacity }: Paint): boolean {
  return isSeen(fill) && fillOpacity * opacity > 0;
}

/** Why nobody sees a shape, or null. */
export function invisibility(paint: Paint): string | null {
  if (paint.opacity === 0) return "opacity 0";
  return hasFill(paint) || hasStroke(paint) ? null : "neither fill nor stroke";
}

/** A colour without any opacity: its fourth value is 0, as a number, a share or a digit. */
const CLEAR = /^(?:none|transparent|#[0-9a-f]{6}00|#[0-9a-f]{3}0|(?:rgb|hsl)a?\(.*[,/]\s*0*\.?0+%?\s*\))$/;
/** Characters of what is asked. */
const LONGEST = 100;
/** Three values without an opacity: their last may be 0. */
const OPAQUE = /^(?:rgb|hsl)a?\([^,/]+,[^,/]+,[^,/]+\)$/;

function isSeen(paint: string): boolean {
  return paint.length > LONGEST || OPAQUE.test(paint) || !CLEAR.test(paint);
}

const NAMES: Record<string, number> = {
  black: 0x000000,
  white: 0xffffff,
  red: 0xff0000,
  lime: 0x00ff00,
  green: 0x008000,
  blue: 0x0000ff,
  yellow: 0xffff00,
  cyan: 0x00ffff,
  aqua: 0x00ffff,
  magenta: 0xff00ff,
  fuchsia: 0xff00ff,
  orange: 0xffa500,
  gray: 0x808080,
  grey: 0x808080,
};

/** As 0xrrggbb: of the stroke, or else of the fill; what is no plain colour counts as black. */
export function colourOf(paint: Paint): number {
  const text = hasStroke(paint) ? paint.stroke : paint.fill;
  const [, hex] = /^#([0-9a-f]{6}|[0-9a-f]{3})$/.exec(text) ?? [];
  if (hex) return Number.parseInt(hex.length === 3 ? hex.replace(/./g, "$&$&") : hex, 16);
  const [, list] = /^rgba?\(([^)]*)\)$/.exec(text) ?? [];
  if (list === undefined) return NAMES[text] ?? 0;
  const channels = list.split(/[\s,/]+/).filter((part) => part !== "");
  return channels.slice(0, 3).reduce((colour, part) => {
    const value = Number.parseFloat(part) || 0;
    const channel = part.endsWith("%") ? (255 * value) / 100 : value;
    return colour * 256 + Math.min(255, Math.max(0, Math.round(channel)));
  }, 0);
}
