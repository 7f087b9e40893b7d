import type { TokenUsage } from './model-settings.ts';

/** Whose questions they are, and what for. Ids are UUIDs. */
export interface ModelWork {
  orgId: string;
  area: 'review' | 'outreach';
  /** What the money of a budget is for: the same question of the same work is asked once. */
  workId: string;
  agent: string;
  /** Micro-USD that all of the work may cost, whoever asks for it; undefined: the organization's budget is all. */
  maxWorkMicros?: number | undefined;
}

/** A call that is to be made. */
export interface NewCall {
  question: string;
  provider: string;
  model: string;
  /** The most that it can cost, micro-USD. */
  worstMicros: number;
}

export interface OpenCall extends NewCall {
  id: string;
  work: ModelWork;
  /** The budgets that hold the money. */
  budgets: readonly string[];
}

export interface CallEnd {
  /** JSON of what was asked for; null when there is none. */
  answer: string | null;
  /** A kind of `ModelError`; null when there is an answer. */
  failure: string | null;
  usage: TokenUsage;
  costMicros: number;
  durationMs: number;
}

/** What is known of a question of a piece of work that was asked before. */
export interface KeptCall {
  id: string;
  state: 'asked' | 'answered' | 'failed';
  answer: string | null;
  failure: string | null;
  costMicros: number;
  usage: TokenUsage;
}
