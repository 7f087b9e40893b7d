/** How work in a thread ended when it did not end by itself. */
export type FailureKind =
  /** It took longer than it may. */
  | 'timed_out'
  /** The thread died. */
  | 'crashed'
  /** The thread needed more memory than it may. */
  | 'out_of_memory'
  /** The pool stops, or the work is not wanted any more; it can be done again later. */
  | 'aborted'
  /** The work itself threw. */
  | 'threw';

export class ThreadFailure extends Error {
  readonly kind: FailureKind;
  /** The plain fields of what was thrown, where it was. */
  readonly thrown: Thrown | undefined;

  constructor(kind: FailureKind, message: string, thrown?: Thrown) {
    super(message);
    this.name = 'ThreadFailure';
    this.kind = kind;
    this.thrown = thrown;
  }
}

/** What of an error crosses between threads: its name, and the fields of its own that are plain values. */
export interface Thrown {
  name: string;
  [field: string]: string | number | boolean;
}
