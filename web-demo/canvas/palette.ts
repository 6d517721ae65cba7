/**
 * Which colour means what on the board? Ten hues for parts whose lightness differs too, so that neighbours stay
 * apart for colour-blind eyes; labels are the second cue. The rest are the drawing's inks.
 */

export interface Inks {
  table: string;
  sheet: string;
  sheetEdge: string;
  margin: string;
  remnant: string;
  ruler: string;
  rulerText: string;
  rulerTick: string;
  label: string;
  accent: string;
  travel: string;
  lead: string;
  common: string;
  tab: string;
  tool: string;
  outline: string;
  bend: string;
  /** Colour of lines that are not made. */
  aside: string;
  warn: string;
  /** Colour of faults: overlaps, gaps too small. */
  bad: string;
  fault: string;
  /** Material that is missing or bad. */
  gone: string;
  fill(color: number): string;
  stroke(color: number): string;
}

/** Hue and lightness step of every palette entry. */
const HUES: readonly (readonly [hue: number, step: number])[] = [
  [250, 0],
  [70, 1],
  [165, 2],
  [325, 0],
  [215, 3],
  [30, 2],
  [130, 1],
  [290, 2],
  [95, 3],
  [5, 0],
];

/** The same object for the same theme. */
export function inksFor(dark: boolean): Inks {
  return dark ? DARK_INKS : LIGHT_INKS;
}

function partFill(color: number, dark: boolean): string {
  const [hue, step] = HUES[color % HUES.length]!;
  return dark ? `oklch(${0.36 + 0.045 * step} 0.065 ${hue})` : `oklch(${0.92 - 0.035 * step} 0.058 ${hue})`;
}

function partStroke(color: number, dark: boolean): string {
  const [hue] = HUES[color % HUES.length]!;
  return dark ? `oklch(0.8 0.085 ${hue})` : `oklch(0.44 0.095 ${hue})`;
}

const LIGHT = {
  table: "#e8eaec",
  sheet: "#ffffff",
  sheetEdge: "#9aa3ab",
  margin: "#c9ced3",
  remnant: "#5a636c",
  ruler: "#f4f5f6",
  rulerText: "#5a636c",
  rulerTick: "#b6bdc4",
  label: "#20262c",
  accent: "#1d5be0",
  travel: "#c2410c",
  lead: "#a3269b",
  common: "#15191d",
  tab: "#0b7048",
  tool: "#1d5be0",
  outline: "#2a3138",
  bend: "#8a5a00",
  aside: "#9aa3ab",
  warn: "#b93a00",
  bad: "#d1182b",
  fault: "rgb(209 24 43 / 0.28)",
  gone: "rgb(120 60 20 / 0.16)",
};

const DARK = {
  table: "#0d0f11",
  sheet: "#1b1f23",
  sheetEdge: "#596169",
  margin: "#343a40",
  remnant: "#9ba5ae",
  ruler: "#15181b",
  rulerText: "#9ba5ae",
  rulerTick: "#3d444b",
  label: "#eef1f3",
  accent: "#86aeff",
  travel: "#ff9a5c",
  lead: "#ee8fe2",
  common: "#ffffff",
  tab: "#56cf98",
  tool: "#86aeff",
  outline: "#d5dbe0",
  bend: "#e5b567",
  aside: "#596169",
  warn: "#ff9a5c",
  bad: "#ff6b78",
  fault: "rgb(255 70 90 / 0.34)",
  gone: "rgb(255 160 90 / 0.16)",
};

const LIGHT_INKS: Inks = {
  ...LIGHT,
  fill: (color) => partFill(color, false),
  stroke: (color) => partStroke(color, false),
};
const DARK_INKS: Inks = {
  ...DARK,
  fill: (color) => partFill(color, true),
  stroke: (color) => partStroke(color, true),
};
