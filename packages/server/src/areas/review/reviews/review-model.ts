import type { ModelSource } from '../../../engine/models/index.ts';

/** The language model that agents use, and its budgets. */
export interface ReviewModel {
  source: ModelSource;
  limits: {
    /** Max. tokens of one agent in one review. */
    maxAgentTokens: number;
    /** Max. cost of one review, in micro-USD. */
    maxReviewMicros: number;
  };
}
