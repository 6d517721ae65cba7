/** docs/findings.md: everything that a reader or a planner may tell, from the sentences in the code. */
import { table } from "./fields.mjs";

const INTRODUCTION = `# Findings

<!-- Made by \`npm run docs\` from the sentences in the code. -->

Whatever Offcut skips, changes, assumes or leaves out is told by a finding. It never stops a call: what cannot be used at all is an error.

A finding that tells of a decision carries the option of reading that turns it round, as \`option\`: \`{ "frames": "cut" }\`. Reading again with it gives the other answer; the command line tells the words for it.

| asked | where they are |
|---|---|
| \`read\`, \`nest\`, \`cut\`, \`panels\`, \`write\`, \`draw\`, \`toProgram\` | \`findings\` of the answer: code, sentence, how many times, urgency, advice, layer, places |
| \`offcut parse\` and the other commands | the error output, a line each, most urgent first |
| \`/v1/parse/*\` and \`/v1/export/*\` | the header \`X-Offcut-Findings\`: code, count and message, most urgent first, at most 4 kB; the last entry has the code \`more\` where that is not all |
| the web app | beside the drawing, with their places on it, and beside the program of a sheet |
| a program | comments in its head |

Of one cause there is one message. All that is merely good to know is one line, \`notes\`, which holds each of them in \`folded\`; the header of /v1 tells them one by one.

Codes stay as they are; sentences may become better. *n* stands for a number, *x* for a size, and … for a name or a reason; sentences of programs leave the number to \`count\`.
`;

const URGENCIES = {
  stop: "Drawings: look before you cut",
  check: "Drawings: have a look",
  note: "Drawings: good to know",
};

/** Findings whose whole sentence comes from the code that notes them. */
const SAID = {
  "structure-repaired": "what of the file is missing or badly formed; it was read all the same",
  "unit-assumed":
    "the drawing names no unit; taken as millimetres. Look before you cut where the sizes speak against it",
  "scale-assumed": "how an SVG is scaled, by what evidence",
  "size-unlikely":
    "the drawing is hardly meant to be this large or small: by its parts, by what its dimensions say or by its scale",
  "layer-unclear": "*n* curves on layer …, whose name may mean several things, and what was done with them",
  "colours-differ": "the drawing has one layer and several colours, which may stand for operations",
  "drawing-frame": "a frame, title block, table or sheet with *n* curves left out",
  "order-read": "quantity, material and thickness as read, and where they were read",
};

/** Findings without a sentence of their own. */
const LINES = [
  ["`lines-off-parts`", "*n* lines on no part left out, *x*"],
  ["`ends-off-parts`", "ends of lines beyond outlines and over holes left out, *x*"],
];
const ANSWERS = [
  [
    "`answer-rejected`",
    "a better answer was refused by the judge; the sentence names the seed and the fault. Please report it",
  ],
];

/**
 * @param {Record<string, [severity: string, sentence: string, advice?: string]>} drawings
 * @param {[code: string, sentence: string][]} programs
 * @param {Record<string, ((layer: string, tally: object) => object) | undefined>} otherwise
 */
export function findingsPage(drawings, programs, otherwise) {
  const sections = Object.entries(URGENCIES).flatMap(([urgency, title]) => {
    const rows = Object.entries(drawings)
      .filter(([, [severity]]) => severity === urgency)
      .map(([code, [, sentence, advice = "–"]]) => [
        `\`${code}\``,
        SAID[code] ?? spelled(sentence),
        advice,
        optionText(code, otherwise[code]),
      ]);
    return [`## ${title}`, table(["code", "what it says", "what to do", "option that turns it round"], rows)];
  });
  const said = programs.map(([code, sentence]) => [`\`${code}\``, spelled(sentence)]);
  return [
    INTRODUCTION,
    ...sections,
    "## Lines on parts that are exported",
    table(["code", "what it says"], LINES),
    "## Programs and drawings for machines",
    table(["code", "what it says"], said),
    "## Layouts and plans",
    table(["code", "what it says"], ANSWERS),
    "",
  ].join("\n\n");
}

/** Options whose values come from the drawing. */
const OPTIONS = {
  "gaps-left-open": "`join_gaps`: as wide as the widest gap",
  "line-types": '`line_types: {TYPE: "cut"}`',
  "unit-assumed": "`unit`: the one that fits, if any does",
  "size-unlikely": "`unit`: the one that fits, if any does",
  "sheet-unclear": '`frames: "leave"`',
  "layer-unclear": "`roles: {LAYER: …}`: what its name says",
};

function optionText(code, otherwise) {
  if (OPTIONS[code]) return OPTIONS[code];
  if (!otherwise) return "–";
  const [[name, value]] = Object.entries(otherwise("LAYER", {}));
  const text =
    typeof value === "object" ? JSON.stringify(value).replace(/"(\w+)":/g, "$1: ") : JSON.stringify(value);
  return `\`${name}: ${text}\``;
}

/** A sentence with signs for what is filled in. */
function spelled(sentence) {
  return sentence.replace(/\{(\w+) ?([^}]*)\}/g, (_, key, nouns) => {
    if (key === "subject" || key === "detail") return "…";
    if (key !== "count") return "*x*";
    const [noun, plural = `${noun.replace(/y$/, "ie")}s`] = nouns.split("/");
    return noun ? `*n* ${plural}` : "*n*";
  });
}
