import type { Severity } from './finding.ts';

/** The forms of a model's answers; `loadModelForms` returns their schemas. */
export interface ModelForms {
  claims: ModelClaims;
  verdict: ModelVerdict;
}

/** Faults that a model claims in the code that it was shown. */
export interface ModelClaims {
  findings: {
    file: string;
    /** The decisive code, quoted exactly. */
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

/** The verdict of an independent call that tried to refute a claim. */
export interface ModelVerdict {
  holds: boolean;
  /** Code that shows it, quoted exactly. */
  evidence: string;
  confidence: number;
}

/** Calls to one language model under one budget, provided by the host. */
export interface ModelSession {
  /** An answer in this form. Rejects with a `ModelFailure`. */
  ask<Form extends keyof ModelForms>(question: ModelQuestion<Form>): Promise<ModelForms[Form]>;
}

/** Plain data, so it can be passed to another thread. */
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

/** A call without an answer, and the reason. */
export interface ModelFailure extends Error {
  readonly kind: ModelFailureKind;
}

export function isModelFailure(error: unknown): error is ModelFailure {
  const kinds: readonly unknown[] = modelFailureKinds;
  return error instanceof Error && 'kind' in error && kinds.includes(error.kind);
}
