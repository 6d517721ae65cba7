/**
 * What does a name of a layer or block say in the languages of the trade? One table of words that is easy to extend:
 * English, German, French, Italian, Spanish, Portuguese, Dutch, Czech and Slovak, Polish, Hungarian, Swedish, Danish and
 * Norwegian, Finnish, Romanian and Croatian, Russian and Ukrainian, Turkish, Japanese, Chinese, Korean; and whole names
 * that CAD programs write into flat patterns.
 */
import type { LayerRole } from "../../contract/read-options.ts";

/** What a name may tell: a role, or that it belongs to a frame or title block, or that nobody can say. */
export type Meaning = LayerRole | "frame" | "unclear";

export interface NameEvidence {
  meaning: Meaning;
  /** 12 for what a program writes, 6 for a whole word, 4 for one that merely begins so. */
  points: number;
}

/** Whole names first, as programs write them. `-0` of SolidWorks and `AM_0` of AutoCAD Mechanical are outlines. */
const NAMES: [meaning: Meaning, name: RegExp][] = [
  ["cut", /^(IV_(OUTER_PROFILE|INTERIOR_PROFILES|FEATURE_PROFILES)|OUTER_PROFILES?|INTERIOR_PROFILES?)$/],
  ["cut", /^(SHEETMETAL_CUT_LINES|OUTER_LOOP|INTERIOR_LOOPS?|SLD-0|AM_[012]N?|VISIBLE \((ISO|ANSI|DIN)\))$/],
  ["bend", /^(IV_BEND(_DOWN)?|IV_ROLL|SHEETMETAL_BEND_LINES_(UP|DOWN)|(UP|DOWN)_CENTERLINES)$/],
  ["extent", /^(IV_TANGENT|IV_ROLL_TANGENT|BEND_EXTENT|SHEETMETAL_BEND_TANGENT_LI\w*)$/],
  ["construction", /^IV_(ARC_CENTERS|TOOL_CENTER(_DOWN)?|ALTREP_(FRONT|BACK)|UNCONSUMED_\w+)$/],
  ["construction", /^(DEFPOINTS|AM_([3-9]|1[01])N?|(HIDDEN|CENTERLINE|DIMENSION|SYMBOL)( LINE)? \(.*\))$/],
  ["engrave", /^IV_FEATURE_PROFILES_DOWN$/],
  // The boundary in our own exports, and in others': the stock that parts are cut from.
  [
    "frame",
    /^(SHEET|STOCK|DEFECT|(BORDER|TITLE) \(.*\)|(FRAME|BORDER|TITLE|TITLE.?BLOCK|RAM)([_\-\s.]?\d+)?)$/,
  ],
];

