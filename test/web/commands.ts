/** Lets a browser test ask the other places that the built package works in for their answers to its requests. */
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";

const built = (name: string) => import(new URL(`../../dist/${name}`, import.meta.url).href);

type Solver = "nest" | "planNest" | "planCut" | "cut";

/** The answer of Node's build, on a worker thread or, with no workers, on the caller's. */
export async function solveInNode(
  _context: unknown,
  name: Solver,
  request: object,
  options: object,
  workers: number,
): Promise<string> {
  const { createEngine } = await built("index.node.js");
  const engine = await createEngine({ workers });
  try {
    return JSON.stringify(await engine[name](request, options));
  } finally {
    await engine.close();
  }
}

/** The text of `data` in what a service answers to a client on its port. */
export async function solveOverHttp(_context: unknown, path: string, request: object): Promise<string> {
  const { createService } = await built("server.js");
  const { app, close } = await createService({ DATA_DIR: ":memory:", WORKERS: 1 });
  const server = createAdaptorServer(app).listen(0, "127.0.0.1");
  await once(server, "listening");
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
  const post = (to: string, body: object, headers: Record<string, string>) =>
    fetch(`${base}/${to}`, {
      method: "POST",
      headers: { "Content-Type": "application/json", Connection: "close", ...headers },
      body: JSON.stringify(body),
    });
  try {
    const account = { email: "parity@shop.example", name: "Parity", password: "long enough" };
    const { api_key } = await (await post("account/register", account, {})).json();
    const answer = await post(path, request, { "X-API-Key": api_key, Prefer: "wait=60" });
    const text = await answer.text();
    return text.slice(text.indexOf(`"data":`) + `"data":`.length, text.lastIndexOf(`,"meta":`));
  } finally {
    server.close();
    await close();
  }
}
