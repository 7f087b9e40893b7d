import type { Thrown } from '../threads/index.ts';

/** Why work in the sandbox produced no output. */
export type FailureOfSandbox =
  /** It exceeded its time limit. */
  | 'timed_out'
  /** It exceeded its memory limit. */
  | 'out_of_memory'
  /** It crashed its process. */
  | 'crashed'
  /** Its output exceeds the limit. */
  | 'output_too_large'
  /** Its input exceeds the limit. */
  | 'input_too_large'
  /** It was not started: the same owner has too much waiting, or it waited too long. It can be retried. */
  | 'busy'
  /** It was not finished: the service is stopping. It can be retried. */
  | 'stopped'
  /** The work itself threw. */
  | 'threw';

export class SandboxFailure extends Error {
  readonly kind: FailureOfSandbox;
  /** The plain fields of the thrown value, if any. */
  readonly thrown: Thrown | undefined;

  constructor(kind: FailureOfSandbox, message: string, thrown?: Thrown) {
    super(message);
    this.name = 'SandboxFailure';
    this.kind = kind;
    this.thrown = thrown;
  }

  /** Says nothing about the work itself: it may be retried, and the attempt does not count. */
  get isPassing(): boolean {
    return this.kind === 'busy' || this.kind === 'stopped';
  }
}
