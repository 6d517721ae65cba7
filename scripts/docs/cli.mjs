/** docs/cli.md: the command line, from what its commands say of themselves. */

const INTRODUCTION = `# The command line

<!-- Made by \`npm run docs\` from the commands in the code. -->

\`npx offcut COMMAND\`, or \`offcut COMMAND\` after \`npm install --global offcut\`. \`offcut help COMMAND\` prints what this page says.

**Answers.** At a terminal you get tables: parts, sheets with their remnants, bars drawn with their cuts, and what could not be placed and why. In a pipe, or with \`--json\`, the answer is JSON, the same as from the package and over HTTP. If you ask for files and the output is not a terminal, nothing is printed.

**Sizes** are in millimetres. \`--units in\` or \`--units ft\` changes the unit of bare numbers and of tables. A size can also name its own unit: \`40inx20in\`, \`20 ft\`, \`72 1/2"\`, \`6' 2"\`, \`1.5 m\`. With either of these units, a bare fraction such as \`--kerf 1/8\` means a fraction of an inch. JSON, CSV files that Offcut writes, and the options of machines are always in millimetres.

**Lists** are CSV as any spreadsheet saves it: comma, semicolon or tab, UTF-8, UTF-16 or Windows text, heads in English, German, French, Spanish, Italian, Portuguese, Dutch, Polish and other languages, a unit in the head (\`Length (in)\`), \`1.830,50\` as well as \`1,830.50\`. If a number could be read in two ways, you are told; \`--decimal comma\` or \`--decimal point\` settles it. If some lengths are in inches, you are told which bare ones were read as millimetres. Titles above the head may stay. Unknown columns are named and ignored, and so are prices of pieces and angles of bars. Bars, panels and pieces need no head: names, lengths, widths and quantities are told by what the cells look like.

**Drawings** are DXF or SVG. \`plate.dxf:12\` means twelve copies, \`-:12\` twelve copies of the drawing from standard input. Wildcards work even if the shell does not expand them: \`offcut nest "parts/*.dxf:2"\`. \`--parts list.csv\` lists files with their quantity, angles (\`0/90\`, \`0..45\`, \`free\`), material, mirror and priority. Each material gets its own answer, in files named after it.

**A file or line that cannot be read** ends the command with a message that names it. With \`--skip-bad\` it is skipped instead: each skipped file or line is listed with the reason, and the exit code is 1.

| exit code | meaning |
|---|---|
| 0 | all is done |
| 1 | something could not be placed or was skipped, or an answer failed its check |
| 2 | wrong options or wrong input |
| 3 | another failure |
| 130 | interrupted; the best answer so far has been written |

**Completion** of commands, options and their values: \`offcut completion bash\` (or zsh, fish, powershell) prints the script; its first line says where to put it.
`;

/** @param {string} commands every command with its options */
export function cliPage(commands) {
  return `${INTRODUCTION}\n${commands}\n`;
}
