/**
 * Whose code is inside the built files, and under which terms: a page for the library and one for what only the programs
 * carry, from the lists that the builds have left in `dist/.licenses`, the compiler, whose library is compiled into the
 * core, the web app's font and what is in Swagger UI.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const RULE = "-".repeat(80);
/** Builds of the service, of its pages and of what `offcut mcp` speaks. */
const PROGRAMS = ["api.json", "demo.json", "protocol.json", "server.json", "service.json"];

export function writeLicenses(root) {
  const folder = join(root, "dist", ".licenses");
  const read = (name) => JSON.parse(readFileSync(join(folder, name), "utf8"));
  const lists = readdirSync(folder);
  const compiler = described(root, "assemblyscript", ["LICENSE", "NOTICE"]);
  const font = described(root, "@fontsource-variable/geist", ["LICENSE"]);
  const library = [...lists.filter((name) => !PROGRAMS.includes(name)).flatMap(read), compiler];
  const named = new Set(library.map(({ name }) => name));
  // Built of other packages, which it names.
  const files = ["LICENSE", "NOTICE", "swagger-ui-es-bundle.js.LICENSE.txt"];
  const swagger = described(root, "swagger-ui-dist", files);
  const programs = [...PROGRAMS.flatMap(read), font, swagger].filter(({ name }) => !named.has(name));
  const write = (file, head, packages) =>
    writeFileSync(join(root, "dist", file), [head, ...sectionsOf(root, packages)].join(`\n${RULE}\n\n`));
  write(
    "THIRD-PARTY-LICENSES.txt",
    "Offcut carries code of these packages, or of their libraries, inside its built files.\n",
    library,
  );
  write(
    "THIRD-PARTY-LICENSES.service.txt",
    "The service, the web app and `offcut mcp` carry code of these packages beside those of THIRD-PARTY-LICENSES.txt.\n",
    programs,
  );
}

/** Each licence once, with the packages under it. */
function sectionsOf(root, packages) {
  const byName = new Map(packages.map((entry) => [entry.name, entry]));
  const byText = new Map();
  for (const entry of [...byName.values()].sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const { name, version, identifier, text = authorOf(root, name) } = entry;
    const terms = `License: ${identifier}\n\n${text}\n`;
    byText.set(terms, [...(byText.get(terms) ?? []), `${name} ${version}`]);
  }
  // Licences alike side by side: the archive that npm makes looks back no further than 32 kB.
  return [...byText]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([terms, packages]) => `${packages.join("\n")}\n${terms}`);
}

/** A package whose files no list of a build names, with the files that hold its terms. */
function described(root, name, files) {
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
