import type { Severity } from './finding.ts';

/** What a model may be asked for; `loadModelForms` gives their schemas. */
export interface ModelForms {
  claims: ModelClaims;
  verdict: ModelVerdict;
}

/** Faults that a model claims in the code that it was shown. */
export interface ModelClaims {
  findings: {
    file: string;
    /** The decisive code, word for word. */
    quote: string;
    line: number | null;
    title: string;
    severity: Severity;
    confidence: number;
    cwe: string[];
    description: string;
    recommendation: string;
  }[];
}

/** What an independent call says of one claim after it tried to refute it. */
export interface ModelVerdict {
  holds: boolean;
  /** Code that shows it, word for word. */
  evidence: string;
  confidence: number;
}

/** Calls to one language model under one budget, brought by whoever has a model. */
export interface ModelSession {
  /** An answer of the form. Rejects with a `ModelFailure`. */
  ask<Form extends keyof ModelForms>(question: ModelQuestion<Form>): Promise<ModelForms[Form]>;
}

/** Plain data: it may cross to whoever asks. */
export interface ModelQuestion<Form extends keyof ModelForms = keyof ModelForms> {
  form: Form;
  instructions: string;
  prompt: string;
  maxOutputTokens: number;
}

export const modelFailureKinds = [
  'rate_limited',
  'unavailable',
  'timeout',
  'bad_answer',
  'truncated',
  'refused',
  'budget_spent',
  'organization_budget_spent',
  'interrupted',
  'aborted',
] as const;

export type ModelFailureKind = (typeof modelFailureKinds)[number];

/** A call that brought nothing, and why. */
export interface ModelFailure extends Error {
  readonly kind: ModelFailureKind;
}

export function isModelFailure(error: unknown): error is ModelFailure {
  const kinds: readonly unknown[] = modelFailureKinds;
  return error instanceof Error && 'kind' in error && kinds.includes(error.kind);
}
