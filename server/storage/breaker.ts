/**
 * Guards the calls to a server that may go away. After a few failures in a row calls fail at once instead of waiting; one at a
 * time is let through to find out whether the server is back.
 */
const MOST_FAILURES = 3;
const PAUSE_MS = 500;

export class Breaker {
  private failures = 0;
  private lookAt = 0;
  private looking = false;

  /** @param isAnswer whether a failure shows that the server is there */
  constructor(private readonly isAnswer: (error: unknown) => boolean) {}

  async run<Result>(work: () => Promise<Result>): Promise<Result> {
    const isOpen = this.failures >= MOST_FAILURES;
    if (isOpen && (this.looking || performance.now() < this.lookAt)) {
      throw new Error("The server has not answered of late, and is not asked again yet");
    }
    this.looking = isOpen;
    try {
      const result = await work();
      this.failures = 0;
      return result;
    } catch (error) {
      if (this.isAnswer(error)) this.failures = 0;
      else this.failures++;
      this.lookAt = performance.now() + PAUSE_MS;
      throw error;
    } finally {
      if (isOpen) this.looking = false;
    }
  }
}
