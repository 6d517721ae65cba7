/** The cores as they are built, each compiled once per test file. */
import { readFileSync } from "node:fs";

const compiled = new Map<string, WebAssembly.Module>();

/** @param build the name of a file in dist/ */
export function coreOf(build: string): WebAssembly.Module {
  const bytes = () => readFileSync(new URL(`../../dist/${build}`, import.meta.url));
  const module = compiled.get(build) ?? new WebAssembly.Module(bytes());
  compiled.set(build, module);
  return module;
}
