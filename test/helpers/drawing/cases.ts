/**
 * Drawings in a text file, each with a line of why before it and what the reader makes of it behind it:
 *
 *     # a plate with a hole
 *     options {"unit":"mm"}
 *     LINE 8=0 10=0 20=0 11=100 21=0      one entity (or header, layer, block) of a DXF a line, as code=value
 *     <svg …>                             or an SVG
 *     = part 100 x 60 at 0 0, …           the answer
 */

import type { Finding } from "../../../engine/base/contract/finding.ts";
import type { ReadOptions } from "../../../engine/base/contract/read-options.ts";
import { EngineError } from "../../../engine/base/errors.ts";
import type { Drawing, DrawingPart, DrawingPath } from "../../../engine/read/drawing/model/drawing.ts";
import { readDrawing } from "../../../engine/read/dxf/read.ts";
import { readSvg } from "../../../engine/read/svg/read.ts";
import { drawing, dxfBytes, type Sections, type Tag } from "./dxf.ts";

/** Answer to the lines of one case. */
export function drawingAnswer(given: string[]): string[] {
  const [first, ...rest] = given;
  const options: ReadOptions = first!.startsWith("options ") ? JSON.parse(first!.slice(8)) : {};
  const drawn = first!.startsWith("options ") ? rest : given;
  try {
    if (!drawn[0]!.startsWith("<")) return linesOf(readDrawing(dxfBytes(tagsOf(drawn)), options));
    return linesOf(readSvg(new TextEncoder().encode(drawn.join("\n")), options));
  } catch (error) {
    if (error instanceof EngineError) return [`${error.code}: ${error.message}`];
    throw error;
  }
}

/** Lines that begin with "unit", "header", LAYER or BLOCK go where they belong. */
function tagsOf(drawn: string[]): Tag[] {
  const sections: Required<Sections> = { unit: 4, header: [], layers: [], blocks: [] };
  const entities: Tag[] = [];
  let inBlock = false;
  for (const line of drawn) {
    const [word, ...groups] = line.match(/\d+="(?:[^"\\]|\\.)*"|\S+/g)!;
    const tags = groups.map((group): Tag => {
      const [code, value] = [group.slice(0, group.indexOf("=")), group.slice(group.indexOf("=") + 1)];
      return [Number(code), value.startsWith('"') ? JSON.parse(value) : value];
    });
    if (word === "unit") sections.unit = Number(groups[0]);
    else if (word === "header") sections.header.push(...tags);
    else if (word === "LAYER") sections.layers.push([0, word], ...tags);
    else {
      inBlock ||= word === "BLOCK";
      (inBlock ? sections.blocks : entities).push([0, word!], ...tags);
      inBlock &&= word !== "ENDBLK";
    }
  }
  return drawing(entities, sections);
}

function linesOf(read: Drawing): string[] {
  const { millimetres, source } = read.unit;
  const { more, ...account } = read.account;
  const lengths = Object.entries({ ...account, ...more }).filter(([, length]) => length !== 0);
  const { data } = read;
  const said = { ...read.hints };
  return [
    `unit ${millimetres} (${source}), ${lengths.map(([name, length]) => `${name} ${short(length)}`).join(", ")}`,
    `data area ${short(data.area)}, ${data.hole_count} holes, ${data.bend_lines?.length ?? 0} bends, ${data.cut_paths.length} cuts`,
    ...read.parts.map(partLine),
    ...counted(read.paths.map(pathLine)),
    ...read.groups.map(({ layer, colour, line_type, count, length, role, chosen, depth }) =>
      [
        "group",
        layer,
        colour,
        line_type,
        count,
        short(length),
        role,
        ...(chosen ? ["chosen"] : []),
        depth ?? "",
      ]
        .join(" ")
        .trim(),
    ),
    ...counted(
      read.open_ends.map(
        ({ at, to, width, plain, layer }) =>
          `gap ${short(width)} ${at.map(short).join(" ")} to ${to.map(short).join(" ")} ${layer}${plain ? " plain" : ""}`,
      ),
    ),
    ...(Object.values(said).some((hint) => hint !== null) ? [`order ${JSON.stringify(said)}`] : []),
    ...read.findings.flatMap(findingLines),
  ];
}

function partLine({ bounds, area, perimeter, exterior, holes, order }: DrawingPart): string {
  const { min_x, min_y, max_x, max_y } = bounds;
  const size = `${short(max_x - min_x)} x ${short(max_y - min_y)} at ${short(min_x)} ${short(min_y)}`;
  const said = Object.values(order).some((hint) => hint !== null) ? `, ${JSON.stringify(order)}` : "";
  const points = [exterior, ...holes].map((ring) => ring.length).join(" ");
  return `part ${size}, area ${short(area)}, around ${short(perimeter)}, points ${points}${said}`;
}

function pathLine({ role, layer, colour, closed, curves, length, bend }: DrawingPath): string {
  const kinds = [...new Set(curves.map(({ kind }) => kind))].map(
    (kind) => `${curves.filter((curve) => curve.kind === kind).length} ${kind}`,
  );
  const said = bend ? ` ${JSON.stringify(bend)}` : "";
  return `${role} ${short(length)}, ${kinds.join(" ")}${closed ? " closed" : ""}, ${layer} ${colour}${said}`;
}

function findingLines({
  severity,
  code,
  count,
  message,
  advice,
  layer,
  places,
  at,
  folded = [],
}: Finding): string[] {
  const where = [...(layer === undefined ? [] : [layer]), ...(places ?? (at ? [at] : [])).slice(0, 4)];
  return [
    `${severity} ${code} ${count}: ${message}${advice ? ` ${advice}` : ""}`,
    ...(where.length > 0
      ? [
          `  at ${where.map((place) => (typeof place === "string" ? place : place.map(short).join(" "))).join(", ")}`,
        ]
      : []),
    ...folded.map((finding) => `  ${finding.code} ${finding.count}: ${finding.message}`),
  ];
}

/** Equal lines once, with their number. */
function counted(lines: string[]): string[] {
  return [...new Set(lines)].map((line) => {
    const count = lines.filter((other) => other === line).length;
    return count === 1 ? line : `${line} (${count} times)`;
  });
}

function short(value: number): string {
  return String(Number(value.toFixed(6)) + 0);
}
