/**
 * Keeps the page working without a network. The page itself comes from the network whenever there is one, so nobody
 * is left with an old build; everything it names carries a hash in its name and is kept for good. Built files name
 * each other literally, so the list of what to keep is read from them, starting at the page.
 */
const CACHE = "offcut";

/** Files without a hash: the page and what lies beside it. */
const SHELL = [
  "./",
  "icon.svg",
  "icon-app.svg",
  "manifest.webmanifest",
  "examples/gear.dxf",
  "examples/plate.dxf",
  "examples/links.dxf",
  "examples/stool.dxf",
].map((path) => new URL(path, location.href).href);

const ASSETS = new URL("assets/", location.href).href;
const HASHED = /[\w.-]+-[\w-]{8}\.(?:js|css|wasm|woff2)\b/g;

addEventListener("install", (/** @type {any} */ event) => {
  event.waitUntil(keepBuild().then(() => /** @type {any} */ (self).skipWaiting()));
});

addEventListener("activate", (/** @type {any} */ event) => {
  event.waitUntil(/** @type {any} */ (self).clients.claim());
});

addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const address = request.url.split(/[?#]/)[0];
  if (request.method !== "GET") return;
  if (address === SHELL[0]) event.respondWith(newestPage(event));
  else if (address.startsWith(ASSETS) || SHELL.includes(address)) event.respondWith(keptFile(request));
});

/** The page from the network, or as it was kept; a new build is kept as soon as it is seen. */
async function newestPage(/** @type {any} */ event) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(SHELL[0]);
  try {
    const answer = await fetch(event.request);
    if (!answer.ok) return kept ?? answer;
    const text = await answer.clone().text();
    if (text !== (await kept?.clone().text())) event.waitUntil(keepBuild());
    return answer;
  } catch (error) {
    if (kept) return kept;
    throw error;
  }
}

async function keptFile(/** @type {Request} */ request) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(request.url);
  if (kept) return kept;
  const answer = await fetch(request);
  if (answer.ok && request.url.startsWith(ASSETS)) await cache.put(request.url, answer.clone());
  return answer;
}

/** Fetches the page and, file by file, everything that it names; then drops what the build no longer has. */
async function keepBuild() {
  const cache = await caches.open(CACHE);
  const known = new Set(SHELL);
  for (const address of known) {
    const isAsset = address.startsWith(ASSETS);
    const answer = (isAsset && (await cache.match(address))) || (await fetch(address, { cache: "no-cache" }));
    if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
    await cache.put(address, answer.clone());
    if (!/\/$|\.(?:js|css)$/.test(address)) continue;
    for (const [name] of (await answer.text()).matchAll(HASHED)) known.add(ASSETS + name);
  }
  for (const { url } of await cache.keys()) if (!known.has(url)) await cache.delete(url);
}
