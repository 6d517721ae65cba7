/**
 * Connections are bounded, for all together and for each address, which has at most as many as are free: where one or two hold
 * all that they can, the next one gets in. Where one is too many, the oldest that waits for its next request gives way. Clients
 * that ask and then read too slowly are hung up on: what they are sent would stay in memory.
 */
import type { TransferPace } from "../limits/ledger.ts";
import { addressGroup } from "./address.ts";

/** How often it is looked how fast clients read. */
const LOOK_MS = 1_000;

export interface SocketLimits {
  all: number;
  /** Whether each address is bounded too. */
  shared: boolean;
  /** How fast answers have to be taken. */
  pace: TransferPace;
}

/** The part of a socket that is needed. */
interface CountedSocket {
  remoteAddress?: string | undefined;
  /** Bytes given to it so far, and those of them that the client has not taken. */
  bytesWritten: number;
  writableLength: number;
  destroy(): unknown;
  once(event: "close", listener: () => void): unknown;
}
/** Connections of one address. */
interface SocketGroup {
  address: string;
  open: number;
  /** Open connections without a request; the one that has waited longest comes first. */
  waiting: Set<CountedSocket>;
}
interface CountedConnection {
  group: SocketGroup;
  /** Requests under way; several where a client sends the next before it has an answer. */
  requests: number;
  /** Since when the client has had something to take, if it has, and how much it had taken then. */
  reading?: { since: number; taken: number } | undefined;
}

export class Sockets {
  private readonly groups = new Map<string, SocketGroup>();
  private readonly connections = new Map<CountedSocket, CountedConnection>();

  private timer: ReturnType<typeof setInterval> | undefined;

  constructor(
    private readonly limits: SocketLimits,
    private readonly now: () => number = () => performance.now(),
  ) {}

  open(socket: CountedSocket): void {
    const address = addressGroup(socket.remoteAddress ?? "unknown");
    const group = this.groups.get(address) ?? { address, open: 0, waiting: new Set() };
    const { all, shared } = this.limits;
    const isEnough = shared && group.open > 0 && group.open >= all - this.connections.size;
    if (isEnough && !this.giveWay(group)) return void socket.destroy();
    if (this.connections.size >= all && !this.giveWay(this.most())) return void socket.destroy();
    group.open++;
    group.waiting.add(socket);
    this.groups.set(address, group);
    this.connections.set(socket, { group, requests: 0 });
    this.timer ??= setInterval(() => this.look(), LOOK_MS).unref();
    socket.once("close", () => this.close(socket));
  }

  busy(socket: CountedSocket): void {
    const connection = this.connections.get(socket);
    if (!connection) return;
    connection.requests++;
    connection.group.waiting.delete(socket);
  }

  /** A request on it has been answered. */
  idle(socket: CountedSocket): void {
    const connection = this.connections.get(socket);
    if (connection && --connection.requests === 0) connection.group.waiting.add(socket);
  }

  /** Ends the connections of those who read too slowly. */
  look(): void {
    const { graceMs, bytesPerSecond } = this.limits.pace;
    for (const [socket, connection] of this.connections) {
      const taken = socket.bytesWritten - socket.writableLength;
      const { reading = { since: this.now(), taken } } = connection;
      connection.reading = socket.writableLength > 0 ? reading : undefined;
      const allowedMs = graceMs + (1000 * (taken - reading.taken)) / bytesPerSecond;
      if (connection.reading && this.now() - reading.since > allowedMs) socket.destroy();
    }
  }

  private close(socket: CountedSocket): void {
    const { group } = this.connections.get(socket) ?? {};
    if (!group) return;
    this.connections.delete(socket);
    group.waiting.delete(socket);
    if (--group.open === 0) this.groups.delete(group.address);
    if (this.connections.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }

  /** False where every connection of the address is at work. */
  private giveWay(group: SocketGroup | undefined): boolean {
    const [oldest] = group?.waiting ?? [];
    if (!oldest) return false;
    this.close(oldest);
    oldest.destroy();
    return true;
  }

  /** The address with the most connections that wait. */
  private most(): SocketGroup | undefined {
    let most: SocketGroup | undefined;
    for (const group of this.groups.values()) {
      if (group.waiting.size > (most?.waiting.size ?? 0)) most = group;
    }
    return most;
  }
}
