/**
 * Where do the sections of a drawing start and end?
 *
 * A sound file is `0 SECTION, 2 name, …, 0 ENDSEC` repeated, then `0 EOF`. What is missing only at the seams is
 * repaired and told; a file that breaks off inside an entity, or before any, is refused.
 */

import { invalidDxf } from "../../../base/errors.ts";
import { quote } from "../../../base/text.ts";
import type { Findings } from "../../drawing/basis/drawing-findings.ts";
import type { Tags } from "../tags/tags.ts";

export interface Section {
  name: string;
  /** First tag of the body and the one after its last. */
  from: number;
  to: number;
}

/** Sections that hold what is cut, or say how to read it. */
const KNOWN = new Set(["HEADER", "TABLES", "BLOCKS", "ENTITIES"]);

export function findSections(tags: Tags, findings: Findings): Section[] {
  const sections: Section[] = [];
  let open: Section | null = null;
  let strays = 0;
  const close = (at: number) => {
    if (open) sections.push({ ...open, to: at });
    open = null;
  };
  for (let at = 0; at < tags.count; at++) {
    if (tags.codes[at] !== 0) {
      if (at === 0) {
        open = headlessSection(tags);
        findings.note("structure-repaired", { subject: "The first section lacks its start" });
      }
      continue;
    }
    const word = tags.keyword(at);
    if (word === "SECTION" && tags.codes[at + 1] === 2) {
      if (open) findings.note("structure-repaired", { subject: "A section lacks its end" });
      close(at);
      open = { name: tags.keyword(at + 1), from: at + 2, to: at + 2 };
    } else if (word === "ENDSEC") {
      if (!open) findings.note("structure-repaired", { subject: "An end of section stands alone" });
      close(at);
    } else if (word === "EOF") {
      if (open) findings.note("structure-repaired", { subject: "The last section lacks its end" });
      close(at);
    } else if (!open) {
      strays++;
    }
  }
  if (tags.stopped !== null) acceptEnd(tags, sections, open, findings);
  close(tags.count);
  if (strays > 0) findings.note("structure-repaired", { subject: "Entities stand outside of any section" });
  if (!sections.some(({ name }) => KNOWN.has(name)) && !(tags.stopped === null && sections.length === 0)) {
    throw invalidDxf("no HEADER, TABLES, BLOCKS or ENTITIES section found");
  }
  return sections;
}

/** A block of the BLOCKS section: its own groups, and the entities behind them. */
export interface BlockSpan {
  name: string;
  head: number;
  body: number;
  end: number;
}

/** Blocks with a name; others cannot be shown. */
export function findBlocks(tags: Tags, sections: Section[], findings: Findings): BlockSpan[] {
  const blocks: BlockSpan[] = [];
  for (const { name: section, from, to } of sections) {
    if (section !== "BLOCKS") continue;
    for (let at = tags.entityEnd(from, to); at < to; ) {
      if (tags.keyword(at) !== "BLOCK") {
        at = tags.entityEnd(at + 1, to);
        continue;
      }
      const head = at + 1;
      const body = tags.entityEnd(head, to);
      at = endOfBlock(tags, body, to, findings);
      const name = tags.firstText(2, head, body);
      if (name) blocks.push({ name, head, body, end: at });
    }
  }
  return blocks;
}

/** The end of a block's entities: its ENDBLK, or where the next block or the section's end shows that it is lost. */
function endOfBlock(tags: Tags, from: number, to: number, findings: Findings): number {
  let at = from;
  while (at < to) {
    const word = tags.keyword(at);
    if (word === "ENDBLK") return at;
    if (word === "BLOCK") break;
    at = tags.entityEnd(at + 1, to);
  }
  findings.note("structure-repaired", { subject: "A block lacks its end" });
  return at;
}

/** A file may have lost its very first pair, 0 SECTION; anything else is no DXF. */
function headlessSection(tags: Tags): Section {
  const name = tags.keyword(0);
  if (tags.codes[0] === 2 && KNOWN.has(name)) return { name, from: 1, to: 1 };
  throw invalidDxf(
    `a DXF starts with the lines 0 and SECTION, this file with ${tags.codes[0]} and ${quote(name)}`,
  );
}

/** Decides whether a file without `0 EOF` holds all of its entities. */
function acceptEnd(tags: Tags, sections: Section[], open: Section | null, findings: Findings): void {
  const where = tags.stopped;
  if (tags.count === 0) throw invalidDxf(`not a DXF: reading stopped at ${where}`);
  const entities = sections.some(({ name }) => name === "ENTITIES");
  if (!tags.clean && !(entities && open?.name !== "ENTITIES")) {
    throw invalidDxf(`the drawing is damaged or cut off at ${where}`);
  }
  if (!entities && open?.name !== "ENTITIES") {
    throw invalidDxf(`the drawing is cut off before its entities, at ${where}`);
  }
  findings.note("structure-repaired", { subject: "The file lacks its last line, 0 EOF" });
}
