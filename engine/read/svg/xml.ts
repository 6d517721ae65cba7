/** Which elements does an SVG file hold? Those of drawing programs draw nothing, whatever they are called. */
import { SaxesParser, type SaxesTagPlain } from "saxes";
import { invalidInput } from "../../base/errors.ts";
import { decodeAs, decodeUtf8, wideEncoding } from "../drawing/basis/encodings.ts";
import type { SvgElement } from "./styles/style.ts";

/** What names of these vocabularies begin with here, whatever prefix a file has for them. */
const VOCABULARIES = new Map([
  ["http://www.w3.org/2000/svg", ""],
  ["http://www.w3.org/1999/xlink", "xlink:"],
  ["http://www.inkscape.org/namespaces/inkscape", "inkscape:"],
]);
/** Elements of which it matters what stands in them. */
const WRITTEN = new Set([
  "style",
  "text",
  "tspan",
  "textPath",
  "flowPara",
  "flowSpan",
  "XForm",
  "VertList",
  "PrimList",
]);
/** Elements inside elements. */
const NESTING = 500;

const HYPHENS = /malformed comment/i;

/** The encoding that the first line of a file names. */
const NAMED = /^<\?xml[^>]*encoding\s*=\s*["']([\w.:-]+)/;

/** UTF-16, or else UTF-8 whatever the file says of itself, or else what it says, or what Windows writes. */
function textOf(bytes: Uint8Array): string {
  const wide = wideEncoding(bytes);
  if (wide) return decodeAs(wide, bytes);
  const text = decodeUtf8(bytes);
  if (text !== null) return text;
  const [, label = ""] = NAMED.exec(String.fromCharCode(...bytes.subarray(0, 100))) ?? [];
  try {
    return decodeAs(label, bytes);
  } catch {
    return decodeAs("windows-1252", bytes);
  }
}

/**
 * `told` are its comments and titles, each a line, in which programs tell their names; `hyphens` counts the places where two
 * hyphens stand in a comment, which XML forbids and drawing programs forgive.
 */
export function parse(bytes: Uint8Array): { root: SvgElement; told: string; hyphens: number } {
  const text = textOf(bytes);
  if (/^\s*<(!doctype html|html)/i.test(text)) throw invalidInput(["file"], "not an SVG but a web page");
  let told = "";
  let hyphens = 0;
  let top: SvgElement | null = null;
  let open: SvgElement | null = null;
  let depth = 0;
  const names = new XmlNames();
  const parser = new SaxesParser();
  parser.on("error", (error) => {
    // The parser goes on with the comment.
    if (HYPHENS.test(error.message)) hyphens++;
    else throw invalidInput(["file"], `not well-formed XML: ${error.message.slice(0, 200)}`);
  });
  const tell = (words: string) => {
    if (told.length < 10_000) told += `${words}\n`;
  };
  parser.on("comment", tell);
  parser.on("doctype", (doctype) => Object.assign(parser.ENTITIES, plainEntities(doctype)));
  parser.on("opentag", ({ name, attributes }: SaxesTagPlain) => {
    if (++depth > NESTING) throw invalidInput(["file"], `elements are nested more than ${NESTING} deep`);
    names.learn(attributes);
    const own = names.usual(name);
    const element: SvgElement = {
      // Elements of the program that wrote it are nobody else's.
      name: own.includes(":") ? "metadata" : own,
      attributes: names.usualIn(attributes),
      parent: open,
      previous: open?.children.at(-1) ?? null,
      children: [],
      text: "",
    };
    open?.children.push(element);
    top ??= element;
    open = element;
  });
  const keepText = (more: string) => {
    if (open?.name === "title") tell(more);
    if (open && WRITTEN.has(open.name)) open.text += more;
  };
  parser.on("text", keepText);
  parser.on("cdata", keepText);
  parser.on("closetag", () => {
    open = open?.parent ?? null;
    depth--;
  });
  parser.write(text).close();
  const none: SvgElement = { name: "", attributes: {}, parent: null, previous: null, children: [], text: "" };
  return { root: top ?? none, told, hyphens };
}

/** Names with the usual prefixes: libraries number those of a file that they save again. */
class XmlNames {
  private readonly prefixes = new Map([["svg:", ""]]);

  /** From what the root declares, or an element of its own. */
  learn(attributes: Record<string, string>): void {
    for (const name in attributes) {
      if (!name.startsWith("xmlns:")) continue;
      const usual = VOCABULARIES.get(attributes[name]!);
      const prefix = `${name.slice("xmlns:".length)}:`;
      if (usual !== undefined && prefix !== usual) this.prefixes.set(prefix, usual);
    }
  }

  usual(name: string): string {
    const end = name.indexOf(":") + 1;
    const usual = end > 0 ? this.prefixes.get(name.slice(0, end)) : undefined;
    return usual === undefined ? name : usual + name.slice(end);
  }

  usualIn(attributes: Record<string, string>): Record<string, string> {
    if (this.prefixes.size === 1) return attributes;
    return Object.fromEntries(Object.entries(attributes).map(([name, value]) => [this.usual(name), value]));
  }
}

/** Entities that a document type declares as plain text, as drawing programs do for namespaces; no others are known. */
function plainEntities(doctype: string): Record<string, string> {
  const declared = doctype.matchAll(/<!ENTITY\s+([\w.-]+)\s+(?:"([^"<&%]*)"|'([^'<&%]*)')\s*>/g);
  return Object.fromEntries([...declared].map(([, name, double, single]) => [name, double ?? single ?? ""]));
}
