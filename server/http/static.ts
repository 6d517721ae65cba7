/** The built web app, the page of the interface and the site of the docs, which lie beside the built service. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { serveStatic } from "@hono/node-server/serve-static";
import type { MiddlewareHandler } from "hono";
import type { AppDeps } from "../context/context.ts";

const BUILT = dirname(fileURLToPath(import.meta.url));
const WEB_APP = join(BUILT, "web");
const API_PAGE = join(BUILT, "api");
const SITE = join(BUILT, "site");
const SHARED_ASSET =
  /^\/assets\/(?:((?:nest|cut|panels)(?:\.simd)?)-[\w-]{8}(\.wasm)|(worker\.\w+)-[\w-]{8}(\.js))$/;

/** Folders that exist: the package that npm installs has no site of the docs. */
export function builtFiles(): Pick<AppDeps, "assets" | "apiPage" | "site"> {
  return {
    ...(existsSync(WEB_APP) ? { assets: webApp() } : {}),
    ...(existsSync(API_PAGE) ? { apiPage: folder(API_PAGE, "/docs/api") } : {}),
    ...(existsSync(SITE) ? { site: folder(SITE, "/docs") } : {}),
  };
}

function folder(root: string, below: string): MiddlewareHandler {
  return serveStatic({
    root,
    rewriteRequestPath: (path) => path.slice(below.length) || "/",
    onFound: (_path, c) => cacheFor(c.req.path, c),
  });
}

/** The core and the workers of the web app are the package's own, which has them once: under names without a digest. */
function webApp(): MiddlewareHandler {
  const shared = serveStatic({
    root: dirname(WEB_APP),
    rewriteRequestPath: (path) => path.replace(SHARED_ASSET, "/$1$2$3$4"),
    onFound: (_path, c) => cacheFor(c.req.path, c),
  });
  const own = serveStatic({ root: WEB_APP, onFound: cacheFor });
  return (c, next) => (SHARED_ASSET.test(c.req.path) ? shared : own)(c, next);
}

/** Names in assets/ carry a digest of what is inside; everything else is asked for again. */
function cacheFor(path: string, c: { header: (name: string, value: string) => void }): void {
  const lasting = path.includes("/assets/");
  c.header("Cache-Control", lasting ? "public, max-age=31536000, immutable" : "no-cache");
}
