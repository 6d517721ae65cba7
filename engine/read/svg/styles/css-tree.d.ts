/** The part of css-tree that reads style sheets, as far as it is used here; its own types cover the whole only. */
declare module "css-tree/parser" {
  export type CssNode =
    | { type: "Rule"; prelude: CssNode; block: CssNode }
    | { type: "Atrule"; name: string; prelude: { value: string } | null; block: CssNode | null }
    | { type: "Declaration"; property: string; important: boolean | string; value: { value: string } }
    | {
        type: "TypeSelector" | "ClassSelector" | "IdSelector" | "Combinator";
        name: string;
      }
    | { type: "PseudoClassSelector"; name: string; children: Iterable<CssNode> | null }
    | {
        type: "AttributeSelector";
        name: { name: string };
        matcher: string | null;
        value: { name?: string; value?: string } | null;
      }
    | {
        type: "StyleSheet" | "Block" | "DeclarationList" | "SelectorList" | "Selector";
        children: Iterable<CssNode>;
      }
    | { type: "Raw"; value: string };

  // biome-ignore lint/style/noDefaultExport: it is what the library exports
  export default function parse(
    text: string,
    options: { context?: string; parseValue: false; parseAtrulePrelude: false; parseCustomProperty: false },
  ): CssNode;
}
