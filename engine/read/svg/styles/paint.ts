/** Is a shape seen, in which colour, and is its stroke broken? Paints are inherited, opacity is not undone within. */
import colours from "color-name";
import type { Style } from "./style.ts";

export interface Paint {
  /** What `currentColor` means. */
  color: string;
  fill: string;
  stroke: string;
  dashed: boolean;
  /** Whether heads of arrows and the like are drawn on it. */
  marked: boolean;
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
  color: "black",
  fill: "black",
  stroke: "none",
  dashed: false,
  marked: false,
  width: "1",
  fixed: false,
  opacity: 1,
  fillOpacity: 1,
  strokeOpacity: 1,
};

/** Words for what holds around an element, as these properties are inherited. */
export const INHERITED = /^(inherit|unset|revert(-layer)?)$/;

export function resolvePaint(style: Style, around: Paint): Paint {
  const word = (value: string | undefined, inherited: string, initial: string) => {
    const said = value?.toLowerCase() ?? "inherit";
    return INHERITED.test(said) ? inherited : said === "initial" ? initial : said;
  };
  const share = (value: string | undefined, inherited: number) => {
    const number = Number.parseFloat(value ?? "");
    if (Number.isNaN(number)) return inherited;
    return value!.includes("%") ? number / 100 : number;
  };
  const dash = style["stroke-dasharray"];
  const { marker, "marker-start": start, "marker-mid": mid, "marker-end": end } = style;
  const marks = [marker, start, mid, end].filter((mark) => mark !== undefined);
  return {
    color: word(style.color, around.color, PLAIN.color),
    fill: word(style.fill, around.fill, PLAIN.fill),
    stroke: word(style.stroke, around.stroke, PLAIN.stroke),
    dashed: dash === undefined || dash === "inherit" ? around.dashed : /[1-9]/.test(dash),
    marked: marks.length > 0 ? marks.some((mark) => /^url/i.test(mark)) : around.marked,
    width: word(style["stroke-width"], around.width, PLAIN.width),
    fixed: style["vector-effect"] === "non-scaling-stroke",
    opacity: around.opacity * share(style.opacity, 1),
    fillOpacity: share(style["fill-opacity"], around.fillOpacity),
    strokeOpacity: share(style["stroke-opacity"], around.strokeOpacity),
  };
}

export function hasStroke(paint: Paint): boolean {
  const { strokeOpacity, opacity, width } = paint;
  return isSeen(meant(paint.stroke, paint)) && strokeOpacity * opacity > 0 && Number.parseFloat(width) !== 0;
}

export function hasFill(paint: Paint): boolean {
  return isSeen(meant(paint.fill, paint)) && paint.fillOpacity * paint.opacity > 0;
}

/** Whether it is filled and nothing else. */
export function isArea(paint: Paint): boolean {
  return hasFill(paint) && !hasStroke(paint);
}

function meant(text: string, { color }: Paint): string {
  return text === "currentcolor" ? color : text;
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

const NAMED: ReadonlyMap<string, readonly number[]> = new Map(Object.entries(colours));

/** As 0xrrggbb: of the stroke, or else of the fill; what is no plain colour counts as black. */
export function paintColour(paint: Paint): number {
  const text = meant(hasStroke(paint) ? paint.stroke : paint.fill, paint);
  const [, long, short] = /^#(?:([0-9a-f]{6})(?:[0-9a-f]{2})?|([0-9a-f]{3})[0-9a-f]?)$/.exec(text) ?? [];
  if (long ?? short) return Number.parseInt(long ?? short!.replace(/./g, "$&$&"), 16);
  const [, model, list] = /^(rgb|hsl)a?\(([^)]*)\)$/.exec(text) ?? [];
  if (list === undefined) return packed(NAMED.get(text) ?? [0, 0, 0]);
  const values = list.split(/[\s,/]+/).filter((part) => part !== "");
  if (model === "rgb") return packed(values.slice(0, 3).map((part) => shareOf(part, 255)));
  const [hue = 0, saturation = 0, lightness = 0] = [
    Number.parseFloat(values[0] ?? ""),
    ...values.slice(1, 3).map((part) => shareOf(part, 1)),
  ];
  return packed(channelsOf(hue, saturation, lightness));
}

/** A percentage is one of the whole. */
function shareOf(text: string, whole: number): number {
  const value = Number.parseFloat(text) || 0;
  return text.endsWith("%") ? (whole * value) / 100 : value;
}

/** Of a hue in degrees, a saturation and a lightness (CSS Color 4, 7.1). */
function channelsOf(hue: number, saturation: number, lightness: number): number[] {
  return [0, 8, 4].map((step) => {
    const k = (((step + hue / 30) % 12) + 12) % 12;
    const off = saturation * Math.min(lightness, 1 - lightness);
    return 255 * (lightness - off * Math.max(-1, Math.min(k - 3, 9 - k, 1)));
  });
}

function packed(channels: readonly number[]): number {
  return channels.reduce((colour, value) => colour * 256 + Math.min(255, Math.max(0, Math.round(value))), 0);
}
