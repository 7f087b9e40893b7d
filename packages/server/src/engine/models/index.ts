export { ModelError, type ModelErrorKind } from './model-error.ts';
export { ModelSession, type ModelSessionOptions, type ObjectRequest, type Zod } from './model-session.ts';
export {
  type ModelCall,
  type ModelSettings,
  type ModelUsage,
  noTokens,
  type TokenUsage,
} from './model-settings.ts';
export { ModelSource, type ModelSourceOptions } from './model-source.ts';
export { openModel } from './open-model.ts';
export { costUsd, type ModelPrice, parseModelPrice, pricesAsOf } from './prices.ts';
