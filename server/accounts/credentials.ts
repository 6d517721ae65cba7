/** Keys and passwords as Node makes them. */
import type { Credentials } from "../context.ts";
import * as keys from "./keys.ts";
import { hashPassword } from "./passwords.ts";

export const credentials: Credentials = { ...keys, hashPassword };
