import type { TokenUsage } from './model-settings.ts';

/** Who asks, and for what. Ids are UUIDs. */
export interface ModelWork {
  orgId: string;
  area: 'review' | 'outreach';
  /** What the money is spent on: the same question of the same work is asked only once. */
  workId: string;
  agent: string;
  /**
   * Spending limit of all calls for this work in micro-USD, whoever makes them; undefined: only the
   * organization's budget applies.
   */
  maxWorkMicros?: number | undefined;
}

/** A call about to be made. */
export interface NewCall {
  question: string;
  provider: string;
  model: string;
  /** Its maximum cost, micro-USD. */
  worstMicros: number;
}

export interface OpenCall extends NewCall {
  id: string;
  work: ModelWork;
  /** The budgets that the money is reserved from. */
  budgets: readonly string[];
}

export interface CallEnd {
  /** The requested JSON; null when there is none. */
  answer: string | null;
  /** A kind of `ModelError`; null when there is an answer. */
  failure: string | null;
  usage: TokenUsage;
  costMicros: number;
  durationMs: number;
}

/** What is stored about a question that this work has asked before. */
export interface KeptCall {
  id: string;
  state: 'asked' | 'answered' | 'failed';
  answer: string | null;
  failure: string | null;
  costMicros: number;
  usage: TokenUsage;
}
