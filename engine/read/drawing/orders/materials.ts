/** Materials of parts: grades, names of sheets in trade and shop, and the thickness of each metal's gauges. */
import { foldName, remembering } from "../roles/layer-words.ts";

/** Metal of a sheet, as far as its gauge depends on it: light metals are all but steel. */
export type Metal = "light" | "stainless" | "zinc" | "steel";

/** Grades and abbreviations, as they stand in lists and on layers: the first match tells. Steels also as delivered: S355J2+N. */
const GRADES: [metal: Metal | null, grade: RegExp][] = [
  [
    "light",
    /AL|ALU|AL(?:MG|SI|CU|ZN)[A-Z\d.]*\d[A-Z]*|AL-?[1-8]\d{3}[A-Z]?|A[1-7]\d{3}P|5052|5083|5754|6061|6082|7075|(?:EN-)?AW-?\d{4}[A-Z]?|CU(?:ZN\d+\w*)?/,
  ],
  [
    "stainless",
    /V[24]A|304L?|316L?|316TI|SS|(?:AISI|SS|SUS|INOX|RVS)3\d\dL?|INOX|\d{2}Х\d*Н[А-Я\d]*|VAS|1\.4\d{3}|X\d{1,2}CR[A-Z]*\d+(?:-\d+)*/,
  ],
  ["zinc", /DX5[1-4]D|GALV|GI|VERZ|ZINTEC|ZINCOR|S[EG]CC/],
  ["steel", /S(?:235|275|355)(?:[JKMNQ]\w*)?|S(?:420|460|500|550|600|650|690|700|890|960)[MNQ][A-Z]?\d?/],
  [
    "steel",
    /P\d{3}(?:GH|NL?\d?)|FE(?:\d{3}[A-D]?)?|СТ\d[А-Я\d]*|\d{2}[ГХ]\d*[СМН][А-Я\d]*|(?:AISI|SAE)10\d\d/,
  ],
  ["steel", /SPC[CDE]|SPHC|SS400|Q(?:195|215|235|345|355)[A-E]?/],
  [
    "steel",
    /DC0[1-6]|ST(?:37|52)(?:-\d)?|MS|S?A(?:36|514|516|572|588)(?:-\d\d)?|CR4|CRS|HRS|HRPO|DKP|CORTEN|X?AR[3-6]\d\d|1\.0\d{3}/,
  ],
  ["steel", /(?:HARDOX|DOMEX|STRENX|WELDOX|RAEX|DILLIDUR|QUARD|TOOLOX)\d*/],
  [null, /1\.\d{4}|MDF|HDF|HPL|PLY|BIRCH|BIRKE|BOULEAU|ABEDUL|BETULLA/],
  [
    null,
    /PMMA|PVC|POM(?:-?[CH])?|PA(?:6|11|12|46|66|6\.6)(?:-?GF\d*|G)?|PETG?|PE-?HD|HDPE|PE(?:300|500|1000)|PTFE|PEEK|ABS|EPDM|FR4|G10|[CG]F(?:K|RP)/,
  ],
];
const whole = (sources: string) => new RegExp(`^(?:${sources})(?:\\+\\w+)?$`, "i");
const WHOLE_GRADES = GRADES.map(([metal, { source }]) => [metal, whole(source)] as const);
/** Most words are none of them, which is soon said of all together. */
const ANY_GRADE = whole(GRADES.map(([, { source }]) => source).join("|"));

