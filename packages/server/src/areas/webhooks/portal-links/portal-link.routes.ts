import type { Static } from 'typebox';
import { factByName } from '../../../engine/catalog/index.ts';
import { type Subscriptions, subscriptionId } from '../../../engine/delivery/index.ts';
import type { Clock } from '../../../kit/clock.ts';
import { invalidField, notFound } from '../../../kit/errors/index.ts';
import {
  type AnyRoute,
  created,
  defineRoute,
  noContent,
  ok,
  PORTAL_CHANGE,
  type Principal,
} from '../../../kit/http/index.ts';
import { findSubscription } from '../subscriptions/find-subscription.ts';
import { subscriptionParams } from '../subscriptions/subscription.schema.ts';
import { checkChoosable } from './choosable-types.ts';
import {
  createPortalLinkBody,
  DEFAULT_LIFETIME_SECONDS,
  portalGrant,
  portalLink,
} from './portal-link.schema.ts';

/** The settings a portal link was created with. */
export interface PortalGrant {
  eventTypes?: string[];
  appearance?: { name?: string; accent?: string; theme?: 'light' | 'dark' };
}

export interface PortalLinkRoutesDeps {
  subscriptions: Subscriptions;
  clock: Clock;
  /** Issues a key limited to one subscription; returns its token. */
  issueKey(request: {
    manager: Principal;
    subscriptionId: string;
    expiresAt: Date;
    mayChange: boolean;
    grant: PortalGrant;
  }): Promise<string>;
  /** The grant behind a portal link's key; undefined for any other key. */
  findGrant(orgId: string, keyId: string): Promise<{ grant: PortalGrant; expiresAt: Date } | undefined>;
  revokeKeys(orgId: string, subscriptionId: string): Promise<void>;
  /** Public base URL of this service, without a trailing slash. */
  address(): string;
}

const api = { tag: 'Webhooks', limits: ['webhooks_api'] } as const;
const shared = {
  ...api,
  access: 'webhooks:write',
  path: '/v1/webhooks/subscriptions/:subId/portal-links',
  params: subscriptionParams,
} as const;

/** Portal links, for receiver owners who have no API key. */
export function portalLinkRoutes(service: () => PortalLinkRoutesDeps): AnyRoute[] {
  return [
    defineRoute({
      ...shared,
      method: 'POST',
      operationId: 'createPortalLink',
      summary: 'Make a portal link',
      description:
        'For the owner of the receiver. For a short time they see the deliveries of this one subscription, resend them, send samples and replay dead letters. With `may_change` they can also change its URL and secret, and with `event_types` choose from those types. They reach nothing else.',
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
        const grant = grantOf(mayChange, body ?? {});
        const key = await service().issueKey({
          manager: principal,
          subscriptionId: id,
          expiresAt,
          mayChange,
          grant,
        });
        return created({
          subscription_id: params.subId,
          url: `${service().address()}/portal#${params.subId}:${key}${mayChange ? ':change' : ''}`,
          key,
          may_change: mayChange,
          event_types: grant.eventTypes ?? null,
          appearance: grant.appearance ?? null,
          expires_at: expiresAt.toISOString(),
        });
      },
    }),
    defineRoute({
      ...api,
      method: 'GET',
      path: '/v1/webhooks/portal',
      operationId: 'readPortalLink',
      access: 'webhooks:read',
      portal: true,
      summary: 'Read the portal link',
      description: 'What the portal reads first. Needs the key of a portal link.',
      responses: { 200: portalGrant },
      errors: ['not_found'],
      handler: async ({ principal }) => {
        const { orgId, keyId, subscriptionId: id, scopes } = principal;
        const found = id === undefined ? undefined : await service().findGrant(orgId, keyId);
        if (id === undefined || found === undefined) throw notFound('portal link');
        const { face } = await service().subscriptions.get(orgId, id);
        const { grant, expiresAt } = found;
        return ok({
          subscription_id: subscriptionId(face, id),
          may_change: scopes.has(PORTAL_CHANGE),
          event_types:
            grant.eventTypes?.map((type) => ({ type, trigger: factByName(type)?.trigger ?? null })) ?? null,
          appearance: grant.appearance ?? null,
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

function grantOf(mayChange: boolean, given: Static<typeof createPortalLinkBody>): PortalGrant {
  const { event_types: eventTypes, appearance } = given;
  if (eventTypes !== undefined && !mayChange) {
    throw invalidField(
      'event_types',
      '`event_types` needs `may_change`: a read-only link cannot change event types.',
    );
  }
  checkChoosable(eventTypes ?? []);
  return {
    ...(eventTypes && { eventTypes }),
    ...(appearance && { appearance: appearance as NonNullable<PortalGrant['appearance']> }),
  };
}
