export type { ObjectRequest, Zod } from './ask-once.ts';
export { CallBook, type CallObserver } from './call-book.ts';
export type { ModelWork } from './model-call.ts';
export { ModelError, type ModelErrorKind } from './model-error.ts';
export { type ModelLimits, ModelSession } from './model-session.ts';
export {
  knownProviders,
  type ModelCall,
  type ModelUsage,
  noTokens,
  type TokenUsage,
} from './model-settings.ts';
export { ModelSource, type ModelSourceOptions } from './model-source.ts';
export { type ModelPrice, parseModelPrice, priceIn } from './prices.ts';
export { type ModelUse, readModelUse } from './read-model-use.ts';
