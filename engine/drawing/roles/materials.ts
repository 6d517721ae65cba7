/** Which words of a name or a text say what a part is cut from: grades, and what trade and shop call sheets. */
import { foldName } from "./words.ts";

/** Grades and abbreviations, as they stand in lists and on layers. */
const GRADE =
  /^(S(?:235|275|355)(?:J[R02])?|DC0[1-6]|DX5[1-4]D|ST37|1\.\d{4}|V[24]A|304L?|316L?|SS|INOX|MS|A36|CR4|CRS|HRS|GALV|GI|VERZ|ZINTEC|VAS|AL|ALU|ALMG\d|5754|6061|6082|AW-?\d{4}|CORTEN|HARDOX\d*|CU|MDF|HDF|HPL|PLY|BIRCH|PMMA|PVC|POM|PETG|HDPE)$/i;

/**
 * Words in the languages of the tables of layers; those with a star may go on. A word that is a plain one in another
 * language is left out (Czech "řez" is a section, Hungarian "réz" copper).
 */
const WORDS = `
  STEEL STAHL STAHLBLECH ACIER ACCIAIO ACERO STAAL STAL OCEL ACEL CELIK СТАЛЬ 鋼 鋼板 钢 钢板 강판
  STAINLESS* EDELSTAHL* NIRO INOXYDABLE INOXIDABLE INOSSIDABILE RVS NEREZ* NIERDZEWN* ROZSDAMENTES ROSTFRI* RUSTFRI*
  RUOSTUMATON PASLANMAZ INOXIDABIL НЕРЖ* ステンレス 不锈钢 스테인리스
  GALVANI* GALVA VERZINKT* ZINCATO FORZINKAD FORSINKET POZINK* OCYNK* HORGANYZOTT ОЦИНК*
  ALUMIN* ALLUMINIO HLINIK* ALUMIINI АЛЮМИНИ* アルミ 铝 铝板 알루미늄
  BRASS MESSING LAITON OTTONE LATON LATAO MOSAZ MOSIADZ SARGAREZ MASSING MESSINKI ALAMA PIRINC ЛАТУН* 真鍮 黄铜 황동
  COPPER KUPFER CUIVRE COBRE KOPER MIEDZ KOPPAR KOBBER KUPARI BAKIR МЕДЬ 銅 铜 구리 BRONZE BRONZO TITANIUM TITANE TITANIO
  PLYWOOD SPERRHOLZ* MULTIPLEX* CONTREPLAQUE COMPENSATO CONTRACHAPADO COMPENSADO TRIPLEX PREKLIZK* SKLEJK* RETEGELT
  KRYSSFINER KRYSSFANER PLYFA VANERI KONTRPLAK PLACAJ ФАНЕР* 合板 胶合板 합판 CHIPBOARD SPANPLATTE*
  WOOD HOLZ BOIS LEGNO MADERA MADEIRA DREWNO DREVO ДЕРЕВО
  ACRYL* AKRYL* AKRIL* PLEXI* PERSPEX METACRILAT* ОРГСТЕКЛ* АКРИЛ* アクリル 亚克力 아크릴 POLYCARBON* POLIKARBON* POLICARBON*
  POLYSTYR* POLYPROP* POLYETH* POLIETIL* DIBOND ALUCOBOND CARDBOARD KARTON CARTON CARTONE КАРТОН LEATHER LEDER CUERO
  FELT FILZ FEUTRE FIELTRO FOAM RUBBER GUMMI`
  .trim()
  .split(/\s+/);
const WHOLE = new Set(WORDS.filter((word) => !word.endsWith("*")));
const STEMS = WORDS.filter((word) => word.endsWith("*")).map((word) => word.slice(0, -1));

/** What stands before a material and belongs to it, and says none alone. */
const KIND =
  /^(MILD|CARBON|SPRING|TOOL|COLD|HOT|ROLLED|ANODI[SZ]ED|BRUSHED|POPLAR|OAK|BEECH|WALNUT|PINE|CAST)$/i;

export function isMaterial(token: string): boolean {
  if (GRADE.test(token)) return true;
  const folded = foldName(token);
  return WHOLE.has(folded) || STEMS.some((stem) => folded.startsWith(stem));
}

/** The material that begins with this token, in all its words: `mild steel`, `acier inox`, `stainless 304`; or null. */
export function materialAt(tokens: readonly string[], start: number): string | null {
  let end = start;
  for (let i = start; i < tokens.length; i++) {
    if (isMaterial(tokens[i]!)) end = i + 1;
    else if (!KIND.test(tokens[i]!)) break;
  }
  return end === start ? null : tokens.slice(start, end).join(" ");
}

/** `3mmSteel` and `alu3mm` are a thickness and a material; any other token is itself. */
export function apart(token: string): string[] {
  const [, before, size, behind] = /^(\p{L}*?)(\d+(?:\.\d+)?mm)(\p{L}*)$/iu.exec(token) ?? [];
  if (size === undefined) return [token];
  if (before && behind === "" && isMaterial(before)) return [before, size];
  return behind && before === "" && isMaterial(behind) ? [size, behind] : [token];
}
