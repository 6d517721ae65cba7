/** The middle of the page: sheet tabs, the board with its tools, and the line that runs the search. */
import { putOn } from "../../actions/arrange.ts";
import { rackActions } from "../../actions/rack.ts";
import { viewActions } from "../../actions/view.ts";
import type { App } from "../../app.ts";
import { prepareToolpath } from "../../canvas/drawn-toolpath.ts";
import { h, show } from "../../dom.ts";
import { writeProgram } from "../../io/save/program-file.ts";
import { notify, shownLayout } from "../../model/session.ts";
import { reasonOf } from "../../model/units.ts";
import { PART_TYPE } from "../sheets/part-rows.ts";
import { actionButton, button, legendKey } from "../shell/controls.ts";
import { showWhile } from "../shell/follow.ts";
import { transport } from "../shell/transport.ts";
import { Board } from "./board.ts";
import { shownDrawing } from "./shown.ts";
import { sheetTabs } from "./tabs.ts";
import { welcomeView } from "./welcome.ts";

export function boardPanel(app: App): HTMLElement {
  const board = new Board(app);
  const back = button("Close drawing", () => app.store.update({ spot: null }), {
    class: "button small back",
  });
  const legend = h("div.player", { hidden: true });
  const tools = h(
    "div.board-tools",
    { role: "toolbar", "aria-label": "Board" },
    actionButton(app, rackActions.mark),
    actionButton(app, viewActions.labels),
    actionButton(app, viewActions.fit),
  );
  const welcome = welcomeView(app);
  const stage = h("div.stage", board.element, tools, back, drawingLegend(app), legend, welcome);
  takeParts(app, board, stage);
  app.store.watch(
    ({ session }) => [session.fits],
    () => board.fit(),
  );
  showWhile(app, back, ({ session }) => session.spot !== null);
  followToolpath(app, board, legend);
  return h("section.board-panel", { "aria-label": "Board" }, sheetTabs(app), stage, transport(app));
}

function takeParts(app: App, board: Board, stage: HTMLElement): void {
  const carriesPart = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes(PART_TYPE) ?? false;
  stage.addEventListener("dragover", (event) => {
    if (carriesPart(event)) event.preventDefault();
  });
  stage.addEventListener("drop", (event) => {
    if (!carriesPart(event)) return;
    event.preventDefault();
    const id = event.dataTransfer!.getData(PART_TYPE);
    const laid = app.store.get().project.layout !== null;
    putOn(app, id, laid ? board.placeOf(event.clientX, event.clientY) : undefined);
  });
}

/** Shows the program of the present sheet while the toolpath is asked for, and the player below it. */
function followToolpath(app: App, board: Board, place: HTMLElement): void {
  let latest = 0;
  let before = false;
  app.store.watch(
    (state) => [
      state.session.toolpath,
      shownLayout(state),
      state.session.sheet,
      state.project.machine,
      state.session.spot,
    ],
    async (wanted, layout, sheet, _machine, spot) => {
      const asked = ++latest;
      const opened = wanted && !before;
      before = wanted;
      board.showToolpath(null);
      show(place, false);
      if (app.store.get().session.playhead !== null) app.store.update({ playhead: null });
      if (!wanted || !layout || spot || !layout.data.sheets[sheet]) return;
      try {
        const [{ playerView }, program] = await Promise.all([
          import("../machine/player.ts"),
          writeProgram(app, layout, sheet),
        ]);
        if (asked !== latest) return;
        board.showToolpath(prepareToolpath(program.picture, program.undone));
        place.replaceChildren(playerView(app, program));
        show(place, true);
        // On a phone the switch is a page below the board, and the board is as high as what is left of the player.
        if (opened) board.element.scrollIntoView({ block: "nearest" });
      } catch (error) {
        if (asked !== latest) return;
        app.store.update({ toolpath: false });
        notify(app.store, "result", "error", `No toolpath: ${reasonOf(error)}`);
      }
    },
  );
}

/** The colours of a drawing on the board. */
function drawingLegend(app: App): HTMLElement {
  const element = h("p.board-legend.drawing-legend.row", { hidden: true });
  app.store.watch(
    (state) => [shownDrawing(state)],
    (drawing) => {
      const { cutPaths = [], bendLines = [], markLines = [], asideLines = [], offLines = [] } = drawing ?? {};
      const keys = [
        ["2px solid var(--outline)", "cut", cutPaths],
        ["2px dashed var(--bend)", "bent", bendLines],
        ["2px solid var(--accent)", "engraved or marked", markLines],
        ["2px solid var(--aside)", "not made", asideLines],
        ["2px solid var(--warn)", "on no part, left out", offLines],
      ] as const;
      const there = keys.filter(([, , lines]) => lines.length > 0);
      element.replaceChildren(...there.map(([line, what]) => legendKey(line, what)));
      show(element, there.length > 0);
    },
  );
  return element;
}
