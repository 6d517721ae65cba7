/**
 * `npm run release`: everything that is to be true of a release, and what npm would publish, with provenance. It
 * publishes nothing; `npm run release -- --publish` does, from a clean checkout of the tag in a CI that npm trusts.
 */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { billOfMaterials } from "./sbom.mjs";
import { fail, root, run, say } from "./steps.mjs";

/** A package larger than this has got something in it twice. */
const MOST_BYTES = 4.2e6;

const { name, version, repository } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const publishes = process.argv.includes("--publish");

const changes = readFileSync(join(root, "CHANGELOG.md"), "utf8");
if (!changes.includes(`\n## ${version}\n`)) fail(`CHANGELOG.md has no heading ${version}`);
if (publishes) {
  if (output("git", ["status", "--porcelain"]) !== "") fail("there are changes that are not committed");
  if (
    output("git", ["tag", "--points-at", "HEAD"])
      .split("\n")
      .every((tag) => tag !== `v${version}`)
  )
    fail(`this commit has no tag v${version}`);
  if (!repository) fail("package.json names no repository, which provenance is about");
  run("npm", ["audit", "--audit-level=high"]);
  run("npm", ["test"]);
} else {
  run(process.execPath, ["scripts/build.mjs"]);
}
const materials = billOfMaterials(root);
writeFileSync(join(root, "dist/offcut.cdx.json"), `${JSON.stringify(materials)}\n`);
say(`bill of materials: ${materials.components.length} packages`);
const [packed] = JSON.parse(output("npm", ["pack", "--dry-run", "--ignore-scripts", "--json"]));
say(`${name} ${version}: ${packed.entryCount} files, ${(packed.size / 1e6).toFixed(2)} MB packed`);
if (packed.size > MOST_BYTES) fail(`more than ${MOST_BYTES / 1e6} MB`);
for (const needed of [
  "LICENSE",
  "README.md",
  "dist/THIRD-PARTY-LICENSES.txt",
  "dist/THIRD-PARTY-LICENSES.service.txt",
  "dist/offcut.cdx.json",
  "dist/index.js",
  "dist/index.node.js",
]) {
  if (!packed.files.some(({ path }) => path === needed)) fail(`${needed} would not be published`);
}
run("npm", [
  "publish",
  "--ignore-scripts",
  "--access=public",
  // Only a CI can prove where a package was built.
  ...(publishes ? ["--provenance"] : ["--dry-run"]),
]);

function output(command, args) {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 1 << 26,
  });
  if (status !== 0) fail(`${command} ${args.join(" ")} failed\n${stderr}`);
  return stdout.trim();
}
