/**
 * What do style sheets and style attributes say of an SVG element?
 *
 * Only properties that decide whether and where something is drawn are kept. An attribute of the same name gives way to
 * the rules of style sheets, these by specificity and order, all of them to the style attribute, and everything to what
 * is marked as important. Rules with pseudo-classes and conditions that are not known here are left out and told. Rules
 * are matched here because no library can be told to stop: a small file can ask for hours.
 */
import parse, { type CssNode } from "css-tree/parser";
import { invalidInput } from "../../../base/errors.ts";
import { DRAWING_LIMITS } from "../../drawing/basis/limits.ts";

export interface SvgElement {
  name: string;
  attributes: Record<string, string>;
  parent: SvgElement | null;
  /** The element before it in its parent. */
  previous: SvgElement | null;
  children: SvgElement[];
  /** What stands in a style element or a text itself. */
  text: string;
}

/** Sizes and places of shapes, which style sheets may say too (SVG 2). */
const GEOMETRY = ["cx", "cy", "r", "rx", "ry", "x", "y", "width", "height", "d"] as const;
/** Moves that only styles say: an attribute that is called so turns letters. */
const MOVES = ["translate", "rotate", "scale"] as const;
const PROPERTIES = [
  ...MOVES,
  ...GEOMETRY,
  "color",
  "display",
  "visibility",
  "transform",
  "transform-origin",
  "transform-box",
  "clip-path",
  "mask",
  "mask-image",
  "overflow",
  "fill",
  "stroke",
  "stroke-dasharray",
  "opacity",
  "fill-opacity",
  "stroke-opacity",
  "stroke-width",
  "vector-effect",
  "marker",
  "marker-start",
  "marker-mid",
  "marker-end",
  "font-size",
  "text-anchor",
] as const;
export type Style = { [property in (typeof PROPERTIES)[number]]?: string };

interface Declared {
  plain: Style;
  important: Style;
}

interface StyleRule {
  selector: CssNode[];
  /** Rules of more weight win, of the same weight the later ones. */
  weight: number;
  declared: Declared;
}

const MENTIONED = new RegExp(`(?<![\\w-])(?:${PROPERTIES.join("|")})\\s*(?:/\\*|:)|@import`, "i");

/** All that moves an element, as one transform. */
export function styleTransform(style: Style): string {
  const said = MOVES.map((move) => (/^[^n]/i.test(style[move] ?? "") ? `${move}(${style[move]})` : ""));
  return [...said, style.transform].join(" ");
}

