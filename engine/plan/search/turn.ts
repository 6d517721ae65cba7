/** Gives the event loop one turn: messages that have arrived are delivered before it resolves. */
export function turn(): Promise<void> {
  return new Promise((resolve) => {
    // Where there is one this costs least. The first may come before messages are looked for, the second does not.
    const { setImmediate: next } = globalThis as { setImmediate?: (then: () => void) => void };
    if (next) return next(() => next(resolve));
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
