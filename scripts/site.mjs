/** The site of docs/, built into dist/site: pages that need no server of ours, with the engine beside them. */
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

async function buildSite() {
  const { build } = await import("vitepress");
  await build(join(root, "docs"));
  const site = join(root, "dist/site");
  for (const page of readdirSync(site, { recursive: true }).filter((name) => name.endsWith(".html")))
    moveScripts(site, page);
}

/** The engine as the package has it, for the programs that run in the pages. */
export function bringEngine() {
  const target = join(root, "dist/site/engine");
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  const files = readdirSync(join(root, "dist")).filter((name) =>
    /^(?!.*\.node\.|main|cli|server|service|workerd|inline|embedded\.(?!js)).*\.(?:js|wasm)$/.test(name),
  );
  for (const name of files.filter((name) => !name.includes(".debug.")))
    cpSync(join(root, "dist", name), join(target, name));
  cpSync(join(root, "web-demo/public/icon.svg"), join(root, "dist/site/icon.svg"));
}

/** Scripts within pages become files, so that a policy that forbids the former lets the site run. */
function moveScripts(site, page) {
  const file = join(site, page);
  const html = readFileSync(file, "utf8");
  const base = /<link rel="icon" href="([^"]*)icon\.svg"/.exec(html)?.[1] ?? "/";
  const moved = html.replace(/<script((?:(?! src=)[^>])*)>([^<]+)<\/script>/g, (_, attributes, text) => {
    const name = `assets/page.${createHash("sha256").update(text).digest("hex").slice(0, 12)}.js`;
    writeFileSync(join(site, name), text);
    return `<script${attributes} src="${base}${name}"></script>`;
  });
  writeFileSync(file, moved);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildSite();
