import { rowsIn } from '../../../../kit/db/index.ts';
import { invalidField, notFound } from '../../../../kit/errors/index.ts';
import {
  type AnyRoute,
  accepted,
  defineRoute,
  ok,
  okList,
  pageOf,
  toMoment,
} from '../../../../kit/http/index.ts';
import { type IdPrefix, parseId, uuidOf } from '../../../../kit/ids.ts';
import { findCommunication, listCommunications } from './communication.repository.ts';
import {
  communicationList,
  communicationParams,
  communicationRecord,
  listCommunicationsQuery,
  outboxRecord,
  queueCommunicationBody,
  queuedRecord,
  toCommunicationRecord,
  toOutboxRecord,
  toQueuedRecord,
} from './communication.schema.ts';
import { readOutbox } from './outbox.repository.ts';
import { type CommunicationQueue, hashRequest } from './queue-communication.ts';
import type { SendingPorts } from './sending-ports.ts';

const MAX_AHEAD_MS = 366 * 86_400_000;

const read = { tag: 'Mail', access: 'outreach:read', limits: ['outreach_queries'] } as const;

export interface CommunicationService extends SendingPorts {
  queue: CommunicationQueue;
}

export function communicationRoutes(service: () => CommunicationService): AnyRoute[] {
  return [
    defineRoute({
      method: 'POST',
      path: '/v1/outreach/communications',
      operationId: 'queueCommunication',
      workflow: { action: 'outreach.queue_communication' },
      tag: 'Mail',
      summary: 'Queue a message',
      description:
        'One idempotency key sends only one message, ever. The compliance guard checks it now, and again right before it is sent. A blocked message is refused, recorded and published as `compliance.blocked`. An unsubscribe link and the postal address (if known) are added unless the text has them.',
      access: 'outreach:write',
      limits: ['outreach_queries'],
      body: queueCommunicationBody,
      responses: { 202: queuedRecord, 200: queuedRecord },
      errors: [
        'not_found',
        'conflict',
        'invalid_state',
        'compliance_blocked',
        'lead_suppressed',
        'smtputf8_unsupported',
        'idempotency_conflict',
      ],
      handler: async ({ principal, body, headers, newId }) => {
        const { idempotency_key, ...rest } = body;
        const header = headers['idempotency-key'];
        if (idempotency_key !== undefined && header !== undefined && header !== idempotency_key) {
          throw invalidField(
            'idempotency_key',
            '`idempotency_key` and the header `Idempotency-Key` differ. Send one of them.',
          );
        }
        const idempotencyKey = idempotency_key ?? (typeof header === 'string' ? header : undefined);
        const { communication, isReplay } = await service().queue.add({
          orgId: principal.orgId,
          id: uuidOf(newId('com')),
          campaignId: optionalId('cmp', body.campaign_id, 'campaign'),
          leadId: optionalId('led', body.lead_id, 'lead'),
          templateId: optionalId('tpl', body.template_id, 'template'),
          mailboxId: optionalId('mbx', body.mailbox_id, 'mailbox'),
          inReplyTo: earlierId(body.in_reply_to),
          to: body.to?.trim(),
          channel: body.channel ?? 'email',
          subject: body.subject,
          body: body.body,
          html: body.html,
          variables: (body.variables ?? {}) as Record<string, unknown>,
          sendAt: sendAtOf(body.send_at, service().clock.now()),
          step: body.step,
          correlationId: body.correlation_id,
          idempotencyKey,
          bodyHash: idempotencyKey === undefined ? null : hashRequest(rest),
        });
        const record = toQueuedRecord(communication);
        return isReplay
          ? { status: 200, body: record, headers: { 'idempotent-replayed': 'true' } }
          : accepted(record);
      },
    }),
    defineRoute({
      ...read,
      method: 'GET',
      path: '/v1/outreach/communications',
      operationId: 'listCommunications',
      reads: 'replica',
      summary: 'List messages, newest first',
      query: listCommunicationsQuery,
      responses: { 200: communicationList },
      handler: async ({ principal, query }) => {
        const page = pageOf(query);
        const { communications, total } = await listCommunications(rowsIn(service().db), {
          orgId: principal.orgId,
          ...page,
          status: query.status,
          campaignId: filterId('cmp', query.campaign_id),
          leadId: filterId('led', query.lead_id),
        });
        return okList('communications', communications.map(toCommunicationRecord), total, page);
      },
    }),
    defineRoute({
      ...read,
      method: 'GET',
      path: '/v1/outreach/communications/outbox',
      operationId: 'readOutbox',
      summary: 'Read how many messages are in each state, and the pace',
      responses: { 200: outboxRecord },
      handler: async ({ principal }) => {
        const now = service().clock.now();
        return ok(toOutboxRecord(await readOutbox(service(), principal.orgId), now));
      },
    }),
    defineRoute({
      ...read,
      method: 'GET',
      path: '/v1/outreach/communications/:id',
      operationId: 'getCommunication',
      summary: 'Read a message and its state',
      params: communicationParams,
      responses: { 200: communicationRecord },
      errors: ['not_found'],
      handler: async ({ principal, params }) => {
        const id = parseId('com', params.id);
        const found = id && (await findCommunication(rowsIn(service().db), principal.orgId, id));
        if (!found) throw notFound('communication');
        return ok(toCommunicationRecord(found));
      },
    }),
  ];
}

function optionalId(prefix: IdPrefix, id: string | undefined, what: string): string | undefined {
  if (id === undefined) return undefined;
  const uuid = parseId(prefix, id);
  if (uuid === undefined) throw notFound(what, `${what}_id`);
  return uuid;
}

function earlierId(id: string | undefined): string | undefined {
  if (id === undefined) return undefined;
  const uuid = parseId('com', id);
  if (uuid === undefined) throw notFound('communication', 'in_reply_to');
  return uuid;
}

const NO_LEAD = '00000000-0000-0000-0000-000000000000';

/** An invalid id matches nothing. */
export function filterId(prefix: IdPrefix, id: string | undefined): string | undefined {
  return id === undefined ? undefined : (parseId(prefix, id) ?? NO_LEAD);
}

function sendAtOf(text: string | undefined, nowMs: number): number | undefined {
  if (text === undefined) return undefined;
  const atMs = toMoment(text).getTime();
  if (atMs > nowMs + MAX_AHEAD_MS) {
    throw invalidField('send_at', '`send_at` must not be more than a year ahead.');
  }
  return atMs;
}
