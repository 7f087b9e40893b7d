/** Why a rule cannot be applied to a job's data; the job fails with this error. */
export class TransformError extends Error {
  readonly rule: string;
  /** A retry may succeed: it timed out, possibly because the machine was busy. */
  readonly isPassing: boolean;

  constructor(rule: string, message: string, isPassing = false) {
    super(message);
    this.name = 'TransformError';
    this.rule = rule;
    this.isPassing = isPassing;
  }
}
