import { type ModelCall, noTokens, type TokenUsage } from '../../../../engine/models/index.ts';
import type { Reservation } from '../../books/economics/ledger-terms.ts';

/** Who did the work, and what the model's share cost. */
export interface Driver {
  engine: 'rules' | 'llm';
  provider: string | null;
  model: string | null;
  /** `llm` when the rules stepped in for it. */
  fallbackFrom: string | null;
  /** Such as `model_timeout` or `budget_exceeded`. */
  fallbackReason: string | null;
  usage: TokenUsage;
  costMicros: number;
  calls: readonly ModelCall[];
  /** Money that is held for it, to be settled with what it cost. */
  reservation: Reservation | undefined;
}

/** No model had a part in it. */
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
