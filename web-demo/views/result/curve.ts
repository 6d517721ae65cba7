/** How the search went: sheets taken over time, and the least that any layout can take. */
import { h, s } from "../../dom.ts";
import type { Improvement } from "../../model/project.ts";
import { sheetsText } from "../../model/solved-layout.ts";
import { trim } from "../../model/units.ts";

const [WIDTH, HEIGHT] = [276, 54];

/** A step for every improvement; nothing where there was only one. */
export function improvementCurve(
  improvements: readonly Improvement[],
  elapsedMs: number,
  least: number,
): Element[] {
  const [first, last] = [improvements[0], improvements.at(-1)];
  if (!first || !last || improvements.length < 2 || elapsedMs <= 0) return [];
  const top = first.sheets;
  const bottom = Math.min(least, last.sheets);
  const x = (ms: number) => (WIDTH * Math.min(ms, elapsedMs)) / elapsedMs;
  const y = (sheets: number) => 4 + ((HEIGHT - 8) * (top - sheets)) / Math.max(top - bottom, 1e-9);
  let d = `M0 ${y(first.sheets).toFixed(1)}`;
  for (const { ms, sheets } of improvements) d += `H${x(ms).toFixed(1)}V${y(sheets).toFixed(1)}`;
  d += `H${WIDTH}`;
  const words = `${sheetsText(first.sheets)} at first, ${trim(last.sheets, 2)} now; no layout takes less than ${trim(least, 2)}`;
  return [
    s(
      "svg.curve",
      { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": words },
      s("title", words),
      s("path.curve-bound", { d: `M0 ${y(bottom).toFixed(1)}H${WIDTH}` }),
      s("path.curve-line", { d }),
    ),
    h(
      "p.curve-words.row.between.quiet",
      h("span", `${sheetsText(last.sheets)} after ${(last.ms / 1000).toFixed(1)} s`),
      h("span", `bound ${trim(least, 2)}`),
    ),
  ];
}
