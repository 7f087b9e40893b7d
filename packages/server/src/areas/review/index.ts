export { openReview, type ReviewPorts, type ReviewSettings } from './area.ts';
export { reviewEventIndex } from './events/event-index.ts';
export { applicationReviewRoutes } from './routes.ts';
