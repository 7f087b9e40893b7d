/** How work in a thread ended when it did not end by itself. */
export type FailureKind =
  /** It took longer than it may. */
  | 'timed_out'
  /** The thread died. */
  | 'crashed'
  /** The thread needed more memory than it may. */
  | 'out_of_memory'
  /** The service stops; the work can be done again later. */
  | 'aborted'
  /** The work itself threw. */
  | 'threw';

export class WorkerFailure extends Error {
  readonly kind: FailureKind;
  /** The name and reason of what was thrown, where it was. */
  readonly thrown: { name: string; reason?: string } | undefined;

  constructor(kind: FailureKind, message: string, thrown?: { name: string; reason?: string }) {
    super(message);
    this.name = 'WorkerFailure';
    this.kind = kind;
    this.thrown = thrown;
  }
}
