import type { z } from 'zod';

/** Calls to one language model under one budget, brought by whoever has a model. */
export interface ModelSession {
  /** What all calls took so far. */
  readonly usage: ModelUsage;
  /** An object of the schema. Rejects with a `ModelFailure`. */
  generateObject<T>(request: ModelRequest<T>): Promise<T>;
}

export interface ModelRequest<T> {
  schema(library: typeof z): z.ZodType<T>;
  instructions: string;
  prompt: string;
  maxOutputTokens: number;
}

export interface ModelUsage {
  requests: number;
  inputTokens: number;
  outputTokens: number;
  costUsd: number | null;
}

export const modelFailureKinds = [
  'rate_limited',
  'unavailable',
  'timeout',
  'bad_answer',
  'refused',
  'budget_spent',
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
