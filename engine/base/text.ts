/**
 * How does any text or number enter an SVG document or a sentence?
 *
 * Everything that came from a drawing or a request passes `escapeXml`, every coordinate passes `formatNumber`, so no
 * writer has to think about injection, exponents or negative zeros.
 */

const ENTITIES: Record<string, string> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
  // Legal as it is, but then a name may read like an attribute to whoever searches the text for one.
  "=": "&#61;",
};

/**
 * The text as it may stand in XML 1.0 character data and in quoted attributes alike. Characters that XML cannot hold
 * in any spelling (most control characters, U+FFFE, U+FFFF, lone surrogates) become U+FFFD.
 */
export function escapeXml(text: string): string {
  return (
    text
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are exactly what XML 1.0 forbids
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|\p{Surrogate}/gu, "\ufffd")
      .replace(/[&<>"'=]/g, (character) => ENTITIES[character]!)
  );
}

/**
 * A decimal with at most `decimals` places, without trailing zeros, exponent or negative zero. Numbers that no
 * drawing can hold (NaN, infinities) become 0 so that a document stays readable.
 */
export function formatNumber(value: number, decimals: number): string {
  if (!Number.isFinite(value)) return "0";
  const scale = 10 ** decimals;
  const rounded = Math.round(value * scale) / scale;
  if (rounded === 0) return "0";
  const text = String(rounded);
  // Beyond 1e21 `toFixed` writes an exponent as well; BigInt spells every digit.
  if (!text.includes("e")) return text;
  return Math.abs(rounded) >= 1e21
    ? String(BigInt(rounded))
    : rounded.toFixed(decimals).replace(/\.?0+$/, "");
}

/** `1 sheet`, `2 sheets`, `3 entries`; a third word for nouns with another plural. */
export function counted(number: number, noun: string, plural?: string): string {
  if (number === 1) return `1 ${noun}`;
  return `${number} ${plural ?? (noun.endsWith("y") ? `${noun.slice(0, -1)}ies` : `${noun}s`)}`;
}

/** A colour of 0xrrggbb as #rrggbb. */
export function toHexColour(colour: number): string {
  return `#${colour.toString(16).padStart(6, "0")}`;
}

/** Text from a file as it may be quoted in a message: short, on one line, without control characters. */
export function quote(text: string): string {
  const clean = text.slice(0, 60).replace(/[^\P{C}]/gu, "?");
  return clean.length > 40 ? `"${clean.slice(0, 40)}…"` : `"${clean}"`;
}
