/**
 * Memory and connections that requests and answers cost, counted for whoever sends and reads them, an account or an
 * address. Of memory each has at most a share of what the others leave, so that the next finds some. A body counts by
 * the bytes that have come, never by what a head announces; an answer counts until its client has taken it.
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

/** Uploads that are younger than this are never cut off in favour of others. */
const YOUNG_MS = 1000;

/** Memory of one request: it takes room for what has come, and gives all of it back at the end. */
export interface Held {
  /** @throws HTTPException 503, EngineError RATE_LIMIT_EXCEEDED */
  add(bytes: number): void;
  /** Takes room in any case: for what is there already. */
  take(bytes: number): void;
  free(): void;
}

/** One body on its way in. */
export interface Upload {
  /** Rejects with 408 once the body comes too slowly; settles in no other way. */
  readonly late: Promise<never>;
  received(bytes: number): void;
  end(): void;
}

export class Ledger {
  private held = 0;
  private readonly heldBy = new Map<string, number>();
  /** The uploads of each owner, the oldest first. */
  private readonly uploads = new Map<string, Set<PacedUpload>>();

  constructor(private readonly limits: LedgerLimits) {}

  hold(owner: string): Held {
    let own = 0;
    const take = (bytes: number) => {
      own += bytes;
      this.count(owner, bytes);
    };
    return {
      take,
      add: (bytes) => {
        this.admit(owner, own, bytes);
        take(bytes);
      },
      free: () => {
        this.count(owner, -own);
        own = 0;
      },
    };
  }

  upload(owner: string): Upload {
    const own = this.uploads.get(owner) ?? new Set();
    this.uploads.set(owner, own);
    const upload = new PacedUpload(this.limits.pace, () => {
      own.delete(upload);
      if (own.size === 0) this.uploads.delete(owner);
    });
    own.add(upload);
    const [oldest] = own;
    if (own.size > this.limits.uploads && oldest!.age() > YOUNG_MS) oldest!.cut();
    return upload;
  }

  /** A body that is alone always has room. */
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

class PacedUpload implements Upload {
  readonly late: Promise<never>;
  private readonly started = performance.now();
  private bytes = 0;
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

  age(): number {
    return performance.now() - this.started;
  }

  received(bytes: number): void {
    this.bytes += bytes;
  }

  cut(): void {
    this.end();
    this.reject(new HTTPException(408, { message: "Request Timeout" }));
  }

  end(): void {
    clearTimeout(this.timer);
    this.onEnd();
  }

  /** Each byte that has come puts the end off; looked at only when the time known so far is over. */
  private watch(): void {
    const allowed = this.pace.graceMs + (1000 * this.bytes) / this.pace.bytesPerSecond;
    const left = allowed - this.age();
    if (left <= 0) this.cut();
    else this.timer = setTimeout(() => this.watch(), left);
  }
}
