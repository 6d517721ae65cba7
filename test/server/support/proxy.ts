/** A connection to a server that can be spoilt: slow, silent, cut on one side, or refused. */
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export type Fault = "none" | "away" | "silent" | "slow";

export interface SpoiltServer {
  port: number;
  set(fault: Fault): void;
  /** Ends what is open towards the server; the clients are not told and nothing comes back any more. */
  halfOpen(): void;
  close(): Promise<void>;
}

/** Longer than anybody is to wait. */
const SLOW_MS = 2_500;

export async function startProxy(target: number): Promise<SpoiltServer> {
  let fault: Fault = "none";
  const pairs = new Set<{ near: Socket; far: Socket; isDeaf: boolean }>();
  const server = createServer((near) => {
    const far = connect(target, "127.0.0.1");
    const pair = { near, far, isDeaf: false };
    pairs.add(pair);
    const forward = (from: Socket, to: Socket) =>
      from.on("data", (bytes) => {
        if (fault === "silent" || pair.isDeaf) return;
        if (fault === "slow") setTimeout(() => to.write(bytes), SLOW_MS);
        else to.write(bytes);
      });
    forward(near, far);
    forward(far, near);
    for (const socket of [near, far]) {
      socket.on("error", () => undefined);
      socket.on("close", () => {
        if (socket === far && pair.isDeaf) return;
        pairs.delete(pair);
        near.destroy();
        far.destroy();
      });
    }
    if (fault === "away") near.destroy();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    set(next) {
      fault = next;
      if (fault === "away") for (const { near } of pairs) near.destroy();
    },
    halfOpen() {
      for (const pair of pairs) {
        pair.isDeaf = true;
        pair.far.destroy();
      }
    },
    async close() {
      for (const { near, far } of pairs) {
        near.destroy();
        far.destroy();
      }
      server.close();
      await once(server, "close");
    },
  };
}
