/** Names and attributes suggest an order as people write it. */
import { describe, expect, it } from "vitest";
import { hintsIn, isOrder } from "../../../../engine/read/drawing/orders/said.ts";
import { suggestedOrders } from "../../../../engine/read/drawing/orders/suggested.ts";
import { readDrawing } from "../../../../engine/read/dxf/read.ts";
import {
  block,
  drawing,
  dxfBytes,
  insert,
  polyline,
  rectangle,
  type Tag,
  text,
} from "../../../helpers/drawing/dxf.ts";

describe("names of files", () => {
  it.each([
    ["0009-Baseplate-MS-6mm-x1", 1, "MS", 6],
    ["0008-piece 4 holes-MS-5mm-x60", 60, "MS", 5],
    ["0002-L cut 200mm-Galv-1.2mm-x127", 127, "Galv", 1.2],
    ["0014-Emberton roof-MS-053mm-x1", 1, "MS", 0.53],
    ["gusset_triangle_300x300_t12", null, null, 12],
    ["St_B_Lv10_SHEET_006_QTY_1", 1, null, null],
    ["flange S235 t=3 2 Stk", 2, "S235", 3],
    ["bracket 3mm S235 x4", 4, "S235", 3],
    ["2 Stk S235 t=3", 2, "S235", 3],
    ["Deckel 2 Stk S235 t=3", 2, "S235", 3],
    ["weld 4 pcs M6 bolts", null, null, null],
    ["0001-100mm L cut-Galv-x5", 5, "Galv", null],
    ["2 x 40 S235", null, "S235", null],
    ["Qté: 5 Matière: Galva 3mm", 5, "Galva", 3],
    ["кол. 5 толщина 8", 5, null, 8],
    ["数量 5 板厚:1.5", 5, null, 1.5],
    ["Material S355 THK 8", null, "S355", 8],
    ["Q.tà: 12", 12, null, null],
    ["Qtd: 12 esp. 3 mm", 12, null, 3],
    ["Aantal: 12 dikte 2mm", 12, null, 2],
    ["Antal 12 Tjocklek: 4 mm", 12, null, 4],
    ["Lukumäärä: 12 paksuus 3", 12, null, 3],
    ["12 kpl", 12, null, null],
    ["Кол-во: 12 толщина 3 мм", 12, null, 3],
    ["Adet: 12 kalınlık 2,5 mm", 12, null, 2.5],
    ["12 adet", 12, null, null],
    ["수량: 12 두께 t2.3", 12, null, 2.3],
    ["12 buc", 12, null, null],
    ["Määrä: 12", 12, null, null],
    ["Stück: 12", 12, null, null],
    ["шт: 12", 12, null, null],
    ["Мат-л: Ст3", null, "Ст3", null],
    ["AL5754 2 mm", null, "AL5754", 2],
    ["X5CrNi18-10 s=1,5", null, "X5CrNi18-10", 1.5],
    ["12 kom", 12, null, null],
    ["vastagság: 6 mm", null, null, 6],
    ["ép. 3 mm", null, null, 3],
    ['THK 0.125"', null, null, 3.175],
    ["板厚 t2.3", null, null, 2.3],
    ["REV7_V2_bracket", null, null, null],
    ["T12", null, null, null],
    ["capacitor-II-T355-F", null, null, null],
    ["bracket_x4_3mm_steel", 4, "steel", 3],
    ["bracket x 4", 4, null, null],
    ["plate 100 x 50", null, null, null],
    ["bolt M8 x 20", null, null, null],
    ["cover-stainless-steel-1.5mm-2x", 2, "stainless steel", 1.5],
    ["panel_plywood_4mm_x12", 12, "plywood", 4],
    ["rib 3mm MDF", null, "MDF", 3],
    ["Halter_Edelstahl_2mm_4 Stk", 4, "Edelstahl", 2],
    ["support acier inox 2mm x3", 3, "acier inox", 2],
    ["staffa_alluminio_2,5mm", null, "alluminio", 2.5],
    ["wspornik_stal_3mm_5szt", 5, "stal", 3],
    ["крышка латунь 1.5mm 2шт", 2, "латунь", 1.5],
    ["lid 3mmAcrylic x2", 2, "Acrylic", 3],
    ["lid alu3mm", null, "alu", 3],
    ["frame cold rolled steel 2mm", null, "cold rolled steel", 2],
    ["1.4301 2 mm", null, "1.4301", 2],
    ["DC01 1,5 mm 6 Stk.", 6, "DC01", 1.5],
    ["S235 100 x 60 mm", null, "S235", null],
    ["S235 Ø 12 mm", null, "S235", null],
    ["[Q]1 [T]6", 1, null, 6],
    ["[T] 2,5 [q] 12", 12, null, 2.5],
    ["P-17 [Q]4[T]3[M]S235", 4, "S235", 3],
    ["[QTY]:3 [MAT] 1.4301", 3, "1.4301", null],
    ["[A] 12 [6.30] 160 [R]5", null, null, null],
    ["2 Stück", 2, null, null],
    ["3 pièces S235", 3, "S235", null],
    ["Hardox 400 10 mm 2 Stk", 2, "Hardox 400", 10],
    ["bucket-Hardox-450-12mm-x2", 2, "Hardox 450", 12],
    ["Hardox400 t=8", null, "Hardox400", 8],
    ["Material: Hardox 400 t=8", null, "Hardox 400", 8],
    ["Material: MR MDF", null, "MR MDF", null],
    ["Material: clear cast acrylic 3mm", null, "clear cast acrylic", 3],
    ["Material: Corian", null, "Corian", null],
    ["Material:Domex 700 MC", null, "Domex 700 MC", null],
    ["Domex 700 4mm", null, "Domex 700", 4],
    ["AR 400 1/2in", null, "AR 400", 12.7],
    ["AR-plan 4mm", null, null, 4],
    ["lid AlMg3 2mm", null, "AlMg3", 2],
    ["lid AlMg4,5Mn 2mm", null, "AlMg4.5Mn", 2],
    ["EN AW-5754 3mm x2", 2, "EN AW-5754", 3],
    ["EN AW 5754 H111 t=3", null, "EN AW 5754 H111", 3],
    ["Alu 6082 T6 5mm", null, "Alu 6082 T6", 5],
    ["alu t6", null, "alu", 6],
    ["Werkstoff: 1.4301 2B 1,5 mm", null, "1.4301 2B", 1.5],
    ["Edelstahl 1.4301 2mm", null, "Edelstahl 1.4301", 2],
    ["AISI 304 2mm", null, "AISI 304", 2],
    ["S355J2+N 20mm x8", 8, "S355J2+N", 20],
    ["S355 J2+N 20mm", null, "S355 J2+N", 20],
    ["S700MC 4mm", null, "S700MC", 4],
    ["St 37-2 5mm", null, "St 37", 5],
    ["gear_PA66_10mm", null, "PA66", 10],
    ["gear PA 6 10mm", null, "PA 6", 10],
    ["gear-POM-C-10mm-x3", 3, "POM-C", 10],
    ["Multiplex Birke 12mm", null, "Multiplex Birke", 12],
    ["Baltic Birch 1/8in", null, "Baltic Birch", 3.175],
    ["pieza en acero 3mm", null, "acero", 3],
    ["rez_A-A", null, null, null],
    ["mild_hot_sauce", null, null, null],
    ["steelwork_plan_brasserie", null, null, null],
    ["304 Main Street sign", null, null, null],
    ["DWG NO: 316-0012-A", null, null, null],
    ["Material: 304", null, "304", null],
    ["lid_304_2mm", null, "304", 2],
    ["4x 45%%d", null, null, null],
    ["4 NOS", 4, null, null],
    ["1 REQD", 1, null, null],
    ["bracket_R2_x4", 4, null, null],
    ["2x 138.6", null, null, null],
    ["Qté : 5", 5, null, null],
    ["COATING THICKNESS 80 um", null, null, null],
    ["4 REQ'D", 4, null, null],
    ["QTY REQ'D: 4", 4, null, null],
    ["Q'ty 4", 4, null, null],
    ["NO. OFF 4", 4, null, null],
    ["Number required: 4", 4, null, null],
    ["MAKE 4 FROM 3mm plate", 4, null, 3],
    ["4 Teile 3mm SPCC", 4, "SPCC", 3],
    ["3 THK", null, null, 3],
    ["QTY 4 THK 3", 4, null, 3],
    ["3mm thick SUS304", null, "SUS304", 3],
    ["e = 3 mm, Q235", null, "Q235", 3],
    ["P12 35 pcs 3mm THK 1.4301", 35, "1.4301", 3],
    ["30x 1.4301 Thickness: 3 mm", 30, "1.4301", 3],
    ["5 OFF Thickness: 3 mm MDF", 5, "MDF", 3],
    ["ASTM A36 galv. 5mm", null, "ASTM A36 galv.", 5],
    ["carbon fibre 2mm", null, "carbon fibre", 2],
    ["4x countersink", null, null, null],
    ["4x TAPPED THRU", null, null, null],
    ["PL10 S355J2+N 6 off", 6, "S355J2+N", 10],
    ["PL10", null, null, null],
    ["Gusset 200x100x8 S235 x4", 4, "S235", 8],
    ["box 200x100x8", null, null, null],
    ["S235 block 60x50x40", null, "S235", null],
    ["blacha 3mm S235 szt. 6", 6, "S235", 3],
    ["COPERCHIO_AISI304_SP1.5_PZ20", 20, "AISI304", 1.5],
    ["N.4 PZ SP.10 S235JR", 4, "S235JR", 10],
    ["PZ2 bit", null, null, null],
    ["板厚2.3 SPHC 数量4", 4, "SPHC", 2.3],
    ["材質：SS400 板厚：９ 数量：４", 4, "SS400", 9],
    ["材质Q235 厚6 共4件", 4, "Q235", 6],
    ["브라켓_SS400_6T_4EA", 4, "SS400", 6],
    ["gear 24T steel", null, "steel", null],
    ["Лист 4 09Г2С 12 шт", 12, "09Г2С", 4],
    ["Пластина 12Х18Н10Т 20мм 4шт", 4, "12Х18Н10Т", 20],
    ["Ποσότητα: 4 Πάχος: 3 mm Υλικό: S235", 4, "S235", 3],
    ["EQUERRE-INOX316L-EP2-QTE10", 10, "INOX316L", 2],
    ["flange inox 304 #6mm 2 pcs", 2, "inox 304", 6],
    ["Sp. 3 mm Fe360 n° 8 pz", 8, "Fe360", 3],
    ["suporte esp 4.75 SAE 1020 qtd 10", 10, "SAE 1020", 4.75],
    [".125 6061-T6", null, "6061 T6", 3.175],
    [".125 scale", null, null, null],
    ["MATERIAL: 6061-T6, .125 THK", null, "6061 T6", 3.175],
    ['MATL: A36 THK: 1/4"', null, "A36", 6.35],
    ["THICKNESS: 0.25 IN", null, null, 6.35],
    [".060 THK 304 STAINLESS STEEL", null, "304 STAINLESS STEEL", 1.524],
    ["10 THK 8 NOS", 8, null, 10],
    ["MATERIAL: 11 GA. HOT ROLLED STEEL", null, "HOT ROLLED STEEL", null],
    ["Material: White oak 19mm", null, "White oak", 19],
    ["Material: see drawing", null, null, null],
    ["X4-housing", null, null, null],
    ["T3 bracket", null, null, null],
    ["MS-1023", null, null, null],
    ["MS-1023 x4", 4, "MS", null],
    ["4 pcs M6 x 20 screws", null, null, null],
  ])("%s", (name, quantity, material, thickness) => {
    expect(hintsIn(name, "file name")).toMatchObject({ quantity, material, thickness });
  });
});

