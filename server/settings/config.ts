/** Every setting of the service, read from the environment once. README and .env.example list the same. */
import { z } from "zod";
import { postSchema } from "../../engine/entries/schemas.ts";

const count = (smallest: number, fallback: number) => z.coerce.number().int().min(smallest).default(fallback);
const address = (pattern: RegExp, kind: string) =>
  z.string().regex(pattern, `must be ${kind} address`).optional();
const HTTP = [/^https?:\/\/[^/]+/, "an http:// or https://"] as const;
/** Proxies in front that each add an address to X-Forwarded-For; `true` is one. */
const hops = z
  .string()
  .regex(/^(?:true|false|\d)$/, "must be true, false, or the number of proxies, at most 9")
  .transform((word) => (word === "true" ? 1 : word === "false" ? 0 : Number(word)))
  .default(0);

function isPost(text: string): boolean {
  try {
    return postSchema.safeParse(JSON.parse(text)).success;
  } catch {
    return false;
  }
}

/** Settings of a process of its own, which a program that embeds the service decides by itself. */
const ofProcess = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().default("0.0.0.0"),
  DATABASE_URL: address(/^postgres(?:ql)?:\/\//, "a postgres://"),
  DATABASE_CONNECTIONS: count(2, 8),
  REDIS_URL: address(/^rediss?:\/\//, "a redis://"),
  QUEUE: z.enum(["local", "redis"]).default("local"),
  ROLE: z.enum(["all", "api", "worker"]).default("all"),
  METRICS_TOKEN: z.string().min(8).optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: address(...HTTP),
  LOG_LEVEL: z.enum(["trace", "debug", "info", "warn", "error", "fatal", "silent"]).default("info"),
});

const settings = ofProcess.extend({
  DATA_DIR: z.string().min(1).default("./data"),
  RATE_LIMIT_PER_MINUTE: count(0, 300),
  MONTHLY_QUOTA: count(0, 100_000),
  REGISTRATION: z.enum(["open", "closed"]).default("open"),
  REGISTRATIONS_PER_MINUTE: count(0, 60),
  REGISTRATIONS_PER_NETWORK: count(0, 240),
  LOGINS_PER_MINUTE: count(0, 10),
  SMTP_URL: address(/^smtps?:\/\//, "an smtp://"),
  MAIL_FROM: z.string().min(3).default("Offcut <offcut@localhost>"),
  PUBLIC_URL: address(...HTTP),
  EMAIL_VERIFICATION: z.enum(["off", "required"]).default("off"),
  AUTH_EXPORT: z.enum(["required", "optional"]).default("required"),
  EXPORT_POST: z.string().refine(isPost, "must be a post as JSON").optional(),
  TRUST_PROXY: hops,
  CORS_ORIGINS: z.string().default("*"),
  MAX_JSON_MB: z.coerce.number().positive().max(512).default(32),
  MAX_BODIES_MB: z.coerce.number().positive().default(256),
  MAX_SOCKETS: count(16, 8192),
  CPU_SECONDS_PER_MINUTE: z.coerce.number().min(0).default(0),
  WORKERS: z.coerce.number().int().min(1).max(256).optional(),
  QUEUE_MAX: count(1, 512),
  QUEUE_WAIT_SECONDS: z.coerce.number().positive().default(30),
  KEY_CONCURRENCY: count(1, 4),
  MAX_WAIT_SECONDS: z.coerce.number().positive().max(3600).default(60),
  JOB_TTL_HOURS: z.coerce.number().positive().max(8760).default(24),
  KEPT_MB_PER_ACCOUNT: z.coerce.number().positive().default(256),
  WEBHOOK_HOSTS: z.string().optional(),
  WEBHOOK_SECRET: z.string().min(16).optional(),
});

/** Settings that make sense only together. */
const schema = settings.superRefine((config, context) => {
  const { ROLE, QUEUE, REDIS_URL, DATABASE_URL, EMAIL_VERIFICATION, SMTP_URL } = config;
  const demand = (path: string, message: string) =>
    context.addIssue({ code: "custom", path: [path], message });
  if (config.WEBHOOK_HOSTS && !config.WEBHOOK_SECRET) demand("WEBHOOK_SECRET", "is needed to sign webhooks");
  if (ROLE !== "all" && QUEUE === "local") demand("QUEUE", `must be "redis" where ROLE is "${ROLE}"`);
  if (QUEUE === "redis" && !REDIS_URL) demand("REDIS_URL", 'is needed where QUEUE is "redis"');
  if (EMAIL_VERIFICATION === "required" && !SMTP_URL)
    demand("SMTP_URL", "is needed to verify e-mail addresses");
  if (ROLE === "api" && !DATABASE_URL) demand("DATABASE_URL", 'is needed where ROLE is "api"');
});

export type Config = z.output<typeof settings>;
export const SETTINGS = Object.keys(settings.shape) as (keyof Config)[];
export type OfProcess = keyof typeof ofProcess.shape;
export const OF_PROCESS = Object.keys(ofProcess.shape) as OfProcess[];

/** An empty value counts as absent, as in a file of settings. @throws Error that names every setting that is wrong */
export function readConfig(environment: Record<string, string | number | boolean | undefined>): Config {
  const given = Object.entries(environment)
    .filter(([, value]) => value !== undefined && value !== "")
    .map(([name, value]) => [name, String(value)]);
  const result = schema.safeParse(Object.fromEntries(given));
  if (result.success) return result.data;
  const faults = result.error.issues.map(({ path, message }) => `  ${path.join(".")}: ${message}`);
  throw new Error(`The environment has settings that cannot be used:\n${faults.join("\n")}`);
}
