/**
 * Comlink's ends of a channel. For messages that `addEventListener` hears on a port, Node makes events of the web, for which
 * Node 24 loads its HTTP client on either side. Its own listeners get the message alone.
 */
import { type Endpoint, expose, transferHandlers, wrap } from "comlink";

/** A port as Comlink takes it: in browsers, itself. */
export function endpointOf(port: MessagePort): Endpoint {
  if (!("on" in port)) return port;
  const { on } = port as unknown as NodeJS.EventEmitter;
  const end = {
    // By its name Comlink knows what it is to close.
    constructor: port.constructor,
    postMessage: port.postMessage.bind(port),
    close: port.close.bind(port),
    addEventListener(type: string, listener: EventListener) {
      on.call(port, type, (data: unknown) => listener({ data } as MessageEvent));
    },
    // Comlink closes the port after this.
    removeEventListener() {},
  };
  return end;
}

/** Has functions that are handed to another thread called in the same way. To be called before any is. */
export function callOnEndpoints(): void {
  Object.assign(transferHandlers.get("proxy")!, {
    serialize(value: unknown) {
      const { port1, port2 } = new MessageChannel();
      expose(value, endpointOf(port1));
      return [port2, [port2]];
    },
    deserialize: (port: MessagePort) => wrap(endpointOf(port)),
  });
}
