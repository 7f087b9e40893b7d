/** Why a rule cannot be applied to a job's data; it fails the job. */
export class TransformError extends Error {
  readonly rule: string;
  /** A retry may succeed: it timed out, perhaps because the machine was busy. */
  readonly isPassing: boolean;

  constructor(rule: string, message: string, isPassing = false) {
    super(message);
    this.name = 'TransformError';
    this.rule = rule;
    this.isPassing = isPassing;
  }
}
