/** Is this a DXF, and of which form? Answers with its tags, or says what the file is instead. */

import { invalidDxf } from "../../../base/errors.ts";
import { wideEncoding } from "../../drawing/basis/encodings.ts";
import { AsciiTags } from "./ascii.ts";
import { BINARY_SENTINEL, BinaryTags } from "./binary.ts";
import type { Tags } from "./tags.ts";

/** First bytes of what people upload by mistake. */
const OTHERS: [start: RegExp, what: string][] = [
  [/^%PDF/, "a PDF file"],
  [/^PK\W/, "a ZIP file: unpack it first"],
  [/^AC10\d\d/, "a DWG drawing: save it as DXF"],
  [/^\s*<(!doctype html|html)/i, "a web page"],
  [/^\s*<(\?xml|svg|!--)/i, "an XML or SVG file"],
  [/^\x89PNG|^\xff\xd8\xff|^GIF8/, "an image"],
];

/** The drawing's tags whatever its form and encoding. */
export function readTags(bytes: Uint8Array): Tags {
  if (bytes.length === 0) throw invalidDxf("the file is empty");
  const head = String.fromCharCode(...bytes.subarray(0, 256)).replace(/^\xef\xbb\xbf/, "");
  if (head.startsWith(BINARY_SENTINEL)) return new BinaryTags(bytes);
  if (head.startsWith("AutoCAD Binary DXF")) {
    throw invalidDxf(
      "a binary DXF whose line ends were converted, as by a transfer in text mode: its data is damaged",
    );
  }
  const other = OTHERS.find(([start]) => start.test(head));
  if (other) throw invalidDxf(`not a DXF but ${other[1]}`);
  const wide = wideEncoding(bytes);
  return new AsciiTags(wide ? new TextEncoder().encode(new TextDecoder(wide).decode(bytes)) : bytes);
}
