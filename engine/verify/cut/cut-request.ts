/** Requests of bars as the judge takes them, checked by hand: a page that only judges loads no schemas. */
import type { CutPlanRequest, CutPlanRequestInput } from "../../base/contract/cut-plan.ts";
import {
  between,
  checkArguments,
  flag,
  listed,
  type OptionCheck,
  oneOf,
  positive,
  record,
  refuse,
  text,
  whole,
  wrongAmong,
} from "../../base/contract/options.ts";
import { DEFAULTS, LIMITS } from "../../base/contract/values/limits.ts";
import type { ErrorDetail } from "../../base/errors.ts";
import { endsOf, isSquare } from "./mitre.ts";

const { cut } = LIMITS;
const name: OptionCheck = (value) =>
  text(value) ||
  ((value as string).length > LIMITS.id_length && `must have at most ${LIMITS.id_length} characters`);
const length: OptionCheck = (value) => positive(value) || between(0, cut.length)(value);
const filled: OptionCheck = (value) =>
  listed(value) || ((value as unknown[]).length === 0 && "must have at least 1 entry");
const quantity = between(1, cut.quantity, true);
const distance = between(0, cut.length);
const angle = between(-cut.angle, cut.angle);

/** Fields of a stock. */
export const STOCK_CHECKS = {
  id: name,
  length,
  quantity,
  cost: between(0, Number.MAX_VALUE),
  trim_start: distance,
  trim_end: distance,
  offcut: flag,
};
/** Fields of a piece. */
export const PIECE_CHECKS = { id: name, length, quantity, angle_start: angle, angle_end: angle };
/** Fields of `options`. */
export const OPTION_CHECKS = {
  trim_start: distance,
  trim_end: distance,
  min_offcut: distance,
  max_pieces: whole(1),
  max_lengths: whole(1),
  offcuts_first: flag,
  profile_width: distance,
  measured: oneOf("long", "short"),
  fewest_patterns: flag,
};
/** Fields of a request; those of its lists and options are checked by themselves. */
export const REQUEST_CHECKS = {
  stocks: filled,
  pieces: filled,
  kerf: between(0, cut.kerf),
  optimize: oneOf("waste", "cost"),
  options: record,
};

/** The request with its defaults. @throws EngineError INVALID_INPUT with a detail for each wrong field */
export function completedCut(request: CutPlanRequestInput): CutPlanRequest {
  checkArguments({ request: record }, { request });
  const { stocks, pieces, options = {} } = request;
  refuse([...wrongAmong(REQUEST_CHECKS, request), ...missing(request, ["stocks", "pieces"], [])]);
  refuse([
    ...stocks.flatMap((stock, i) => wrongEntry(STOCK_CHECKS, ["length"], stock, ["stocks", i])),
    ...pieces.flatMap((piece, i) => wrongEntry(PIECE_CHECKS, ["id", "length"], piece, ["pieces", i])),
    ...wrongAmong(OPTION_CHECKS, options, ["options"]),
  ]);
  const mitred = pieces.find((piece) => !isSquare(endsOf(piece)));
  if (mitred && options.profile_width === undefined) {
    const message = `must be given, as piece ${mitred.id} is cut at an angle`;
    refuse([{ path: ["options", "profile_width"], message }]);
  }
  const { stock_id, stock_quantity, stock_cost, piece_quantity, kerf, optimize } = DEFAULTS.cut;
  return {
    ...request,
    kerf: request.kerf ?? kerf,
    optimize: request.optimize ?? optimize,
    stocks: stocks.map(({ id = stock_id, quantity = stock_quantity, cost = stock_cost, ...stock }) => {
      return { ...stock, id, quantity, cost };
    }),
    pieces: pieces.map(({ quantity = piece_quantity, ...piece }) => ({ ...piece, quantity })),
  } as CutPlanRequest;
}

function wrongEntry(
  checks: Record<string, OptionCheck>,
  needed: string[],
  entry: object,
  path: ErrorDetail["path"],
): ErrorDetail[] {
  const wrong = wrongAmong(checks, entry, path);
  return wrong.length > 0 ? wrong : missing(entry, needed, path);
}

function missing(given: object, needed: string[], path: ErrorDetail["path"]): ErrorDetail[] {
  const absent = needed.filter((field) => (given as Record<string, unknown>)[field] === undefined);
  return absent.map((field) => ({ path: [...path, field], message: "must be given" }));
}
