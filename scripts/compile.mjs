/** Compiles one binary of the core and makes its searches suspendable: node scripts/compile.mjs TARGET FILE ENTRY... */
import { readFileSync, writeFileSync } from "node:fs";
import asc from "assemblyscript/asc";
import { suspendable } from "./suspendable.mjs";

const [target, file, ...entries] = process.argv.slice(2);
const { error, stderr } = await asc.main([
  "--config",
  "asconfig.json",
  "--target",
  target,
  "--outFile",
  file,
  ...entries,
]);
process.stderr.write(stderr.toString());
if (error) process.exit(1);
writeFileSync(file, suspendable(readFileSync(file), target !== "debug"));
