import { createHash } from 'node:crypto';
import { Type } from 'typebox';
import {
  type DeliveryQuery,
  type DeliveryState,
  readPayloadTest,
  type SearchPlaceMark,
  type Subscriptions,
} from '../../../engine/delivery/index.ts';
import { invalidField } from '../../../kit/errors/index.ts';
import { type Principal, textField, timestampField } from '../../../kit/http/index.ts';
import { formatId, parseId } from '../../../kit/ids.ts';
import { patternParameter, rangeParameters } from '../parameters.ts';
import { findSubscription } from '../subscriptions/find-subscription.ts';

/** Filters shared by delivery search and bulk resend. */
export const deliveryFilters = {
  subscription_id: Type.Optional(Type.String({ maxLength: 64, description: 'Only of this subscription.' })),
  event_id: Type.Optional(Type.String({ maxLength: 64, description: 'Only of this event, `evt_…`.' })),
  event: Type.Optional(Type.String({ maxLength: 255, description: 'An event name or pattern.' })),
  status: Type.Optional(
    Type.String({
      enum: ['success', 'failed', 'pending', 'dead'],
      description:
        '`pending`: an attempt is under way or will follow. `failed`: all attempts failed. `dead`: all attempts failed, and it is in the dead letters.',
    }),
  ),
  response_code: Type.Optional(
    Type.String({
      pattern: '^(?:[1-9][0-9]{2}|[1-9]xx|none)$',
      patternHint: 'must be a status such as `404`, a class such as `5xx`, or `none` for no answer',
      description: 'The status of the latest answer: `404`, a class such as `5xx`, or `none` for no answer.',
    }),
  ),
  payload: Type.Optional(
    textField(
      1_000,
      'A value in the payload: `data.order_id=1001`, `data.items.0.sku=A-7`. Compares text, numbers, `true`, `false` and `null`. `1001` also finds `1001.0` and the text `1001`. Several with ` & ` between: `data.order_id=1001 & data.currency=EUR`.',
    ),
  ),
  from: Type.Optional(timestampField('Events accepted since then.')),
  to: Type.Optional(timestampField('Events accepted before then.')),
};

export interface DeliveryFilterParameters {
  subscription_id?: string;
  event_id?: string;
  event?: string;
  status?: string;
  response_code?: string;
  payload?: string;
  from?: string;
  to?: string;
}

/** Translates the filters for the engine. A portal link sees only its own subscription's deliveries. */
export async function readDeliveryFilter(
  subscriptions: Subscriptions,
  principal: Principal,
  given: DeliveryFilterParameters,
): Promise<DeliveryQuery> {
  const filter = {
    eventId: eventIdParameter(given.event_id),
    event: patternParameter(given.event),
    state: given.status as DeliveryState | undefined,
    responseCode: responseCodeParameter(given.response_code),
    payload: given.payload === undefined ? undefined : readPayloadTest(given.payload),
    ...rangeParameters(given),
  };
  const { subscription_id: id } = given;
  const subscriptionId =
    id === undefined ? principal.subscriptionId : (await findSubscription(subscriptions, principal, id)).id;
  return { ...filter, subscriptionId };
}

function eventIdParameter(id: string | undefined): string | undefined {
  if (id === undefined) return undefined;
  const uuid = parseId('evt', id);
  if (uuid !== undefined) return uuid;
  throw invalidField('event_id', '`event_id` must be the id of an event: `evt_` and 32 hex digits.');
}

function responseCodeParameter(code: string | undefined): DeliveryQuery['responseCode'] {
  if (code === undefined || code === 'none') return code;
  const first = Number(code.replace('xx', '00'));
  return { from: first, to: code.endsWith('xx') ? first + 99 : first };
}

/** A cursor encodes where the next page begins and which filters it belongs to. */
export function formatSearchCursor({ through, before }: SearchPlaceMark, filter: DeliveryQuery): string {
  return Buffer.from(`${formatId('dlv', through)}.${before}.${digest(filter)}`).toString('base64url');
}

export function readSearchCursor(cursor: string, filter: DeliveryQuery): SearchPlaceMark {
  const text = Buffer.from(cursor, 'base64url').toString('latin1');
  const [, id = '', before, of] = /^(dlv_[0-9a-f]{32})\.(\d{1,15})\.([\w-]{8})$/.exec(text) ?? [];
  const through = parseId('dlv', id);
  if (through !== undefined && of === digest(filter)) return { through, before: Number(before) };
  throw invalidField(
    'cursor',
    'This cursor does not belong to these filters. Send `next_cursor` as it came, with the same filters.',
  );
}

function digest(filter: DeliveryQuery): string {
  const { eventId, event, state, responseCode, payload, from, to, subscriptionId } = filter;
  const text = JSON.stringify([eventId, event, state, responseCode, payload, from, to, subscriptionId]);
  return createHash('sha256').update(text).digest('base64url').slice(0, 8);
}
