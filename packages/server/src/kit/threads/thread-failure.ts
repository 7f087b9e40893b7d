/** Why work in a thread did not finish normally. */
export type FailureKind =
  /** It exceeded its time limit. */
  | 'timed_out'
  /** The thread died. */
  | 'crashed'
  /** The thread exceeded its memory limit. */
  | 'out_of_memory'
  /** The pool is stopping, or the work is no longer wanted; it can be done again later. */
  | 'aborted'
  /** The work itself threw. */
  | 'threw';

export class ThreadFailure extends Error {
  readonly kind: FailureKind;
  /** The plain fields of the thrown value, if any. */
  readonly thrown: Thrown | undefined;

  constructor(kind: FailureKind, message: string, thrown?: Thrown) {
    super(message);
    this.name = 'ThreadFailure';
    this.kind = kind;
    this.thrown = thrown;
  }
}

/** What is sent of an error between threads: its name, and its own fields that are plain values. */
export interface Thrown {
  name: string;
  [field: string]: string | number | boolean;
}
