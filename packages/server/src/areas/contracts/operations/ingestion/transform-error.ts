/** Why a rule cannot be applied to the data of a job; the job fails with it. */
export class TransformError extends Error {
  readonly rule: string;
  /** Another try may go better: it ran out of time, which a busy machine may be the cause of. */
  readonly isPassing: boolean;

  constructor(rule: string, message: string, isPassing = false) {
    super(message);
    this.name = 'TransformError';
    this.rule = rule;
    this.isPassing = isPassing;
  }
}
