/**
 * Connections are bounded, for all together and for each address. Where one is too many, the oldest that waits for
 * its next request gives way: whoever asks for something always gets in.
 */
import { addressGroup } from "./address.ts";

export interface SocketLimits {
  all: number;
  perAddress: number;
}

/** The part of a socket that is needed. */
interface Socket {
  remoteAddress?: string | undefined;
  destroy(): unknown;
  once(event: "close", listener: () => void): unknown;
}
export class Sockets {
  /** Those that wait, of each address, the longest wait first. */
  private readonly waiting = new Map<string, Set<Socket>>();
  private readonly addresses = new Map<object, string>();
  private readonly counts = new Map<string, number>();

  constructor(private readonly limits: SocketLimits) {}

  open(socket: Socket): void {
    const address = addressGroup(socket.remoteAddress ?? "unknown");
    const count = this.counts.get(address) ?? 0;
    if (count >= this.limits.perAddress && !this.giveWay(address)) return void socket.destroy();
    if (this.addresses.size >= this.limits.all && !this.giveWay(this.most())) return void socket.destroy();
    this.addresses.set(socket, address);
    this.counts.set(address, (this.counts.get(address) ?? 0) + 1);
    this.wait(address, socket);
    socket.once("close", () => this.close(socket));
  }

  busy(socket: object): void {
    const address = this.addresses.get(socket);
    if (address !== undefined) this.waiting.get(address)?.delete(socket as Socket);
  }

  idle(socket: object): void {
    const address = this.addresses.get(socket);
    if (address !== undefined) this.wait(address, socket as Socket);
  }

  private close(socket: Socket): void {
    const address = this.addresses.get(socket);
    if (address === undefined) return;
    this.addresses.delete(socket);
    this.waiting.get(address)?.delete(socket);
    const left = this.counts.get(address)! - 1;
    if (left > 0) {
      this.counts.set(address, left);
    } else {
      this.counts.delete(address);
      this.waiting.delete(address);
    }
  }

  private wait(address: string, socket: Socket): void {
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
