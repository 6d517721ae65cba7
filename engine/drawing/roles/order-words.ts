/**
 * The words by which drawings say how many, of what and how thick, in the languages of the tables of layers; and labels
 * whose value is a text of its own, as in the cells of title blocks and lists.
 */
import type { Point } from "../../contract/values/geometry.ts";
import { hypot } from "../../geometry/trig/hypot.ts";
import { materialEnd } from "./materials.ts";
import { foldName, remembering } from "./words.ts";

/** A text of the drawing; attributes of blocks have a tag. */
export interface DrawnText {
  text: string;
  tag: string | null;
  /** Where it is held: its beginning, its middle or its end. */
  at: Point;
  height: number;
  /** Where it begins, its middle and where it ends, about, in the middle of its letters. */
  spots: readonly Point[];
}

export type OrderKey = "quantity" | "material" | "thickness";

const listOf = (words: string) => new Set(words.trim().split(/\s+/));

const LABELS: [key: OrderKey, words: Set<string>][] = [
  [
    "quantity",
    listOf(`QTY QUANTITY QUANT REQ REQD REQUIRED PIECES MAKE ANZ ANZAHL STUCKZAHL STUECKZAHL STK STCK MENGE PCS QTE QUANTITE CANT CANTIDAD QTA QUANTITA QTD QTDE QUANTIDADE
      AANTAL ANTAL KPL LUKUMAARA MAARA POCET ILOSC DARAB DARABSZAM CANTITATE KOLICINA KOL ADET MIKTAR КОЛ КОЛИЧЕСТВО КІЛЬКІСТЬ 数量 個数 수량`),
  ],
  [
    "material",
    listOf(
      `MATERIAL MAT WERKSTOFF MATIERE MATERIALE MATERIAAL MATERIAALI MATERIJAL ANYAG MALZEME МАТ МАТЕРИАЛ МАТЕРІАЛ 材質 材料 재질`,
    ),
  ],
  [
    "thickness",
    listOf(`THICKNESS THK THICK DICKE STARKE MATERIALSTARKE BLECHDICKE EP EPAISSEUR SP SPESSORE ESP ESPESOR ESPESSURA DIKTE TJOCKLEK TYKKELSE PAKSUUS
      TL TLOUSTKA HRUBKA GRUB GRUBOSC VASTAGSAG GROSIME DEBLJINA DEBELINA KALINLIK ТОЛЩИНА ТОВЩИНА 板厚 厚さ 厚度 두께`),
  ],
];
/** What stands behind a number of pieces. */
const UNITS =
  listOf(`X PC PCS PIECE PIECES OFF ST STK STCK STUCK STUECK PEZZI PZ PIEZAS PZAS UDS UD PECAS STYCKEN UNID STUKS DB DARAB SZT SZTUK KS KUS
  KUSY KUSU KPL BUC KOM KOS TK VNT ADET EA REQD REQUIRED TEILE NOS ШТ 個 个 件 枚 개`);
