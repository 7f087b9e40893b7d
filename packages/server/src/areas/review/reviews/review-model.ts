import type { ModelSource } from '../../../engine/models/index.ts';

/** The language model used by agents, and its budget. */
export interface ReviewModel {
  source: ModelSource;
  limits: {
    /** Maximum tokens per agent and review. */
    maxAgentTokens: number;
    /** Maximum cost of a review in micro-USD. */
    maxReviewMicros: number;
  };
}
