import type { Pool } from 'pg';
import { testModel } from '../../../engine/models/testing/test-model.ts';
import type { ReviewModel } from '../reviews/review-model.ts';

/** A model at a local URL, with a price, for agents in tests. */
export function localModel(
  baseUrl: string,
  limits: Partial<ReviewModel['limits']> = {},
): (pool: Pool) => ReviewModel {
  const price = { input: 3, output: 15, cachedInput: 3, cacheWrite: 3 };
  return (pool) => ({
    source: testModel({ pool, baseUrl, price }),
    limits: { maxAgentTokens: 50_000, maxReviewMicros: 5_000_000, ...limits },
  });
}
