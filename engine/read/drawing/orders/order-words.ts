/** The words by which drawings say how many, of what and how thick, in the languages of the tables of layers. */
import { foldName, remembering } from "../roles/layer-words.ts";

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