it.each(["Customer: Al Smith", "Checked: MS", "Finish: brushed stainless"])(
  "takes nobody and nothing else for a material: %s",
  (text) => {
    expect(isOrder(hintsIn(text, "text"), text)).toBe(false);
  },
);

it("is told by no text that counts chamfers and holes", () => {
  for (const text of ["C2 4x", "Ø10 H7 4x", "4x 45°", "Countersink 4x"])
    expect(hintsIn(text, "text").quantity).toBeNull();
});

describe("a gauge", () => {
  // From published tables of sheet metal: inches by gauge, 25.4 mm each.
  it.each<[string, number | null]>([
    ["bracket 16ga mild steel QTY 3", 1.52],
    ["bracket-14GA-CRS", 1.9],
    ["gauge 10 A36", 3.42],
    ["cover 16 ga galvanized", 1.61],
    ["cover_304_16ga", 1.59],
    ["lid 16 gauge aluminium", 1.29],
    ["lid-5052-16ga-alu", 1.29],
    ["bracket 16ga", null],
    ["bracket 16ga MDF", null],
    ["garage 16", null],
    ["smiley nicolas ga 01 steel", null],
    ["plate 0.25in A36", 6.35],
    ["plate MS 12in", null],
  ])("of %s", (name, thickness) => {
    const drawn = dxfBytes(drawing(rectangle(0, 0, 10, 10)));
    const { hints, parts } = readDrawing(drawn, { name: `${name}.dxf` });
    expect(hints.thickness).toBe(thickness);
    expect(parts[0]!.order.thickness).toBe(thickness);
    expect(Object.keys(hints).sort()).toEqual(["from", "material", "quantity", "thickness"]);
  });

  it("of each part is told where it is another", () => {
    const two = [...rectangle(0, 0, 10, 10), ...rectangle(40, 0, 10, 10)];
    const labels = [...text(1, 1, "2 Stk", 1), ...text(41, 1, "5 Stk", 1)];
    const { findings, parts } = readDrawing(dxfBytes(drawing([...two, ...labels])));
    expect(parts.map(({ order }) => order.quantity).sort()).toEqual([2, 5]);
    const { message } = findings.find(({ code }) => code === "order-read")!;
    expect(message).toContain("quantity 2 from the text; beside other parts stands another quantity");
    expect(message).not.toContain("material");
  });

  it("is told where the metal is not", () => {
    const { findings } = readDrawing(dxfBytes(drawing(rectangle(0, 0, 10, 10))), { name: "lid 16ga.dxf" });
    const { message } = findings.find(({ code }) => code === "order-read")!;
    expect(message).toContain("16 gauge of a metal that is not told");
    const written = readDrawing(dxfBytes(drawing([...rectangle(0, 0, 10, 10), ...text(1, 1, "16 ga", 1)])));
    expect(written.findings.map(({ message }) => message).join()).toContain("16 gauge of a metal");
  });
});

