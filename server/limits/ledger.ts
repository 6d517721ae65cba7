/**
 * Memory and connections that requests and answers cost, counted for whoever sends and reads them, an account or an address. Of
 * memory each has at most a share of what the others leave, so that the next finds some. A body counts by the bytes that have
 * come, never by what a head announces; an answer counts until its client has taken it.
 */
import { HTTPException } from "hono/http-exception";
import { TooManyRequests, Unavailable } from "../answers/errors.ts";

export interface LedgerLimits {
  /** Bytes of bodies and answers in memory, of all owners. */
  all: number;
  /** Bytes of an owner beside whom there is none; of what others leave an owner has the same part. */
  share: number;
  /** Uploads of one owner that may drag on at the same time. */
  uploads: number;
  pace: TransferPace;
}

/** How fast a body has to come: after the grace at least so many bytes a second, on average. */
export interface TransferPace {
  graceMs: number;
  bytesPerSecond: number;
}

export const PACE: TransferPace = { graceMs: 10_000, bytesPerSecond: 1000 };

/** Grace of uploads of which their owner has too many. */
const YOUNG_MS = 1000;

export interface Held {
  /** @throws HTTPException 503, EngineError RATE_LIMIT_EXCEEDED */
  add(bytes: number): void;
  /** Takes room in any case: for what is there already. */
  take(bytes: number): void;
  free(): void;
}

export class Ledger {
  private held = 0;
  private readonly heldBy = new Map<string, number>();
  /** The uploads of each owner, the oldest first. */
  private readonly uploads = new Map<string, Set<Upload>>();

  constructor(private readonly limits: LedgerLimits) {}

  /** Memory of one request: it takes room for what has come, and gives all of it back at the end. */
  hold(owner: string): Held {
    let own = 0;
    const take = (bytes: number) => {
      own += bytes;
      this.count(owner, bytes);
    };
    const add = (bytes: number) => {
      this.admit(owner, own, bytes);
      take(bytes);
    };
    return { add, take, free: () => take(-own) };
  }

  upload(owner: string): Upload {
    const own = this.uploads.get(owner) ?? new Set();
    this.uploads.set(owner, own);
    const upload = new Upload(this.limits.pace, () => {
      own.delete(upload);
      if (own.size === 0) this.uploads.delete(owner);
    });
    own.add(upload);
    if (own.size > this.limits.uploads) void this.cutOldest(own);
    return upload;
  }

  /** Where the owner has too many uploads even when all that came is read, ends the oldest one that is behind the pace. */
  private async cutOldest(own: Set<Upload>): Promise<void> {
    await allRead();
    if (own.size <= this.limits.uploads) return;
    [...own].find((upload) => upload.left(YOUNG_MS) < 0)?.cut();
  }

  /** A body that is alone always has room. @throws HTTPException 503, EngineError RATE_LIMIT_EXCEEDED */
  private admit(owner: string, own: number, bytes: number): void {
    if (this.held === own) return;
    const { all, share } = this.limits;
    const before = this.heldBy.get(owner) ?? 0;
    const left = all - (this.held - before);
    if (before + bytes <= left * Math.min(1, share / all)) return;
    if (before === own) throw new Unavailable("memory full");
    throw new TooManyRequests(
      "The requests of this key and the answers that it has not read are too large together; wait for one to end",
    );
  }

  private count(owner: string, bytes: number): void {
    this.held += bytes;
    const left = (this.heldBy.get(owner) ?? 0) + bytes;
    if (left > 0) this.heldBy.set(owner, left);
    else this.heldBy.delete(owner);
  }
}

/** One body on its way in. */
export class Upload {
  /** Rejects with 408 once the body comes too slowly; settles in no other way. */
  readonly late: Promise<never>;
  private readonly started = performance.now();
  private bytes = 0;
  private hasEnded = false;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private reject: (reason: unknown) => void = () => undefined;

  constructor(
    private readonly pace: TransferPace,
    private readonly onEnd: () => void,
  ) {
    this.late = new Promise((_resolve, reject) => {
      this.reject = reject;
    });
    this.late.catch(() => undefined);
    this.watch();
  }

  /** Milliseconds until it is too slow; each byte that has come puts that off. */
  left(graceMs: number): number {
    return graceMs + (1000 * this.bytes) / this.pace.bytesPerSecond - (performance.now() - this.started);
  }

  received(bytes: number): void {
    this.bytes += bytes;
  }

  cut(): void {
    this.end();
    this.reject(new HTTPException(408, { message: "Request Timeout" }));
  }

  end(): void {
    this.hasEnded = true;
    clearTimeout(this.timer);
    this.onEnd();
  }

  /** Ends the upload when its time is over; bytes that come meanwhile lengthen that time. */
  private watch(): void {
    this.timer = setTimeout(async () => {
      await allRead();
      if (this.hasEnded) return;
      if (this.left(this.pace.graceMs) > 0) this.watch();
      else this.cut();
    }, this.left(this.pace.graceMs));
  }
}

/** Resolves once what has come by now has been read: no body is late because the service was busy. */
async function allRead(): Promise<void> {
  for (let turns = 0; turns < 2; turns++) await new Promise((resolve) => setImmediate(resolve));
}
