import type { Thrown } from '../threads/index.ts';

/** How work in the sandbox ended when it came to no output. */
export type FailureOfSandbox =
  /** It took longer than it may. */
  | 'timed_out'
  /** It needed more memory than it may. */
  | 'out_of_memory'
  /** It ended the process that it ran in. */
  | 'crashed'
  /** What it came to is larger than may be taken back. */
  | 'output_too_large'
  /** It was given more than it may be. */
  | 'input_too_large'
  /** It was not begun: too much of the same owner waits, or it waited for too long. It can be asked for again. */
  | 'busy'
  /** It was not ended: the service stops. It can be asked for again. */
  | 'stopped'
  /** The work itself threw. */
  | 'threw';

export class SandboxFailure extends Error {
  readonly kind: FailureOfSandbox;
  /** The plain fields of what was thrown, where it was. */
  readonly thrown: Thrown | undefined;

  constructor(kind: FailureOfSandbox, message: string, thrown?: Thrown) {
    super(message);
    this.name = 'SandboxFailure';
    this.kind = kind;
    this.thrown = thrown;
  }

  /** Nothing is known of the work itself: it may be asked for again, and the attempt does not count. */
  get isPassing(): boolean {
    return this.kind === 'busy' || this.kind === 'stopped';
  }
}
