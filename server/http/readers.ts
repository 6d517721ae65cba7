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
  /** Since when each client has had something to take, if it has, and how much it had taken then. */
  private readonly sockets = new Map<ReaderSocket, { since: number; taken: number } | undefined>();
  private timer: ReturnType<typeof setInterval> | undefined;

  constructor(
    private readonly pace: TransferPace,
    private readonly now: () => number = () => performance.now(),
  ) {}

  add(socket: ReaderSocket): void {
    this.sockets.set(socket, undefined);
    this.timer ??= setInterval(() => this.look(), LOOK_MS);
    this.timer.unref?.();
    socket.once("close", () => {
      this.sockets.delete(socket);
      if (this.sockets.size > 0) return;
      clearInterval(this.timer);
      this.timer = undefined;
    });
  }

  look(): void {
    for (const [socket, known] of this.sockets) {
      const taken = socket.bytesWritten - socket.writableLength;
      const begun = socket.writableLength === 0 ? undefined : (known ?? { since: this.now(), taken });
      this.sockets.set(socket, begun);
      if (!begun) continue;
      const allowedMs = this.pace.graceMs + (1000 * (taken - begun.taken)) / this.pace.bytesPerSecond;
      if (this.now() - begun.since > allowedMs) socket.destroy();
    }
  }
}
