/**
 * Meanings of names of layers and blocks in the languages of the trade. One table of words that is easy to extend:
 * English, German, French, Italian, Spanish, Portuguese, Dutch, Czech and Slovak, Polish, Hungarian, Swedish, Danish and
 * Norwegian, Finnish, Romanian, Croatian and Slovenian, Russian, Ukrainian and Bulgarian, Greek, Estonian, Latvian and
 * Lithuanian, Turkish, Japanese, Chinese, Korean; and whole names that CAD programs write into flat patterns.
 */
import type { LayerRole } from "../../../base/contract/read-options.ts";

/** Meaning of a name: a role, a frame or title block, a lead into a cut, or none that anybody can tell. */
export type Meaning = LayerRole | "frame" | "lead" | "unclear";

export interface NameEvidence {
  meaning: Meaning;
  /** 12 for what a program writes, 6 for a whole word, 5 for one that describes another word, 4 for one that merely begins so. */
  points: number;
}

/** Whole names first, as programs write them. `-0` of SolidWorks and `AM_0` of AutoCAD Mechanical are outlines. */
const NAMES: [meaning: Meaning, name: RegExp][] = [
  ["cut", /^(IV_(OUTER_PROFILE|INTERIOR_PROFILES)|OUTER_PROFILES?|INTERIOR_PROFILES?)$/],
  [
    "cut",
    /^(SHEETMETAL_CUT_LINES|OUTER_LOOP|INTERIOR_LOOPS?|SLD-0|EDGE\.?CUTS|AM_[012]N?|VISIBLE \((ISO|ANSI|DIN)\))$/,
  ],
  ["bend", /^(IV_BEND(_DOWN)?|IV_ROLL|SHEETMETAL_BEND_LINES_(UP|DOWN)|(UP|DOWN)_CENTERLINES)$/],
  ["extent", /^(IV_TANGENT|IV_ROLL_TANGENT|BEND_EXTENT|SHEETMETAL_BEND_TANGENT_LI\w*)$/],
  ["construction", /^IV_(ARC_CENTERS|TOOL_CENTER(_DOWN)?|ALTREP_(FRONT|BACK)|UNCONSUMED_\w+)$/],
  ["construction", /^(DEFPOINTS|AM_([3-9]|1[01])N?|(HIDDEN|CENTERLINE|DIMENSION|SYMBOL)( LINE)? \(.*\))$/],
  [
    "construction",
    /^([BF]\.(CU|FAB|CRTYD|COURTYARD|MASK|PASTE|ADHES(IVE)?)|IN\d+\.CU|(DWGS|CMTS|ECO[12])\.USER|USER\.(DRAWINGS|COMMENTS|ECO[12]|\d+))$/,
  ],
  // Inventor's are edges of what is formed, and no outline.
  ["engrave", /^(IV_FEATURE_PROFILES(_DOWN)?|[BF]\.SILK(S|SCREEN))$/],
  // The layer MARK of our own exports, which have ENGRAVE beside it.
  ["mark", /^MARK$/],
  ["lead", /(^|[^A-Z])LEAD[_\-\s.]?(IN|OUT)S?([^A-Z]|$)|^LEADS?$|^(AN|AB)FAHR(T|WEG)E?N?$/],
  // The boundary in our own exports, and in others': the stock that parts are cut from.
  [
    "frame",
    /^(SHEET|STOCK|DEFECT|(BORDER|TITLE)( - [^(]*)? \(.*\)|(FRAME|BORDER|TITLE|TITLE.?BLOCK|RAM|SVG.?FRAME|PAGE|PAGE.?(FRAME|BORDER)|ARTBOARD)([_\-\s.]?\d+)?)$/,
  ],
];

/** Words with a role, the one that narrows before the one that it narrows. A star stands for any ending. */
const WORDS: [meaning: Meaning, words: string][] = [
  ["extent", "EXTENT TANGENT"],
  // Lines that somebody has said not to cut, and lines that another machine makes.
  [
    "construction",
    `NOCUT NOTCUT NOTTOCUT DONOT DONOTCUT* KEEPOUT* EDGEBAND* BOUNDINGBOX* BBOX NICHTSCHNEIDEN IGNORE IGNORED IGNORIER* COUNTERSINK* COUNTERSUNK CSK CSINK COUNTERBORE* CBORE SENKUNG* SENKEN SENKLOCH* ANSENK*
     PITCHCIRCLE* PITCHDIAMETER* BOLTCIRCLE* PCD TEILKREIS* LOCHKREIS* EMBOSS* DEBOSS* FOILSTAMP* HOTFOIL* PRAGUNG* PRAEGUNG* GAUFRAGE* GOFFRATUR* VARNISH VARNISHFREE INKFREE
     GLUE GLUEAREA* GLUING LEIM LEIMUNG KLEBEFLACH* BLEED FONDPERDU SANGRADO ABBONDANZ* SAFEAREA SAFEZONE SAFETYLINE CROPMARK* REGMARK* REGISTRATIONMARK* PASSERMARK* GRAINLINE* GRAINDIRECTION
     FADENLAUF* DROITFIL* DRITTOFILO`,
  ],
  // Dimensions, and other texts that nothing engraves.
  [
    "construction",
    `DIM DIMENSION* BENDTABLE* CENTERMARK* CENTREMARK* BEMASS* MASS MASSE MASSTEXT* MASSZAHL* MASSHILF* COTE COTATION* QUOTA QUOTE QUOTATURA COTA ACOTACION* MEDIDA*
     MAAT MATEN MAATVOERING BEMATING KOTA KOTY KOTOV* WYMIAR* MERET* MATT MATTSATT* MAL MALSAET* MITTA* MITAT MITOITUS KOTE OLCU* РАЗМЕР* ОРАЗМЕР* ΔΙΑΣΤΑΣ*
     MOODUD IZMER* MATMEN* 寸法 尺寸 标注 標註 치수`,
  ],
  [
    "engrave",
    `ENGRAV* ETCH* ATZUNG* AETZ* SCRIB* MARK MARKING* POPMARK* PUNCHMARK* HARDSTAMP* SCORE SCORING RASTER PUNCH GRAVUR* GRAVIER* MARKIER* ANREISS* ANRISS* KORNER* KORNUNG*
     BESCHRIFT* GRAVER* MARQUAGE* MARQUER* MARQUE POINTAGE* INCISION* MARCATURA* BULINATURA* TRACCIATURA* GRABAD* MARCAD*
     GRAVACAO GRAVAR MARCACAO GRAVEER* MARKEER* MARKEREN MARKERING* GRAVIR* GRAVYR* ZNACEN* POPIS POPISY GRAWER* TRASOW* ZNAKOW* JELOL* KARC* RITS*
     SILK* SERIGRAPH* SERIGRAF* SIEBDRUCK* ZEEFDRUK* SITODRUK* SITOTISK* ARTWORK シルク 丝印
     HALFCUT* KISSCUT* PARTIALCUT* VSCORE RITZ RITZEN ANRITZ* HALBSCHNITT* ANSTANZ* MICHAIR DEMICHAIR DEMICOUPE MEZZOTAGLIO SEMITAGLIO MEDIOCORTE SEMICORTE MEIOCORTE NACINAN* RICEL*
     НАДСЕЧ* ПОЛУРЕЗ* YARIMKESIM* ハーフカット 半切 半刀 반칼 STITCHLINE* SEWLINE* SEWINGLINE* SEAMLINE* NAHTLINIE*
     KAIVER* MERKINT* MERKINN* ГРАВ* МАРКИР* РАЗМЕТ* ΧΑΡΑΞ* KAZIMA* MARKALAMA* ISARETLEME* OZNACAV* 刻印 彫刻 ケガキ 刻字 刻線 雕刻 标记 罫書 각인 마킹`,
  ],
  // Milled, and not through: the word also names parts.
  [
    "engrave",
    "POCKET POCKETING RECESS RECESSES HALFMILL* BLINDHOLE* SACKLOCH* TASCHE TASCHEN REBATE REBATES RABBET* FEUILLURE* VCARVE VCARVING VCUT VGROOVE* GROOVE DADO VNUT V槽",
  ],
  [
    "construction",
    `TEXT TEXTER ANNTEXT* NOTE ANNOT* LEADER CALLOUT* BALLOON BOM WELDSYMBOL* SECTIONLINE* VIEWPORT* VPORT LABEL* REMARK* COMMENT* DEFPOINTS ALTREP UNCONSUMED NOTIZ* ANMERK* HINWEIS* BEMERK* KOMMENT* TEXTE REMARQUE*
     TESTO TESTI NOTA COMENTARIO* ANOTAC* TEXTO* OPMERK* TEKST* POZNAM* TEXTY OPIS OPISY UWAGI MEGJEGYZ* SZOVEG SZOVEGEK FELIRAT* ANTECKN* TEKSTI*
     HUOMAUTUS* NAPOMEN* YAZI YAZILAR METIN NOTLAR ТЕКСТ* ПРИМЕЧ* ΚΕΙΜΕΝ* 文字 注記 備考 备注 文本 문자`,
  ],
  [
    "bend",
    `BEND BENDING BENDLINE FOLD FOLDING FOLDLINE CREAS* ROLL BIEG* KANTLIN* KANTLIJN* KNICK FALZ* FALT* ABKANT* RILL*
     PLI PLIAGE* PLIURE* RAINAGE* RAINURAGE* REFOULAGE* PIEG* CORDONAT* PLEGAD* PLIEGUE* DOBLE DOBLEZ* DOBLAD* DOBRA* QUINAGEM VINCO VINCAGEM HENDID* MOUNTAIN VALLEY BERGFALT* BERGFALZ* TALFALT* TALFALZ*
     BUIG* ZET VOUW* RIL OHYB* OHNUT* GIECI* ZAGIEC* HAJLIT* ELHAJL* HAJTAS* BOCK BOCKNING* VIK VIKNING* BUK BUKK* BOJNING* BOJELIN* BOYELIN* BOYNING* KNAEK* KNEKK*
     TAIVUT* TAITE TAITOS TAITTO* INDOI* SAVIJ* UPOGIB* СГИБ* ГИБ* ЗГИН* ОГЪВ* GIB SGIB* ΚΑΜΨ* PAINUT* LOCISAN* LENKIM* BUKUM* BUKME* KATLAMA*
     BIGI BIGOW* BIGOV* BIGELES* BIGNING* BIGUIRE* BIGANJE* RYHOV* NUUTTAU* PILYAJ* БИГ БИГОВ* ФАЛЬЦ*
     曲げ 折り 折れ線 折弯 弯折 弯曲 折线 折彎 彎曲 山折 谷折 山線 谷線 スジ押し 筋押し 压痕 压线 壓痕 折痕 벤딩 절곡 접기 접는선 오시`,
  ],
  // Axes, hidden edges, help and hatching: the axis of a bend is where it is bent.
  [
    "construction",
    `AXIS AXES CENTER CENTERLINE CENTRE HIDDEN CONSTR CONSTRUCT CONSTRUCTION* GUIDE REFERENCE* PHANTOM AUX AUXILIARY HATCH HATCHES HATCHING
     ACHS* MITTELLINIE* MITTELACHS* SYMMETRI* SIMMETRI* SYMETRI* SIMETRI* SZIMMETRI* HILFS* VERDECKT* UNSICHTBAR* KONSTRUKTION* SCHRAFF* AXE AXA CACHE* MASQUE* HACHUR* ASSE ASSI MEZZERIA CAMPITUR* COSTRUZIONE NASCOST* TRATTEGG*
     EJE* OCULT* SOMBREAD* RAYADO CONSTRUCCION AUXILIAR* EIXO* HART AS ASSEN HULP* ARCERING* SIMETRAL* VERBORGEN OSA OSY OSOV* SKRYT* ISPREKID* POMOC* SRAF* OS OSIE OSIOW* UKRYT* KRESKOW*
     TENGELY* KOZEPVONAL* SEGED* TAKART* REJTETT MITTLINJE* CENTRUM* SENTER* HJALP* HJAELP* HJELP* SKJULT* DOLD* KESKI* APU* PIILO* OSI OSNIC* KESEN EKSEN* ASYS ASIS TELJED TELGJOON*
     GIZLI TARAMA* YARDIMCI AJUTAT* ОСЬ ОСИ ОСЕВ* ВСПОМ* СКРЫТ* НЕВИД* ШТРИХ* ΑΞΟΝ* 中心線 中心线 隠れ線 かくれ線 隐藏 虚线 対称 引出 補助 辅助 중심선 숨은선 ハッチング 填充 해칭`,
  ],
  [
    "frame",
    `REMNANT* RESTBLECH* RESTTAFEL* RESTPLATTE* SHEETOUTLINE* SHEETBOUNDAR* SHEETEDGE* RAWSHEET* ROHTAFEL* ROHBLECH* WORKAREA* WORKSPACE* ARBEITSBEREICH*
     TITLEBLOCK* DRAWINGFRAME* DRAWINGBORDER* SHEETBORDER* PAPERSIZE LEGEND RAHMEN BLATTRAHMEN* ZEICHNUNGSRAHMEN* SCHRIFTFELD* SCHRIFTKOPF* ZEICHNUNGSKOPF* PLANKOPF STUCKLISTE* CADRE CARTOUCHE* NOMENCLATUR* FEUILLE CARTIGLIO* SQUADRATURA
     CORNICE FOGLIO MARCO CAJETIN* ROTULO* FORMATO MOLDURA CARIMBO LEGENDA LEYENDA KADER TEKENINGKADER* TITELBLOK* TITELHOEK* ONDERHOEK STUKLIJST* RAMECEK RAZITKO POPISOVE ROHOVE KUSOVNIK*
     RAMKA TABELKA ARKUSZ KERET SZOVEGMEZO* FEJLEC DARABJEGYZEK* RAMME RITRAM* RITNINGSRAM* RITHUVUD* NAMNRUTA* TITELFELT* TITTELFELT* STEMPEL STYCKLISTA* STYKLISTE* KEHYS OTSIKKO* OSALUETTELO CHENAR INDICATOR OKVIR SASTAVNICA
     РАМКА ШТАМП* ОСНОВНАЯНАДПИСЬ СПЕЦИФИКАЦ* CERCEVE ANTET 図枠 表題欄 图框 标题栏 明细栏 明細 標題欄 도면틀 표제란`,
  ],
  [
    "cut",
    `CUT CUTTING CUTOUT* RITZEL OUTLINE* CONTOUR* PROFILE* OUTER INNER HOLE SCHNITT* SCHNEID* KONTUR* AUSSEN* INNEN* LOCH*
     DECOUP* COUPE* TAGLIO* CONTORNO* FORI CORTE* SNIJ* REZ REZAN* OBRYS VYREZ* CIECI* OTWOR* VAG VAGAS* SKAR* SKJAER* KLIPP*
     LEIKKA* TAIERE DECUPARE РЕЗ РЕЗКА КОНТУР* KESIM* 切断 外形 穴 切割 轮廓 절단 외곽`,
  ],
  // Cut or bend, hole or thread: the word stands for either, and says less than any other word.
  ["unclear", "KANTEN KANTE DRILL DRILLING BOHRUNG BOHRUNGEN THREAD TAP GEWINDE TARAUDAGE FILETTATURA"],
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
export const EAST_ASIAN = /[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]/;
/** So many letters leave room for one that is wrong. */
const LONG = 6;
/** Points of a word that describes another one. */
const DESCRIBES = 5;
/** Shorter words name no thing: sides, units, versions. */
const THING = 4;
/** Words for entities and their places in drawings. */
const DRAWN =
  /^(LINES?|LINIEN?|LIGNES?|LINEAS?|LINEE|LINHAS?|LIJN(EN)?|LINJER?|LINJEN?|CARY|LAYERS?|EBENE|CALQUE|CAPA|LIVELLO|CAMADA|LAAG|GEOMETR\w*|CURVES?|CIRCLES?|ARCS?|POINTS?|EDGES?|SKETCH(ES)?|PATHS?|VECTORS?|OBJECTS?|SHAPES?|MARKS?|VIEWS?|PLANES?|AREAS?|DEPTH|FILL|ONLY|INFO|DATA|STYLE|SYMBOLS?|DOWN|DOWNWARDS|UPWARDS|LEFT|RIGHT|FRONT|BACK|BOTTOM|INSIDE|OUTSIDE|UPPER|LOWER|OBEN|UNTEN|LINKS|RECHTS|VORNE|HINTEN|BLACK|WHITE|GREEN|BLUE|YELLOW|THIN|THICK|VISIBLE|HIDDEN|DEFAULT|STANDARD|COPY|INCH|INCHES|METRIC|ENGLISH|DEUTSCH|KANTEN|FLAT|PATTERN)$/;
/** Words that parts are called by, too, and so no more than words that describe another. */
const VAGUE = new Set([
  "POCKET",
  "TASCHE",
  "TASCHEN",
  "RAHMEN",
  "CADRE",
  "CORNICE",
  "MARCO",
  "KADER",
  "RAMKA",
]);
const VAGUE_NAME = /^(FRAME|BORDER|RAM)/;
/** Words of the trade in some languages, and plain ones elsewhere or in names of parts: they count where they stand alone. */
const LONE = new Set(
  "AS OS MAL RAM MASS COTE GLUE BLEED LEIM VARNISH MOUNTAIN MOUNTAINS VALLEY VALLEYS".split(" "),
);

interface LayerWord {
  meaning: Meaning;
  /** Rank of its role: of several words the least wins. */
  rank: number;
  text: string;
  open: boolean;
}

const TABLE: LayerWord[] = WORDS.flatMap(([meaning, words], rank) =>
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
/** Words that compounds may end in: a frame of a door is no frame around a drawing. */
const HEADS = TABLE.filter(({ meaning, text }) => meaning !== "frame" && text.length >= LONG);
/** Names of the machine, which say nothing. */
const LASER = /^LA[SZ]ER(?=\p{L}{4})/u;
/** Lines in Germanic languages and Finnish, where they are the end of a compound. */
const LINES = /^(\p{L}{3,}?)(?:LINIEN?|LINJER?|LINJEN?|LIJN(?:EN)?|LINES?|LINJAT?|VIIVAT?)$/u;

/** Words that are remembered. */
const MOST_KEPT = 1000;

/** The same answer for a word, which is not worked out again for each text that it stands in. */
export function remembering<Answer>(tell: (word: string) => Answer): (word: string) => Answer {
  const known = new Map<string, Answer>();
  return (word) => {
    const answer = known.get(word);
    if (answer !== undefined || known.has(word)) return answer as Answer;
    if (known.size >= MOST_KEPT) known.clear();
    const told = tell(word);
    known.set(word, told);
    return told;
  };
}

/** In capitals, without marks; letters of Korean, which marks take apart, whole again. */
export function foldName(name: string): string {
  // Most have no others than those of English.
  if (/^[ -~]*$/.test(name)) return name.toUpperCase();
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

/** A depth, behind a word for it or before one, in millimetres; `_` stands for the point where that cannot. */
const DEPTHS = [
  /(?:^|[^A-Z])(?:DEPTH|DEEP|TIEFE|PROFONDEUR|PROFUNDIDAD|PROFONDITA)[\s_=:-]*(\d+(?:[.,_]\d+)?)/,
  /(?:^|[^\d.,])(\d+(?:[.,]\d+)?)\s*(?:MM)?[\s_-]*(?:DEEP|DEPTH|TIEF)/,
];
/** Words for cuts through all of the material, other than a mark on both faces of it. */
const THROUGH =
  /^(?!.*MARK).*(?:^|[^A-Z])(?:DEPTH[\s_-]*F(?:ULL)?|THRU|THROUGH|FULL[\s_-]*DEPTH|DURCHGEHEND)(?![A-Z])/;

/** How deep what is on a layer is made by its name, in millimetres; null where it goes through, or the name does not say. */
export function depthOf(name: string): number | null {
  const folded = foldName(name);
  const depth = DEPTHS.map((pattern) => pattern.exec(folded)?.[1]).find((found) => found !== undefined);
  return depth === undefined ? null : Number(depth.replace(/[,_]/, "."));
}

/** Evidence of a name, or null: the word that narrows the others counts. */
export function layerMeaning(name: string): NameEvidence | null {
  const whole = foldName(name.trim());
  const known = NAMES.find(([, pattern]) => pattern.test(whole));
  if (known) return { meaning: known[0], points: VAGUE_NAME.test(whole) ? DESCRIBES : 12 };
  if (THROUGH.test(whole)) return { meaning: "cut", points: 6 };
  if (depthOf(name) !== null) return { meaning: "engrave", points: 6 };
  const found: Match[] = [];
  if (EAST_ASIAN.test(whole))
    for (const word of SYMBOLS) if (whole.includes(word.text)) found.push({ word, points: 6 });
  const words = tokensOf(name);
  // Camel case may be a name of its own (BendLine), and so may the whole, or two words that others write as one.
  const pairs = words.slice(1).map((word, i) => words[i]! + word);
  const isPlain = (token: string) => words.length > 1 && LONE.has(token);
  const tokens = new Set([...words, ...tokensOf(whole), ...pairs].filter((token) => !isPlain(token)));
  for (const token of tokens) {
    const match = matchOf(token);
    if (match) found.push(match);
  }
  const alike = [...tokens].flatMap((token) =>
    found.length > 0 ? [] : TABLE.filter((word) => isNearly(token, word.text)),
  );
  for (const word of alike) found.push({ word, points: 4 });
  const best = found.sort((p, q) => p.word.rank - q.word.rank || q.points - p.points)[0];
  if (!best) return null;
  const isVague = VAGUE.has(best.word.text) || describesThing(words);
  return { meaning: best.word.meaning, points: isVague ? DESCRIBES : best.points };
}

/**
 * Whether the last of several words, which says what a compound is, is none of the trade and none of drawings: a marker
 * tray is a tray.
 */
function describesThing(words: readonly string[]): boolean {
  const head = words.at(-1)!;
  if (words.length < 2 || head.length < THING || EAST_ASIAN.test(head)) return false;
  return !DRAWN.test(head) && matchOf(head) === null && !TABLE.some(({ text }) => isNearly(head, text));
}

interface Match {
  word: LayerWord;
  points: number;
}

/** Meaning of one word: as it stands, before a word for lines, by its beginning, or by its end as compounds do. */
function matchOf(token: string): Match | null {
  const bare = token.replace(LASER, "");
  const texts = [token, bare, LINES.exec(bare)?.[1] ?? bare];
  const whole = texts.flatMap((text) => WHOLE.get(text) ?? WHOLE.get(text.replace(/S$/, "")) ?? [])[0];
  if (whole) return { word: whole, points: 6 };
  const begun = OPEN.filter(({ text }) => texts.some((token) => token.startsWith(text)));
  const drawn = begun.find(({ text }) => texts.some((token) => DRAWN.test(token.slice(text.length))));
  if (drawn) return { word: drawn, points: 6 };
  const ended = HEADS.filter(({ text }) => token.endsWith(text));
  const word = [...begun, ...ended].sort((p, q) => p.rank - q.rank)[0];
  return word ? { word, points: 4 } : null;
}

/** Whether one letter more, less or another makes the word: not its plural, which may be another word. */
function isNearly(token: string, word: string): boolean {
  if (word.length < LONG || token.length < LONG || Math.abs(token.length - word.length) > 1) return false;
  let start = 0;
  while (start < token.length && start < word.length && token[start] === word[start]) start++;
  // A short word may be another one altogether by one of its first letters.
  if (start < LONG - 2 && word.length < 2 * LONG - 2) return false;
  const rest = (text: string, longer: boolean) => text.slice(start + (longer ? 1 : 0));
  const difference = token.length - word.length;
  return rest(token, difference >= 0) === rest(word, difference <= 0);
}
