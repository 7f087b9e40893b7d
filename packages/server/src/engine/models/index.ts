export { ModelError, type ModelErrorKind } from './model-error.ts';
export { ModelSession, type ModelSessionOptions, type ObjectRequest } from './model-session.ts';
export type { ModelSettings, ModelUsage, TokenUsage } from './model-settings.ts';
export { openModel } from './open-model.ts';
export { costUsd, pricesAsOf } from './prices.ts';
