/**
 * What is read does not hang on how a drawing is written: where it lies, in which order, and in how many pieces its
 * lines are drawn.
 */
import { describe, expect, it } from "vitest";
import {
  circle,
  line,
  polyline,
  readEntities,
  rectangle,
  sides,
  type Tag,
  text,
} from "../../../../helpers/drawing/dxf.ts";

const plate = [...rectangle(0, 0, 120, 60), ...circle(30, 30, 6)];
/** From place to place on a height, with a tick at each and numbers between them. */
const dimensions = (y: number, ...places: number[]): Tag[] => [
  ...places.flatMap((x) => [...line(x - 2, y - 2, x + 2, y + 2), ...line(x, -1, x, y - 3)]),
  ...places.slice(1).flatMap((to, i) => {
    const from = places[i]!;
    return [...line(from, y, to, y), ...text((from + to) / 2 - 4, y + 1, String(to - from), 3)];
  }),
];
/** Its border goes along the plate. */
const sheet = [
  ...rectangle(-40, -110, 210, 297),
  ...rectangle(0, -105, 165, 287),
  ...[-95, -85, -75].flatMap((y) => line(0, y, 165, y)),
  ...[40, 100].flatMap((x) => line(x, -105, x, -75)),
  ...["Gez.", "Gepr.", "Norm"].flatMap((word, i) => text(3 + 50 * i, -103, word, 3)),
  ...["Datum", "Name", "1:1"].flatMap((word, i) => text(3 + 50 * i, -93, word, 3)),
];
const nested = Array.from({ length: 12 }, (_, i): [number, number] => [
  10 + 95 * (i % 6),
  20 + 75 * Math.floor(i / 6),
]).flatMap(([x, y]) => [...sides(x, y, 80, 60), ...circle(x + 20, y + 20, 8)]);
const FRAMED = "a plate in a drawing frame";
const DRAWINGS: Record<string, Tag[]> = {
  "a plate with a dimension": [...plate, ...dimensions(-15, 0, 120)],
  "a plate with a chain of dimensions": [...plate, ...dimensions(-15, 0, 30, 120)],
  [FRAMED]: [
    ...polyline([
      [0, 0],
      [110, 0],
      [120, 10],
      [120, 60],
      [0, 60],
    ]),
    ...circle(30, 30, 6),
    ...sheet,
  ],
  "a bend by the note beside it": [
    ...sides(0, 0, 120, 60),
    ...line(40, 0, 40, 60),
    ...text(43, 20, "UP 90%%d R 1", 4, { 50: 90 }),
  ],
  "a bend by its line type": [
    ...plate,
    ...line(80, 0, 80, 60).flatMap((tag): Tag[] => (tag[0] === 8 ? [tag, [6, "DASHED"]] : [tag])),
  ],
  "a sheet of loose lines around parts": [...sides(0, 0, 1000, 500), ...nested],
  "an outline that is drawn twice": [...sides(0, 0, 120, 60), ...sides(0.02, 0.01, 120, 60)],
  "a plate with lines through it": [...sides(0, 0, 120, 60), ...line(50, -1, 50, 61), ...line(0, 0, 40, 0)],
};

/** The tags of each entity. */
const entitiesOf = (tags: Tag[]): Tag[][] =>
  tags.reduce<Tag[][]>((entities, tag) => {
    if (tag[0] === 0) entities.push([]);
    entities.at(-1)!.push(tag);
    return entities;
  }, []);
/** With other coordinates, by whether they are along x or y. */
const moved = (tags: Tag[], by: readonly [number, number]) =>
  tags.map(([code, value]): Tag => {
    const axis = Math.floor(code / 10) - 1;
    return code >= 10 && code < 30 ? [code, Number(value) + by[axis]!] : [code, value];
  });
/** With a line of no length at the start of each. */
const withPoints = (tags: Tag[]): Tag[] =>
  entitiesOf(tags).flatMap((entity) => {
    if (entity[0]![1] !== "LINE") return entity;
    const [x, y] = [10, 20].map((code) => entity.find(([known]) => known === code)![1]);
    return [
      ...entity,
      ...entity.map(([code, value]): Tag => [code, code === 11 ? x! : code === 21 ? y! : value]),
    ];
  });
