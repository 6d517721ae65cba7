/**
 * Colours that tell one part or piece from the next. Ten hues whose lightness differs too, so that neighbours stay apart for
 * colour-blind eyes and black text stays readable on each. Further parts have them in darker shades.
 */
const FILLS = [
  "#c8e8ff",
  "#f3d3b0",
  "#abdac4",
  "#f9d8fa",
  "#98cdda",
  "#f1c0b8",
  "#cde1b9",
  "#ccc8f2",
  "#cec398",
  "#ffd5df",
];
const EDGES = [
  "#235585",
  "#734701",
  "#006245",
  "#6c3f6f",
  "#005f73",
  "#7f3c32",
  "#415d1e",
  "#524883",
  "#635100",
  "#7d3a4b",
];
/** Share of black that is mixed in, round by round. */
const SHADES = [0, 0.14, 0.07, 0.21];

/** Fill of the `index`-th kind, as `#rrggbb`. */
export function fillColor(index: number): string {
  const shade = SHADES[Math.floor(index / FILLS.length) % SHADES.length]!;
  return darkened(FILLS[index % FILLS.length]!, shade);
}

/** Outline of the `index`-th kind: the same hue, much darker. */
export function strokeColor(index: number): string {
  return EDGES[index % EDGES.length]!;
}

function darkened(hex: string, share: number): string {
  const channels = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16);
    return Math.round(value * (1 - share))
      .toString(16)
      .padStart(2, "0");
  });
  return `#${channels.join("")}`;
}

/** Colours of the moves of a program, the same as on the web app's board. Travel is dashed. */
export const MOVE_COLORS = {
  outer: "#1d5be0",
  inner: "#0e7490",
  mark: "#8a5a00",
  lead: "#a3269b",
  tab: "#0b7048",
  common: "#15191d",
  travel: "#c2410c",
} as const;
