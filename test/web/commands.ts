/** Lets a browser test ask the other places that the built package works in for their answers to its requests. */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";

const built = (name: string) => import(new URL(`../../dist/${name}`, import.meta.url).href);

export type Call = "nest" | "cut" | "read" | "write" | "draw" | "v1.nest" | "v1.cut";

type Engine = Record<string, (request: unknown, options: object) => Promise<unknown>> & {
  close(): Promise<void>;
};

/** Started when first asked, for all questions to come: to start one takes longer than most answers. */
const engines = new Map<number, Promise<Engine>>();
let service: Promise<Service> | undefined;

/** The answer of Node's build, on a worker thread or, with no workers, on the caller's. A text is given as a file. */
export async function askInNode(
  _context: unknown,
  name: Call,
  request: object | string,
  options: object,
  workers: number,
): Promise<string> {
  const starting =
    engines.get(workers) ?? built("index.node.js").then(({ createEngine }) => createEngine({ workers }));
  engines.set(workers, starting);
  const engine = await starting;
  const given = typeof request === "string" ? new TextEncoder().encode(request) : request;
  if (!name.startsWith("v1.")) return JSON.stringify(await engine[name]!(given, options));
  const { v1 } = await built("v1.node.js");
  return JSON.stringify(await v1(engine)[name.slice(3)](given, options));
}

interface Service {
  post(path: string, body: object | string, headers?: Record<string, string>): Promise<Response>;
  close(): Promise<void>;
}

/** A service whose calls are those of an account of its own. */
async function startService(): Promise<Service> {
  const { createService } = await built("server.js");
  const { app, close } = await createService({ DATA_DIR: ":memory:", WORKERS: 1 });
  const server = createAdaptorServer(app).listen(0, "127.0.0.1");
  await once(server, "listening");
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const post = (path: string, body: object | string, headers: Record<string, string> = {}) => {
    const form = new FormData();
    if (typeof body === "string") form.set("file", new File([body], "drawing.dxf"));
    const sent = typeof body === "string" ? form : JSON.stringify(body);
    const type: Record<string, string> = sent === form ? {} : { "Content-Type": "application/json" };
    return fetch(`${base}/${path}`, {
      method: "POST",
      headers: { Connection: "close", ...type, ...headers },
      body: sent,
    });
  };
  const account = { email: "parity@shop.example", name: "Parity", password: "long enough" };
  const { api_key } = await (await post("account/register", account)).json();
  return {
    post: (path, body) => post(path, body, { "X-API-Key": api_key, Prefer: "wait=10" }),
    close: async () => {
      server.close();
      await close();
    },
  };
}

/** Answer of a service to a client on its port, of JSON the text of `data`. A text is sent as the file of a form. */
export async function askOverHttp(
  _context: unknown,
  path: string,
  request: object | string,
): Promise<string> {
  service ??= startService();
  const answer = await (await service).post(path, request);
  const text = await answer.text();
  if (!text.startsWith("{")) return text;
  return text.slice(text.indexOf(`"data":`) + `"data":`.length, text.lastIndexOf(`,"meta":`));
}

/** Ends all that was started to answer. */
export async function endAsked(): Promise<void> {
  for (const engine of engines.values()) await (await engine).close();
  engines.clear();
  await (await service)?.close();
  service = undefined;
}
