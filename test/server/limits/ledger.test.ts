/** How much of bodies is held in memory, and how slowly they may come: every border from both sides. */
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { EngineError } from "../../../engine/base/errors.ts";
import { Ledger, PACE } from "../../../server/limits/ledger.ts";

const LIMITS = { all: 100, share: 60, uploads: 2, pace: { graceMs: 500, bytesPerSecond: 1000 } };

describe("memory of bodies", () => {
  const hold = (ledger: Ledger, owner: string, bytes: number) => {
    const held = ledger.hold(owner);
    held.add(bytes);
    return held;
  };

  /** Takes byte after byte until it is refused; how many there were. */
  const fill = (ledger: Ledger, owner: string) => {
    const held = ledger.hold(owner);
    let bytes = 0;
    const refusal = () => {
      for (; bytes < 1e6; bytes++) held.add(1);
    };
    expect(refusal).toThrow();
    return bytes;
  };

  it("is had up to the last byte of a share of what the others leave, and not beyond", () => {
    const ledger = new Ledger(LIMITS);
    hold(ledger, "a", 30);
    hold(ledger, "a", 30);
    expect(() => hold(ledger, "a", 1)).toThrow(expect.objectContaining({ code: "RATE_LIMIT_EXCEEDED" }));
    // 60 % of 40.
    expect(() => hold(ledger, "b", 25)).toThrow(expect.objectContaining({ status: 503 }));
    hold(ledger, "b", 24);
    expect(() => hold(ledger, "b", 1)).toThrow(expect.objectContaining({ code: "RATE_LIMIT_EXCEEDED" }));
  });

  it("is left for the next owner, however many take all that they can", () => {
    const ledger = new Ledger({ ...LIMITS, all: 10_000, share: 2500 });
    hold(ledger, "first", 1);
    const bytes = Array.from({ length: 12 }, (_, i) => fill(ledger, `greedy ${i}`));
    expect(bytes[0]).toBe(2499);
    expect(bytes.reduce((sum, n) => sum + n)).toBeLessThan(10_000);
    // As much as is left for it, and nobody before had less.
    expect(fill(ledger, "late")).toBeGreaterThan(70);
    expect(bytes).toEqual(bytes.toSorted((a, b) => b - a));
  });

  it("has room for any body that is alone, as it grows", () => {
    const ledger = new Ledger(LIMITS);
    const held = hold(ledger, "a", 90);
    held.add(90);
    held.add(1);
    expect(() => hold(ledger, "b", 1)).toThrow(expect.objectContaining({ status: 503 }));
  });

  it("has none for a large body beside another one of the same owner", () => {
    const ledger = new Ledger(LIMITS);
    hold(ledger, "a", 1);
    expect(() => hold(ledger, "a", 60)).toThrow(EngineError);
    hold(ledger, "a", 59);
  });

  it("is all given back, however often and in whatever order", () => {
    const ledger = new Ledger(LIMITS);
    for (let round = 0; round < 3; round++) {
      const [one, two] = [hold(ledger, "a", 60), hold(ledger, "b", 24)];
      one.free();
      one.free();
      hold(ledger, "c", 45).free();
      two.free();
    }
    hold(ledger, "a", 60);
    hold(ledger, "b", 24);
    expect(() => hold(ledger, "c", 10)).toThrow(expect.objectContaining({ status: 503 }));
  });
});

