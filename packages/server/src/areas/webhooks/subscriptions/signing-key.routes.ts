import { type Static, Type } from 'typebox';
import type { PublishedKey, Subscriptions } from '../../../engine/delivery/index.ts';
import { notFound } from '../../../kit/errors/index.ts';
import {
  type AnyRoute,
  defineRoute,
  named,
  nullable,
  ok,
  strictObject,
  timestampField,
} from '../../../kit/http/index.ts';
import { findSubscription, parseSubscriptionId } from './find-subscription.ts';
import { overlapSeconds, subscriptionParams } from './subscription.schema.ts';

const keyList = named(
  'SigningKeys',
  Type.Object({
    keys: Type.Array(
      Type.Object({
        public_key: Type.String({ description: '`whpk_` and the base64 of the 32 bytes.' }),
        algorithm: Type.Literal('ed25519', {
          description: 'Ed25519, as `v1a` signatures of Standard Webhooks have it.',
        }),
        created_at: timestampField('When it was made.'),
        expires_at: nullable(
          timestampField('A moment.'),
          'Until when it signs together with a newer one; null for the current one.',
        ),
      }),
      { description: 'Every key that signs now, the current one first.' },
    ),
  }),
);

/** The keys receivers use to verify deliveries. */
export function signingKeyRoutes(service: () => { subscriptions: Subscriptions }): AnyRoute[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/v1/webhooks/signing-keys/:subId',
      operationId: 'readWebhookSigningKeys',
      tag: 'Webhooks',
      access: 'public',
      summary: 'Read the public keys of a subscription',
      description:
        'For receivers, without a key of the API. They verify the `v1a` signatures of a subscription whose `signature` is `hmac_ed25519`.',
      params: subscriptionParams,
      responses: { 200: keyList },
      errors: ['not_found'],
      handler: async ({ params }) => {
        const id = parseSubscriptionId(params.subId);
        const keys = id === undefined ? [] : await service().subscriptions.publishedKeys(id);
        if (keys.length === 0) throw notFound('signing key');
        return ok({ keys: keys.map(toKey) });
      },
    }),
    defineRoute({
      tag: 'Webhooks',
      access: 'webhooks:write',
      limits: ['webhooks_api'],
      method: 'POST',
      path: '/v1/webhooks/subscriptions/:subId/signing-key',
      operationId: 'rotateWebhookSigningKey',
      summary: 'Give a subscription a new signing key',
      description:
        'The new key signs at once. Until the overlap ends, the earlier one signs too, and both are published.',
      params: subscriptionParams,
      body: strictObject({ overlap_seconds: overlapSeconds }),
      responses: { 200: keyList },
      errors: ['not_found', 'invalid_state'],
      handler: async ({ principal, params, body }) => {
        const { subscriptions } = service();
        const { id } = await findSubscription(subscriptions, principal, params.subId);
        await subscriptions.rotateSigningKey(principal.orgId, id, body.overlap_seconds ?? 86_400);
        return ok({ keys: (await subscriptions.publishedKeys(id)).map(toKey) });
      },
    }),
  ];
}

function toKey({ publicKey, createdAt, expiresAt }: PublishedKey): Static<typeof keyList>['keys'][number] {
  return {
    public_key: publicKey,
    algorithm: 'ed25519',
    created_at: createdAt.toISOString(),
    expires_at: expiresAt?.toISOString() ?? null,
  };
}
