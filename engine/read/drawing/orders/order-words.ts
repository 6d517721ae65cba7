/**
 * The words by which drawings say how many, of what and how thick, in the languages of the tables of layers; and labels
 * whose value is a text of its own, as in the cells of title blocks and lists.
 */
import type { Point } from "../../../base/contract/values/geometry.ts";
import { hypot } from "../../../base/geometry/trig/hypot.ts";
import type { DrawnText } from "../model/text.ts";
import { foldName, remembering } from "../roles/layer-words.ts";
import { materialEnd } from "./materials.ts";

export type OrderKey = "quantity" | "material" | "thickness";

const listOf = (words: string) => new Set(words.trim().split(/\s+/));

const LABELS: [key: OrderKey, words: Set<string>][] = [
  [
    "quantity",
    listOf(`QTY QUANTITY QUANT REQ REQD REQUIRED PIECES MAKE ANZ ANZAHL STUCKZAHL STUECKZAHL STK STCK MENGE PCS QTE QUANTITE NBRE CANT CANTIDAD QTA QUANTITA QTD QTDE QUANTIDADE
      AANTAL ANTAL ANTALL KPL LUKUMAARA MAARA POCET ILOSC SZT DARAB DARABSZAM CANTITATE KOLICINA KOL ADET MIKTAR ΠΟΣΟΤΗΤΑ КОЛ КОЛИЧЕСТВО КІЛЬКІСТЬ 数量 個数 員数 수량`),
  ],
  [
    "material",
    listOf(
      `MATERIAL MATL MAT WERKSTOFF MATIERE MATERIAU MATERIALE MATERIAAL MATERIAALI MATERIJAL GATUNEK ANYAG MALZEME ΥΛΙΚΟ МАТ МАТЕРИАЛ МАТЕРІАЛ
      材質 材料 材质 재질`,
    ),
  ],
  [
    "thickness",
    listOf(`THICKNESS THK THICK DICKE STARKE STAERKE MATERIALSTARKE BLECHDICKE EP EPAISSEUR SP SPESS SPESSORE ESP ESPESOR ESPESSURA DIKTE TJOCKLEK TYKKELSE PAKSUUS
      TL TLOUSTKA HRUBKA GRUB GRUBOSC VASTAGSAG GROSIME DEB DEBLJINA DEBELINA KALINLIK ΠΑΧΟΣ ТОЛЩИНА ТОВЩИНА 板厚 厚さ 厚度 厚 두께`),
  ],
];
/** Units behind a number of pieces. */
const UNITS =
  listOf(`X PC PCS PIECE PIECES OFF ST STK STCK STUCK STUECK EX PEZZI PZ PIEZAS PZAS UDS UD UNIDADES PECAS STYCKEN UNID STUKS DB DARAB SZT SZTUK SZTUKI KS KUS
  KUSY KUSU KUSOV KPL BUC KOM KOS TK VNT ADET AD EA REQD REQUIRED TEILE NOS ΤΕΜ ШТ 個 个 件 枚 块 张 ヶ ケ 개`);
/** Abbreviations among those that also stand before the number: `pz. 4`. ST 37 is a steel. */
const BEFORE = /^(?!st\b)\p{L}{2,3}\.?$/iu;
/** Single letters that mean a thickness, even with the number close behind them; the others only with a sign. */
const LETTERS = { plain: /^(?:th?|s)$/i, signed: /^[eδ]$/i };
/** Labels of several words, or with a mark amid their letters, as one; what is no number of pieces but stands before it. */
const SPELT: [written: RegExp, label: string][] = [
  [/кол-во/gi, "кол"],
  [/мат-л/gi, "мат"],
  [/\b(?:no\.?|number)[\s_]+(?:off|req(?:uire)?d)\b|\bq['’.]ty\b/gi, "qty"],
  [/\breq['’]d\b/gi, "reqd"],
  [/\bn[.°º]\s?(?=\d)/gi, ""],
];

/** A text whose labels are single words. */
export function plainLabels(text: string): string {
  return SPELT.reduce((plain, [written, label]) => plain.replace(written, label), text);
}

/** Field that a word labels: `Qté`, `Q.tà`, `Menge:`. */
export const keyOf = remembering((word: string): OrderKey | null => {
  const folded = foldName(word).replace(/[.:=]/g, "");
  return LABELS.find(([, words]) => words.has(folded))?.[0] ?? null;
});

/** Number of pieces in a token: `x12`, `12pcs`, `Stk12`. */
export function countIn(token: string): number | null {
  const [, sign, word = "", behind] = /^(?:([x×*])|(\p{L}+)[.:=]?)(\d{1,5})$/iu.exec(token) ?? [];
  if (behind !== undefined && (sign !== undefined || keyOf(word) === "quantity")) return Number(behind);
  const [, before, unit = ""] = /^(\d{1,5})(\p{L}+)\.?$/u.exec(token) ?? [];
  return before !== undefined && isUnit(unit) ? Number(before) : null;
}

/** Number behind an abbreviation, which is one of pieces only where an order is told: `pz. 4`, `ks12`. */
export function countBehind(token: string, next: string): number | null {
  const [, unit = "", behind = next] = /^(\p{L}+\.?)(\d{1,5})?$/u.exec(token) ?? [];
  return BEFORE.test(unit) && isUnit(unit) && /^\d{1,5}$/.test(behind) ? Number(behind) : null;
}

export function isUnit(word: string): boolean {
  return UNITS.has(foldName(word.replace(/\.$/, "")));
}

/**
 * A word for what is told, with what it tells and whether it is one beyond doubt: `Menge: 3`, `Qté:5`, `ép. 3mm`, `t= 3`, and
 * with less to it `t3`; a material only behind a colon, and so a number behind what counts it: `Stück: 5`.
 */
export function labelled(
  token: string,
  next: string,
): [key: OrderKey | null, value: string, isSure: boolean] {
  const [, word = "", sign = "", rest = ""] = /^(\p{L}+(?:\.\p{L}+)?)([.:=]*)(.*)$/u.exec(token) ?? [];
  const value = rest === "" ? next : rest;
  const isColon = /[:=]/.test(sign);
  const isGlued = rest !== "" && sign === "";
  const isLetter =
    (isColon && LETTERS.signed.test(word)) || ((isColon || isGlued) && LETTERS.plain.test(word));
  const key =
    keyOf(word) ?? (isLetter ? "thickness" : isColon && word.length > 1 && isUnit(word) ? "quantity" : null);
  const told = key === "material" ? isColon : key === "thickness" || !isGlued;
  return told && value !== "" ? [key, value, !isGlued] : [null, "", false];
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
