/** Who asks, as far as limits go, when there is no key. */

import ipaddr from "ipaddr.js";
import type { AppContext } from "../context/context.ts";
import type { Config } from "../settings/config.ts";

/** Where a request comes from: an IPv4 address or a /64 of IPv6; behind proxies what the first of them wrote, not its client. */
export function clientAddress(c: AppContext, { TRUST_PROXY: hops }: Config): string {
  const written = hops > 0 ? (c.req.header("X-Forwarded-For") ?? "").split(",") : [];
  const forwarded = (written.at(-hops) ?? written[0])?.trim();
  return addressGroup(forwarded || c.env?.incoming?.socket.remoteAddress || "unknown");
}

/** The network that the address is part of: a /24 of IPv4, a /48 of IPv6. */
export function clientNetwork(c: AppContext, config: Config): string {
  const address = clientAddress(c, config);
  const [mark, bits] = address.includes(":") ? [":", 48] : [".", 24];
  return `${address.split(mark).slice(0, 3).join(mark)}/${bits}`;
}

export function addressGroup(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const plain = ipaddr.process(address);
  if (plain instanceof ipaddr.IPv4) return plain.toString();
  return `${plain.parts
    .slice(0, 4)
    .map((part) => part.toString(16))
    .join(":")}::/64`;
}
