import { type ModelCall, noTokens, type TokenUsage } from '../../../../engine/models/index.ts';
import type { Reservation } from '../../books/economics/ledger-terms.ts';

/** Who did the work, and what the model's part cost. */
export interface Driver {
  engine: 'rules' | 'llm';
  provider: string | null;
  model: string | null;
  /** `llm` when the rules took over from a model. */
  fallbackFrom: string | null;
  /** Such as `model_timeout` or `budget_exceeded`. */
  fallbackReason: string | null;
  usage: TokenUsage;
  costMicros: number;
  calls: readonly ModelCall[];
  /** Budget held for it, to be settled with the actual cost. */
  reservation: Reservation | undefined;
}

/** No model was involved. */
export const rulesAlone: Driver = {
  engine: 'rules',
  provider: null,
  model: null,
  fallbackFrom: null,
  fallbackReason: null,
  usage: noTokens,
  costMicros: 0,
  calls: [],
  reservation: undefined,
};
