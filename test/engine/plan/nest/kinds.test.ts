/** Equal outlines under several ids: one part to the solver, each with its own copies in the answer. */
import { describe, expect, it } from "vitest";
import type {
  NestPlan,
  NestPlanPart,
  NestPlanRequestInput,
} from "../../../../engine/base/contract/nest-plan.ts";
import { nestPlanRequestSchema } from "../../../../engine/base/contract/nest-plan.ts";
import type { Point, Ring } from "../../../../engine/base/contract/values/geometry.ts";
import { prepare } from "../../../../engine/plan/nest/frame.ts";

import { planVerified } from "../../../helpers/nest/nest.ts";
import { box } from "../../../helpers/rings.ts";

const ell: NestPlanPart["exterior"] = [
  [0, 0],
  [50, 0],
  [50, 20],
  [20, 20],
  [20, 60],
  [0, 60],
];
const hole = box(4, 4, 8, 8);
const sheet = { width: 230, height: 140 };
const config = { spacing: 2, edge_margin: 3 };

const one = { exterior: ell, holes: [hole], angles: [0, 180] };
/** The same outline elsewhere, begun at another point and the other way round. */
const moved = (ring: Ring) => ring.map(([x, y]): Point => [x + 1000.1, y - 77.7]);
const written = {
  exterior: moved([...ell.slice(2), ...ell.slice(0, 2)].reverse()),
  holes: [moved(hole)],
  angles: [180, 0],
};

const plan = (input: NestPlanRequestInput) => planVerified(input, 200_000);

/** The boxes of what lies on each sheet, one entry for every copy, whatever the parts are called. */
function layout({ sheets }: NestPlan): string[] {
  return sheets
    .flatMap(({ count, placements }) => {
      const places = placements.map(({ bounds, rotation }) =>
        [rotation, ...Object.values(bounds).map((value) => value.toFixed(6))].join(),
      );
      return Array<string>(count).fill(places.join(" "));
    })
    .sort();
}

describe("parts with equal outlines", () => {
  it("lie as one part with the copies of all would", async () => {
    const whole = await plan({ parts: [{ id: "all", ...one, quantity: 60 }], sheet, config });
    const parts = [
      { id: "a", ...one, quantity: 7 },
      { id: "b", ...written, quantity: 41 },
      { id: "c", ...one, quantity: 12 },
    ];
    const split = await plan({ parts, sheet, config });
    expect(layout(split)).toEqual(layout(whole));
    expect(split.sheets_used).toBe(whole.sheets_used);
  });

  it("leave the last ones of the request out when there is no room", async () => {
    const parts = [
      { id: "a", ...one, quantity: 3 },
      { id: "b", ...one, quantity: 40 },
      { id: "c", ...one, quantity: 2 },
    ];
    const found = await plan({ parts, sheet, config, max_sheets: 1 });
    const b = found.sheets[0]!.placements.filter(({ part_id }) => part_id === "b").length;
    expect(b).toBeGreaterThan(0);
    expect(found.unplaced).toEqual([
      { part_id: "b", count: 40 - b },
      { part_id: "c", count: 2 },
    ]);
  });

  it("keep their own names where they lie for good, and an answer can be begun with", async () => {
    const parts = [
      { id: "a", ...one, quantity: 5 },
      { id: "b", ...one, quantity: 5 },
    ];
    const fixed = [{ placements: [{ part: 1, x: 100, y: 50, rotation: 180 }] }];
    const found = await plan({ parts, sheet, config, fixed });
    expect(found.sheets[0]!.placements[0]).toMatchObject({ part_id: "b", x: 100, y: 50, rotation: 180 });
    const again = await plan({ parts, sheet, config, fixed, start: found });
    expect(again.placed_parts).toBe(10);
    expect(again.sheets_used).toBe(found.sheets_used);
  });

  it.each<[string, Partial<NestPlanPart>]>([
    ["other angles", { angles: [0] }],
    ["another priority", { priority: 1 }],
    ["another side", { mirror: true }],
    ["another point", { exterior: [...ell.slice(0, 5), [0, 60.001]] }],
    ["another hole", { holes: [box(4, 4, 8, 9)] }],
    ["no hole", { holes: [] }],
  ])("are two parts with %s", (_what, change) => {
    const parts = [
      { id: "a", ...one },
      { id: "b", ...one },
      { id: "c", ...one, ...change },
    ];
    const { kinds } = prepare(nestPlanRequestSchema.parse({ parts, sheet, config }));
    expect(kinds.map(({ members }) => members)).toEqual([[0, 1], [2]]);
  });
});
