/**
 * The drawings of a saved project, with what was noticed and chosen; what is damaged of one is left out, as only its
 * reading again would miss it.
 */
import * as z from "zod/mini";
import { parseDxfDataSchema } from "../../engine/v1.ts";
import type { ProjectDrawing } from "../model/project.ts";

/** The reader takes no more (mm). */
const MOST = { gaps: 100, ends: 1000 };

const { cut_paths: paths } = parseDxfDataSchema.shape;
export const point = z.tuple([z.number(), z.number()]);
const box = z.object({ min_x: z.number(), min_y: z.number(), max_x: z.number(), max_y: z.number() });
const role = z.enum(["cut", "bend", "extent", "engrave", "mark", "construction", "ignore"]);
const cut = z.catch(z.nullable(z.literal("cut")), null);

/** The value where it is whole, else nothing. */
export function whole<Schema extends z.ZodMiniType>(schema: Schema) {
  return z.catch(z.optional(schema), undefined);
}

/** The items of a list that are whole; nothing where there is no list. */
export function wholeItems<Schema extends z.ZodMiniType>(item: Schema) {
  const items = z.array(z.catch(z.nullable(item), null));
  return whole(
    z.pipe(
      items,
      z.transform((list) => list.filter((one) => one !== null)),
    ),
  );
}

/** Roles that were chosen for names. */
function choices(isName: (name: string) => boolean = () => true) {
  const given = z.catch(z.record(z.string(), z.catch(z.nullable(role), null)), {});
  return z.pipe(
    given,
    z.transform((roles) =>
      Object.fromEntries(Object.entries(roles).filter(([name, chosen]) => chosen !== null && isName(name))),
    ),
  );
}

/** Fields of the reader that projects of version 1 spell otherwise. */
const RESPELT: Record<string, string> = { placeCount: "place_count", lineType: "line_type" };

function respelt<Schema extends z.ZodMiniType>(schema: Schema) {
  const respelling = z.transform((item): unknown => {
    const fields = Object.entries(Object(item) as object);
    return Object.fromEntries(fields.map(([name, value]) => [RESPELT[name] ?? name, value]));
  });
  return z.pipe(respelling, schema);
}

const finding = z.looseObject({
  message: z.string(),
  count: z.number(),
  at: z.optional(point),
  places: z.optional(z.array(point)),
  option: z.optional(z.looseObject({})),
});
const group = z.looseObject({
  ...{ layer: z.string(), colour: z.string(), line_type: z.string() },
  ...{ count: z.number(), length: z.number(), role, chosen: z.boolean() },
});
const openEnd = z.looseObject({ at: point, to: point, width: z.number(), layer: z.string() });
const hints = z.looseObject({
  ...{ quantity: z.nullable(z.number()), thickness: z.nullable(z.number()) },
  ...{ material: z.nullable(z.string()), from: z.nullable(z.string()) },
});
/** All that is drawn, the fates of a line, and the two sums beside them. */
const account = z.catchall(
  z.object({ drawn: z.number(), more: z.looseObject({ closed: z.number(), shared: z.number() }) }),
  z.number(),
);

const drawing = z.object({
  id: z.string(),
  name: z.string(),
  unit: z.object({
    name: z.string(),
    source: z.catch(z.enum(["drawing", "caller", "assumed"]), "drawing"),
    millimetres: whole(z.number().check(z.gte(1e-6), z.lte(1e6))),
  }),
  joinTolerance: z.number(),
  findings: z.array(respelt(finding)),
  cutPaths: paths,
  bendLines: paths,
  joinGaps: z.catch(z.number().check(z.gte(0), z.lte(MOST.gaps)), 0),
  trimOvershoots: z.catch(z.nullable(z.number().check(z.gte(0), z.lte(MOST.ends))), null),
  sharedEdges: z.catch(z.nullable(z.enum(["parts", "scores"])), null),
  ...{ annotation: cut, frames: cut, countersinks: cut },
  preset: z.catch(z.nullable(z.enum(["red-cuts", "lightburn"])), null),
  roles: choices(),
  colours: choices((name) => /^#[0-9a-f]{6}$/i.test(name)),
  lineTypes: choices(),
  groups: whole(z.array(respelt(group))),
  openEnds: whole(z.array(openEnd)),
  hints: whole(hints),
  account: whole(account),
  ...{ markLines: whole(paths), asideLines: whole(paths), offLines: whole(paths) },
  removed: wholeItems(box),
  merged: wholeItems(z.object({ at: box, with: box, quantity: z.int().check(z.gte(1)) })),
});

/** Fields that were damaged are not there. */
export function withoutGaps<Fields extends object>(one: Fields): Fields {
  return Object.fromEntries(Object.entries(one).filter(([, value]) => value !== undefined)) as Fields;
}

/** The drawings that are whole; the others are only pictures that are missed. */
export const savedDrawingsSchema = z.pipe(
  z.catch(z.array(z.catch(z.nullable(drawing), null)), []),
  z.transform((list) => list.flatMap((one) => (one ? [withoutGaps(one) as object as ProjectDrawing] : []))),
);
