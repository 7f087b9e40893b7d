import { type Acknowledgements, acknowledgementRoutes } from '../../../engine/acknowledgements/index.ts';
import {
  type Face,
  type SubscriptionHealth,
  type SubscriptionRecord,
  type Subscriptions,
  subscriptionEvents,
  subscriptionId,
} from '../../../engine/delivery/index.ts';
import { only, rowsIn } from '../../../kit/db/index.ts';
import { AppError } from '../../../kit/errors/index.ts';
import {
  type AnyRoute,
  created,
  defineRoute,
  noContent,
  ok,
  okList,
  type Principal,
  pageOf,
  parseTimestamp,
} from '../../../kit/http/index.ts';
import { uuidOf } from '../../../kit/ids.ts';
import { required } from '../../../kit/required.ts';
import { checkChoice } from '../portal-links/choosable-types.ts';
import { findSubscription } from './find-subscription.ts';
import {
  createSubscriptionBody,
  listSubscriptionsQuery,
  rotateSecretBody,
  subscriptionList,
  subscriptionParams,
  subscriptionRecord,
  toSubscriptionRecord,
  toTuning,
  updateSubscriptionBody,
} from './subscription.schema.ts';

const base = '/v1/webhooks/subscriptions';
const read = { tag: 'Webhooks', access: 'webhooks:read', limits: ['webhooks_api'] } as const;
const write = { ...read, access: 'webhooks:write' } as const;

const facesOfApi = {
  webhooks: ['webhooks'],
  events: ['events'],
  all: ['webhooks', 'events'],
} as const satisfies Record<string, readonly Face[]>;

type State = SubscriptionHealth['state'];

/** States in which deliveries do not reach the receiver. */
const unwell: readonly State[] = ['failing', 'blocked', 'disabled'];

function statesOf(state: string | undefined): readonly State[] | undefined {
  if (state === undefined) return undefined;
  return state === 'unwell' ? unwell : [state as State];
}

export interface SubscriptionRoutesDeps {
  subscriptions: Subscriptions;
  acknowledgements: Acknowledgements;
  /** The grant behind a portal link's key. */
  findGrant(orgId: string, keyId: string): Promise<{ grant: { eventTypes?: readonly string[] } } | undefined>;
}

