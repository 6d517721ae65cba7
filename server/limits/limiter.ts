/** How many requests a minute a key, or an address without a key, has left. */

export interface RateState {
  limit: number;
  remaining: number;
  /** When the count starts again: Unix time in seconds. */
  resetAt: number;
  allowed: boolean;
}

export interface RateLimiter {
  /** Counts one request of `name` and says whether it may pass. A limit of 0 lets everything pass. */
  consume(name: string, limit: number): Promise<RateState>;
  /** As it stands, without counting. */
  peek(name: string, limit: number): Promise<RateState>;
  close(): Promise<void>;
}

/** Length of the counting window in seconds. */
export const WINDOW_S = 60;

/** What is printed where there is no limit: the headers must be there and be numbers. */
const UNLIMITED = 1_000_000_000;

/** The state after `used` requests in a window that ends in `msLeft`. */
export function rateState(used: number, msLeft: number, limit: number, now: number): RateState {
  const most = limit === 0 ? UNLIMITED : limit;
  return {
    limit: most,
    remaining: Math.max(0, most - used),
    resetAt: Math.ceil((now + msLeft) / 1000),
    allowed: used <= most,
  };
}
