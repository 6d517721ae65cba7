/**
 * The integer program over all patterns of a cutting job, solved by HiGHS: an oracle for jobs that are too large to try
 * everything and small enough to list their patterns.
 */
import loadHighs from "highs";
import { expect } from "vitest";
import type { CutPlanRequestInput } from "../../../engine/base/contract/cut-plan.ts";

export type PatternRequest = Pick<CutPlanRequestInput, "stocks" | "pieces" | "kerf" | "options">;

interface Pattern {
  stock: number;
  amounts: number[];
}

/** The least of `price` over all plans that place everything; with `most`, of those that cost no more in another price. */
export type LeastByPatterns = (
  request: PatternRequest,
  price: (stock: number) => number,
  most?: { of: (stock: number) => number; is: number },
) => number;

export async function openPatternModel(): Promise<LeastByPatterns> {
  const highs = await loadHighs();
  return function least(request, price, most) {
    const patterns = patternsOf(request);
    const sum = (term: (pattern: Pattern) => number) =>
      patterns.flatMap((pattern, p) => (term(pattern) === 0 ? [] : [`${term(pattern)} x${p}`])).join(" + ") ||
      "0 x0";
    const model = [
      "Minimize",
      ` obj: ${sum(({ stock }) => price(stock))}`,
      "Subject To",
      ...request.pieces.map(
        ({ quantity }, i) => ` d${i}: ${sum(({ amounts }) => amounts[i]!)} >= ${quantity}`,
      ),
      ...request.stocks.map(
        ({ quantity }, j) => ` s${j}: ${sum(({ stock }) => Number(stock === j))} <= ${quantity}`,
      ),
      ...(most ? [` first: ${sum(({ stock }) => most.of(stock))} <= ${most.is}`] : []),
      "General",
      ` ${patterns.map((_, p) => `x${p}`).join(" ")}`,
      "End",
    ].join("\n");
    const solution = highs.solve(model, { mip_rel_gap: 0 });
    expect(solution.Status).toBe("Optimal");
    return Math.round(solution.ObjectiveValue);
  };
}

/** Every filling of a stock that the options allow, as amounts per piece. */
function patternsOf({ stocks, pieces, kerf = 0, options = {} }: PatternRequest): Pattern[] {
  const { trim_start = 0, trim_end = 0, max_pieces = Infinity, max_lengths = Infinity } = options;
  return stocks.flatMap(({ length }, stock) => {
    let open = [
      { amounts: [] as number[], room: length - trim_start - trim_end + kerf, pieces: 0, lengths: 0 },
    ];
    for (const piece of pieces) {
      const weight = piece.length + kerf;
      open = open.flatMap((filling) => {
        const fitting = Math.min(
          Math.floor(filling.room / weight),
          max_pieces - filling.pieces,
          piece.quantity!,
        );
        const most = filling.lengths < max_lengths ? fitting : 0;
        return Array.from({ length: most + 1 }, (_, amount) => ({
          amounts: [...filling.amounts, amount],
          room: filling.room - amount * weight,
          pieces: filling.pieces + amount,
          lengths: filling.lengths + Number(amount > 0),
        }));
      });
    }
    return open.filter((filling) => filling.pieces > 0).map(({ amounts }) => ({ stock, amounts }));
  });
}
