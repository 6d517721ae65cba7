/** Who has to hang up where there are too many connections. */
import { EventEmitter } from "node:events";
import { expect, it } from "vitest";
import { Sockets } from "../../../server/http/sockets.ts";
import { PACE } from "../../../server/limits/ledger.ts";

class PlayedSocket extends EventEmitter {
  destroyed = false;
  readonly bytesWritten = 0;
  readonly writableLength = 0;
  constructor(readonly remoteAddress: string) {
    super();
  }
  destroy(): void {
    this.destroyed = true;
    this.emit("close");
  }
}

/** Half of `all` is the most for an address that is alone. */
function played(all: number) {
  const sockets = new Sockets({ all, shared: true, pace: PACE });
  const open = (address: string) => {
    const socket = new PlayedSocket(address);
    sockets.open(socket);
    return socket;
  };
  return { sockets, open };
}

it("the longest idle of an address gives way to its next, never one at work", () => {
  const { sockets, open } = played(6);
  const [a, b, c] = [open("1.1.1.1"), open("1.1.1.1"), open("1.1.1.1")];
  sockets.busy(a);
  const d = open("1.1.1.1");
  expect([a, b, c, d].map(({ destroyed }) => destroyed)).toEqual([false, true, false, false]);
  sockets.idle(a);
  open("1.1.1.1");
  open("1.1.1.1");
  expect([a, c, d].map(({ destroyed }) => destroyed)).toEqual([false, true, true]);
});

it("where all are at work the new one is turned away", () => {
  const { sockets, open } = played(2);
  const first = open("1.1.1.1");
  sockets.busy(first);
  expect(open("1.1.1.1").destroyed).toBe(true);
  expect(open("::ffff:1.1.1.2").destroyed).toBe(false);
  first.destroy();
  expect(open("1.1.1.1").destroyed).toBe(false);
});

it("one is at work until each of the requests on it is answered", () => {
  const { sockets, open } = played(2);
  const first = open("1.1.1.1");
  sockets.busy(first);
  sockets.busy(first);
  sockets.idle(first);
  expect(open("1.1.1.1").destroyed).toBe(true);
  sockets.idle(first);
  expect([open("1.1.1.1").destroyed, first.destroyed]).toEqual([false, true]);
});

it("where some addresses hold all they can at work, the next gets in", () => {
  const { sockets, open } = played(60);
  for (let address = 1; address <= 5; address++) {
    const own = Array.from({ length: 60 }, () => {
      const socket = open(`6.6.6.${address}`);
      sockets.busy(socket);
      return socket;
    });
    expect(own.filter(({ destroyed }) => !destroyed).length).toBeGreaterThan(0);
  }
  expect(open("1.1.1.1").destroyed).toBe(false);
});

it("a full house makes room at the cost of the address that holds most", () => {
  const { open } = played(10);
  const crowd = Array.from({ length: 5 }, () => open("6.6.6.6"));
  const others = Array.from({ length: 7 }, (_, i) => open(`1.1.1.${i}`));
  expect(others.every(({ destroyed }) => !destroyed)).toBe(true);
  expect(crowd.filter(({ destroyed }) => destroyed)).toEqual(crowd.slice(0, 2));
});

it("behind a proxy all addresses are one, which has all of them", () => {
  const sockets = new Sockets({ all: 3, shared: false, pace: PACE });
  const opened = Array.from({ length: 4 }, () => {
    const socket = new PlayedSocket("1.1.1.1");
    sockets.open(socket);
    sockets.busy(socket);
    return socket.destroyed;
  });
  expect(opened).toEqual([false, false, false, true]);
});
