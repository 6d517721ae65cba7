/** Between cuts: at the safe height, without a word that nobody asked for, home in the end with everything switched off. */
import type { JudgedProgram } from "../wants/judged.ts";
import { HEIGHT } from "./state.ts";
import type { JudgedStroke } from "./strokes.ts";

/** Where the tool is parked is exact to this, mm. */
const PARKED = 0.01;

export function checkTravels(judged: JudgedProgram, strokes: JudgedStroke[]): void {
  const { course, wants, report, isRouter } = judged;
  const { machine } = wants;
  const fault = (code: string, line: number, message: string) => report({ code, line, message });
  const first = strokes[0]?.firstLine ?? Number.POSITIVE_INFINITY;
  const last = strokes.at(-1)?.lastLine ?? 0;
  const safe = wants.wishes.safe_height ?? machine.z?.safe ?? 5;
  const movesTorch = wants.process !== "laser" && machine.z?.cut !== undefined;
  if (isRouter || movesTorch)
    for (const { line, x0, y0, x1, y1, z0, z1 } of course.rapids) {
      if ((x0 === x1 && y0 === y1) || Math.min(z0, z1) >= safe - HEIGHT) continue;
      fault("travel-low", line, `travels at Z${Math.min(z0, z1)}, not at Z${safe}`);
      break;
    }
  if (wants.post.grammar.tools && strokes.length > 0) checkToolless(judged, strokes[0]!);
  if (wants.post.grammar.travel_feed) checkTravelRate(judged, first, last);
  for (const { line, word, on } of course.interruptions)
    if (on && !isRouter) fault("unwanted-word", line, `has ${word} while the tool is on`);
    else if (line > first && line < last) fault("unwanted-word", line, `has ${word} between its cuts`);
  for (let i = 0; i < course.legs.length; i++) {
    const leg = course.legs.look(i);
    const isIdle = isRouter ? Math.min(leg.z0, leg.z1) > HEIGHT : !leg.on;
    const moves = leg.x0 !== leg.x1 || leg.y0 !== leg.y1;
    if (!moves || !isIdle || leg.line < first || leg.line > last) continue;
    fault("idle-cut", leg.line, "moves at the feed of a cut without cutting");
    break;
  }
  const { coolant, heightControl } = course.end.modes;
  if (coolant !== "") fault("unsafe-end", 0, "the air is on at the end");
  if (!heightControl) fault("unsafe-end", 0, "the height control is off at the end");
  const { park } = machine;
  if (park && !machine.templates && strokes.length > 0) {
    const [x, y] = [park.x + wants.zero[0], park.y + wants.zero[1]];
    if (Math.abs(course.end.x - x) > PARKED || Math.abs(course.end.y - y) > PARKED)
      fault("not-parked", 0, "does not end where the tool is parked");
  }
}

/** Nobody knows where the tip of a tool is that is in no length table: Z waits for the first tool, but in machine coordinates. */
function checkToolless({ course, legs, report }: JudgedProgram, { first }: JudgedStroke): void {
  const { tool } = legs.look(first).modes;
  if (tool === 0) return;
  const lines = new Set(course.interruptions.map(({ line }) => line));
  const early =
    course.rapids.find((rapid) => rapid.tool === 0 && rapid.z0 !== rapid.z1 && !lines.has(rapid.line)) ??
    course.legs.find((leg) => leg.modes.tool === 0 && leg.z0 !== leg.z1);
  if (early)
    report({ code: "wrong-tool", line: early.line, message: `moves in Z before tool ${tool} is in` });
}

/** Some controllers take the feed of a rapid move at its word. */
function checkTravelRate({ course, wants, report }: JudgedProgram, first: number, last: number): void {
  const { travel_rate } = wants.request.config;
  const rate = travel_rate === 3000 ? (wants.machine.defaults?.travel_rate ?? travel_rate) : travel_rate;
  const wrong = course.rapids.find(
    ({ line, feed, x0, y0, x1, y1 }) =>
      line > first && line < last && (x0 !== x1 || y0 !== y1) && Math.abs(feed - rate) > 0.01 + 1e-4 * rate,
  );
  if (!wrong) return;
  const message = `travels at F${wrong.feed}, not at F${rate}`;
  report({ code: "wrong-travel-rate", line: wrong.line, message });
}