describe("a drawing", () => {
  it.each([
    ["Hardox 400", "Hardox 400"],
    ["POM-C", "POM-C"],
    ["GI", null],
    ["Mat. S235JR", "S235JR"],
    ["Material - Mild Steel", "Mild Steel"],
    ["Mat. number", null],
    ["steel parts here", null],
  ])("takes the text %s on a part for its material: %s", (written, material) => {
    const { parts } = readDrawing(dxfBytes(drawing([...rectangle(0, 0, 10, 10), ...text(1, 1, written, 1)])));
    expect(parts[0]!.order.material).toBe(material);
  });

  it.each([
    ["Stile: 75mm", null],
    ["Top Rail: 45mm", null],
    ["Blech: 3mm", 3],
    ["3 mm sheet", 3],
    ["3mm THK", 3],
    ["3 mm", null],
    ["s = 3 mm", 3],
  ])("takes of a size with a label what its label says: %s", (written, thickness) => {
    const { parts } = readDrawing(dxfBytes(drawing([...rectangle(0, 0, 99, 99), ...text(1, 1, written, 1)])));
    expect(parts[0]!.order.thickness).toBe(thickness);
  });

  /** Where a place lies when the drawing is turned. */
  const turn = (angle: number, x: number, y: number): [number, number] => {
    const [c, s] = [Math.cos((angle * Math.PI) / 180), Math.sin((angle * Math.PI) / 180)];
    return [c * x - s * y, s * x + c * y];
  };

  it.each([0, 37, 90, 180])(
    "takes what stands in the cells beside their labels, or as the only one below, turned by %i",
    (angle) => {
      const written = (x: number, y: number, words: string) =>
        text(...turn(angle, x, y), words, 2.5, { 50: angle });
      const beside = [
        ...written(20, 0, "Material:"),
        ...written(50, 0, "S235JR"),
        ...written(20, 7, "Thickness"),
        ...written(50, 7, "3 mm"),
        ...written(20, 30, "Qty"),
        ...written(40, 30, "Scale"),
        ...written(20, 23, "8"),
        ...written(40, 23, "1:2"),
      ];
      const { hints } = readDrawing(dxfBytes(drawing([...rectangle(0, 0, 10, 10), ...beside])));
      expect(hints).toMatchObject({ quantity: 8, material: "S235JR", thickness: 3 });
    },
  );

  it.each([0, 35])(
    "takes lines under each other for one label of the part beside them, turned by %i",
    (angle) => {
      const turned = (x: number, y: number) => turn(angle, x, y);
      const written = (x: number, y: number, words: string) => [
        ...text(...turned(x, y), words, 3),
        [50, angle] satisfies Tag,
      ];
      const plate = (x: number) =>
        polyline([turned(x, 0), turned(x + 80, 0), turned(x + 80, 40), turned(x, 40)]);
      const { parts, hints } = readDrawing(
        dxfBytes(
          drawing([
            ...[plate(0), plate(100)].flat(),
            ...written(0, -8, "4 Stk"),
            ...written(0, -14, "S235 t=3"),
            ...written(100, -8, "Qty: 7"),
            ...written(100, -14, "AlMg3"),
            ...written(100, -20, "THK 5"),
          ]),
        ),
      );
      expect(parts.map(({ order: { from: _, ...order } }) => order)).toEqual([
        { quantity: 4, material: "S235", thickness: 3 },
        { quantity: 7, material: "AlMg3", thickness: 5 },
      ]);
      expect(hints).toMatchObject({ quantity: 4, material: "S235", thickness: 3 });
    },
  );

  it("is of what the layers of its parts say, each part of what its own layer does", () => {
    const plates = ["S235 3mm", "MDF 6mm x2"].map((layer, i) => rectangle(100 * i, 0, 80 - i, 40, layer));
    const { parts } = readDrawing(dxfBytes(drawing([...plates.flat(), ...text(5, 5, "S355", 3)])));
    expect(parts.map(({ order: { from: _, ...order } }) => order)).toEqual([
      { quantity: null, material: "S355", thickness: 3 },
      { quantity: 2, material: "MDF", thickness: 6 },
    ]);
  });

  it("takes the material that a note far from all parts names, and no number of pieces", () => {
    const plates = [rectangle(0, 0, 80, 40), rectangle(100, 0, 80, 40)].flat();
    const labels = [...text(0, -30, "4 Stk"), ...text(100, -30, "7 Stk"), ...text(0, -300, "Material: S235")];
    const { parts, hints } = readDrawing(dxfBytes(drawing([...plates, ...labels])));
    expect(parts.map(({ order }) => order.quantity)).toEqual([4, 7]);
    expect(hints.material).toBe("S235");
    expect(parts.map(({ order }) => order.material)).toEqual([null, null]);
    const other = text(0, -400, "Material: MDF");
    expect(readDrawing(dxfBytes(drawing([...plates, ...labels, ...other]))).hints.material).toBeNull();
  });

  it.each([0, 35])(
    "takes pieces of one line for one label of the part beside them, turned by %i",
    (angle) => {
      const words = (x: number) =>
        ["4 Stk", "S235", "2 mm"].flatMap((piece, i) => [
          ...text(...turn(angle, x + 17 * i, 62), piece, 3),
          [50, angle] satisfies Tag,
        ]);
      const plate = (x: number) =>
        polyline([turn(angle, x, 0), turn(angle, x + 80, 0), turn(angle, x + 80, 60), turn(angle, x, 60)]);
      const { parts } = readDrawing(dxfBytes(drawing([...plate(0), ...plate(200), ...words(0)])));
      expect(parts.map(({ order: { from: _, ...order } }) => order)).toContainEqual({
        quantity: 4,
        material: "S235",
        thickness: 2,
      });
    },
  );

  it("takes the attributes of one use of a block for one label, however far apart they stand", () => {
    const attribute = (x: number, y: number, tag: string, value: string): Tag[] => [
      ...([
        [0, "ATTRIB"],
        [8, "0"],
        [10, x],
        [20, y],
        [40, 5],
      ] satisfies Tag[]),
      ...([
        [1, value],
        [2, tag],
      ] satisfies Tag[]),
    ];
    const entities = [0, 300].flatMap((x, i): Tag[] => [
      ...insert("P", x, 0, [[66, 1]]),
      ...attribute(x + 5, -8, "QTY", `${4 + i}`),
      ...attribute(x + 5, -40, "MATERIAL", ["S235", "MDF"][i]!),
      [0, "SEQEND"],
    ]);
    const blocks = block("P", rectangle(0, 0, 100, 60));
    const { parts, hints } = readDrawing(dxfBytes(drawing(entities, { blocks })));
    expect(hints.from).toBe("attribute QTY and attribute MATERIAL");
    expect(parts.map(({ order }) => `${order.quantity} ${order.material}`).sort()).toEqual([
      "4 S235",
      "5 MDF",
    ]);
  });

  it("suggests for each part what stands beside it, or else what is told of all", () => {
    const order = { quantity: null, material: null, thickness: null, from: null };
    const suggested = (hints: object, ...orders: object[]) =>
      suggestedOrders({
        hints: { ...order, ...hints },
        parts: orders.map((own) => ({ order: { ...order, ...own } })),
      } as never);
    const all = { quantity: 4, material: "S235", thickness: 3 };
    expect(suggested(all, {}, {})).toEqual([all, all]);
    expect(suggested(all, { quantity: 7 }, {})).toEqual([
      { ...all, quantity: 7 },
      { ...all, quantity: null },
    ]);
    expect(suggested(all, { material: "MDF" }, { thickness: 2 }, { thickness: 5 })).toEqual([
      { quantity: 4, material: "MDF", thickness: null },
      { quantity: 4, material: "S235", thickness: 2 },
      { quantity: 4, material: "S235", thickness: 5 },
    ]);
    expect(suggested({}, {})).toEqual([{ quantity: null, material: null, thickness: null }]);
  });

  it("takes nothing from lists of several parts, nor another label for a value", () => {
    const list = [
      ...text(20, 30, "Qty"),
      ...text(40, 30, "Material"),
      ...text(60, 30, "Scale"),
      ...text(20, 23, "8"),
      ...text(40, 23, "S235"),
      ...text(20, 16, "2"),
      ...text(40, 16, "MDF"),
    ];
    const { hints } = readDrawing(dxfBytes(drawing([...rectangle(0, 0, 10, 10), ...list])));
    expect(hints).toMatchObject({ quantity: null, thickness: null });
    expect(hints.material).not.toBe("Scale");
  });

  it("offers what its file name says, with its source, and changes nothing", () => {
    const { hints, parts, findings } = readDrawing(dxfBytes(drawing(rectangle(0, 0, 10, 10))), {
      name: "plate-MS-6mm-x3.dxf",
    });
    expect(hints).toEqual({ quantity: 3, material: "MS", thickness: 6, from: "file name" });
    expect(parts.map(({ order }) => order.quantity)).toEqual([3]);
    expect(findings).toContainEqual(expect.objectContaining({ code: "order-read", severity: "note" }));
  });

  it("names every source, and what each has said", () => {
    const text: Tag[] = [
      [0, "TEXT"],
      [8, "0"],
      [10, 2],
      [20, 5],
      [40, 1],
      [1, "S235 t=3"],
    ];
    const { hints, findings } = readDrawing(dxfBytes(drawing([...rectangle(0, 0, 10, 10), ...text])), {
      name: "plate-MS-x4.dxf",
    });
    expect(hints).toEqual({ quantity: 4, material: "S235", thickness: 3, from: "text and file name" });
    const { message } = findings.find(({ code }) => code === "order-read")!;
    expect(message).toContain("S235, 3 mm from the text, quantity 4 from the file name");
  });

  it.each([
    ["plate-MS-6mm-x3.dxf", "quantity 3, MS, 6 mm from the file name"],
    ["plate-MS-6mm.dxf", "MS, 6 mm from the file name"],
    ["plate-x12.dxf", "quantity 12 from the file name"],
  ])("tells what the name %s says, and no more", (name, said) => {
    const { findings } = readDrawing(dxfBytes(drawing(rectangle(0, 0, 10, 10))), { name });
    const { message } = findings.find(({ code }) => code === "order-read")!;
    expect(message).toMatch(new RegExp(`(^|[^,] )${said}`));
    expect(message).not.toMatch(/null|false/);
  });

  it.each([
    ["above", 45, 163],
    ["below", 45, 98],
    ["to the right of", 103, 130],
    ["to the left of", -2, 130],
    ["on", 45, 130],
  ])("takes a text %s a part for its order, and none of another part", (_where, x, y) => {
    const { parts } = readDrawing(
      dxfBytes(
        drawing([
          ...rectangle(0, 0, 100, 50),
          ...rectangle(0, 100, 100, 60),
          ...text(x, y, "5 Stk Hardox 400"),
        ]),
      ),
    );
    const orders = parts.map(({ exterior, order }) => [
      Math.max(...exterior.map(([, y]) => y)),
      order.material,
    ]);
    expect(orders.sort()).toEqual([
      [160, "Hardox 400"],
      [50, null],
    ]);
  });

  it.each([
    ["below", [0, -140], [40, -20]],
    ["above", [0, -140], [40, 120]],
    ["to the left of", [240, 0], [-60, 50]],
    ["to the right of", [240, 0], [130, 50]],
  ])("takes texts midway between parts, all %s theirs, for orders of those", (_, step, off) => {
    const counts = [3, 5, 9, 2];
    const entities = counts.flatMap((count, i) => {
      const [x, y] = [i * step[0]!, i * step[1]!];
      return [...rectangle(x, y, 100, 100), ...text(x + off[0]!, y + off[1]!, `${count} Stk`, 5)];
    });
    const { parts } = readDrawing(dxfBytes(drawing(entities)));
    const found = parts.map(({ exterior, order }) => [
      Math.min(...exterior.map(([x, y]) => (step[0] === 0 ? -y : x))),
      order.quantity,
    ]);
    expect(found.sort(([p], [q]) => p! - q!).map(([, quantity]) => quantity)).toEqual(counts);
    const alone = [
      ...rectangle(0, 0, 100, 100),
      ...rectangle(0, -240, 100, 100),
      ...text(40, -70, "3 Stk", 5),
    ];
    expect(readDrawing(dxfBytes(drawing(alone))).parts.map(({ order }) => order.quantity)).toEqual([
      null,
      null,
    ]);
  });

  it("takes attributes by any word of their tags, and none of which the value says nothing", () => {
    const attribute = (tag: string, value: string): Tag[] => [
      ...([
        [0, "ATTRIB"],
        [8, "0"],
        [10, 50],
        [20, 20],
        [40, 5],
      ] satisfies Tag[]),
      ...([
        [1, value],
        [2, tag],
      ] satisfies Tag[]),
    ];
    const read = (...attributes: Tag[]) => {
      const used = [...insert("P", 0, 0, [[66, 1]]), ...attributes, [0, "SEQEND"] satisfies Tag];
      return readDrawing(dxfBytes(drawing(used, { blocks: block("P", rectangle(0, 0, 100, 60)) }))).hints;
    };
    const told = [...attribute("QTY_REQD", "3"), ...attribute("PART_MATERIAL", "White oak")];
    expect(read(...told, ...attribute("MAT_THK", "11 GA"), ...attribute("DRAWN", "MS"))).toMatchObject({
      quantity: 3,
      material: "White oak",
    });
    expect(
      read(...attribute("MATERIAL", "-"), ...attribute("QTY", "?"), ...attribute("REQ_DATE", "12.3.24")),
    ).toEqual({ quantity: null, material: null, thickness: null, from: null });
  });

  it("finds attributes of mirrored blocks on their parts", () => {
    const attribute = (x: number, y: number, tag: string, value: string): Tag[] => [
      [0, "ATTRIB"],
      [8, "0"],
      [10, -x],
      [20, y],
      [40, 5],
      [1, value],
      [2, tag],
      [210, 0],
      [220, 0],
      [230, -1],
    ];
    const entities = [-100, 200].flatMap((x, i): Tag[] => [
      ...insert("P", x, 0, [
        [41, -1],
        [66, 1],
      ]),
      ...attribute(x - 50, 20, "QTY", `${4 + i}`),
      [0, "SEQEND"],
    ]);
    const blocks = block("P", rectangle(0, 0, 100, 60));
    const { parts } = readDrawing(dxfBytes(drawing(entities, { blocks })));
    expect(parts.map(({ order }) => order.quantity).sort()).toEqual([4, 5]);
  });
});
