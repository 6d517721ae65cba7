/** How the columns of lists are called in English, German, French, Spanish, Italian, Portuguese, Dutch, Polish and more. */

export const LENGTH = [
  ...["length", "len", "l", "long", "size", "cut length", "länge", "laenge", "zuschnittlänge", "maß", "mass"],
  ...["longueur", "longitud", "largo", "lunghezza", "comprimento", "lengte", "długość", "délka", "längd"],
  ...[
    "lg",
    "schnittlänge",
    "longueur de coupe",
    "longitud de corte",
    "lunghezza taglio",
    "lunghezza di taglio",
  ],
  ...["længde", "lengde", "pituus", "hossz", "uzunluk", "длина", "长度", "長度", "長さ", "길이"],
];

export const WIDTH = [
  ...["width", "w", "breite", "b", "largeur", "larg", "anchura", "ancho", "larghezza", "largura", "breedte"],
  ...[
    "szerokość",
    "šířka",
    "bredd",
    "bredde",
    "leveys",
    "szélesség",
    "genişlik",
    "ширина",
    "宽度",
    "寬度",
    "幅",
    "너비",
  ],
];

export const QUANTITY = [
  ...["quantity", "qty", "qty.", "count", "copies", "pcs", "pieces", "no", "number", "#", "amount"],
  ...["anzahl", "stück", "stueck", "stk", "menge", "quantité", "qté", "nombre", "cantidad", "cant", "uds"],
  ...[
    "stückzahl",
    "stck",
    "st",
    "anz",
    "qnty",
    "units",
    "number of pieces",
    "nb",
    "nbre",
    "nombre de pièces",
  ],
  ...["nb de pièces", "unidades", "ud", "número de piezas", "pzas", "pz", "n pezzi", "numero pezzi", "quant"],
  ...["quantità", "qta", "pezzi", "quantidade", "qtd", "aantal", "ilość", "szt", "množství", "počet", "ks"],
  ...[
    "q.tà",
    "qtde",
    "stuks",
    "antal",
    "antall",
    "määrä",
    "kpl",
    "darab",
    "adet",
    "количество",
    "кол-во",
    "数量",
    "數量",
    "수량",
  ],
];

export const ID = [
  ...[
    "part name",
    "part no",
    "reference",
    "ref",
    "code",
    "bauteil",
    "artikel",
    "benennung",
    "bez",
    "teilenummer",
  ],
  ...["référence", "réf", "referencia", "código", "denominación", "riferimento", "codice", "denominazione"],
  ...["id", "name", "piece", "part", "part number", "bezeichnung", "teil"],
  ...[
    "nom",
    "pièce",
    "désignation",
    "repère",
    "nombre de pieza",
    "pieza",
    "nome",
    "pezzo",
    "peça",
    "onderdeel",
  ],
  ...[
    "naam",
    "nazwa",
    "element",
    "název",
    "dílec",
    "namn",
    "navn",
    "nimi",
    "наименование",
    "название",
    "деталь",
    "名称",
    "名稱",
    "名前",
  ],
  // Mere numbers of lines, where there is no name.
  ...["item", "mark", "pos", "position"],
];

export const DESCRIPTION = [
  ...[
    "description",
    "descr",
    "beschreibung",
    "descripción",
    "descrizione",
    "descrição",
    "omschrijving",
    "opis",
  ],
  ...["popis", "beskrivning", "описание", "说明"],
];

export const COST = [
  ...["cost", "price", "unit price", "preis", "kosten", "prix", "coût", "precio", "coste", "costo", "prezzo"],
  ...["preço", "custo", "prijs", "cena", "pris", "цена", "价格", "価格"],
];

export const MATERIAL = [
  ...["material", "mat", "grade", "werkstoff", "matériau", "matière", "materiale", "materiaal", "materiał"],
  ...["materiál", "материал", "材料", "材質"],
];

/** Names of the profile column of bars: pieces of one profile are cut from bars of the same. */
export const PROFILE = [
  ...MATERIAL,
  ...["profile", "section", "profil", "querschnitt", "profilé", "perfil", "profilo", "sección", "profiel"],
];

export const ANGLE_START = [
  ...["angle start", "left angle", "angle left", "winkel links", "angle gauche", "ángulo izquierdo"],
  ...[
    "angolo sinistro",
    "hoek links",
    "start angle",
    "angle a",
    "angle 1",
    "angle",
    "winkel",
    "gehrung links",
  ],
  ...["mitre left", "miter left", "left mitre", "left miter", "mitre start", "miter start", "mitre", "miter"],
];

export const ANGLE_END = [
  ...["angle end", "right angle", "angle right", "winkel rechts", "angle droit", "ángulo derecho"],
  ...["angolo destro", "hoek rechts", "end angle", "angle b", "angle 2", "gehrung rechts"],
  ...["mitre right", "miter right", "right mitre", "right miter", "mitre end", "miter end"],
];

export const FILE = [
  ...["file", "filename", "file name", "drawing", "dxf", "path", "datei", "zeichnung", "fichier", "dessin"],
  ...[
    "archivo",
    "fichero",
    "plano",
    "disegno",
    "arquivo",
    "desenho",
    "bestand",
    "tekening",
    "plik",
    "rysunek",
  ],
  ...["soubor", "výkres", "fil", "ritning", "файл", "чертеж", "文件", "ファイル"],
];

export const ANGLES = [
  ...[
    "angles",
    "angle",
    "rotation",
    "rotations",
    "winkel",
    "drehung",
    "rotation autorisée",
    "ángulos",
    "ángulo",
  ],
  ...["angoli", "rotazione", "rotação", "hoeken", "kąty", "obrót", "úhly", "vinklar", "углы"],
];

export const OFFCUT = [
  ...[
    "offcut",
    "remnant",
    "rest",
    "reste",
    "chute",
    "retal",
    "recorte",
    "sfrido",
    "avanzo",
    "retalho",
    "restant",
  ],
  ...["odpad", "zbytek", "остаток"],
];
