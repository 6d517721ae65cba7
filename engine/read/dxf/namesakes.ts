/**
 * Which of several blocks with one name does an INSERT show? What calls all parts alike writes a block and an INSERT for
 * each of them: where model space has as many INSERTs, each shows its own, in their order. Else the last block counts.
 */

import { quote } from "../../base/text.ts";
import type { Findings } from "../drawing/basis/drawing-findings.ts";
import { byKey } from "../drawing/basis/united-groups.ts";
import type { ContentReader, NameLists } from "./file/contents.ts";
import type { DxfEntity } from "./file/entity.ts";
import type { BlockSpan, Section } from "./file/sections.ts";
import type { Tags } from "./tags/tags.ts";

/** Numbers of blocks that share a name, in their order, by the number of that name, which the last one has. */
export type Namesakes = Map<number, number[]>;

/** Gives all but the last of the blocks that share a name one that no INSERT has. */
export function partNamesakes(spans: readonly BlockSpan[], { blocks }: NameLists): Namesakes {
  const shared = [...byKey(spans, ({ name }) => blocks.number(name))].filter(([, own]) => own.length > 1);
  return new Map(
    shared.map(([number, own]) => {
      const earlier = own.slice(0, -1).map((span, i) => {
        span.name = `${span.name}\n${i + 1}`;
        return blocks.number(span.name);
      });
      return [number, [...earlier, number]];
    }),
  );
}

/** Turns an INSERT of model space into one of the block that it shows; to be asked once for each, in their order. */
export function showing(
  namesakes: Namesakes,
  tags: Tags,
  sections: readonly Section[],
  reader: ContentReader,
  { blocks }: NameLists,
  findings: Findings,
): (entity: DxfEntity) => DxfEntity {
  if (namesakes.size === 0) return (entity) => entity;
  const inserts = new Map<number, number>();
  for (const { name, from, to } of sections) {
    if (name !== "ENTITIES") continue;
    const isInsert = (type: string) => type === "INSERT";
    reader.readUndrawn(from, to, isInsert, (_type, _traits, first, end) => {
      const number = blocks.number(tags.firstText(2, first, end) ?? "");
      inserts.set(number, (inserts.get(number) ?? 0) + 1);
    });
  }
  const turns = new Map<number, Iterator<number>>();
  for (const [number, own] of namesakes) {
    const isEven = inserts.get(number) === own.length;
    if (isEven) turns.set(number, own.values());
    const subject = `${own.length} blocks are called ${quote(blocks.list[number]!)}: ${isEven ? "each INSERT shows its own" : "the last one counts"}`;
    findings.note("structure-repaired", { subject });
  }
  return (entity) => {
    const next = entity.type === "INSERT" ? turns.get(entity.block)?.next().value : undefined;
    return next === undefined ? entity : ({ ...entity, block: next } as DxfEntity);
  };
}
