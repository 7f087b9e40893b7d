import { AppError } from '../errors/index.ts';
import type { Reply } from './reply.ts';

/** Reads of one organization that may wait; more are refused. */
export const MOST_WAITING_READS = 500;
/** What has waited for longer is refused: who asked is hardly there any more. */
const MAX_WAIT_MS = 10_000;

interface Line {
  running: number;
  waiting: (() => void)[];
}

/**
 * Lets so many reads of one organization run at once, and the others wait in the order in which they came: the connections
 * to the database are few, and slow lists of one organization would hold all of them.
 */
export class ReadTurns {
  readonly #mostOfOne: number;
  readonly #lines = new Map<string, Line>();

  constructor(mostOfOne: number) {
    this.#mostOfOne = mostOfOne;
  }

  run(orgId: string, read: () => Reply | Promise<Reply>): Reply | Promise<Reply> {
    const line = this.#lines.get(orgId) ?? { running: 0, waiting: [] };
    this.#lines.set(orgId, line);
    if (line.running < this.#mostOfOne) {
      line.running++;
      return this.#give(orgId, line, read);
    }
    if (line.waiting.length >= MOST_WAITING_READS) throw tooMany();
    const since = performance.now();
    return new Promise((resolve, reject) => {
      line.waiting.push(() => {
        if (performance.now() - since > MAX_WAIT_MS) {
          this.#end(orgId, line);
          reject(tooMany());
          return;
        }
        try {
          resolve(this.#give(orgId, line, read));
        } catch (error) {
          reject(error);
        }
      });
    });
  }

  /** Runs what has its turn; whoever waits gets the turn after it. */
  #give(orgId: string, line: Line, read: () => Reply | Promise<Reply>): Reply | Promise<Reply> {
    let answer: Reply | Promise<Reply>;
    try {
      answer = read();
    } catch (error) {
      this.#end(orgId, line);
      throw error;
    }
    if (answer instanceof Promise) return answer.finally(() => this.#end(orgId, line));
    this.#end(orgId, line);
    return answer;
  }

  #end(orgId: string, line: Line): void {
    const next = line.waiting.shift();
    // In a turn of its own: a long line of those that are refused would be a deep stack.
    if (next !== undefined) setImmediate(next);
    else if (--line.running === 0) this.#lines.delete(orgId);
  }
}

function tooMany(): AppError {
  return new AppError('unavailable', {
    message: 'Too many reads of your organization are under way at once. Send fewer at once.',
    headers: { 'retry-after': '1' },
  });
}
