/** Text files as programs of all ages write them. */
import { checkArguments, having } from "../../../base/contract/options.ts";
import { decodeAs, decodeUtf8 } from "../../drawing/basis/encodings.ts";

/** The text of a file: UTF-8, UTF-16 with its mark or without, as spreadsheets save it, or Windows' Latin-1. */
export function decodeText(bytes: Uint8Array): string {
  checkArguments({ bytes: having("byteLength", "a Uint8Array") }, { bytes });
  const [a, b] = bytes;
  if (a === 0xff && b === 0xfe) return decodeAs("utf-16le", bytes);
  if (a === 0xfe && b === 0xff) return decodeAs("utf-16be", bytes);
  // Every list and every request begins with letters or digits, whose upper half is zero where they are Latin.
  if (bytes.length >= 2 && a !== 0 && b === 0) return decodeAs("utf-16le", bytes);
  if (bytes.length >= 2 && a === 0 && b !== 0) return decodeAs("utf-16be", bytes);
  return decodeUtf8(bytes) ?? decodeAs("windows-1252", bytes);
}