/** Each line in two pieces, 0.4 of it and the rest, the second at the end of the file. */
const inPieces = (tags: Tag[]): Tag[] => {
  const entities = entitiesOf(tags);
  const at = (entity: Tag[], code: number) => Number(entity.find(([known]) => known === code)![1]);
  const put = (entity: Tag[], x: [number, number], y: [number, number]) =>
    entity.map(
      ([code, value]): Tag => [
        code,
        new Map([
          [x[0], x[1]],
          [y[0], y[1]],
        ]).get(code) ?? value,
      ],
    );
  const rests: Tag[][] = [];
  const firsts = entities.map((entity) => {
    if (entity[0]![1] !== "LINE") return entity;
    const [x, y] = [10, 20].map((code) => at(entity, code) + 0.4 * (at(entity, code + 1) - at(entity, code)));
    rests.push(put(entity, [10, x!], [20, y!]));
    return put(entity, [11, x!], [21, y!]);
  });
  return [...firsts, ...rests].flat();
};
/** By the smaller angle of a triangle of sides 3, 4 and 5, with what is written; y stands behind its x. */
const turned = (tags: Tag[]): Tag[] => {
  const isAlong = (tag?: Tag) => tag !== undefined && tag[0] >= 10 && tag[0] < 20;
  return entitiesOf(tags).flatMap((entity) => {
    const points = entity.flatMap((tag, i): Tag[] => {
      if (isAlong(entity[i - 1])) return [];
      if (!isAlong(tag)) return tag[0] === 50 ? [] : [tag];
      const [x, y] = [Number(tag[1]), Number(entity[i + 1]![1])];
      return [
        [tag[0], 0.8 * x - 0.6 * y],
        [tag[0] + 10, 0.6 * x + 0.8 * y],
      ];
    });
    const angle = Number(entity.find(([code]) => code === 50)?.[1] ?? 0) + (180 / Math.PI) * Math.atan2(3, 4);
    return entity[0]![1] === "TEXT" ? [...points, [50, angle]] : points;
  });
};
const ASLANT = "turned aslant";
const VARIANTS: Record<string, (tags: Tag[]) => Tag[]> = {
  "with lines of no length among the others": withPoints,
  "with its lines in two pieces": inPieces,
  "somewhere else": (tags) => moved(tags, [1234.567, -987.654]),
  [ASLANT]: turned,
  "the other way through": (tags) => entitiesOf(tags).reverse().flat(),
};

const factsOf = (tags: Tag[]) => {
  const { parts, account, paths } = readEntities(tags);
  const { more: _, ...lengths } = account;
  return {
    parts: parts.map(({ area, holes }) => [area.toFixed(3), holes.length]),
    lengths: Object.entries(lengths).map(([fate, length]) => [fate, length.toFixed(3)]),
    bent: paths.some(({ role }) => role === "bend"),
  };
};

describe.each(Object.entries(DRAWINGS))("%s", (name, entities) => {
  // Pages lie along the axes.
  const isAlike = (variant: string) => !(name === FRAMED && variant === ASLANT);

  it.each(Object.entries(VARIANTS).filter(([variant]) => isAlike(variant)))(
    "is the same %s",
    (_, variant) => {
      expect(factsOf(variant(entities))).toEqual(factsOf(entities));
    },
  );
});

it("a plate in a drawing frame is the plate; turned aslant, its frame is asked about", () => {
  const entities = DRAWINGS[FRAMED]!;
  expect(readEntities(entities).parts.map(({ area }) => area)).toEqual([
    expect.closeTo(120 * 60 - 50 - 36 * Math.PI, 6),
  ]);
  const severities = readEntities(turned(entities)).findings.map(({ severity }) => severity);
  expect(severities).toContain("stop");
});

describe("a hole around the middle of an edge", () => {
  it.each([
    ["below", 50, 0],
    ["on the right", 100, 30],
    ["above", 50, 60],
    ["on the left", 0, 30],
  ])("is a notch %s, wherever rounding puts its centre", (_, x, y) => {
    for (const off of [0, 1e-4, -1e-4]) {
      const { parts } = readEntities([...rectangle(0, 0, 100, 60), ...circle(x + off, y + off, 8)]);
      expect(parts.map(({ area }) => area)).toEqual([expect.closeTo(6000 - 32 * Math.PI, 2)]);
    }
  });
});
