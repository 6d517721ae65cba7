/**
 * Which characters do the bytes of a drawing stand for?
 *
 * R2007 and newer write UTF-8, older versions the code page that $DWGCODEPAGE names. Files that name a code page and
 * yet hold UTF-8 exist, and real code page text is next to never valid UTF-8, so strict UTF-8 is tried first.
 */

/** Code pages that the encoding standard calls by another name than `windows-NUMBER`. */
const LABELS = new Map([
  ["874", "windows-874"],
  ["932", "shift_jis"],
  ["936", "gbk"],
  ["949", "euc-kr"],
  ["950", "big5"],
  ["866", "ibm866"],
  ["10000", "macintosh"],
]);

/** The upper halves of the DOS pages that drawings name and the encoding standard lacks. */
const DOS_PAGES = new Map([
  [
    "437",
    "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u00a0",
  ],
  [
    "850",
    "ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0",
  ],
]);

const PIECE = 65536;
/** Longer texts are for a decoder, which takes its time to start. */
const SHORT = 64;

export type Decoder = (bytes: Uint8Array) => string;

/** A decoder for the value of $DWGCODEPAGE; unknown pages are read as Windows 1252, the most common one. */
export function codePageDecoder(page: string | undefined): Decoder {
  const number = page?.match(/\d+/)?.[0] ?? (page && /mac/i.test(page) ? "10000" : "1252");
  const upper = DOS_PAGES.get(number);
  if (upper) return (bytes) => decodeDosPage(bytes, upper);
  const label = LABELS.get(number) ?? (/^125[0-8]$/.test(number) ? `windows-${number}` : "windows-1252");
  return decoderOf(label);
}

/** All of the bytes as text of an encoding, by its name in the encoding standard. */
export function decodeAs(label: string, bytes: Uint8Array): string {
  return decoderOf(label)(bytes);
}

function decoderOf(label: string): Decoder {
  const decoder = new TextDecoder(label);
  // As a whole some releases of Node take a short cut through Latin-1, which knows no euro sign.
  return (bytes) => decoder.decode(bytes, { stream: true }) + decoder.decode();
}

/** UTF-16 by its byte order mark, or by the zero bytes that the first line of ASCII text has in it. */
export function wideEncoding(bytes: Uint8Array): "utf-16le" | "utf-16be" | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  if (bytes[1] === 0 && bytes[3] === 0 && bytes[5] === 0) return "utf-16le";
  if (bytes[0] === 0 && bytes[2] === 0 && bytes[4] === 0) return "utf-16be";
  return null;
}

/** Strict UTF-8, or null where the bytes are something else. */
export function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

/** Whether all of the bytes are UTF-8. They are looked at piece by piece: the text of a whole file takes memory. */
export function isUtf8(bytes: Uint8Array): boolean {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  try {
    for (let at = 0; at < bytes.length; at += PIECE)
      decoder.decode(bytes.subarray(at, at + PIECE), { stream: true });
    decoder.decode();
    return true;
  } catch {
    return false;
  }
}

/** The text between two positions if it is a short one of ASCII characters, which all encodings share; else null. */
export function asciiText(bytes: Uint8Array, start: number, end: number): string | null {
  if (end - start > SHORT) return null;
  let text = "";
  for (let at = start; at < end; at++) {
    const byte = bytes[at]!;
    if (byte > 127) return null;
    text += String.fromCharCode(byte);
  }
  return text;
}

/** `\M+nXXXX`: the digit names the code page of the two bytes. Johab (4) has no decoder; its escapes stay as they are. */
const MULTIBYTE_PAGES = ["", "shift_jis", "big5", "euc-kr", "", "gbk"];

/** A name with its `\U+XXXX` and `\M+nXXXX` escapes resolved. */
export function decodeName(raw: string): string {
  if (!raw.includes("\\")) return raw;
  const units = raw.replace(/\\U\+([0-9A-Fa-f]{4})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return units.replace(/\\M\+([1-5])([0-9A-Fa-f]{4})/g, (sequence, page: string, hex: string) => {
    const label = MULTIBYTE_PAGES[Number(page)];
    if (!label) return sequence;
    const code = Number.parseInt(hex, 16);
    return new TextDecoder(label).decode(Uint8Array.of(code >> 8, code & 0xff));
  });
}

function decodeDosPage(bytes: Uint8Array, upper: string): string {
  const chunks: string[] = [];
  for (let at = 0; at < bytes.length; at += 8192) {
    let chunk = "";
    for (const byte of bytes.subarray(at, at + 8192)) {
      chunk += byte < 128 ? String.fromCharCode(byte) : upper[byte - 128]!;
    }
    chunks.push(chunk);
  }
  return chunks.join("");
}
