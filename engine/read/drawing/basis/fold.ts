/**
 * Makes the findings of a drawing short enough to be read: one message for each cause, and one line for all that is merely
 * good to know. The reader itself tells each thing by itself.
 */

import type { Finding } from "../../../base/contract/finding.ts";
import { takenAs } from "../../../base/contract/options.ts";
import type { ReadOptions } from "../../../base/contract/read-options.ts";
import { DRAWING_LIMITS } from "./limits.ts";

/** Subjects of one cause that its message lists. */
const LISTED = 3;
/** Codes of questions about one layer each: every one of them is answered by itself. */
const APART = new Set(["layer-unclear", "layer-unknown"]);

/** Findings by cause, most urgent first; two notes or more become one, which holds them in `folded`. */
export function foldFindings(findings: readonly Finding[]): Finding[] {
  const urgent = findings.filter(({ severity }) => severity !== "note");
  const notes = findings.filter(({ severity }) => severity === "note");
  return [...byCause(urgent), ...(notes.length > 1 ? [foldedNote(notes)] : notes)];
}

/** Findings as people read them, without those of some codes: those that are folded too. */
export function findingsWithout(findings: readonly Finding[], codes: readonly string[]): Finding[] {
  return takenAs("findings", "those that a drawing was read with", () => {
    const each = findings.flatMap((finding) => finding.folded ?? [finding]);
    return foldFindings(each.filter(({ code }) => !codes.includes(code)));
  });
}

function byCause(findings: readonly Finding[]): Finding[] {
  const causes = new Map<string, Finding[]>();
  for (const finding of findings) {
    const key = APART.has(finding.code) ? `${finding.code} ${finding.message}` : finding.code;
    causes.set(key, [...(causes.get(key) ?? []), finding]);
  }
  return [...causes.values()].map((alike) => (alike.length === 1 ? alike[0]! : merged(alike)));
}

/** One finding for several of the same code. */
function merged(alike: readonly Finding[]): Finding {
  const { code, severity, advice } = alike[0]!;
  const option = together(alike.map((one) => one.option));
  const left = alike.length - LISTED;
  const message = alike
    .slice(0, LISTED)
    .map((one) => one.message)
    .join("; ");
  return {
    code,
    message: left > 0 ? `${message}; and ${left} more` : message,
    ...placed(alike),
    ...(severity === undefined ? {} : { severity }),
    ...(advice === undefined ? {} : { advice }),
    ...(option === undefined ? {} : { option }),
  };
}

function foldedNote(notes: readonly Finding[]): Finding {
  const message = notes.map((one) => one.message).join("; ");
  return { code: "notes", message, ...placed(notes), severity: "note", folded: [...notes] };
}

/** How many things several findings tell of, and where those are. */
function placed(
  findings: readonly Finding[],
): Pick<Finding, "count" | "at" | "places" | "place_count" | "layer"> {
  const all = findings.flatMap(({ at, places = at ? [at] : [] }) => places);
  const places = all.slice(0, DRAWING_LIMITS.places);
  const place_count = findings.reduce(
    (sum, { at, places = at ? [at] : [], place_count = places.length }) => sum + place_count,
    0,
  );
  const { layer } = findings[0]!;
  const isOne = layer !== undefined && findings.every((one) => one.layer === layer);
  return {
    count: findings.reduce((sum, { count }) => sum + count, 0),
    ...(isOne ? { layer } : {}),
    ...(places[0] === undefined ? {} : { at: places[0] }),
    ...(places.length > 1 ? { places } : {}),
    ...(place_count > places.length ? { place_count } : {}),
  };
}

/** One option for several findings: each of them is turned round. */
function together(options: readonly (ReadOptions | undefined)[]): ReadOptions | undefined {
  const all: Record<string, unknown> = {};
  for (const option of options)
    for (const [name, value] of Object.entries(option ?? {}))
      all[name] = typeof value === "object" ? { ...(all[name] as object), ...value } : value;
  return Object.keys(all).length > 0 ? all : undefined;
}
