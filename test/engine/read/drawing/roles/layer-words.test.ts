/** What names of layers say, as people and programs write them in the languages of the trade: parted, joined and inflected. */
import { describe, expect, it } from "vitest";
import { layerMeaning } from "../../../../../engine/read/drawing/roles/layer-words.ts";

/** A role as a person in a shop would give it. Lines are parted by a stroke. */
const NAMES = {
  bend: `
    Mountain | VALLEY | Mountain Lines | Bergfalte | Talfalz | Rainurage | Refoulage | Cordonatore | Hendidos | Vincagem | BIGI | Bigowanie
    Bigování | Rýhování | Bígelés | Bigning | Nuuttaus | Biguire | Biganje | биговка | фальцовка | Pilyaj | 山折 | 谷線 | スジ押し | 压痕 | 접는선
    Bend Lines | BEND-UP | bend_down_lines | FoldLines | foldline_inner | Crease | BENDLINES | SheetMetalBends
    bend centerlines | Biegelinien | Biegelinie_oben | Kantlinien | Abkantlinien | Knicklinie | Falzlinien
    Biegung 90 Grad | Lignes de pliage | Ligne_de_pli | Pliages | LignesDePliage | plis | Linee di piega | Pieghe
    LineaPiega | Líneas de plegado | Pliegues | Línea de doblez | Doblado | Linhas de dobra | Dobras | Quinagem
    Zetlijnen | Buiglijnen | Vouwlijn | Kantlijnen | Kant_linjer | Bocklinjer | Bockning | Bukkelinjer | Bøjelinjer
    Knekklinjer | Kantlinjer | Viklinjer | Taivutukset | Taivutuslinjat | Taitelinja | Ohyby | Ohybové čáry | Osa ohybu
    Čiary ohybu | Linie gięcia | Gięcie | Zagięcia | Linia zagięcia | Hajlítás | Hajlítási vonal | Élhajlítás
    Linii de îndoire | Îndoituri | Savijanje | Linije savijanja | Upogib | Линии сгиба | Линия_гиба | Гибка | Лінії згину
    Büküm çizgileri | Bükümler | Katlama | Γραμμές κάμψης | Κάμψη | Линии на огъване | Painutusjooned | Locīšanas līnijas
    Lenkimo linijos | 曲げ線 | 曲げ | 折れ線 | 山折り | 折弯线 | 弯折线 | 折彎線 | 절곡선 | IV_BEND | BEND | SHEETMETAL_BEND_LINES_DOWN
    Bøyelinjer | UP_CENTERLINES | BendLines-Up | Bend-Lines_Sharp | sheetmetal_bends | bend_up_90 | BendUp | Bend-Down-Line
    Bend_Line_Inner | Layer_Bend | 3_BENDLINES | LASER_BEND | fold line (dashed) | mountain fold | valley folds | Creasing
    biegen | Biegekanten | Kantlinie unten | Biegezone | Abkanten | pli vers le haut | ligne pli bas | piega su
    piegatura | linee_piegatura | plegar | línea de plegado | doblez arriba | dobra para cima | zetlijn omhoog | kantlijn
    Faltlinie | Hajtás | Taitos | ohyb nahoru | línie ohybu | linia giecia | hajlítóvonal | bockningslinjer | bukkelinje | bukkelinier | taivutusviivat
    linii indoire | linija savijanja | линия сгиба вверх | bükme | 曲げ線_上 | 折弯线(上) | 绝折弯`,
  engrave: `
    Half Cut | HALFCUT | Kiss-Cut | KissCut | PartialCutting | V-Cut | V_GROOVES | V-Score | Groove | DADO | Ritzen | Ritzlinie | Halbschnitt | Anstanzen
    Mi-chair | Demi-coupe | Mezzo taglio | Medio corte | MEIO-CORTE | Nacinanie | Ricelés | надсечки | Yarım kesim | ハーフカット | 半切 | V槽 | 반칼
    Stitch Line | Sew lines | Nahtlinie
    Označavanje | İşaretleme | 罫書き | 마킹 | Ätzung | Aetzen | Pocket | Pockets 3mm | T6_REBATE_12MM | Rabbets | Feuillure | Taschen | V-Carve | coupe laser Marquers niveaux
    Etching | laser_engrave | EngraveText | Engraving Text | score lines | Part Marking | scribe-line | Gravur
    PopMarks | PUNCHMARK | Hardstamp | Silkscreen | F.SilkS | silk top | Sérigraphie | Serigrafia | Siebdruck | 丝印层
    Lasergravur | Markierungen | Körnungen | Anrisslinien | Beschriften | Gravures | Marquages | Incisioni | Marcature
    Grabados | Marcado | Gravação | Graveren | Graveerlijnen | Gravering | Märkning | Kaiverrus | Merkinnät | Gravírování
    Popis | Grawerowanie | Znakowanie | Gravírozás | Jelölés | Gravare | Graviranje | Гравировка | Маркировка | Kazıma
    Χάραξη | ケガキ線 | 彫刻 | 刻字 | 각인 | engrave deep | laser-mark | MarkText | EtchLines | vector engrave | raster engrave
    Score-Line | Gravurlinie | gravieren | Beschriftung | Körner | gravure laser | marquage laser | incisione laser
    marcatura | grabado láser | gravação laser | graveren | gravírování | grawer | gravírozás | lasergravyr | gravering
    laserkaiverrus | gravare laser | laserska gravura | лазерная гравировка | lazer gravür | 刻線 | 激光雕刻 | 레이저 각인`,
  construction: `
    Gluing | GLUE AREA | Bleed | VarnishFree | Embossing | FoilStamping | Prägung | Gaufrage | Goffratura | Crop Marks | RegMarks | Grain Line | Fadenlauf | Droit fil
    Mezzeria | Campitura | Sombreado | Rayado | Arcering | Simetrala | Tarama | ハッチング | 填充 | 해칭 | Schriftkopf | Tittelfelt | Popisové pole
    contruction | consruction lines | No Cut | DO_NOT_CUT | nicht schneiden | ignore | Countersink | CSK holes | C-BORE | Senkungen | Pitch Circle | PCD | Bolt_Circle
    Bounding Box | AUX | Leader | Callouts | Balloons | BOM | Weld Symbols | Section Line | Hatching
    Viewport | VPORTS | F.Fab | B.CrtYd | F.Cu | In1.Cu | B.Courtyard | User.Drawings | Dwgs.User | Cmts.User | Asis | Teljed | Teilkreis | Lochkreise | Remnant | Resttafel | Sheet Outline | Work Area
    Centerlines | center_lines | CenterLine-Thin | HiddenLines | Hidden Edges | Construction Lines | A-ANNO-DIMS
    A-ANNO-TEXT | Dimension | dims_mm | TitleBlock | title block text | Drawing Frame | Sheet Border | Reference Geometry
    guides | notes-general | Mittellinien | Symmetrielinie | Achsen | Hilfslinien | Hilfsgeometrie | Bemaßung
    Bemassungen | Maße | Maßlinien | Maßhilfslinien | Verdeckte_Kanten | Schraffur | Schriftfeld | Zeichnungsrahmen
    Rahmen_A3 | Texte | Beschriftung_Masse | Konstruktionslinien | Unsichtbar | Axes | Traits d'axe | Lignes cachées
    Lignes de construction | Cotations | Cotes | Textes | Cartouche | Cadre | Arêtes cachées | Hachures | Assi
    Linee nascoste | Linee d'asse | Quote | Quotature | Cartiglio | Squadratura | Linee di costruzione | Testi
    Tratteggio | Ejes | Línea de centro | Líneas ocultas | Cotas | Acotación | Cajetín | Textos | Marco
    Líneas auxiliares | Eixos | Linhas de centro | Linhas ocultas | Legenda | Hartlijnen | Hulplijnen | Maatvoering
    Maatlijnen | Tekst | Kader | Titelblok | Verborgen lijnen | Centrumlinjer | Mittlinjer | Senterlinjer | Hjälplinjer
    Hjælpelinjer | Hjelpelinjer | Måttsättning | Mål | Målsætning | Dolda linjer | Skjulte linjer | Skjulte kanter
    Ritningsram | Tekster | Texter | Keskiviivat | Apuviivat | Piiloviivat | Mitoitus | Mitat | Tekstit | Kehys | Osy
    Osové čáry | Kóty | Pomocné čáry | Skryté hrany | Razítko | Rámeček | Šrafy | Texty | Osie | Linie osiowe | Wymiary
    Wymiarowanie | Linie ukryte | Linie pomocnicze | Ramka | Tabelka rysunkowa | Teksty | Kreskowanie | Középvonalak
    Segédvonalak | Méretek | Méretezés | Feliratok | Keret | Szövegmező | Takart élek | Axe | Cote | Linii ajutătoare
    Text | Chenar | Osi | Kote | Pomoćne linije | Okvir | Оси | Осевые | Осевые линии | Размеры | Вспомогательные
    Невидимые линии | Рамка | Основная надпись | Тексты | Штриховка | Eksenler | Ölçüler | Ölçülendirme | Gizli çizgiler
    Yardımcı çizgiler | Yazılar | Antet | Çerçeve | Άξονες | Διαστάσεις | Оразмеряване | Mõõdud | Izmēri | Matmenys | 中心線
    中心线 | 寸法線 | 寸法 | 隠れ線 | かくれ線 | 図枠 | 注記 | 文字 | 尺寸标注 | 标注 | 標註 | 图框 | 標題欄 | 虚线 | 辅助线 | 치수 | 중심선 | 도면틀 | 숨은선
    Hidden (ISO) | Dimension (ANSI) | AM_7 | FORMAT | SLD-Dimensions | Defpoints | Bend Notes | BEND_NOTES | BendTable
    center marks | Centre-Line | hidden_lines_thin | DIMENSIONS_LAYER | Dim_Text | mass | BEMASSUNG_FLACH | Text_Klein
    Notizen | Zeichnungskopf | Stückliste | Hilfskonstruktion | Gehrungslinie_Hilfslinie | Mittelachse | axes de symétrie
    cotes_fab | annotations | nomenclature | asse di simmetria | linee di quota | note generali | tabella
    eje de simetría | líneas de cota | notas | linha de eixo | anotações | symmetrielijn | bemating | maatlijn
    tekeningkader | stuklijst | osa symetrie | kótování | kusovník | oś symetrii | linia wymiarowa | opisy
    szimmetriatengely | méretvonal | darabjegyzék | symmetrilinje | måttlinjer | stycklista | symmetriviiva | mittaviivat
    osaluettelo | axa de simetrie | linii de cota | os simetrije | ось симметрии | размерные линии | осевая линия
    спецификация | simetri ekseni | ölçü çizgisi | 対称線 | 引出線 | 尺寸线 | 明细栏 | 치수선`,
  cut: `
    Glue Flap | Mountain Bike Hanger | Valley View | Rocky Mountains | Stitch Holes | Die Cut | Registration holes | Stanzkontur | Perforation | Leimholz
    Instructions | Obstruction | Cut Lines | Laser Cut | CUT_OUTSIDE | outer contour | InnerCuts | Holes | OutsideProfile | perimeter | panel_front
    top plate | Part1 | Textile | Centerpiece | Framework | Notebook lid | Dimmer plate | Titanium | Asset | Rollcage
    Foldable cover | Außenkontur | Aussenkontur | Innenkonturen | Schneiden | Schnittlinien | Laserschnitt
    Bohrungen_Kontur | Rahmenteil | Grundplatte | Sichtbare Kanten | Ausschnitte | Découpe laser | Contour extérieur
    Contours | Perçages | tôle | Taglio laser | Contorno esterno | Fori | Corte láser | Contorno | Agujeros | Corte
    Furos | Snijlijnen | Buitencontour | Gaten | Skärlinjer | Skærelinjer | Ytterkontur | Yderkontur | Hål | Leikkaus
    Ulkoääriviiva | Řez | Obrys | Řezání laserem | Vnější obrys | Otvory | Cięcie | Kontur zewnętrzny | Otwory | Vágás
    Külső kontúr | Furatok | Tăiere | Decupare | Rezanje | Резка | Контур | Внешний контур | Отверстия | Kesim | Kesme
    Delikler | Κοπή | 外形線 | 外形 | 切割 | 轮廓线 | 穴 | 절단 | IV_INTERIOR_PROFILES | OUTER_PROFILES | SHEETMETAL_CUT_LINES
    OUTER_LOOP | 0 | Visible (ISO) | VISIBLE | Frontplatte | Seitenwand links | Deckel | Boden_3mm | Mittelteil
    Leading edge | Leadhand | Innenteil | Halter | Flansch | Konsole | Türrahmen | Massivholz | Zettelbox | Kotflügel | Rückwand | Hinterteil
    Aschenbecher | Vikings | Viktor | Ritzel | Osaka | Kotelett | base plate | Baseline | Dimple die | Textured panel
    Bookmark | Assembly | Axel mount | Guitar body | Hartmann | Noteworthy | Frame Left | frame_side_2 | Roller
    Scoreboard | Fascia | Plinth | Pliers | couvercle | flasque | fond | côté gauche | plaque | pannello | coperchio
    fianco | lamiera | tapa | base | lateral | bodem | deksel | zijkant | plech | deska | blacha | płyta | lemez | platta
    levy | пластина | деталь | крышка | 板 | 部品 | 底板 | Layer 1 | Layer_2 | Calque 1 | Ebene 1 | Capa 1 | Livello 1
    Camada 1 | Vrstva 1 | Слой 1 | レイヤー1 | 图层1 | KICAD_EDGE | Edge.Cuts | Edge_Cuts | BoardOutline | black | red | C00
    Visible edges | Body | FlatPattern | Flat-Pattern1 | Sheet Metal | Shapes | Polylines | cutout | through-cut
    Through all | Freischnitt | Konturen | Schnitt_aussen | laserové řezání | Lasern | Coupe Laser | decoupe_ext
    taglio_esterno | recorte | corte exterior | ext_contour | uitsnijden | lasersnijden | laserleikkaus | lézervágás
    лазерная резка | lazer kesim | レーザーカット | 激光切割 | 레이저 절단`,
};

describe.each(Object.entries(NAMES))("a layer for %s", (role, names) => {
  it.each(
    names
      .split(/[|\n]/)
      .map((name) => name.trim())
      .filter((name) => name !== ""),
  )("%s", (name) => {
    const meaning = layerMeaning(name)?.meaning ?? "cut";
    // Frames and title blocks are drawn for people too; what stands for either is cut and asked for.
    const roles = { frame: "construction", lead: "construction", extent: "construction", unclear: "cut" };
    const read = roles[meaning as keyof typeof roles] ?? meaning;
    expect(read).toBe(role);
  });
});
