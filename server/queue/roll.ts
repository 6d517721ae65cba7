/** Which workers there are, and how many jobs they do at a time: each says so again and again. */
import type { Redis } from "ioredis";

const ROLL = "offcut:workers";
const EVERY_MS = 2_000;
const SILENCE_MS = 7_000;

export class WorkerRoll {
  constructor(private readonly redis: Redis) {}

  /** @returns how to leave */
  enter(id: string, threads: number): () => Promise<void> {
    const member = `${id} ${threads}`;
    const say = () => void this.redis.zadd(ROLL, String(Date.now()), member).catch(() => undefined);
    say();
    const timer = setInterval(say, EVERY_MS);
    return async () => {
      clearInterval(timer);
      await this.redis.zrem(ROLL, member).catch(() => undefined);
    };
  }

  /** Jobs that all workers together can do at a time. */
  async threads(): Promise<number> {
    await this.redis.zremrangebyscore(ROLL, "-inf", String(Date.now() - SILENCE_MS));
    const members = await this.redis.zrange(ROLL, "0", "-1");
    return members.reduce((sum, member) => sum + Number(member.split(" ")[1]), 0);
  }
}
