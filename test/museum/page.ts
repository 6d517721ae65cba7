/**
 * `npm run museum`: everything in the museum on one page, dist/museum.html, with what was read or solved, and below it the
 * course of one search of each kind.
 */
import { writeFileSync } from "node:fs";
import { counted } from "../../engine/base/text.ts";
import { createEngine } from "../../engine/index.node.ts";
import { DRAWINGS } from "../fixtures/museum/drawings.ts";
import { CUTS, NESTS } from "../fixtures/museum/jobs.ts";
import { courses, drawCourse } from "./courses.ts";

const budget = { workBudget: 2_000_000, timeLimitMs: 3_600_000 };
const engine = await createEngine({ workers: 0 });
const exhibits: string[] = [];

const show = (name: string, why: string, found: string, picture: string) =>
  exhibits.push(
    `<figure><figcaption><b>${name}</b><br>${why}<br><i>${found}</i></figcaption>${picture}</figure>`,
  );

for (const { name, why, text } of DRAWINGS) {
  const bytes = new TextEncoder().encode(text);
  const drawing = await engine.read(bytes);
  const { parts, findings } = drawing;
  const svg = await drawing.toSvg({ width: 320, height: 240 });
  const told = findings.map(({ code }) => code).join(", ");
  show(name, why, `${counted(parts.length, "part")}${told ? `; ${told}` : ""}`, svg);
}
for (const { name, why, request } of NESTS) {
  const plan = await engine.nest(request, budget);
  show(
    name,
    why,
    `${counted(plan.sheets_used, "sheet")}, ${counted(plan.placed_parts, "part")}`,
    (await plan.sheets[0]?.toPicture()) ?? "",
  );
}
for (const { name, why, request } of CUTS) {
  const plan = await engine.cut(request, budget);
  show(name, why, `${plan.status}: ${plan.objective} mm`, await plan.toSvg());
}
await engine.close();
const exhibitCount = exhibits.length;
for (const course of await courses()) exhibits.push(drawCourse(course));

const style =
  "body{font:14px system-ui;margin:2rem;display:grid;gap:2rem;grid-template-columns:repeat(auto-fill,minmax(320px,1fr))}figure{margin:0}svg{max-width:100%;height:auto}";
writeFileSync(
  "dist/museum.html",
  `<!doctype html><meta charset="utf-8"><title>The museum</title><style>${style}</style>${exhibits.join("\n")}`,
);
const searches = exhibits.length - exhibitCount;
process.stdout.write(`dist/museum.html: ${exhibitCount} exhibits, the course of ${searches} searches\n`);
