/**
 * Which layer, block or line type is meant? Names are compared without case, as CAD systems do, and travel through
 * the parser as numbers: then no name can collide with a property of an object, whatever a file calls its layers.
 */
import { decodeName } from "../../drawing/basis/encodings.ts";

export class NameTable {
  /** Spelling of each number, as first seen. */
  readonly list: string[] = [];
  private readonly byRaw = new Map<string, number>();
  private readonly byKey = new Map<string, number>();

  number(raw: string): number {
    const known = this.byRaw.get(raw);
    if (known !== undefined) return known;
    const name = decodeName(raw);
    const key = name.toUpperCase();
    const number = this.byKey.get(key) ?? this.list.push(name) - 1;
    this.byKey.set(key, number);
    this.byRaw.set(raw, number);
    return number;
  }
}
