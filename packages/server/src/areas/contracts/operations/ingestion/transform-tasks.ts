/** The sandbox's tasks for ingestion. Values are passed as JSON text. */
export interface TransformTasks {
  /** Throws ExpressionError for an invalid expression. */
  check: { input: string; output: null };
  /** Throws TransformError. */
  transform: { input: { data: string; steps: string }; output: TransformedTexts };
}

/** The transformed data, as JSON text, and the part that calls a contract. */
export type TransformedTexts = {
  json: string;
  /** The field `function`, if it is a string. */
  called: string | undefined;
  /** The field `args` as JSON text, if present. */
  args: string | undefined;
};

/** One step of a job, as of its submission: a built-in rule, or an expression of the organization. */
export interface TransformStep {
  /** As in the job. */
  rule: string;
  expression?: string | undefined;
}
