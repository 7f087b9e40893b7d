import type { DeadLetterQuery, DeadLetters, Subscriptions } from '../../../engine/delivery/index.ts';
import { invalidField, notFound } from '../../../kit/errors/index.ts';
import {
  type AnyRoute,
  accepted,
  defineRoute,
  noContent,
  ok,
  okList,
  type Principal,
  pageOf,
} from '../../../kit/http/index.ts';
import { formatId, parseId, uuidOf } from '../../../kit/ids.ts';
import { patternParameter, rangeParameters } from '../parameters.ts';
import { findSubscription } from '../subscriptions/find-subscription.ts';
import {
  deadLetterList,
  deadLetterParams,
  listDeadLettersQuery,
  replayAllBody,
  replayedEvent,
  replayParams,
  replayRecord,
  subscriptionQuery,
  toDeadLetter,
  toReplayRecord,
} from './dead-letter.schema.ts';

export interface DeadLetterRoutesDeps {
  subscriptions: Subscriptions;
  deadLetters: DeadLetters;
}

const base = '/v1/webhooks/dead-letter';
const read = { tag: 'Webhooks', access: 'webhooks:read', limits: ['webhooks_api'] } as const;
const write = { ...read, access: 'webhooks:write' } as const;

/** Dead letters: deliveries that failed for good, from the subscriptions of both APIs. */
export function deadLetterRoutes(service: () => DeadLetterRoutesDeps): AnyRoute[] {
  /** A portal link always gets its own subscription. */
  const subscriptionIdOf = async (principal: Principal, id: string | undefined) =>
    id === undefined
      ? principal.subscriptionId
      : (await findSubscription(service().subscriptions, principal, id)).id;
  const filterOf = async (principal: Principal, given: FilterParameters): Promise<DeadLetterQuery> => ({
    event: patternParameter(given.event),
    ...rangeParameters(given),
    subscriptionId: await subscriptionIdOf(principal, given.subscription_id),
  });
  return [
    defineRoute({
      ...read,
      method: 'GET',
      path: base,
      operationId: 'listDeadLetters',
      reads: 'replica',
      portal: true,
      summary: 'List dead letters',
      description: 'Deliveries all of whose attempts failed, newest first.',
      query: listDeadLettersQuery,
      responses: { 200: deadLetterList },
      errors: ['not_found'],
      handler: async ({ principal, query }) => {
        const page = pageOf(query);
        const filter = await filterOf(principal, query);
        const found = await service().deadLetters.list(principal.orgId, filter, page);
        return okList('dead_letters', found.deadLetters.map(toDeadLetter), found.total, page);
      },
    }),
    defineRoute({
      ...write,
      method: 'POST',
      path: `${base}/:eventId/replay`,
      operationId: 'replayDeadLetter',
      portal: true,
      summary: 'Send the dead deliveries of an event again',
      description:
        'All of them, or one with `subscription_id`. Each keeps its id and gets all its attempts again.',
      params: deadLetterParams,
      query: subscriptionQuery,
      responses: { 202: replayedEvent },
      errors: ['not_found'],
      handler: async ({ principal, params, query }) => {
        const subscriptionId = await subscriptionIdOf(principal, query.subscription_id);
        const eventId = eventIdOf(params.eventId);
        const ids = await service().deadLetters.replayEvent(principal.orgId, eventId, subscriptionId);
        return accepted({
          event_id: params.eventId,
          replayed: ids.length,
          delivery_ids: ids.map((id) => formatId('dlv', id)),
        });
      },
    }),
    defineRoute({
      ...write,
      method: 'DELETE',
      path: `${base}/:eventId`,
      operationId: 'dropDeadLetter',
      summary: 'Drop the dead deliveries of an event',
      description: 'All of them, or one with `subscription_id`. The delivery log keeps their attempts.',
      params: deadLetterParams,
      query: subscriptionQuery,
      responses: { 204: null },
      errors: ['not_found'],
      handler: async ({ principal, params, query }) => {
        const subscriptionId = await subscriptionIdOf(principal, query.subscription_id);
        await service().deadLetters.dropEvent(principal.orgId, eventIdOf(params.eventId), subscriptionId);
        return noContent();
      },
    }),
    defineRoute({
      ...write,
      method: 'POST',
      path: `${base}/replay`,
      operationId: 'replayDeadLetters',
      portal: true,
      summary: 'Send many dead letters again',
      description:
        'Everything that matches the filters, or everything with `all: true`, in the background. It replays what is dead at the time of the request; what fails again stays dead.',
      body: replayAllBody,
      responses: { 202: replayRecord },
      errors: ['not_found'],
      handler: async ({ principal, body, newId }) => {
        const { all, ...given } = body;
        if (!all && Object.keys(given).length === 0) {
          throw invalidField(
            'all',
            'Give a filter (`subscription_id`, `event`, `from`, `to`), or `all: true` for everything.',
          );
        }
        const filter = await filterOf(principal, given);
        const id = uuidOf(newId('rpl'));
        return accepted(toReplayRecord(await service().deadLetters.replayAll(principal.orgId, id, filter)));
      },
    }),
    defineRoute({
      ...read,
      method: 'GET',
      path: '/v1/webhooks/replays/:replayId',
      otherPaths: ['/v1/webhooks/dead-letter/replays/:replayId'],
      operationId: 'getReplay',
      summary: 'Follow a replay',
      params: replayParams,
      responses: { 200: replayRecord },
      errors: ['not_found'],
      handler: async ({ principal, params }) => {
        const id = parseId('rpl', params.replayId);
        if (id === undefined) throw notFound('replay');
        return ok(toReplayRecord(await service().deadLetters.replay(principal.orgId, id)));
      },
    }),
  ];
}

interface FilterParameters {
  subscription_id?: string;
  event?: string;
  from?: string;
  to?: string;
}

function eventIdOf(id: string): string {
  const uuid = parseId('evt', id);
  if (uuid === undefined) throw notFound('dead letter');
  return uuid;
}
