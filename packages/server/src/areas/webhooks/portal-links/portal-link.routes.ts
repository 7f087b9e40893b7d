import type { Subscriptions } from '../../../engine/delivery/index.ts';
import type { Clock } from '../../../kit/clock.ts';
import { type AnyRoute, created, defineRoute, noContent, type Principal } from '../../../kit/http/index.ts';
import { findSubscription } from '../subscriptions/find-subscription.ts';
import { subscriptionParams } from '../subscriptions/subscription.schema.ts';
import { createPortalLinkBody, DEFAULT_LIFETIME_SECONDS, portalLink } from './portal-link.schema.ts';

export interface PortalLinkRoutesDeps {
  subscriptions: Subscriptions;
  clock: Clock;
  /** Makes a key that reaches one subscription alone; answers its token. */
  issueKey(request: {
    manager: Principal;
    subscriptionId: string;
    expiresAt: Date;
    mayChange: boolean;
  }): Promise<string>;
  revokeKeys(orgId: string, subscriptionId: string): Promise<void>;
  /** Where people reach this service, without a slash at its end. */
  address(): string;
}

const shared = {
  tag: 'Webhooks',
  access: 'webhooks:write',
  limits: ['webhooks_api'],
  path: '/v1/webhooks/subscriptions/:subId/portal-links',
  params: subscriptionParams,
} as const;

/** Links for the owner of a receiver, who has no API key. */
export function portalLinkRoutes(service: () => PortalLinkRoutesDeps): AnyRoute[] {
  return [
    defineRoute({
      ...shared,
      method: 'POST',
      operationId: 'createPortalLink',
      summary: 'Make a portal link',
      description:
        'For the owner of the receiver. For a short time they see the deliveries of this one subscription, resend them, send samples and replay dead letters; with `may_change` they move it to another address and give it another secret. They reach nothing else.',
      body: createPortalLinkBody,
      bodyOptional: true,
      responses: { 201: portalLink },
      shownOnce: ['url', 'key'],
      errors: ['forbidden', 'not_found'],
      handler: async ({ principal, params, body }) => {
        const { id } = await findSubscription(service().subscriptions, principal, params.subId);
        const seconds = body?.expires_in_seconds ?? DEFAULT_LIFETIME_SECONDS;
        const expiresAt = new Date(service().clock.now() + seconds * 1_000);
        const mayChange = body?.may_change ?? false;
        const key = await service().issueKey({
          manager: principal,
          subscriptionId: id,
          expiresAt,
          mayChange,
        });
        return created({
          subscription_id: params.subId,
          url: `${service().address()}/portal#${params.subId}:${key}${mayChange ? ':change' : ''}`,
          key,
          may_change: mayChange,
          expires_at: expiresAt.toISOString(),
        });
      },
    }),
    defineRoute({
      ...shared,
      method: 'DELETE',
      operationId: 'revokePortalLinks',
      summary: 'Revoke the portal links of a subscription',
      description: 'All of them, at once, on every node.',
      responses: { 204: null },
      errors: ['not_found'],
      handler: async ({ principal, params }) => {
        const { id } = await findSubscription(service().subscriptions, principal, params.subId);
        await service().revokeKeys(principal.orgId, id);
        return noContent();
      },
    }),
  ];
}
