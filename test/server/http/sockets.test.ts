/** Who has to hang up where there are too many connections. */
import { EventEmitter } from "node:events";
import { expect, it } from "vitest";
import { Sockets } from "../../../server/http/sockets.ts";

class PlayedSocket extends EventEmitter {
  destroyed = false;
  constructor(readonly remoteAddress: string) {
    super();
  }
  destroy(): void {
    this.destroyed = true;
    this.emit("close");
  }
}

function played(limits: { all: number; perAddress: number }) {
  const sockets = new Sockets(limits);
  const open = (address: string) => {
    const socket = new PlayedSocket(address);
    sockets.open(socket);
    return socket;
  };
  return { sockets, open };
}

it("the longest idle of an address gives way to its next, never one at work", () => {
  const { sockets, open } = played({ all: 100, perAddress: 3 });
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
  const { sockets, open } = played({ all: 100, perAddress: 1 });
  const first = open("1.1.1.1");
  sockets.busy(first);
  expect(open("1.1.1.1").destroyed).toBe(true);
  expect(open("::ffff:1.1.1.2").destroyed).toBe(false);
  first.destroy();
  expect(open("1.1.1.1").destroyed).toBe(false);
});

it("a full house makes room at the cost of the address that holds most", () => {
  const { open } = played({ all: 10, perAddress: 9 });
  const crowd = Array.from({ length: 9 }, () => open("6.6.6.6"));
  const others = Array.from({ length: 5 }, (_, i) => open(`1.1.1.${i}`));
  expect(others.every(({ destroyed }) => !destroyed)).toBe(true);
  expect(crowd.filter(({ destroyed }) => destroyed)).toEqual(crowd.slice(0, 4));
});
