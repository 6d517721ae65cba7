/** Compiles one binary of the core and makes its searches suspendable: node scripts/compile.mjs TARGET FILE ENTRY... */
import { readFileSync, renameSync, writeFileSync } from "node:fs";
import asc from "assemblyscript/asc";
import { suspendable } from "./suspendable.mjs";

const [target, file, ...entries] = process.argv.slice(2);
/** Whoever reads the binary meanwhile reads the last one. */
const unfinished = `${file}.unfinished`;
const { error, stderr } = await asc.main([
  "--config",
  "asconfig.json",
  "--target",
  target,
  "--outFile",
  unfinished,
  ...entries,
]);
process.stderr.write(stderr.toString());
if (error) process.exit(1);
writeFileSync(unfinished, suspendable(readFileSync(unfinished), target !== "debug"));
renameSync(unfinished, file);
