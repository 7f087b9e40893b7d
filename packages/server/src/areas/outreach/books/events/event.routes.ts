import { type Static, Type } from 'typebox';
import type { AnyDatabase } from '../../../../engine/spine/index.ts';
import { invalidField } from '../../../../kit/errors/index.ts';
import {
  type AnyRoute,
  defineRoute,
  listOf,
  named,
  nullableText,
  ok,
  pageOf,
  pageQuery,
  placeOf,
  strictObject,
  timestampField,
  toMoment,
  toRecord,
} from '../../../../kit/http/index.ts';
import { formatId, type IdPrefix, parseId } from '../../../../kit/ids.ts';
import { formatTraceId } from '../traces/trace-ids.ts';
import { findEvents, type OutreachEvent } from './event.repository.ts';
import { readTypePattern } from './outreach-types.ts';

const eventsQuery = strictObject({
  ...pageQuery,
  type: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 255,
      description:
        'A type, or a pattern: `lead.*`, `*`. A fact is found under each of its names in the catalogues.',
    }),
  ),
  campaign_id: Type.Optional(Type.String({ description: 'Events about this campaign.' })),
  lead_id: Type.Optional(Type.String({ description: 'Events about this lead.' })),
  agent_id: Type.Optional(Type.String({ description: 'Events of this agent.' })),
  cursor: Type.Optional(
    Type.String({
      pattern: '^[0-9]{1,15}$',
      patternHint: 'must be the `next_cursor` of an earlier page',
      description: 'The `next_cursor` of a page: continues after it, whatever was published in the meantime.',
    }),
  ),
  from: Type.Optional(timestampField('Earliest time, inclusive.')),
  to: Type.Optional(timestampField('Latest time, inclusive.')),
});

const eventRecord = named(
  'OutreachEvent',
  Type.Object({
    event_id: Type.String({ description: '`evt_…`' }),
    type: Type.String({ description: 'As the catalogue names it.' }),
    campaign_id: nullableText('The campaign that it is about.'),
    lead_id: nullableText('The lead that it is about.'),
    agent_id: nullableText('The agent that caused it.'),
    trace_id: nullableText('The trace that it belongs to.'),
    correlation_id: nullableText('Links it to other events.'),
    occurred_at: timestampField('When it happened.'),
    data: Type.Object(
      {},
      { additionalProperties: true, description: 'The payload; the catalogue has its schema.' },
    ),
  }),
);

const eventList = Type.Object({
  ...listOf('events', eventRecord).properties,
  next_cursor: nullableText('Start of the next page, for `cursor`; null on the last one.'),
});

export function eventRoutes(service: () => { db: AnyDatabase }): AnyRoute[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/v1/outreach/events',
      operationId: 'listOutreachEvents',
      tag: 'Outreach',
      summary: 'Query the events of the outreach platform',
      description: 'What the platform itself published, newest first. `total` is exact.',
      access: 'outreach:read',
      limits: ['outreach_queries'],
      reads: 'replica',
      query: eventsQuery,
      responses: { 200: eventList },
      errors: ['invalid_event_type'],
      handler: async ({ principal, query }) => {
        const page = pageOf(query);
        const filter = {
          meant: query.type === undefined ? undefined : readTypePattern(query.type),
          campaignId: uuidOf('cmp', 'campaign_id', query.campaign_id),
          leadId: uuidOf('led', 'lead_id', query.lead_id),
          agentId: uuidOf('agt', 'agent_id', query.agent_id),
          ...readRange(query.from, query.to),
          before: query.cursor === undefined ? undefined : Number(query.cursor),
        };
        const { events, total, hasMore } = await findEvents(service().db, principal.orgId, filter, page);
        const last = events.at(-1);
        return ok({
          events: events.map(toEventRecord),
          ...placeOf(total, page, events.length),
          has_more: hasMore,
          next_cursor: hasMore && last !== undefined ? String(last.position) : null,
        });
      },
    }),
  ];
}

function uuidOf(prefix: IdPrefix, field: string, id: string | undefined): string | undefined {
  if (id === undefined) return undefined;
  const uuid = parseId(prefix, id);
  if (uuid !== undefined) return uuid;
  throw invalidField(field, `\`${field}\` must be an id that begins with ${prefix}_.`);
}

/** Throws when the range ends before it begins. */
export function readRange(from: string | undefined, to: string | undefined): { from?: Date; to?: Date } {
  const start = from === undefined ? undefined : toMoment(from);
  const end = to === undefined ? undefined : toMoment(to);
  if (start !== undefined && end !== undefined && start > end) {
    throw invalidField('from', '`from` lies after `to`. Swap them.');
  }
  return { ...(start && { from: start }), ...(end && { to: end }) };
}

function toEventRecord(event: OutreachEvent): Static<typeof eventRecord> {
  const optional = (prefix: IdPrefix, id: string | null) => id && formatId(prefix, id);
  return toRecord(eventRecord, event, {
    event_id: formatId('evt', event.id),
    campaign_id: optional('cmp', event.campaignId),
    lead_id: optional('led', event.leadId),
    agent_id: optional('agt', event.agentId),
    trace_id: event.traceId && formatTraceId(event.traceId),
    data: JSON.parse(event.data),
  });
}
