/** Why a rule cannot be applied to the data of a job; the job fails with it. */
export class TransformError extends Error {
  readonly rule: string;

  constructor(rule: string, message: string) {
    super(message);
    this.name = 'TransformError';
    this.rule = rule;
  }
}
