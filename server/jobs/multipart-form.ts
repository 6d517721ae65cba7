/**
 * Which file lies in this form? A reader for the one use the interface has of multipart/form-data (RFC 7578). A form of more than
 * 64 kB is read where the work is done, off the main thread; its time is linear in its bytes, because the boundary has at most 70
 * characters and the heads of at most 32 parts are looked at.
 *
 * Why none of the libraries: the answers to a form that breaks off (422), to one that is malformed and to a part without a name
 * (400) are part of the interface, and each of them calls two of these alike. The built-in reader blocks for seconds on 100 000
 * empty parts; busboy passes over parts without a disposition and cuts paths from names;
 * @remix-run/multipart-parser refuses a preamble and names that are no UTF-8, and takes anything behind a boundary for a line
 * break. Nothing is copied here: the file is a view of the body.
 */
import { EngineError } from "../../engine/index.node.ts";

export interface FormFile {
  /** As the client calls it; empty when it says nothing. */
  name: string;
  bytes: Uint8Array;
}

/** The last part of a name that is a file, the text of one that is plain, or nothing. */
export type FormField = FormFile | string | undefined;

/** A drawing comes in one part; a form with more than this many is no form that a client of ours builds. */
const MAX_PARTS = 32;
const MAX_BOUNDARY = 70;
const MAX_HEADER_BYTES = 8192;

/** The last field `name` of a form; parts that break off do not count. @throws EngineError INVALID_INPUT */
export function formField(body: Uint8Array, contentType: string, name: string): FormField {
  const boundary = boundaryFrom(contentType);
  const bytes = Buffer.from(body.buffer, body.byteOffset, body.byteLength);
  const delimiter = Buffer.from(`\r\n--${boundary}`, "latin1");
  let field: FormField;
  let at = openingEnd(bytes, delimiter);
  for (let parts = 0; at !== undefined; parts++) {
    if (parts === MAX_PARTS) throw malformed(`Too many parts: at most ${MAX_PARTS} are read`);
    const headEnd = bytes.subarray(at, at + MAX_HEADER_BYTES).indexOf("\r\n\r\n");
    if (headEnd < 0) return field;
    const head = bytes.toString("utf8", at, at + headEnd);
    const start = at + headEnd + 4;
    const end = bytes.indexOf(delimiter, start);
    if (end < 0) return field;
    const part = partFrom(head, bytes.subarray(start, end));
    if (part.name === name) field = part.field;
    at = nextPart(bytes, end + delimiter.length);
  }
  return field;
}

function boundaryFrom(contentType: string): string {
  const [, quoted, plain] = /;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(contentType) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) throw malformed("Missing boundary in multipart.");
  // RFC 2046, section 5.1.1; a search for a longer one takes time by its length too.
  if (boundary.length > MAX_BOUNDARY) {
    throw malformed(`The boundary in multipart is longer than ${MAX_BOUNDARY} characters.`);
  }
  return boundary;
}

/** Where the head of the first part begins; nothing for a form without parts. */
function openingEnd(bytes: Buffer, delimiter: Buffer): number | undefined {
  const opening = delimiter.subarray(2);
  if (bytes.length < opening.length && opening.subarray(0, bytes.length).equals(bytes)) return undefined;
  const start = bytes.subarray(0, opening.length).equals(opening) ? 0 : bytes.indexOf(delimiter) + 2;
  if (start === 1) throw malformed("Invalid multipart data.");
  return nextPart(bytes, start + opening.length);
}

/** After a boundary: two hyphens end the form, a line break begins a part, and an end of data is a form that breaks off. */
function nextPart(bytes: Buffer, at: number): number | undefined {
  const next = bytes.toString("latin1", at, at + 2);
  if (next === "\r\n") return at + 2;
  if (next === "--" || next.length < 2) return undefined;
  throw malformed("Invalid multipart data.");
}

function partFrom(head: string, bytes: Uint8Array): { name: string; field: FormField } {
  const disposition = /^content-disposition:\s*form-data\s*((?:;.*)?)$/im.exec(head)?.[1] ?? "";
  const name = parameter(disposition, "name");
  if (name === undefined) {
    throw malformed('The Content-Disposition header field "name" must be provided.');
  }
  const fileName = parameter(disposition, "filename");
  // A file input without a file sends an empty name: that is no file.
  if (!fileName) return { name, field: new TextDecoder().decode(bytes) };
  return { name, field: { name: fileName, bytes } };
}

function parameter(disposition: string, name: string): string | undefined {
  const quoted = new RegExp(`;\\s*${name}="((?:[^"\\\\]|\\\\.)*)"`, "i").exec(disposition);
  if (quoted) return quoted[1]!.replace(/\\(["\\])/g, "$1").replace(/%22/g, '"');
  return new RegExp(`;\\s*${name}=([^\\s;"]+)`, "i").exec(disposition)?.[1];
}

function malformed(message: string): EngineError {
  return new EngineError("INVALID_INPUT", message);
}
