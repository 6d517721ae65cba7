/** Two origins that serve one folder, under a policy and with files missing as each page of a test asks for it. */
import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";

const TYPES: Record<string, string> = {
  ".css": "text/css",
  ".html": "text/html",
  ".js": "text/javascript",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
};

/** Peculiarities of the pages below one path. */
export interface Place {
  policy?: string;
  /** Files that are not there. */
  missing?: RegExp;
}

export interface Site {
  origin: string;
  /** The same files on another origin. */
  otherOrigin: string;
  /** Paths that were asked for since this was last emptied. */
  asked: string[];
  /** Pages and files that are not in the folder. */
  files: Map<string, string>;
  places: Map<string, Place>;
  close(): void;
}

/** @param everywhere peculiarities of all paths that are not below a place */
export async function openSite(folder: string, everywhere?: Place): Promise<Site> {
  const asked: string[] = [];
  const files: Site["files"] = new Map();
  const places: Site["places"] = new Map();
  const serve = () =>
    createServer(async (request, response) => {
      const { pathname: given } = new URL(request.url ?? "/", "http://page");
      const pathname = given.endsWith("/") ? `${given}index.html` : given;
      asked.push(pathname);
      const [, first = ""] = pathname.split("/");
      const place = places.get(first) ?? everywhere;
      // Below the name of a place lies the folder again.
      const path = places.has(first) ? pathname.slice(first.length + 1) : pathname;
      const file = files.get(pathname) ?? (await readFile(join(folder, path)).catch(() => undefined));
      const found = file !== undefined && !place?.missing?.test(path);
      response.writeHead(found ? 200 : 404, {
        "Content-Type": TYPES[extname(pathname)] ?? "text/plain",
        "Access-Control-Allow-Origin": "*",
        ...(place?.policy ? { "Content-Security-Policy": place.policy } : {}),
      });
      response.end(found ? file : "");
    });
  const servers = [await listen(serve()), await listen(serve())] as const;
  const [origin, otherOrigin] = servers.map(
    (server) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
  ) as [string, string];
  const close = () => {
    for (const server of servers) server.close();
  };
  return { origin, otherOrigin, asked, files, places, close };
}

async function listen(server: Server): Promise<Server> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return server;
}
