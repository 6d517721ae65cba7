/**
 * Cutting beyond /v1: what a shop wants of its bars, and the package's answer: patterns with their counts, and how good
 * the plan is proven to be. The answer of /v1 (`CutData`) lists every bar and every cut one by one; this stays small
 * however many there are.
 */
import * as z from "zod/mini";
import { checkArguments, record } from "./options.ts";
import {
  type CutSummary,
  cutPieceSchema,
  cutPlacementSchema,
  cutRequestSchema,
  cutStockSchema,
  cutSummarySchema,
} from "./v1/cut.ts";
import { boolean, choice, integer, list, number } from "./values/lax.ts";
import { LIMITS } from "./values/limits.ts";
import { endingFields, proofFields, unplacedPiecesSchema } from "./values/plan.ts";
import { described } from "./values/schema.ts";

const distance = () => number({ ge: 0, le: LIMITS.cut.length });

export const cutPlanStockSchema = described(
  z.extend(cutStockSchema, {
    trim_start: described(z.optional(distance()), "Used instead of `options.trim_start`, mm."),
    trim_end: described(z.optional(distance()), "Used instead of `options.trim_end`, mm."),
    offcut: described(
      z.optional(boolean()),
      "True for a piece left over from an earlier job: see `options.offcuts_first`.",
    ),
  }),
  "A stock of `cut`: bars of one length, or an offcut from the rack.",
);
/** Stock length that bars are cut from, in a request of `cut`. */
export interface CutPlanStock extends z.output<typeof cutPlanStockSchema> {}

/** A mitred piece whose short edge is no longer than this has no short edge, mm. */
const THINNEST = 1e-6;

/** Degrees from a square cut. Pieces with equal angles are trapezoids, with opposite ones parallelograms. */
const angle = () => number({ ge: -LIMITS.cut.angle, le: LIMITS.cut.angle });

export const cutPlanPieceSchema = described(
  z.extend(cutPieceSchema, {
    angle_start: described(
      z.optional(angle()),
      "Angle of the cut at its start, degrees from a square cut. Equal angles make a trapezoid, opposite ones a parallelogram.",
    ),
    angle_end: described(z.optional(angle()), "Angle of the cut at its end, in the same way."),
  }),
  "A piece of `cut`, whose ends may be mitred.",
);
/** Piece that is asked for, in a request of `cut`. */
export interface CutPlanPiece extends z.output<typeof cutPlanPieceSchema> {}

export const cutPlanOptionsSchema = described(
  z.strictObject({
    trim_start: described(
      z.optional(distance()),
      "Length at the start of every bar that cannot be used, mm. The blade that cuts off a trim runs inside it, so the first piece begins at `trim_start`.",
    ),
    trim_end: described(
      z.optional(distance()),
      "Length at the end of every bar that cannot be used, mm; the last piece ends there or earlier.",
    ),
    min_offcut: described(
      z.optional(distance()),
      "Remnants shorter than this are scrap, mm. Among otherwise equal plans, one with little scrap is preferred, so that what is left over is in a few long remnants. No extra bar is used to save scrap.",
    ),
    max_pieces: described(z.optional(integer({ ge: 1 })), "Most pieces to cut from one bar."),
    max_lengths: described(
      z.optional(integer({ ge: 1 })),
      "Most different lengths to cut from one bar; the same length with other angles counts as another.",
    ),
    offcuts_first: described(
      z.optional(boolean()),
      "Use up offcuts before new stock: the least new material (length or cost, as `optimize` says), then the least of the offcuts. Both are proven if the status is `optimal`; `lower_bound` is that of the new material.",
    ),
    profile_width: described(
      z.optional(distance()),
      "Depth of the profile where the blade crosses it, mm: its width for a mitre, its height for a bevel.",
    ),
    measured: described(
      z.optional(choice(["long", "short"])),
      "Where mitred pieces are measured: from `long` point to long point (the default), or along the `short` edge.",
    ),
    fewest_patterns: described(
      z.optional(boolean()),
      "Among equally good plans, prefer one with few different patterns, because each needs a set-up of the saw.",
    ),
  }),
  "What a shop asks of its bars; each option is off when it is absent.",
);
/** Rules of the saw, of the rack and of the search, in a request of `cut`. */
export interface CutPlanOptions extends z.output<typeof cutPlanOptionsSchema> {}