/** Words behind a name that are its grade, temper or finish; a hyphen may stand between them. */
const BEHIND: [name: RegExp, grade: RegExp][] = [
  [/^(?:HARDOX|DOMEX|STRENX|WELDOX|RAEX|DILLIDUR|QUARD|TOOLOX|X?AR)$/i, /^\d{3,4}[A-Z]{0,2}$/i],
  [/^\d{3,4}$/, /^(?:MC|ML|QL?)$/],
  [/^S(?:235|275|355)$/i, /^(?:J[R02]\w*|K2\w*|MC|N)(?:\+\w+)?$/],
  [/^(?:EN-)?AW$|^ALU?$|^ALLUMINIO$|^ALUM/i, /^[1-8]\d{3}[A-Z]?$/i],
  [/^(?:(?:EN-)?AW-?)?[1-8]\d{3}[A-Z]?$|^AL(?:MG|SI|CU|ZN)/i, /^(?:H\d{2,3}|T[3-8]\d{0,3})$/],
  [/^(?:AISI|SAE)$/i, /^10\d\d$/],
  [/^(?:AISI|STAINLESS|STEEL|SS|INOX|RVS|NIRO|EDELSTAHL)$/i, /^(?:[234]\d\d|2205)(?:L|TI)?$/i],
  [/^1\.4\d{3}$|^3\d\dL?$|^V[24]A$/i, /^(?:2B|BA|K\d{2,3})$/i],
  [/^CARBON$/i, /^FIB(?:RE|ER)$/i],
  [/^EN$/i, /^AW(?:-?\d{4}[A-Z]?)?$/i],
  [/^ST$/i, /^(?:37|52)$/],
  [/^PA$/i, /^(?:6|11|12|46|66|6\.6)G?$/i],
  [/^(?:PLYWOOD|PLY|SPERRHOLZ|MULTIPLEX)$/i, /^(?:POPLAR|OAK|BEECH|WALNUT|PINE|PAPPEL|BUCHE|EICHE|KIEFER)$/i],
];
const ANY_NAME = new RegExp(BEHIND.map(([{ source }]) => source).join("|"), "i");

/**
 * Words in the languages of the tables of layers; those with a star may go on. A word that is a plain one in another
 * language is left out (Czech "řez" is a section, Hungarian "réz" copper).
 */
const WORDS: [metal: Metal | null, words: string][] = [
  [
    "light",
    `ALUMIN* ALLUMINIO HLINIK* ALUMIINI АЛЮМИНИ* アルミ 铝 铝板 알루미늄 BRASS MESSING LAITON OTTONE LATON LATAO MOSAZ MOSIADZ SARGAREZ MASSING MESSINKI ALAMA
     PIRINC ЛАТУН* 真鍮 黄铜 황동 COPPER KUPFER CUIVRE COBRE KOPER MIEDZ KOPPAR KOBBER KUPARI BAKIR МЕДЬ 銅 铜 구리 BRONZE BRONZO`,
  ],
  [
    "stainless",
    `STAINLESS* EDELSTAHL* NIRO INOXYDABLE INOXIDABLE INOSSIDABILE RVS NEREZ* NIERDZEWN* ROZSDAMENTES ROSTFRI* RUSTFRI*
     RUOSTUMATON PASLANMAZ INOXIDABIL НЕРЖ* ステンレス 不锈钢 스테인리스`,
  ],
  ["zinc", "GALVA* VERZINKT* ZINCAT* ZINCANNEAL* FORZINKAD FORSINKET POZINK* OCYNK* HORGANYZOTT ОЦИНК*"],
  [
    "steel",
    "STEEL STAHL STAHLBLECH BAUSTAHL FERRO ACIER ACCIAIO ACERO STAAL STAL OCEL ACEL CELIK СТАЛЬ 鋼 鋼板 钢 钢板 강판",
  ],
  [
    null,
    `TITANIUM TITANE TITANIO PLYWOOD SPERRHOLZ* MULTIPLEX* CONTREPLAQUE COMPENSATO CONTRACHAPADO COMPENSADO TRIPLEX PREKLIZK* SKLEJK* RETEGELT
     KRYSSFINER KRYSSFANER PLYFA VANERI KONTRPLAK PLACAJ ФАНЕР* 合板 胶合板 합판 CHIPBOARD SPANPLATTE*
     WOOD HOLZ BOIS LEGNO MADERA MADEIRA DREWNO DREVO ДЕРЕВО
     ACRYL* AKRYL* AKRIL* PLEXI* PERSPEX METACRILAT* ОРГСТЕКЛ* АКРИЛ* アクリル 亚克力 아크릴 POLYCARBON* POLIKARBON* POLICARBON*
     POLYSTYR* POLYPROP* POLYETH* POLIETIL* DIBOND ALUCOBOND CARDBOARD KARTON CARTON CARTONE КАРТОН LEATHER LEDER CUERO
     FELT FILZ FEUTRE FIELTRO FOAM RUBBER GUMMI NEOPREN* SILICONE CORK KORK DELRIN NYLON TRESPA VALCHROMAT HARDBOARD`,
  ],
];
const METALS = new Map(
  WORDS.flatMap(([metal, words]) => words.split(/\s+/).map((word) => [foldName(word), metal] as const)),
);
const STEMS = [...METALS].filter(([word]) => word.endsWith("*"));

