/** The bill of materials (CycloneDX) of what the package depends on and what is built into its files. */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fail } from "./steps.mjs";

/**
 * npm's bill, without what only builds and tests use.
 * @param {string} root
 * @returns {{
 *   metadata: { component: { name: string } },
 *   components: { "bom-ref": string, name: string, group?: string, hashes?: unknown[], licenses?: unknown[] }[],
 *   dependencies: { ref: string, dependsOn: string[] }[],
 * }}
 */
export function billOfMaterials(root) {
  const all = npmBill(root);
  const lists = join(root, "dist", ".licenses");
  const builtIn = readdirSync(lists).flatMap((list) => JSON.parse(readFileSync(join(lists, list), "utf8")));
  const used = new Set([
    ...npmBill(root, "--omit=dev").components.map((component) => component["bom-ref"]),
    ...builtIn.map(({ name, version }) => `${name}@${version}`),
  ]);
  const own = all.metadata.component["bom-ref"];
  // npm names the folder.
  const component = { ...all.metadata.component, name: own.slice(0, own.lastIndexOf("@")) };
  return {
    ...all,
    metadata: { ...all.metadata, component },
    components: all.components.filter((component) => used.has(component["bom-ref"])),
    dependencies: all.dependencies
      .filter(({ ref }) => ref === own || used.has(ref))
      .map(({ ref, dependsOn }) => ({ ref, dependsOn: dependsOn.filter((other) => used.has(other)) })),
  };
}

function npmBill(root, ...more) {
  const args = ["sbom", "--sbom-format=cyclonedx", "--sbom-type=application", "--package-lock-only", ...more];
  const { status, stdout, stderr } = spawnSync("npm", args, {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 1 << 26,
  });
  if (status !== 0) fail(`npm ${args.join(" ")} failed\n${stderr}`);
  return JSON.parse(stdout);
}
