/** `npm run docs`: writes the pages of docs/ that are made from the code. A test says when they are behind it. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { makePages } from "./docs/pages.mjs";
import { build, install, root, say } from "./steps.mjs";

install();
build();
for (const [name, text] of Object.entries(await makePages())) {
  writeFileSync(join(root, "docs", name), text);
  say(`docs/${name} written`);
}
