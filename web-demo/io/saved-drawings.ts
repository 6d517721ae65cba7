/**
 * The drawings of a saved project, with what was noticed and chosen; what is damaged of one is left out, as only its
 * reading again would miss it.
 */
import { z } from "zod";
import { parseDxfDataSchema } from "../../engine/v1.ts";
import type { ProjectDrawing } from "../model/project.ts";

/** The reader takes no more (mm). */
const MOST = { gaps: 100, ends: 1000 };

const { cut_paths: paths } = parseDxfDataSchema.shape;
export const point = z.tuple([z.number(), z.number()]);
const box = z.object({ min_x: z.number(), min_y: z.number(), max_x: z.number(), max_y: z.number() });
const role = z.enum(["cut", "bend", "extent", "engrave", "mark", "construction", "ignore"]);
const cut = z.literal("cut").nullable().catch(null);

/** The value where it is whole, else nothing. */
export function whole<Schema extends z.ZodType>(schema: Schema) {
  return schema.optional().catch(undefined);
}

/** The items of a list that are whole; nothing where there is no list. */
export function wholeItems<Schema extends z.ZodType>(item: Schema) {
  const items = z.array(item.nullable().catch(null));
  return whole(items.transform((list) => list.filter((one) => one !== null)));
}

/** Roles that were chosen for names. */
function choices(isName: (name: string) => boolean = () => true) {
  const given = z.record(z.string(), role.nullable().catch(null)).catch({});
  return given.transform((roles) =>
    Object.fromEntries(Object.entries(roles).filter(([name, chosen]) => chosen !== null && isName(name))),
  );
}

/** Fields of the reader that projects of version 1 spell otherwise. */
const RESPELT: Record<string, string> = { placeCount: "place_count", lineType: "line_type" };

function respelt<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess((item) => {
    const fields = Object.entries(Object(item) as object);
    return Object.fromEntries(fields.map(([name, value]) => [RESPELT[name] ?? name, value]));
  }, schema);
}

const finding = z.looseObject({
  message: z.string(),
  count: z.number(),
  at: point.optional(),
  places: z.array(point).optional(),
  option: z.looseObject({}).optional(),
});
const group = z.looseObject({
  ...{ layer: z.string(), colour: z.string(), line_type: z.string() },
  ...{ count: z.number(), length: z.number(), role, chosen: z.boolean() },
});
const openEnd = z.looseObject({ at: point, to: point, width: z.number(), layer: z.string() });
const hints = z.looseObject({
  ...{ quantity: z.number().nullable(), thickness: z.number().nullable() },
  ...{ material: z.string().nullable(), from: z.string().nullable() },
});
/** All that is drawn, the fates of a line, and the two sums beside them. */
const account = z
  .object({ drawn: z.number(), more: z.looseObject({ closed: z.number(), shared: z.number() }) })
  .catchall(z.number());

const drawing = z.object({
  id: z.string(),
  name: z.string(),
  unit: z.object({
    name: z.string(),
    source: z.enum(["drawing", "caller", "assumed"]).catch("drawing"),
    millimetres: whole(z.number().min(1e-6).max(1e6)),
  }),
  joinTolerance: z.number(),
  findings: z.array(respelt(finding)),
  cutPaths: paths,
  bendLines: paths,
  joinGaps: z.number().min(0).max(MOST.gaps).catch(0),
  trimOvershoots: z.number().min(0).max(MOST.ends).nullable().catch(null),
  sharedEdges: z.enum(["parts", "scores"]).nullable().catch(null),
  ...{ annotation: cut, frames: cut, countersinks: cut },
  preset: z.enum(["red-cuts", "lightburn"]).nullable().catch(null),
  roles: choices(),
  colours: choices((name) => /^#[0-9a-f]{6}$/i.test(name)),
  lineTypes: choices(),
  groups: whole(z.array(respelt(group))),
  openEnds: whole(z.array(openEnd)),
  hints: whole(hints),
  account: whole(account),
  ...{ markLines: whole(paths), asideLines: whole(paths), offLines: whole(paths) },
  removed: wholeItems(box),
  merged: wholeItems(z.object({ at: box, with: box, quantity: z.int().min(1) })),
});

/** Fields that were damaged are not there. */
export function withoutGaps<Fields extends object>(one: Fields): Fields {
  return Object.fromEntries(Object.entries(one).filter(([, value]) => value !== undefined)) as Fields;
}

/** The drawings that are whole; the others are only pictures that are missed. */
export const savedDrawingsSchema = z
  .array(drawing.nullable().catch(null))
  .catch([])
  .transform((list) => list.flatMap((one) => (one ? [withoutGaps(one) as object as ProjectDrawing] : [])));
