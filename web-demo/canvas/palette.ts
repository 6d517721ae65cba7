/** Colours of the board: those of the page, `style/tokens.css`, as the theme has them now. */
import { PALETTE_SIZE } from "../model/project.ts";

const TOKENS = {
  table: "--table",
  sheet: "--sheet",
  sheetEdge: "--aside",
  margin: "--margin",
  remnant: "--ruler-ink",
  ruler: "--ruler",
  rulerText: "--ruler-ink",
  rulerTick: "--ruler-tick",
  label: "--ink",
  accent: "--accent",
  travel: "--travel",
  lead: "--lead",
  common: "--common",
  tab: "--tab",
  tool: "--accent",
  outline: "--outline",
  bend: "--bend",
  aside: "--aside",
  warn: "--warn",
  /** Overlaps, and gaps that are too small. */
  bad: "--bad",
  fault: "--fault",
  /** Material that is missing or bad. */
  gone: "--gone",
};

export interface Inks extends Record<keyof typeof TOKENS, string> {
  fill(color: number): string;
  stroke(color: number): string;
}

export function readInks(): Inks {
  const probe = document.createElement("i");
  document.documentElement.append(probe);
  const colorOf = (token: string) => {
    probe.style.color = `var(${token})`;
    return getComputedStyle(probe).color;
  };
  const named = Object.entries(TOKENS).map(([name, token]) => [name, colorOf(token)] as const);
  const numbered = (token: string) =>
    Array.from({ length: PALETTE_SIZE }, (_, i) => colorOf(`${token}-${i}`));
  const [fills, edges] = [numbered("--part"), numbered("--edge")];
  probe.remove();
  return {
    ...(Object.fromEntries(named) as Record<keyof typeof TOKENS, string>),
    fill: (color) => fills[color % PALETTE_SIZE]!,
    stroke: (color) => edges[color % PALETTE_SIZE]!,
  };
}
