/**
 * Whose code is inside the built files, and under which terms: one page from the lists that the builds have left in
 * `dist/.licenses`, the compiler, whose library is compiled into the core, the web app's font and what is in Swagger UI.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const RULE = "-".repeat(80);

export function writeLicenses(root) {
  const lists = join(root, "dist", ".licenses");
  const bundled = readdirSync(lists).flatMap((name) => JSON.parse(readFileSync(join(lists, name), "utf8")));
  const byName = new Map(
    [...bundled, ...OTHERS.map((entry) => described(root, entry))].map((entry) => [entry.name, entry]),
  );
  const byText = new Map();
  for (const entry of [...byName.values()].sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const { name, version, identifier, text = authorOf(root, name) } = entry;
    const terms = `License: ${identifier}\n\n${text}\n`;
    byText.set(terms, [...(byText.get(terms) ?? []), `${name} ${version}`]);
  }
  // Licences alike side by side: the archive that npm makes looks back no further than 32 kB.
  const sections = [...byText]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([terms, packages]) => `${packages.join("\n")}\n${terms}`);
  const head = "Offcut carries code of these packages, or of their libraries, inside its built files.\n";
  writeFileSync(join(root, "dist", "THIRD-PARTY-LICENSES.txt"), [head, ...sections].join(`\n${RULE}\n\n`));
}

/** Packages whose files no list of a build names, with the files that hold their terms. */
const OTHERS = [
  { name: "assemblyscript", files: ["LICENSE", "NOTICE"] },
  { name: "@fontsource-variable/geist", files: ["LICENSE"] },
  // Built of other packages, which it names.
  { name: "swagger-ui-dist", files: ["LICENSE", "NOTICE", "swagger-ui-es-bundle.js.LICENSE.txt"] },
];

function described(root, { name, files }) {
  const { version, license } = describePackage(root, name);
  const texts = files.map((file) => readFileSync(join(root, "node_modules", name, file), "utf8").trim());
  return { name, version, identifier: license, text: texts.join("\n\n") };
}

/** For a package without a text of its own. */
function authorOf(root, name) {
  const { author, repository } = describePackage(root, name);
  return [author?.name ?? author, repository?.url ?? repository].filter(Boolean).join("\n");
}

function describePackage(root, name) {
  return JSON.parse(readFileSync(join(root, "node_modules", name, "package.json"), "utf8"));
}
