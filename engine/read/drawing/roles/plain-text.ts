/** Takes the codes that format a text away. */

/** Signs that any text may have. */
const SIGNS: [code: RegExp, sign: string][] = [
  [/%%d/gi, "°"],
  [/%%c/gi, "Ø"],
  [/%%p/gi, "±"],
  [/%%[uok]/gi, ""],
];
/** Characters that a backslash protects, kept apart from those that are codes. */
const ESCAPED = /\\([\\{}])/g;
const APART = "\uE000";

/** Plain words of a TEXT or an attribute. */
export function plainText(text: string): string {
  if (!text.includes("%%")) return text;
  return SIGNS.reduce((plain, [code, sign]) => plain.replace(code, sign), text);
}

/** Plain words of an MTEXT: paragraphs become lines, stacked fractions a/b; fonts, heights and colours go. */
export function plainParagraphs(text: string): string {
  const escaped: string[] = [];
  const bare = text
    .replace(ESCAPED, (_, character: string) => `${APART}${escaped.push(character) - 1}${APART}`)
    .replace(/\\[PNX]|\^J/g, "\n")
    .replace(/\\~|\^I/g, " ")
    .replace(/\\S([^;^#/]*)[\^#/]([^;]*);/g, " $1/$2 ")
    .replace(/\\[ACFHQTWcfp][^;\\]*;/g, "")
    .replace(/\\[LOKlok]|[{}]/g, "");
  return plainText(bare).replace(
    new RegExp(`${APART}(\\d+)${APART}`, "g"),
    (_, at: string) => escaped[Number(at)] ?? "",
  );
}
