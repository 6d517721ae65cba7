/**
 * Who is next, and who may run, among any number of processes. The queue serves the lowest priority first; a job's priority is
 * its finish time in virtual time, of which each takes one unit (self-clocked fair queueing, Golestani 1994): owners take turns
 * however much one of them asks for. Of one owner only so many jobs run at a time: those that come up beyond that are parked, and
 * the next to end lets one go on.
 */
import type { Redis } from "ioredis";

/** The highest priority number that BullMQ takes; beyond it jobs of all owners are served as they came. */
const LAST_PRIORITY = 2 ** 21 - 1;
/** Time after which an owner is forgotten. */
const FORGET_MS = 10 * 60_000;

const CLOCK = "offcut:clock";
const FINISHES = "offcut:finishes";
const running = (owner: string) => `offcut:running:${owner}`;
const parked = (owner: string) => `offcut:parked:${owner}`;

/** With nobody in the queue virtual time begins again. KEYS: clock, finishes, lists of the queue. ARGV: owner, most */
const STAMP = `
  local idle = true
  for i = 3, #KEYS do
    local kind = redis.call('type', KEYS[i]).ok
    if (kind == 'list' and redis.call('llen', KEYS[i]) > 0) or (kind == 'zset' and redis.call('zcard', KEYS[i]) > 0) then
      idle = false
    end
  end
  if idle then redis.call('del', KEYS[1], KEYS[2]) end
  local clock = tonumber(redis.call('get', KEYS[1]) or '0')
  local last = tonumber(redis.call('hget', KEYS[2], ARGV[1]) or '0')
  local finish = math.min(math.max(clock, last) + 1, tonumber(ARGV[2]))
  redis.call('hset', KEYS[2], ARGV[1], finish)
  return finish`;

/** Milliseconds of Redis's clock: those of the processes may differ. Drops the jobs whose time is over. */
const NOW = `
  local time = redis.call('time')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)
  redis.call('zremrangebyscore', KEYS[1], '-inf', now)`;

/** KEYS: running, clock. ARGV: milliseconds, id, most, priority */
const CLAIM = `${NOW}
  if not redis.call('zscore', KEYS[1], ARGV[2]) and redis.call('zcard', KEYS[1]) >= tonumber(ARGV[3]) then return 0 end
  redis.call('zadd', KEYS[1], now + ARGV[1], ARGV[2])
  redis.call('pexpire', KEYS[1], ${FORGET_MS})
  if tonumber(ARGV[4]) > tonumber(redis.call('get', KEYS[2]) or '0') then redis.call('set', KEYS[2], ARGV[4]) end
  return 1`;

/** KEYS: running, parked. ARGV: id, most, priority */
const PARK = `${NOW}
  if redis.call('zcard', KEYS[1]) < tonumber(ARGV[2]) then return 0 end
  redis.call('zadd', KEYS[2], ARGV[3], ARGV[1])
  redis.call('pexpire', KEYS[2], ${FORGET_MS})
  return 1`;

/** KEYS: running, parked. ARGV: id, most */
const LEAVE = `
  redis.call('zrem', KEYS[1], ARGV[1])
  if redis.call('zcard', KEYS[1]) >= tonumber(ARGV[2]) then return nil end
  return redis.call('zpopmin', KEYS[2])[1]`;

export class Shares {
  /** @param most jobs of one owner that run at the same time */
  constructor(
    private readonly redis: Redis,
    private readonly most: number,
  ) {}

  /** The priority of a new job. `lists` are the queue's keys of jobs that wait or run. */
  async stamp(owner: string, lists: string[]): Promise<number> {
    const keys = [CLOCK, FINISHES, ...lists];
    return Number(await this.redis.eval(STAMP, keys.length, ...keys, owner, LAST_PRIORITY));
  }

  /** Whether the job may run now, for at most so many milliseconds. */
  async claim(owner: string, id: string, priority: number, ms: number): Promise<boolean> {
    const values = [ms, id, this.most, priority];
    return (await this.redis.eval(CLAIM, 2, running(owner), CLOCK, ...values)) === 1;
  }

  /** Whether the job, out of the queue by now, is to wait for another of its owner; else it may go on at once. */
  async park(owner: string, id: string, priority: number): Promise<boolean> {
    const values = [id, this.most, priority];
    return (await this.redis.eval(PARK, 2, running(owner), parked(owner), ...values)) === 1;
  }

  /** The job has ended. @returns a parked one that may go on */
  async leave(owner: string, id: string): Promise<string | undefined> {
    const next = await this.redis.eval(LEAVE, 2, running(owner), parked(owner), id, this.most);
    return typeof next === "string" ? next : undefined;
  }
}