/** First match wins: the word that narrows goes before the one that it narrows. A star stands for any ending. */
const WORDS: [meaning: Meaning, words: string][] = [
  ["extent", "EXTENT EXTENTS TANGENT TANGENTS"],
  [
    "construction",
    `DIM DIMS DIMENSION* TEXT TEXTS NOTE NOTES ANNOT* LABEL* REMARK* COMMENT* DEFPOINTS ALTREP UNCONSUMED
     AXIS AXES CENTERLINE* CENTRELINE* CENTER CENTERS CENTRE CENTRES HIDDEN CONSTR CONSTRUCT CONSTRUCTION* GUIDE GUIDES GUIDELINE* REFERENCE* PHANTOM
     BEMASS* MASSE MASSLINIE* MASSTEXT* MASSZAHL* NOTIZ* ANMERK* HINWEIS* BEMERK* KOMMENT* ACHS* MITTELLINIE* HILFS* VERDECKT* KONSTRUKTION*
     COTE COTES COTATION* TEXTE TEXTES REMARQUE* AXE CACHE* MASQUE* ASSE ASSI COSTRUZIONE NASCOST* QUOTE QUOTATURA TESTO TESTI NOTA
     EJE* OCULT* CONSTRUCCION AUXILIAR* COTA COTAS ACOTACION* MEDIDA* NOTAS COMENTARIO* TEXTO* EIXO*
     HARTLIJN* HART AS ASSEN HULP* VERBORGEN MAAT MATEN MAATVOERING OPMERK* TEKST*
     OSA OSY SKRYT* POMOC* KOTA KOTY KOTOV* POZNAM* TEXTY OS OSIE OSIOW* UKRYT* WYMIAR* OPIS OPISY UWAGI
     TENGELY* KOZEPVONAL* SEGED* TAKART* REJTETT MEGJEGYZ* MERET* SZOVEG SZOVEGEK FELIRAT*
     MITTLINJE* CENTRUM* SENTER* HJALP* HJAELP* HJELP* ANTECKN* SKJULT* DOLD* MATT MAL
     KESKI* APU* PIILO* MITTA* MITAT MITOITUS TEKSTI* HUOMAUTUS* KOTE OSI OSNIC* NAPOMEN* KESEN EKSEN* GIZLI YARDIMCI OLCU* YAZI METIN NOTLAR
     ОСЬ ОСИ ОСЕВ* ВСПОМ* СКРЫТ* НЕВИД* РАЗМЕР* ТЕКСТ* ПРИМЕЧ*
     中心線 中心线 隠れ線 隐藏 補助 辅助 중심선 寸法 文字 注記 備考 备注 尺寸 标注 文本 치수 문자`,
  ],
  [
    "engrave",
    `ENGRAV* ETCH* SCRIB* MARK MARKS MARKING* SCORE SCORES SCORING RASTER PUNCH GRAVUR* GRAVIER* MARKIER* ANREISS* KORNER* KOERNER*
     BESCHRIFT* GRAVER* MARQUAGE* POINTAGE* INCISION* MARCATURA* BULINATURA* TRACCIATURA* GRABAD* MARCAD*
     GRAVACAO GRAVAR MARCACAO GRAVEER* MARKEER* MARKEREN MARKERING* GRAVIR* ZNACEN* POPIS POPISY GRAWER* TRASOW* ZNAKOW* JELOL* KARC* RITS*
     KAIVER* MERKINT* ГРАВ* МАРКИР* РАЗМЕТ* KAZIMA* MARKALAMA* 刻印 彫刻 ケガキ 刻字 雕刻 标记 각인`,
  ],
  [
    "bend",
    `BEND BENDS BENDING BENDLINE* FOLD FOLDS FOLDING FOLDLINE* CREASE* ROLL BIEG* KANTLINIE* FALZ* ABKANT* RILL*
     PLI PLIS PLIAGE* PLIER PLIURE* RAINAGE* PIEG* CORDONATURA* PLEGAD* PLIEGUE* DOBLE DOBLES DOBLEZ* DOBRA* QUINAGEM VINCO
     BUIG* ZET ZETLIJN* VOUW* RIL OHYB* OHNUT* GIECI* ZAGIEC* HAJLIT* ELHAJL* BOCK BOCKNING* BOCKLINJE* VIKNING* VIKLINJE* BUK BUKK* BOJNING* KNAEK*
     TAIVUT* INDOI* SAVIJ* СГИБ* ГИБ* ЗГИН* GIB SGIB* BUKUM* KATLAMA* 曲げ 折り 折弯 弯曲 折线 벤딩 절곡`,
  ],
  [
    "frame",
    `TITLEBLOCK* PAPERSIZE LEGEND RAHMEN BLATTRAHMEN* ZEICHNUNGSRAHMEN* SCHRIFTFELD* PLANKOPF STUCKLISTE CADRE CARTOUCHE* FEUILLE CARTIGLIO* SQUADRATURA
     CORNICE FOGLIO MARCO CAJETIN* ROTULO* FORMATO MOLDURA CARIMBO LEGENDA LEYENDA KADER TITELBLOK* TITELHOEK* ONDERHOEK RAMECEK RAZITKO ROHOVE
     RAMKA TABELKA ARKUSZ KERET SZOVEGMEZO* FEJLEC RAMME RITRAM* RITHUVUD* NAMNRUTA* TITELFELT* STEMPEL KEHYS OTSIKKO* OTSIKKOTAULU CHENAR INDICATOR OKVIR SASTAVNICA
     РАМКА ШТАМП* CERCEVE ANTET 図枠 表題欄 图框 标题栏 도면틀 표제란`,
  ],
  // Cut or bend, hole or thread: the word stands for either.
  [
    "unclear",
    "KANTEN KANTE DRILL DRILLS DRILLING BOHRUNG BOHRUNGEN THREAD THREADS TAP TAPS GEWINDE TARAUDAGE FILETTATURA",
  ],
  [
    "cut",
    `CUT CUTS CUTTING CUTOUT* OUTLINE* CONTOUR* PROFILE* OUTER INNER HOLE HOLES SCHNITT* SCHNEID* KONTUR* AUSSEN* INNEN* LOCH*
     DECOUP* COUPE* TAGLIO* CONTORNO* FORI CORTE* SNIJ* REZ REZAN* OBRYS VYREZ* CIECI* OTWOR* VAG VAGAS* SKAR* SKJAER* KLIPP*
     LEIKKA* TAIERE DECUPARE РЕЗ РЕЗКА КОНТУР* KESIM* 切断 外形 穴 切割 轮廓 절단 외곽`,
  ],
];

