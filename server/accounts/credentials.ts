/** Keys and passwords: what the service asks of them, and how Node makes them. */
import * as keys from "./keys.ts";
import { hashPassword } from "./passwords.ts";
import type { NewKey } from "./store.ts";

/** Keys and passwords, which need more than the web platform has. */
export interface Credentials {
  createKey(now: number): { text: string; record: NewKey };
  isKey(text: string): boolean;
  hashKey(text: string): string;
  hashPassword(password: string): Promise<string>;
}

export const credentials: Credentials = { ...keys, hashPassword };