/** Creating, reading and changing subscriptions. */
export function subscriptionRoutes(service: () => SubscriptionRoutesDeps): AnyRoute[] {
  const showAll = async (principal: Principal, records: SubscriptionRecord[]) => {
    // Receiver owners are not shown who works in this organization.
    const isOwn = principal.subscriptionId === undefined;
    const ids = isOwn ? records.map(({ face, id }) => subscriptionId(face, id)) : [];
    const [health, acknowledged] = await Promise.all([
      service().subscriptions.health(records),
      service().acknowledgements.of(principal.orgId, ids),
    ]);
    return records.map((record, i) =>
      toSubscriptionRecord(
        record,
        required(health[i], 'the health of a subscription'),
        acknowledged.get(ids[i] ?? ''),
      ),
    );
  };
  const show = async (principal: Principal, record: SubscriptionRecord) =>
    only(await showAll(principal, [record]));
  /** Runs an action on the requested subscription and returns its new state. */
  const act = async (
    principal: Principal,
    subId: string,
    action: (id: string) => Promise<SubscriptionRecord>,
  ) => {
    const { id } = await findSubscription(service().subscriptions, principal, subId);
    return ok(await show(principal, await action(id)));
  };
  return [
    defineRoute({
      ...write,
      method: 'POST',
      path: base,
      operationId: 'createWebhookSubscription',
      summary: 'Subscribe to events',
      description: 'Every event published after the answer that matches is delivered to `url`.',
      body: createSubscriptionBody,
      anyText: true,
      responses: { 201: subscriptionRecord },
      errors: ['invalid_event_type', 'quota_reached'],
      handler: async ({ principal, body, newId }) => {
        const record = await service().subscriptions.create(principal.orgId, uuidOf(newId('whs')), {
          face: 'webhooks',
          name: body.name,
          url: body.url,
          patterns: body.events,
          secret: body.secret,
          ...toTuning(body),
          backfillFrom: body.backfill_from === undefined ? undefined : parseTimestamp(body.backfill_from),
        });
        return created(await show(principal, record));
      },
    }),
    defineRoute({
      ...read,
      method: 'GET',
      path: base,
      operationId: 'listWebhookSubscriptions',
      reads: 'replica',
      summary: 'List subscriptions',
      description: 'Newest first, of every status. A secret is never shown.',
      query: listSubscriptionsQuery,
      responses: { 200: subscriptionList },
      handler: async ({ principal, query }) => {
        const page = pageOf(query);
        const faces = facesOfApi[(query.api ?? 'webhooks') as keyof typeof facesOfApi];
        const filter = { faces, text: query.q, states: statesOf(query.state) };
        const found = await service().subscriptions.list(principal.orgId, filter, page);
        return okList('subscriptions', await showAll(principal, found.subscriptions), found.total, page);
      },
    }),
    defineRoute({
      ...read,
      method: 'GET',
      path: `${base}/:subId`,
      operationId: 'getWebhookSubscription',
      portal: true,
      summary: 'Read a subscription',
      params: subscriptionParams,
      responses: { 200: subscriptionRecord },
      errors: ['not_found'],
      handler: async ({ principal, params }) =>
        ok(await show(principal, await findSubscription(service().subscriptions, principal, params.subId))),
    }),
    defineRoute({
      ...write,
      method: 'PUT',
      path: `${base}/:subId`,
      operationId: 'updateWebhookSubscription',
      portal: 'change',
      summary: 'Change a subscription',
      description:
        'Omitted fields stay unchanged. Waiting deliveries use the new settings. A portal link changes only `url`, and `events` within the types that it was made with.',
      params: subscriptionParams,
      body: updateSubscriptionBody,
      anyText: true,
      responses: { 200: subscriptionRecord },
      errors: ['not_found', 'invalid_event_type'],
      handler: async ({ principal, params, body }) => {
        if (principal.subscriptionId !== undefined) {
          await checkOwnersChange(service(), principal, { ...params, body });
        }
        return act(principal, params.subId, (id) =>
          service().subscriptions.update(principal.orgId, id, {
            url: body.url,
            name: body.name,
            patterns: body.events,
            ...toTuning(body),
          }),
        );
      },
    }),
    defineRoute({
      ...write,
      method: 'POST',
      path: `${base}/:subId/pause`,
      operationId: 'pauseWebhookSubscription',
      summary: 'Pause a subscription',
      description: 'Nothing more is sent. Events that match in the meantime are kept and sent on resume.',
      params: subscriptionParams,
      responses: { 200: subscriptionRecord },
      errors: ['not_found'],
      handler: ({ principal, params }) =>
        act(principal, params.subId, (id) => service().subscriptions.pause(principal.orgId, id)),
    }),
    defineRoute({
      ...write,
      method: 'POST',
      path: `${base}/:subId/resume`,
      operationId: 'resumeWebhookSubscription',
      summary: 'Resume a subscription',
      description: 'Sends again, first what was kept. Also enables a disabled subscription again.',
      params: subscriptionParams,
      responses: { 200: subscriptionRecord },
      errors: ['not_found', 'subscription_limit_reached'],
      handler: ({ principal, params }) =>
        act(principal, params.subId, (id) => service().subscriptions.resume(principal.orgId, id)),
    }),
    defineRoute({
      ...write,
      method: 'POST',
      path: `${base}/:subId/secret`,
      operationId: 'rotateWebhookSecret',
      portal: 'change',
      summary: 'Give a subscription a new secret',
      description:
        'The new secret signs at once. Until the overlap ends, the earlier one signs too, in `X-Signature-Previous` and `webhook-signature`.',
      params: subscriptionParams,
      body: rotateSecretBody,
      anyText: true,
      responses: { 200: subscriptionRecord },
      errors: ['not_found'],
      handler: ({ principal, params, body }) =>
        act(principal, params.subId, (id) =>
          service().subscriptions.rotateSecret(principal.orgId, id, {
            secret: body.secret,
            overlapSeconds: body.overlap_seconds ?? 86_400,
          }),
        ),
    }),
    defineRoute({
      ...write,
      method: 'DELETE',
      path: `${base}/:subId`,
      operationId: 'deleteWebhookSubscription',
      summary: 'Delete a subscription',
      description: 'Nothing more is sent. Its waiting deliveries, its dead letters and its log are deleted.',
      params: subscriptionParams,
      responses: { 204: null },
      errors: ['not_found'],
      handler: async ({ principal, params }) => {
        const { id } = await findSubscription(service().subscriptions, principal, params.subId);
        await service().subscriptions.delete(principal.orgId, id);
        return noContent();
      },
    }),
    ...acknowledgementRoutes({
      ...write,
      path: `${base}/:subId`,
      params: subscriptionParams,
      operation: 'WebhookSubscription',
      what: 'what is wrong with a subscription',
      holds: 'It holds until deliveries succeed again.',
      acknowledgements: () => service().acknowledgements,
      async find(principal, { subId }) {
        const record = await findSubscription(service().subscriptions, principal, subId);
        const { orgId } = principal;
        return {
          orgId,
          subject: subId,
          hold: (tx) => service().subscriptions.hold(rowsIn(tx), orgId, record.id),
          tell: (action, fields) => subscriptionEvents(record, action, fields),
        };
      },
    }),
  ];
}

/**
 * Receiver owners may select only the events their portal link allows; the rest could include other people's
 * events.
 */
async function checkOwnersChange(
  { subscriptions, findGrant }: SubscriptionRoutesDeps,
  principal: Principal,
  { subId, body }: { subId: string; body: { events?: string[] } },
): Promise<void> {
  const { patterns } = await findSubscription(subscriptions, principal, subId);
  const choosable = (await findGrant(principal.orgId, principal.keyId))?.grant.eventTypes;
  const changeable = choosable === undefined ? ['url'] : ['url', 'events'];
  const field = Object.keys(body).find((name) => !changeable.includes(name));
  if (field !== undefined) {
    throw new AppError('forbidden', {
      message: `This portal link only changes ${changeable.map((name) => `\`${name}\``).join(' and ')}, not \`${field}\`. Ask whoever gave it to you.`,
      field,
    });
  }
  if (body.events !== undefined) checkChoice(body.events, { had: patterns, choosable: choosable ?? [] });
}
