/** Shared by all reports: the frame of the document, facts, tables, and how numbers are written. No script and no date. */
import { escapeXml, formatNumber } from "../../base/text.ts";
import { STYLE } from "./style.ts";

/** The document around sections that are markup already. */
export function htmlPage(title: string, note: string, sections: string[]): string {
  return [
    `<!DOCTYPE html>\n<html lang="en">\n<head><meta charset="utf-8">`,
    `<meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeXml(title)}</title>`,
    `<style>${STYLE}</style></head>\n<body>`,
    `<header><h1>${escapeXml(title)}</h1>${note === "" ? "" : `<p>${escapeXml(note)}</p>`}</header>`,
    ...sections,
    "</body>\n</html>\n",
  ].join("\n");
}

/** Names and values are markup already. */
export function facts(rows: [name: string, value: string][]): string {
  return `<dl>${rows.map(([name, value]) => `<div><dt>${name}</dt><dd>${value}</dd></div>`).join("")}</dl>`;
}

/** Cells are markup already. */
export function table(caption: string, head: string[], rows: string[][]): string {
  const row = (cells: string[], tag: "th" | "td") =>
    `<tr>${cells.map((cell) => `<${tag}>${cell}</${tag}>`).join("")}</tr>`;
  return `<table><caption>${caption}</caption><thead>${row(head, "th")}</thead><tbody>${rows.map((cells) => row(cells, "td")).join("\n")}</tbody></table>`;
}

/** Lists the parts without a place, if there are any. */
export function missing(rows: { id: string; count: number }[]): string[] {
  if (rows.length === 0) return [];
  return [
    table(
      "Not placed",
      ["Name", "Count"],
      rows.map(({ id, count }) => [escapeXml(id), String(count)]),
    ),
  ];
}

export const mm = (value: number) => formatNumber(value, 2);
export const percent = (value: number) => `${formatNumber(value, 1)} %`;
export const metres = (value: number) => `${formatNumber(value / 1000, 2)} m`;
export const size = (width: number, height: number) => `${mm(width)} × ${mm(height)}`;

/** How often a pattern or a layout is cut, where that is not once. */
export const often = (count: number) => (count === 1 ? "" : `, ${count} times`);

/** The cost among the facts, where the stock has one. */
export const cost = (total: number): [name: string, value: string][] =>
  total > 0 ? [["Cost", mm(total)]] : [];

export function duration(seconds: number): string {
  const whole = Math.round(seconds);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  if (hours > 0) return `${hours} h ${minutes} min`;
  return minutes > 0 ? `${minutes} min ${whole % 60} s` : `${whole} s`;
}

/** How good a plan is proven to be. */
export function quality(status: "optimal" | "feasible" | "stock_exhausted", gap: number): string {
  if (status === "optimal") return "proven optimal";
  return status === "feasible" ? `at most ${formatNumber(gap, 2)} % from optimal` : "out of stock";
}