export const cutPlanRequestSchema = described(
  z
    .extend(cutRequestSchema, {
      stocks: described(
        list(cutPlanStockSchema, { min: 1, max: LIMITS.cut.stocks }),
        "The bars to cut from.",
      ),
      pieces: described(list(cutPlanPieceSchema, { min: 1, max: LIMITS.cut.pieces }), "The pieces to cut."),
      options: described(
        z.optional(cutPlanOptionsSchema),
        "What a shop asks of its bars; each option is off when it is absent.",
      ),
    })
    .check(
      z.superRefine(({ pieces, options = {} }, context) => {
        const { profile_width: width, measured } = options;
        pieces.forEach((piece, at) => {
          const ends = endsOf(piece);
          if (ends.start === 0 && ends.end === 0) return;
          if (width === undefined) {
            const message = `must be given, as piece ${piece.id} is cut at an angle`;
            context.addIssue({ code: "custom", path: ["options", "profile_width"], message });
          } else if (measured !== "short" && !(piece.length - shortening(ends, width) > THINNEST)) {
            const message = `At these angles nothing is left of the short edge of ${piece.id}`;
            context.addIssue({ code: "custom", path: ["pieces", at, "length"], message });
          }
        });
      }),
    ),
  "What `cut` takes.",
);
/** Request of `cut`, before its defaults are filled in. */
export interface CutPlanRequestInput extends z.input<typeof cutPlanRequestSchema> {}
/** A request of /v1 is one without options. */
export interface CutPlanRequest extends z.output<typeof cutPlanRequestSchema> {}

export const cutRunSchema = described(
  z.extend(cutPlacementSchema, {
    count: described(
      z.int(),
      "How many equal cuts lie side by side; each begins a length and a kerf after the one before.",
    ),
    angle_start: described(
      z.optional(z.number()),
      "Angle at the start of a mitred piece as it lies on the bar, perhaps turned by half a turn, degrees; its position is that of its first point.",
    ),
    angle_end: described(z.optional(z.number()), "Angle at its end, degrees."),
  }),
  "`count` equal cuts side by side; each begins a length and a kerf after the one before.",
);
/** Run of equal pieces on a bar. */
export interface CutRun extends z.infer<typeof cutRunSchema> {}

export const cutPatternSchema = described(
  z.object({
    stock_id: described(z.string(), "`id` of the stock."),
    length: described(z.number(), "Length of the stock."),
    count: described(z.int(), "How many bars are cut like this."),
    cuts: described(z.array(cutRunSchema), "What lies on each of these bars, in order."),
    used_length: described(z.number(), "Pieces and kerfs without the trims, mm."),
    waste: described(z.number(), "The rest of the stock, trims included, mm."),
    utilization: described(z.number(), "`used_length` in percent of the bar, 0 to 100."),
    trim_start: described(z.number(), "Length lost at its start, mm."),
    trim_end: described(z.number(), "Length lost at its end, mm."),
    offcut: described(
      z.number(),
      "What is left between the last kerf and the trim at the end, mm; 0 if it is shorter than `options.min_offcut`.",
    ),
  }),
  "How one bar is cut, and how many bars are cut that way.",
);
/** One way to cut a bar, and how many bars are cut so. */
export interface CutPattern extends z.infer<typeof cutPatternSchema> {
  cuts: CutRun[];
}

export const cutPlanSchema = described(
  z.object({
    ...proofFields(
      "What is minimised: total stock length (`waste`) or total cost (`cost`), of new stock alone with `offcuts_first`.",
    ),
    kerf: described(z.number(), "Width of the blade, mm, as asked."),
    summary: described(cutSummarySchema, "Totals."),
    total_offcut: described(z.number(), "Length of all remnants that are worth keeping."),
    patterns: described(z.array(cutPatternSchema), "The patterns of bars, each with its count."),
    unplaced: unplacedPiecesSchema,
    ...endingFields,
  }),
  "What `cut` answers.",
);
/** Answer of `cut`: patterns with their counts, the bound and the status. */
export interface CutPlan extends z.infer<typeof cutPlanSchema> {
  summary: CutSummary;
  patterns: CutPattern[];
}

/** The angles of a piece's ends; both 0 when it is square. */
export function endsOf(piece: CutPlanPiece): { start: number; end: number } {
  checkArguments({ piece: record }, { piece });
  const { angle_start = 0, angle_end = 0 } = piece;
  return { start: angle_start + 0, end: angle_end + 0 };
}

/** How much shorter the short edge of a mitred piece is than the piece measured from long point to long point. */
export function shortening(ends: { start: number; end: number }, width: number): number {
  checkArguments({ ends: record }, { ends });
  const { start, end } = ends;
  const back = (angle: number) => width * Math.tan((Math.abs(angle) * Math.PI) / 180);
  // In a parallelogram each edge is set back at one end only.
  return start * end < 0 ? Math.max(back(start), back(end)) : back(start) + back(end);
}