/** Words before a material that belong to it, and say none alone. */
const KIND =
  /^(ASTM|MILD|BRIGHT|CARBON|SPRING|TOOL|COLD|HOT|ROLLED|ANODI[SZ]ED|BRUSHED|POPLAR|OAK|BEECH|WALNUT|PINE|BALTIC|FINNISH|CAST)$/i;

/** The metal that a word names; null for another material, and undefined for a word that names none. */
const metalOf = remembering((token: string): Metal | null | undefined => {
  const word = token.replace(/\.$/, "");
  if (ANY_GRADE.test(word)) return WHOLE_GRADES.find(([, pattern]) => pattern.test(word))![0];
  const folded = foldName(word);
  const whole = METALS.get(folded);
  return whole !== undefined ? whole : STEMS.find(([stem]) => folded.startsWith(stem.slice(0, -1)))?.[1];
});

const isMaterial = (word: string) => metalOf(word) !== undefined;

/**
 * Where the material ends that begins with this token, in all its words: `mild steel`, `Hardox 400`; the start where
 * none does.
 */
export function materialEnd(tokens: readonly string[], start: number): number {
  let end = start;
  for (let i = start; i < tokens.length; i++) {
    if (isMaterial(tokens[i]!) || (i > start && isBehind(tokens[i - 1]!, tokens[i]!))) end = i + 1;
    else if (!KIND.test(tokens[i]!) && !isBehind(tokens[i]!, tokens[i + 1] ?? "")) break;
  }
  return end;
}

function isBehind(name: string, token: string): boolean {
  return ANY_NAME.test(name) && BEHIND.some(([names, grade]) => names.test(name) && grade.test(token));
}

/** The words of what is written between blanks: hyphens part them, but for those within a grade such as POM-C. */
export function wordsOf(written: string): string[] {
  if (!written.includes("-")) return written === "" ? [] : apart(written);
  const pieces = written.split("-").filter((piece) => piece !== "");
  const words: string[] = [];
  for (let at = 0; at < pieces.length; ) {
    let end = pieces.length;
    while (end > at + 1 && !ANY_GRADE.test(pieces.slice(at, end).join("-"))) end--;
    words.push(pieces.slice(at, end).join("-"));
    at = end;
  }
  return words.flatMap(apart);
}

/** `3mmSteel`, `alu3mm` and `304不锈钢` are a size or a number and a material; any other token is itself. */
function apart(token: string): string[] {
  const [, before, size, behind] =
    /^(\p{L}*?)(\d+(?:\.\d+)?mm|(?<!\p{L})\d{3}L?(?=[^\0-\u2E7F]))(\p{L}*)$/iu.exec(token) ?? [];
  if (size === undefined) return [token];
  if (before && behind === "" && isMaterial(before)) return [before, size];
  return behind && before === "" && isMaterial(behind) ? [size, behind] : [token];
}

/** Weight of a square foot (lb), from 3 gauge on. */
const WEIGHTS = [
  10, 9.375, 8.75, 8.125, 7.5, 6.875, 6.25, 5.625, 5, 4.375, 3.75, 3.125, 2.8125, 2.5, 2.25, 2, 1.75, 1.5,
  1.375, 1.25, 1.125, 1, 0.875, 0.75, 0.6875, 0.625, 0.5625, 0.5,
];
const FIRST = 3;
const INCH = 25.4;

/**
 * How thick a sheet of so many gauge is, in millimetres to a hundredth; null where the metal is not known or has no
 * such gauge.
 *
 * Gauges of steel name the weight of a square foot, in pounds (Act of Congress of 3 March 1893): stainless steel is taken
 * for 40 pounds to an inch of thickness, plain steel for 41.82 (manufacturers' standard gauge), and a coat of zinc weighs
 * two and a half ounces more. Other metals go by the ratio of Brown and Sharpe (ASTM B258).
 */
export function thicknessOf(gauge: number, material: string): number | null {
  const metals = material.split(/\s+/).map(metalOf);
  const is = (metal: Metal) => metals.includes(metal);
  const weight = WEIGHTS[gauge - FIRST];
  if (is("light")) return inHundredths(0.005 * 92 ** ((36 - gauge) / 39));
  if (weight === undefined) return null;
  if (is("stainless")) return inHundredths(weight / 40);
  if (is("zinc")) return inHundredths((weight + 2.5 / 16) / 41.82);
  return is("steel") ? inHundredths(weight / 41.82) : null;
}

function inHundredths(inches: number): number {
  return Math.round(100 * INCH * inches) / 100;
}