describe("uploads", () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ["performance", "setTimeout", "clearTimeout"] }));
  afterEach(() => void vi.useRealTimers());

  /** Until the service has read what had come. */
  const turns = async () => {
    for (let i = 0; i < 3; i++) await new Promise((resolve) => setImmediate(resolve));
  };

  /** After how many milliseconds the upload is cut off; undefined when it has not been within ten seconds. */
  async function cutAfter(begin: (ledger: Ledger) => { late: Promise<never> }): Promise<number | undefined> {
    const ledger = new Ledger(LIMITS);
    let status: number | undefined;
    begin(ledger).late.catch((error) => {
      status = error.status;
    });
    for (let ms = 0; ms <= 10_000; ms += 50) {
      await vi.advanceTimersByTimeAsync(ms === 0 ? 0 : 50);
      await turns();
      if (status !== undefined) {
        expect(status).toBe(408);
        return ms;
      }
    }
    return undefined;
  }

  it("that bring nothing are cut off after the grace", async () => {
    expect(await cutAfter((ledger) => ledger.upload("a"))).toBe(500);
  });

  it("get the time that their bytes need at the slowest pace", async () => {
    const after = await cutAfter((ledger) => {
      const upload = ledger.upload("a");
      upload.received(1000);
      upload.received(2000);
      return upload;
    });
    expect(after).toBe(3500);
  });

  it("of a slow line are let through: 30 kB in half a minute, 8 kbit/s", () => {
    expect(PACE.bytesPerSecond).toBeLessThanOrEqual(1000);
    expect(PACE.graceMs).toBeGreaterThanOrEqual(10_000);
  });

  it("that are cut off while nobody listens disturb nothing", async () => {
    const unheard: unknown[] = [];
    const listen = (reason: unknown) => void unheard.push(reason);
    process.on("unhandledRejection", listen);
    new Ledger(LIMITS).upload("a");
    await vi.advanceTimersByTimeAsync(10_000);
    vi.useRealTimers();
    await new Promise((resolve) => setImmediate(resolve));
    process.off("unhandledRejection", listen);
    expect(unheard).toEqual([]);
  });

  it("that have ended are never cut off", async () => {
    const after = await cutAfter((ledger) => {
      const upload = ledger.upload("a");
      upload.end();
      return upload;
    });
    expect(after).toBeUndefined();
  });

  /** Which of the uploads of one owner have been cut off after all are begun, each so long after the one before. */
  async function cutOf(gaps: number[], end: number[] = []): Promise<number[]> {
    const ledger = new Ledger({ ...LIMITS, pace: { graceMs: 1e9, bytesPerSecond: 1 } });
    const cut: number[] = [];
    const uploads = [];
    for (const [i, gap] of gaps.entries()) {
      await vi.advanceTimersByTimeAsync(gap);
      await turns();
      const upload = ledger.upload("a");
      upload.late.catch(() => void cut.push(i));
      uploads.push(upload);
      if (end.includes(i)) upload.end();
    }
    ledger.upload("b");
    await turns();
    return cut;
  }

  it("push the oldest out where an owner has too many, unless that is young", async () => {
    expect(await cutOf([0, 2000])).toEqual([]);
    expect(await cutOf([0, 2000, 0])).toEqual([0]);
    expect(await cutOf([0, 0, 999])).toEqual([]);
    expect(await cutOf([0, 0, 1001])).toEqual([0]);
    expect(await cutOf([0, 2000, 2000, 2000])).toEqual([0, 1]);
  });

  it("are not cut off for a service that has not read what has come", async () => {
    const cut: number[] = [];
    const ledger = new Ledger({ ...LIMITS, pace: { graceMs: 5000, bytesPerSecond: 1 } });
    const [first, second] = [0, 1].map((i) => {
      const upload = ledger.upload("a");
      upload.late.catch(() => void cut.push(i));
      return upload;
    });
    vi.advanceTimersByTime(2000);
    ledger.upload("a");
    setImmediate(() => first!.received(100));
    await turns();
    expect(cut).toEqual([1]);
    second!.end();
    vi.advanceTimersByTime(3000);
    setImmediate(() => first!.received(100));
    await turns();
    vi.advanceTimersByTime(199_999);
    await turns();
    expect(cut).toEqual([1]);
    vi.advanceTimersByTime(1);
    await turns();
    expect(cut).toEqual([1, 0]);
  });

  it("that come at the pace are never too many", async () => {
    const ledger = new Ledger({ ...LIMITS, pace: { graceMs: 5000, bytesPerSecond: 1 } });
    let cut = 0;
    for (let i = 0; i < 5; i++) {
      const upload = ledger.upload("a");
      upload.received(10);
      upload.late.catch(() => cut++);
      vi.advanceTimersByTime(2000);
    }
    await turns();
    expect(cut).toBe(0);
  });

  it("that have ended count no more", async () => {
    expect(await cutOf([0, 2000, 2000], [0])).toEqual([]);
    expect(await cutOf([0, 2000, 2000, 0], [1])).toEqual([0]);
  });
});
