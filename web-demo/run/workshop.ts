/** The engine as the page uses it: one, made when first needed, with the toolbox of pure functions beside it. */
import type { Engine } from "../../engine/index.ts";
import { type Checker, createChecker } from "./checker.ts";

export type Toolbox = typeof import("./engine-chunk.ts");

export interface Workshop {
  toolbox(): Promise<Toolbox>;
  engine(): Promise<Engine>;
  checker: Checker;
  close(): void;
}

export function createWorkshop(): Workshop {
  let toolbox: Promise<Toolbox> | undefined;
  let engine: Promise<Engine> | undefined;
  const checker = createChecker();
  const workshop: Workshop = {
    toolbox: () => {
      toolbox ??= import("./engine-chunk.ts");
      return toolbox;
    },
    engine: () => {
      engine ??= workshop.toolbox().then(({ createEngine }) => createEngine());
      return engine;
    },
    checker,
    close() {
      checker.close();
      void engine?.then((running) => running.close());
    },
  };
  return workshop;
}
