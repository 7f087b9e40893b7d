/** What the sandbox does for ingestion. Trees cross as JSON text. */
export interface TransformTasks {
  /** Throws ExpressionError for one that does not compile. */
  check: { input: string; output: null };
  /** Throws TransformError. */
  transform: { input: { data: string; steps: string }; output: TransformedTexts };
}

/** What data came to, as JSON text, and what of it calls a contract. */
export type TransformedTexts = {
  json: string;
  /** The field `function`, where it is a text. */
  called: string | undefined;
  /** The field `args` as JSON text, where there is one. */
  args: string | undefined;
};

/** One step of a job, as it was when the job was taken in: a built-in rule, or an expression of the organization's. */
export interface TransformStep {
  /** As the job named it. */
  rule: string;
  expression?: string | undefined;
}