/** These say less: one letter of them may be a name. */
const SHORT = /^(?:(?:t|th|thk|s|dicke|ep|sp|esp|grub)[=:]?|[eδ][=:])(\d+(?:\.\d+)?)(?:mm)?$/i;
const SHORT_WORD = /^(?:t|th|thk|s|dicke|e|δ|ep|sp|esp|grub)[=:]$/i;
/** Labels of several words, or with a mark amid their letters, as one. */
const SPELT: [written: RegExp, label: string][] = [
  [/кол-во/gi, "кол"],
  [/мат-л/gi, "мат"],
  [/\b(?:no\.?|number)\s+(?:off|req(?:uire)?d)\b|\bq['’.]ty\b/gi, "qty"],
  [/\breq['’]d\b/gi, "reqd"],
];

/** A text whose labels are single words. */
export function plainLabels(text: string): string {
  return SPELT.reduce((plain, [written, label]) => plain.replace(written, label), text);
}

/** What a word labels: `Qté`, `Q.tà`, `Menge:`. */
export const keyOf = remembering((word: string): OrderKey | null => {
  const folded = foldName(word).replace(/[.:=]/g, "");
  return LABELS.find(([, words]) => words.has(folded))?.[0] ?? null;
});

/** Of a token: `x12`, `12pcs`, `Stk12`. */
export function countIn(token: string): number | null {
  const [, sign, word = "", behind] = /^(?:([x×*])|(\p{L}+)[.:=]?)(\d{1,5})$/iu.exec(token) ?? [];
  if (behind !== undefined && (sign !== undefined || keyOf(word) === "quantity")) return Number(behind);
  const [, before, unit = ""] = /^(\d{1,5})(\p{L}+)$/u.exec(token) ?? [];
  return before !== undefined && isUnit(unit) ? Number(before) : null;
}

export function isUnit(word: string): boolean {
  return UNITS.has(foldName(word.replace(/\.$/, "")));
}

/** Of a token, and the one behind it: `t3`, `s=2mm`, `t= 3`. */
export function thicknessIn(token: string, next: string): string | undefined {
  return SHORT.exec(token)?.[1] ?? (SHORT_WORD.test(token) ? /^[\d.]+/.exec(next)?.[0] : undefined);
}

/** Of a number with its label behind it: `3 THK`, `3mm thick`. A label with a number of its own belongs to that. */
export function thicknessBefore(token: string, label: string, behind = ""): string | undefined {
  const isLabelled = keyOf(label) === "thickness" && !/^\d/.test(behind);
  return isLabelled ? /^(\d+(?:\.\d+)?)(?:mm)?$/i.exec(token)?.[1] : undefined;
}

/**
 * A word for what is told, with what it tells: `Menge: 3`, `Qté:5`, `ép. 3mm`, `数量 5`; a material only behind a colon, and
 * so a number behind what counts it: `Stück: 5`.
 */
export function labelled(token: string, next: string): [key: OrderKey | null, value: string] {
  const [, word = "", sign = "", rest = ""] = /^(\p{L}+(?:\.\p{L}+)?)([.:=]*)(.*)$/u.exec(token) ?? [];
  const value = rest === "" ? next : rest;
  const isColon = /[:=]/.test(sign);
  const key = keyOf(word) ?? (isColon && word.length > 1 && isUnit(word) ? "quantity" : null);
  const told = value !== "" && (key === "material" ? isColon : rest === "" || sign !== "");
  return told ? [key, value] : [null, ""];
}

/** In heights of letters: a value stands no farther to the right of its label, and no farther below it. */
const REACH = { right: 40, below: 5, aside: 0.8, left: 2 };
/** More texts than this are no title block. */
const MANY = 2000;
const COUNT = /^\d{1,5}\s*(?:\p{L}{1,6}\.?)?$/u;
const THICK = /^[t=]?\s*\d+(?:[.,]\d+)?\s*(?:mm|"|in)?$/i;

/** Whether a text can be what a label is for: in the next cell there may stand another label. */
function isValue(key: OrderKey, text: string): boolean {
  if (key === "material") return text.split(/\s+/).some((_, i, words) => materialEnd(words, i) > i);
  return (key === "quantity" ? COUNT : THICK).test(text);
}

/** Labels that are a text alone, with the text that stands to their right or, as the only one, below: `Qty: 8`. */
export function pairsOf(texts: readonly DrawnText[]): DrawnText[] {
  if (texts.length > MANY) return [];
  const plain = texts.filter(({ tag }) => tag === null);
  return plain.flatMap((label) => {
    const key = keyOf(label.text.trim());
    if (key === null) return [];
    const value = valueFor(label, plain, key);
    return value
      ? [{ ...label, text: `${label.text.trim().replace(/[.:=]+$/, "")}: ${value.text.trim()}` }]
      : [];
  });
}

/** The direction in which a text is read. */
export function alongOf({ spots }: DrawnText): [x: number, y: number] {
  const [[x0, y0], [x1, y1]] = [spots[0]!, spots.at(-1)!];
  const length = hypot(x1 - x0, y1 - y0) || 1;
  return [(x1 - x0) / length, (y1 - y0) / length];
}

function valueFor(label: DrawnText, texts: readonly DrawnText[], key: OrderKey): DrawnText | null {
  const { height } = label;
  const [ux, uy] = alongOf(label);
  /** How far to the right of a place of the label that of another text is, and how far above it, as the label is read. */
  const from = (i: number, { spots }: DrawnText): Point => {
    const [x, y] = [spots[i]![0] - label.spots[i]![0], spots[i]![1] - label.spots[i]![1]];
    return [x * ux + y * uy, y * ux - x * uy];
  };
  const away = (text: DrawnText) => {
    const aside = Math.min(...text.spots.map((_, i) => Math.abs(from(i, text)[0])));
    return [...from(0, text), aside] as const;
  };
  const right = texts
    .filter((text) => {
      const [x, y] = away(text);
      return text !== label && x > height && x < REACH.right * height && Math.abs(y) < REACH.aside * height;
    })
    .sort((p, q) => away(p)[0] - away(q)[0])[0];
  if (right && isValue(key, right.text.trim())) return right;
  const below = texts.filter((text) => {
    const [, y, aside] = away(text);
    return y < -REACH.aside * height && aside < REACH.left * height;
  });
  const near = below.filter((text) => away(text)[1] > -REACH.below * height);
  const [only] = near.sort((p, q) => away(q)[1] - away(p)[1]);
  // In a list of several rows each value belongs to another part.
  const rows = below.filter(({ text }) => isValue(key, text.trim())).length;
  return only && rows === 1 && isValue(key, only.text.trim()) ? only : null;
}
