import type { EventReader } from '../../engine/spine/index.ts';
import type { AnyRoute } from '../../kit/http/index.ts';
import { applicationRoutes } from './applications/application.routes.ts';
import { componentRoutes } from './components/component.routes.ts';
import { reviewEventRoutes } from './events/review-events.routes.ts';
import { type FindingRoutesPorts, findingRoutes } from './findings/finding.routes.ts';
import { readinessRoutes } from './readiness/readiness.routes.ts';
import { resultsRoutes } from './results/results.routes.ts';
import type { ReviewService } from './review-service.ts';
import { reviewRoutes } from './reviews/review.routes.ts';
import { ruleCatalogRoutes } from './rules/rule-catalog.routes.ts';
import { ruleRoutes } from './rules/rules.routes.ts';
import { sarifRoutes } from './sarif/sarif.routes.ts';
import { sbomRoutes } from './sbom/sbom.routes.ts';
import { reviewSubscriptionRoutes, type SubscriptionPort } from './subscriptions/subscription.routes.ts';
import { suppressionRoutes } from './suppressions/suppression.routes.ts';

export interface ServedReviewService extends ReviewService, FindingRoutesPorts {
  reader: EventReader;
  subscriptions: SubscriptionPort;
}

/** The application review API. */
export function applicationReviewRoutes(service: () => ServedReviewService): AnyRoute[] {
  return [
    ...applicationRoutes(service),
    ...reviewRoutes(service),
    ...resultsRoutes(service),
    ...readinessRoutes(service),
    ...componentRoutes(service),
    ...suppressionRoutes(service),
    ...findingRoutes(service),
    ...ruleRoutes(service),
    ...ruleCatalogRoutes(service),
    ...sbomRoutes(service),
    ...sarifRoutes(service),
    ...reviewEventRoutes(service),
    ...reviewSubscriptionRoutes(service),
  ];
}
