/** Ends the connections of clients that ask and then read too slowly: what they are sent would stay in memory. */
import type { TransferPace } from "../limits/ledger.ts";

/** The part of a socket that is needed. */
interface ReaderSocket {
  /** Bytes given to it so far, and those of them that the client has not taken. */
  bytesWritten: number;
  writableLength: number;
  destroy(): unknown;
  once(event: "close", listener: () => void): unknown;
}

const LOOK_MS = 1_000;

export class Readers {
  private readonly sockets = new Set<ReaderSocket>();
  /** Since when a client has had something to take, and how much it had taken then. */
  private readonly waiting = new Map<ReaderSocket, { since: number; taken: number }>();
  private timer: ReturnType<typeof setInterval> | undefined;

  constructor(
    private readonly pace: TransferPace,
    private readonly now: () => number = () => performance.now(),
  ) {}

  add(socket: ReaderSocket): void {
    this.sockets.add(socket);
    this.timer ??= setInterval(() => this.look(), LOOK_MS);
    this.timer.unref?.();
    socket.once("close", () => {
      this.sockets.delete(socket);
      this.waiting.delete(socket);
      if (this.sockets.size > 0) return;
      clearInterval(this.timer);
      this.timer = undefined;
    });
  }

  look(): void {
    for (const socket of this.sockets) {
      if (socket.writableLength === 0) {
        this.waiting.delete(socket);
        continue;
      }
      const taken = socket.bytesWritten - socket.writableLength;
      const begun = this.waiting.get(socket) ?? { since: this.now(), taken };
      this.waiting.set(socket, begun);
      const allowedMs = this.pace.graceMs + (1000 * (taken - begun.taken)) / this.pace.bytesPerSecond;
      if (this.now() - begun.since > allowedMs) socket.destroy();
    }
  }
}