/** Letters that are no letter with a mark. */
const LETTERS: Record<string, string> = {
  ß: "SS",
  Ł: "L",
  Ø: "O",
  Æ: "AE",
  Đ: "D",
  ı: "I",
  Œ: "OE",
  Þ: "TH",
};
const MARKS = /\p{Mn}/gu;
const EAST_ASIAN = /[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]/;
/** So many letters leave room for one that is wrong. */
const LONG = 6;
/** Axis and dimension in some languages, and plain words in others: they count where nothing stands beside them. */
const LONE = new Set(["AS", "OS", "MAL", "RAM"]);

interface Word {
  meaning: Meaning;
  /** Rank of its role: of several words the least wins. */
  rank: number;
  text: string;
  open: boolean;
}

const TABLE: Word[] = WORDS.flatMap(([meaning, words], rank) =>
  words.split(/\s+/).map((word) => ({
    meaning,
    rank,
    text: foldName(word.replace("*", "")),
    open: word.endsWith("*"),
  })),
);
const WHOLE = new Map(TABLE.map((word) => [word.text, word]));
const OPEN = TABLE.filter(({ open }) => open);
const SYMBOLS = TABLE.filter(({ text }) => EAST_ASIAN.test(text));

/** In capitals, without marks; letters of Korean, which marks take apart, whole again. */
export function foldName(name: string): string {
  const capitals = name.replaceAll("ß", "SS").replaceAll("ı", "I").toUpperCase();
  return capitals
    .normalize("NFD")
    .replace(MARKS, "")
    .normalize("NFC")
    .replace(/[ŁØÆĐŒÞ]/g, (letter) => LETTERS[letter]!);
}

/** Words of a name, in capitals and without marks; capitals amid small letters begin a word, digits end one. */
export function tokensOf(name: string): string[] {
  const spaced = name.replace(/([\p{Ll}])([\p{Lu}])/gu, "$1 $2").replace(/\d+/g, " ");
  return foldName(spaced)
    .split(/[^\p{L}]+/u)
    .filter((token) => token !== "");
}

/** What a name says, or null. */
export function meaningOf(name: string): NameEvidence | null {
  const whole = foldName(name.trim());
  const known = NAMES.find(([, pattern]) => pattern.test(whole));
  if (known) return { meaning: known[0], points: 12 };
  let best: { word: Word; points: number } | null = null;
  const offer = (word: Word | undefined, points: number) => {
    if (!word) return;
    // What stands for either says less than any word of what it may stand for.
    const even = points === best?.points || (best && [word.meaning, best.word.meaning].includes("unclear"));
    if (best === null || (even ? word.rank < best.word.rank : points > best.points)) best = { word, points };
  };
  if (EAST_ASIAN.test(whole)) for (const word of SYMBOLS) if (whole.includes(word.text)) offer(word, 6);
  // Camel case may be a name of its own (BendLine), and so may the whole: both ways to read it count.
  const tokens = new Set([...tokensOf(name), ...tokensOf(whole)]);
  for (const token of tokens) {
    if (LONE.has(token) && tokens.size > 1) continue;
    offer(WHOLE.get(token), 6);
    for (const word of OPEN) if (token.startsWith(word.text)) offer(word, 4);
    if (token.length >= LONG) for (const word of TABLE) if (isNearly(token, word.text)) offer(word, 4);
  }
  const found = best as { word: Word; points: number } | null;
  return found && { meaning: found.word.meaning, points: found.points };
}

/** Whether one letter more, less or another makes the word: not its plural, which may be another word. */
function isNearly(token: string, word: string): boolean {
  if (word.length < LONG || Math.abs(token.length - word.length) > 1) return false;
  let start = 0;
  while (start < token.length && start < word.length && token[start] === word[start]) start++;
  if (start < LONG - 2) return false;
  const rest = (text: string, longer: boolean) => text.slice(start + (longer ? 1 : 0));
  const difference = token.length - word.length;
  return rest(token, difference >= 0) === rest(word, difference <= 0);
}
