/** Ingestion tasks of the sandbox. Trees are passed as JSON text. */
export interface TransformTasks {
  /** Throws ExpressionError for one that does not compile. */
  check: { input: string; output: null };
  /** Throws TransformError. */
  transform: { input: { data: string; steps: string }; output: TransformedTexts };
}

/** The transformed data as JSON text, and the part of it that calls a contract. */
export type TransformedTexts = {
  json: string;
  /** The field `function`, if it is a string. */
  called: string | undefined;
  /** The field `args` as JSON text, if present. */
  args: string | undefined;
};

/** A step of a job, as of its acceptance: a built-in rule, or one of the organization's expressions. */
export interface TransformStep {
  /** As named in the job. */
  rule: string;
  expression?: string | undefined;
}