/** The attributes of a shape with what its style says of its geometry. */
export function shapedBy(attributes: Record<string, string>, style: Style): Record<string, string> {
  const shaped = { ...attributes };
  for (const property of GEOMETRY) {
    const value = style[property];
    if (value === undefined || value === attributes[property]) continue;
    if (value === "auto") delete shaped[property];
    else
      shaped[property] = property === "d" ? (/^path\(\s*(["'])(.*)\1\s*\)$/s.exec(value)?.[2] ?? "") : value;
  }
  return shaped;
}

export class Styles {
  /** By what the last part of the selector asks for, so that an element meets only rules that may concern it. */
  private readonly rules = new Map<string, StyleRule[]>();
  private readonly inline = new Map<string, Declared>();
  private steps = 0;
  /** What of their selectors and conditions cannot be read, so that rules may be missing. */
  readonly unread = new Set<string>();

  constructor(sheets: string[]) {
    for (const sheet of sheets) if (MENTIONED.test(sheet)) this.addAll(parsed(sheet, "stylesheet"));
  }

  /** What holds of the element itself; what it inherits is not asked here. */
  of(element: SvgElement): Style {
    const { attributes } = element;
    const found: StyleRule[] = [];
    for (const key of keysOf(element)) {
      for (const rule of this.rules.get(key) ?? []) {
        if (this.matches(element, rule.selector, rule.selector.length - 1)) found.push(rule);
      }
    }
    found.sort((p, q) => p.weight - q.weight);
    const inline = this.inlineStyle(attributes.style ?? "");
    const style: Style = {};
    for (const property of PROPERTIES.slice(MOVES.length))
      if (attributes[property] !== undefined) style[property] = attributes[property];
    for (const { declared } of found) Object.assign(style, declared.plain);
    Object.assign(style, inline.plain);
    for (const { declared } of found) Object.assign(style, declared.important);
    return Object.assign(style, inline.important);
  }

  private addAll(sheet: CssNode): void {
    for (const node of childrenOf(sheet)) {
      if (node.type === "Atrule") {
        const { name, prelude, block } = node;
        const media = name === "media" ? (prelude?.value ?? "") : "";
        if (block && /^(media|layer|supports)$/.test(name) && isForScreen(media)) this.addAll(block);
        else if (name === "import" || /\((?!prefers-)/.test(media)) this.unread.add(`@${name}`);
      }
      if (node.type !== "Rule") continue;
      const declared = declaredIn(node.block);
      for (const part of childrenOf(node.block))
        if (part.type === "Rule" || (part.type === "Raw" && part.value.includes("{")))
          this.unread.add("rules in rules");
      if (Object.keys({ ...declared.plain, ...declared.important }).length === 0) continue;
      for (const selector of childrenOf(node.prelude)) this.add([...childrenOf(selector)], declared);
    }
  }

  private add(selector: CssNode[], declared: Declared): void {
    if (selector.length > DRAWING_LIMITS.selectorParts) return;
    for (const part of selector)
      if (part.type === "PseudoClassSelector" && !KNOWN.test(part.name)) this.unread.add(`:${part.name}`);
    const key = keyOf(selector);
    const rules = this.rules.get(key) ?? [];
    this.rules.set(key, rules);
    rules.push({ selector, weight: selector.reduce((sum, part) => sum + weightOf(part), 0), declared });
  }

  /** Drawing programs write the same style on every shape. */
  private inlineStyle(text: string): Declared {
    let declared = this.inline.get(text);
    if (!declared) {
      declared = MENTIONED.test(text)
        ? declaredIn(parsed(text, "declarationList"))
        : { plain: {}, important: {} };
      this.inline.set(text, declared);
    }
    return declared;
  }

  /** From the last part to the first; what stands before a combinator is sought further up or before. */
  private matches(element: SvgElement, selector: CssNode[], last: number): boolean {
    if (++this.steps > DRAWING_LIMITS.styleSteps)
      throw invalidInput(["file"], "the SVG drawing's style rules take too long to apply");
    for (let at = last; at >= 0; at--) {
      const part = selector[at]!;
      if (part.type === "Combinator") return this.matchesFrom(element, part.name, selector, at - 1);
      if (part.type === "PseudoClassSelector" && part.children) {
        if (this.matchesAny(element, part.children) !== ALTERNATIVES[part.name]) return false;
      } else if (!isSuch(element, part)) return false;
    }
    return last >= 0;
  }

  private matchesAny(element: SvgElement, lists: Iterable<CssNode>): boolean {
    for (const list of lists) {
      for (const alternative of childrenOf(list)) {
        const parts = [...childrenOf(alternative)];
        this.steps += parts.length;
        if (this.matches(element, parts, parts.length - 1)) return true;
      }
    }
    return false;
  }

  private matchesFrom(element: SvgElement, combinator: string, selector: CssNode[], last: number): boolean {
    const towards = combinator === "+" || combinator === "~" ? "previous" : "parent";
    const farther = combinator === " " || combinator === "~";
    for (let other = element[towards]; other; other = farther ? other[towards] : null)
      if (this.matches(other, selector, last)) return true;
    return false;
  }
}

/** Whether rules for these media hold on any screen. */
export function isForScreen(media = ""): boolean {
  return media.split(",").some((medium) => /^\s*(only\s+)?(all|screen)?\s*$/i.test(medium));
}

/** Whether an element is to be one of those in brackets. */
const ALTERNATIVES: Record<string, boolean> = { not: false, is: true, where: true, matches: true };
/** Pseudo-classes that are read, and those of a page that somebody looks at and points to. */
const KNOWN =
  /^(not|is|where|matches|root|first-child|last-child|hover|active|focus.*|visited|link|any-link|target|lang)$/;

function parsed(text: string, context: "stylesheet" | "declarationList"): CssNode {
  return parse(text, { context, parseValue: false, parseAtrulePrelude: false, parseCustomProperty: false });
}

/** None of what could not be read: it is left out, as CSS demands. */
function childrenOf(node: CssNode): Iterable<CssNode> {
  return "children" in node ? (node.children ?? []) : [];
}

function declaredIn(block: CssNode): Declared {
  const declared: Declared = { plain: {}, important: {} };
  for (const node of childrenOf(block)) {
    if (node.type !== "Declaration") continue;
    const property = PROPERTIES.find((known) => known === node.property.toLowerCase());
    if (property) declared[node.important ? "important" : "plain"][property] = node.value.value.trim();
  }
  return declared;
}

/** Id, class or name that the last part of a selector asks for. */
function keyOf(selector: CssNode[]): string {
  const end = selector.findLastIndex(({ type }) => type === "Combinator") + 1;
  const last = selector.slice(end).find((part) => weightOf(part) > 0 && /^(Id|Class|Type)/.test(part.type));
  if (last?.type === "IdSelector") return `#${last.name}`;
  if (last?.type === "ClassSelector") return `.${last.name}`;
  return last?.type === "TypeSelector" ? last.name.toLowerCase() : "*";
}

function keysOf({ name, attributes }: SvgElement): string[] {
  const classes = new Set(wordsOf(attributes.class));
  const keys = ["*", name.toLowerCase(), ...[...classes].map((word) => `.${word}`)];
  return attributes.id === undefined ? keys : [...keys, `#${attributes.id}`];
}

function weightOf(part: CssNode): number {
  if (part.type === "IdSelector") return 1e6;
  if (/^(Class|Attribute|PseudoClass)Selector$/.test(part.type)) return 1e3;
  return part.type === "TypeSelector" && part.name !== "*" ? 1 : 0;
}

function isSuch({ name, attributes, parent, previous }: SvgElement, part: CssNode): boolean {
  switch (part.type) {
    case "TypeSelector":
      return part.name === "*" || part.name.toLowerCase() === name.toLowerCase();
    case "ClassSelector":
      return wordsOf(attributes.class).includes(part.name);
    case "IdSelector":
      return attributes.id === part.name;
    case "PseudoClassSelector":
      if (parent === null) return part.name === "root";
      if (part.name === "first-child") return previous === null;
      return part.name === "last-child" && parent.children.at(-1)?.previous === previous;
    case "AttributeSelector": {
      const found = attributes[part.name.name];
      if (found === undefined || part.matcher === null) return found !== undefined;
      return holdsValue(found, part.matcher, part.value?.name ?? part.value?.value ?? "");
    }
    default:
      return false;
  }
}

/** Whether an attribute is, lists, begins with, ends with or contains what is asked for. */
function holdsValue(found: string, matcher: string, asked: string): boolean {
  if (matcher === "=") return found === asked;
  if (matcher === "|=") return found === asked || found.startsWith(`${asked}-`);
  if (asked === "") return false;
  if (matcher === "~=") return wordsOf(found).includes(asked);
  if (matcher === "^=") return found.startsWith(asked);
  return matcher === "$=" ? found.endsWith(asked) : found.includes(asked);
}

function wordsOf(text = ""): string[] {
  return text.split(/\s+/).filter((word) => word !== "");
}
