/** Which elements does an SVG file hold? Those of drawing programs draw nothing, whatever they are called. */
import { SaxesParser, type SaxesTagPlain } from "saxes";
import { invalidInput } from "../errors.ts";
import type { SvgElement } from "./style.ts";

/** Elements of drawing programs: they draw nothing. */
const FOREIGN = /^(sodipodi|inkscape|rdf|cc|dc|i|x|serif|sketch|figma|bx|c2):/;
/** Elements of which it matters what stands in them. */
const WRITTEN = new Set(["style", "text", "tspan", "textPath", "flowPara", "flowSpan"]);
/** Elements inside elements. */
const NESTING = 500;

/** `told` are its comments and titles, each a line, in which programs tell their names. */
export function parse(text: string): { root: SvgElement; told: string } {
  let told = "";
  let top: SvgElement | null = null;
  let open: SvgElement | null = null;
  let depth = 0;
  const parser = new SaxesParser();
  parser.on("error", (error) => {
    throw invalidInput(["file"], `not well-formed XML: ${error.message.slice(0, 200)}`);
  });
  const tell = (words: string) => {
    if (told.length < 10_000) told += `${words}\n`;
  };
  parser.on("comment", tell);
  parser.on("doctype", (doctype) => Object.assign(parser.ENTITIES, plainEntities(doctype)));
  parser.on("opentag", ({ name, attributes }: SaxesTagPlain) => {
    if (++depth > NESTING) throw invalidInput(["file"], `elements are nested more than ${NESTING} deep`);
    const element: SvgElement = {
      // Elements of the program that wrote it are nobody else's.
      name: FOREIGN.test(name) ? "metadata" : name.replace(/^.*:/, ""),
      attributes,
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
  return { root: top ?? none, told };
}

/** Entities that a document type declares as plain text, as drawing programs do for namespaces; no others are known. */
function plainEntities(doctype: string): Record<string, string> {
  const declared = doctype.matchAll(/<!ENTITY\s+([\w.-]+)\s+(?:"([^"&%]*)"|'([^'&%]*)')\s*>/g);
  return Object.fromEntries([...declared].map(([, name, double, single]) => [name, double ?? single ?? ""]));
}
