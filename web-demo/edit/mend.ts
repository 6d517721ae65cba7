/** Ways out of what keeps a job from being cut. The layout stays, and every way is one step to undo. */
import type { Mark } from "../../engine/index.ts";
import type { App } from "../app.ts";
import type { Part } from "../model/project.ts";
import type { Hole } from "../model/ready.ts";
import { verifyAgain } from "../run/verify-again.ts";
import { keepLayout } from "./arrange.ts";

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
