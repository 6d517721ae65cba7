/** docs/cli.md: the command line, from what its commands say of themselves. */

const INTRODUCTION = `# The command line

<!-- Made by \`npm run docs\` from the commands in the code. -->

\`npx offcut COMMAND\`, or \`offcut COMMAND\` after \`npm install --global offcut\`. \`offcut help COMMAND\` says in the shell what this page says.

**Answers.** On a terminal people get tables: parts and sheets with their remnants, bars drawn with their cuts, what has no place and why. In a pipe, and with \`--json\` anywhere, the answer is JSON, the same as from the package and over HTTP. Nothing is printed where files are asked for and the output is no terminal.

**Sizes** are millimetres. \`--units in\` or \`--units ft\` changes what a bare number means and what tables show; a size may also name its own unit: \`40inx20in\`, \`20 ft\`, \`72 1/2"\`, \`6' 2"\`, \`1.5 m\`. A fraction by itself, as in \`--kerf 1/8\`, is one of an inch with \`--units ft\` too. JSON is always in millimetres, and so are the options of machines.

**Lists** are CSV as any spreadsheet saves it: comma, semicolon or tab, UTF-8, UTF-16 or Windows text, heads in English, German, French, Spanish, Italian, Portuguese, Dutch, Polish and other languages, a unit in the head (\`Length (in)\`), \`1.830,50\` as well as \`1,830.50\`. What could be read two ways is told, and settled by \`--decimal comma\` or \`--decimal point\`. Unknown columns are named and left out.

**Drawings** are DXF or SVG. \`plate.dxf:12\` means twelve copies, \`-:12\` twelve copies of the drawing from standard input. Patterns that the shell has not expanded are: \`offcut nest "parts/*.dxf:2"\`. \`--parts list.csv\` names files with quantity, angles (\`0/90\`, \`0..45\`, \`free\`), material, mirror and priority; several materials make an answer each, in files named after them.

**What cannot be read** ends the command, with the file and the line. With \`--skip-bad\` it is left out, each with its reason and all with their number, and the command ends with 1.

| exit code | meaning |
|---|---|
| 0 | all is done |
| 1 | something could not be placed, was left out, or an answer that was to be verified is wrong |
| 2 | wrong words or wrong input |
| 3 | another failure |
| 130 | interrupted; what was found until then is written |

**Completion** of commands and options: \`offcut completion bash\` (zsh, fish, powershell) writes the script, whose first line says where it goes.
`;

/** @param {string} commands every command with its options */
export function cliPage(commands) {
  return `${INTRODUCTION}\n${commands}\n`;
}
