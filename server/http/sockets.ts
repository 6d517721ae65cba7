/**
 * Connections are bounded, for all together and for each address, which has at most as many as are free: where one or two
 * hold all that they can, the next one gets in. Where one is too many, the oldest that waits for its next request gives
 * way.
 */
import { addressGroup } from "./address.ts";

export interface SocketLimits {
  all: number;
  /** Whether each address is bounded too. */
  shared: boolean;
}

/** The part of a socket that is needed. */
interface CountedSocket {
  remoteAddress?: string | undefined;
  destroy(): unknown;
  once(event: "close", listener: () => void): unknown;
}
interface CountedConnection {
  address: string;
  /** Requests under way; several where a client sends the next before it has an answer. */
  requests: number;
}

export class Sockets {
  /** Those that wait, of each address, the longest wait first. */
  private readonly waiting = new Map<string, Set<CountedSocket>>();
  private readonly connections = new Map<object, CountedConnection>();
  private readonly counts = new Map<string, number>();

  constructor(private readonly limits: SocketLimits) {}

  open(socket: CountedSocket): void {
    const address = addressGroup(socket.remoteAddress ?? "unknown");
    const count = this.counts.get(address) ?? 0;
    const { all, shared } = this.limits;
    const isEnough = shared && count > 0 && count >= all - this.connections.size;
    if (isEnough && !this.giveWay(address)) return void socket.destroy();
    if (this.connections.size >= all && !this.giveWay(this.most())) return void socket.destroy();
    this.connections.set(socket, { address, requests: 0 });
    this.counts.set(address, (this.counts.get(address) ?? 0) + 1);
    this.wait(address, socket);
    socket.once("close", () => this.close(socket));
  }

  busy(socket: object): void {
    const connection = this.connections.get(socket);
    if (!connection) return;
    connection.requests++;
    this.waiting.get(connection.address)?.delete(socket as CountedSocket);
  }

  /** A request on it has been answered. */
  idle(socket: object): void {
    const connection = this.connections.get(socket);
    if (!connection || --connection.requests > 0) return;
    this.wait(connection.address, socket as CountedSocket);
  }

  private close(socket: CountedSocket): void {
    const connection = this.connections.get(socket);
    if (!connection) return;
    const { address } = connection;
    this.connections.delete(socket);
    this.waiting.get(address)?.delete(socket);
    const left = this.counts.get(address)! - 1;
    if (left > 0) {
      this.counts.set(address, left);
    } else {
      this.counts.delete(address);
      this.waiting.delete(address);
    }
  }

  private wait(address: string, socket: CountedSocket): void {
    const waiting = this.waiting.get(address) ?? new Set();
    this.waiting.set(address, waiting.add(socket));
  }

  /** False where every connection of the address is at work. */
  private giveWay(address: string): boolean {
    const [oldest] = this.waiting.get(address) ?? [];
    if (!oldest) return false;
    this.close(oldest);
    oldest.destroy();
    return true;
  }

  /** The address with the most connections that wait. */
  private most(): string {
    let most = "";
    let size = 0;
    for (const [address, waiting] of this.waiting) {
      if (waiting.size > size) [most, size] = [address, waiting.size];
    }
    return most;
  }
}
