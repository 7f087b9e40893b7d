import type { ModelSource } from '../../../engine/models/index.ts';

/** The language model that agents ask, and what may be spent on it. */
export interface ReviewModel {
  source: ModelSource;
  limits: {
    /** Tokens that one agent may take in one review. */
    maxAgentTokens: number;
    /** Micro-USD that one review may cost. */
    maxReviewMicros: number;
  };
}
