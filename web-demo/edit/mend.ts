/** Ways out of what keeps a job from being cut. The layout stays, and every way is one step to undo. */
import type { Machine, Mark } from "../../engine/index.ts";
import type { App } from "../app.ts";
import type { Part } from "../model/project.ts";
import type { Hole } from "../model/ready.ts";
import { verifyAgain } from "../run/verify-again.ts";
import { keepLayout } from "./arrange.ts";
import { changeMachine } from "./machine.ts";

/** Takes holes out of their parts; with `mark` their outlines are marked on the part instead. */
export function closeHoles(app: App, holes: readonly Hole[], mark: boolean): void {
  const closed = new Map<string, Set<number>>();
  for (const { part, hole } of holes) closed.set(part, (closed.get(part) ?? new Set()).add(hole));
  app.store.commit(mark ? "Mark narrow holes" : "Leave out narrow holes", (project) =>
    keepLayout(project, {
      parts: project.parts.map((part) => {
        const mine = closed.get(part.id);
        return mine ? withoutHoles(part, mine, mark) : part;
      }),
    }),
  );
  void verifyAgain(app);
}

function withoutHoles(part: Part, closed: ReadonlySet<number>, mark: boolean): Part {
  const { holes, curves, marks = [] } = part;
  const stays = <One>(_one: One, at: number) => !closed.has(at);
  const drawn = [...closed].map((at): Mark => {
    const along = curves?.holes[at];
    return { role: "mark", path: holes[at]!, closed: true, ...(along ? { curves: along } : {}) };
  });
  return {
    ...part,
    holes: holes.filter(stays),
    ...(curves ? { curves: { ...curves, holes: curves.holes.filter(stays) } } : {}),
    ...(mark ? { marks: [...marks, ...drawn] } : {}),
  };
}

/** Leaves out all lines of a role on this machine. */
export function leaveOut(app: App, role: Mark["role"]): void {
  setOperation(app, "Leave out lines", role, { on: false });
}

/** Gives a laser settings for lines of a role: three times as fast as it cuts, at a quarter of the power. */
export function addOperation(app: App, role: Mark["role"]): void {
  const { feedRate = 1000, power = 800 } = app.store.get().project.machine?.defaults ?? {};
  setOperation(app, "Add an operation", role, { feedRate: 3 * feedRate, power: Math.round(power / 4) });
}

type Operation = NonNullable<NonNullable<Machine["operations"]>[Mark["role"]]>;

function setOperation(app: App, label: string, role: Mark["role"], operation: Operation): void {
  changeMachine(app, label, ({ operations }) => ({ operations: { ...operations, [role]: operation } }));
}
