export { openReview, type ReviewPorts, type ReviewSettings } from './area.ts';
export { reviewEventIndex } from './events/event-index.ts';
export { reviewErrors } from './review-errors.ts';
export { reviewIdPrefixes } from './review-ids.ts';
export type { ReviewModel } from './reviews/review-model.ts';
export { applicationReviewRoutes } from './routes.ts';
export { type DescribedRule, describeRules } from './rules/rule-reference.ts';
