/** Text files of cases: "# why", what is given, and lines that begin with "=", the answer. */

/** The text of a file with the answers as they are now. */
export function answered(text: string, answer: (given: string[]) => string[]): string {
  const cases = text.trim().split(/\n\n(?=# )/);
  return `${cases.map((one) => withAnswer(one, answer)).join("\n\n")}\n`;
}

function withAnswer(text: string, answer: (given: string[]) => string[]): string {
  const [why, ...given] = text.split("\n").filter((line) => !/^=( |$)/.test(line));
  return [why, ...given, ...answer(given).map((line) => `= ${line}`.trimEnd())].join("\n");
}
