import { Readable } from 'node:stream';
import { Type } from 'typebox';
import { type EventReader, type ProvableLog, recordOf } from '../../engine/spine/index.ts';
import { notFound } from '../../kit/errors/index.ts';
import { type AnyRoute, defineRoute, ok, pageOf } from '../../kit/http/index.ts';
import { parseId } from '../../kit/ids.ts';
import {
  checkpointListQuery,
  checkpointListSchema,
  checkpointSchema,
  consistencyQuery,
  consistencySchema,
  eventParams,
  exportQuery,
  proofSchema,
  storedEventSchema,
} from './event-proofs.schema.ts';
import { listCheckpoints, proveConsistency, proveEvent, readCheckpoint } from './event-proofs.ts';
import { exportEvents, readExportRange } from './export-events.ts';
import { OpenStreams } from './open-streams.ts';

const common = {
  method: 'GET',
  tag: 'Events',
  access: 'events:read',
  limits: ['events_api'],
} as const;

/**
 * Concurrent exports per organization and node: each holds a page in memory until the client has taken it.
 */
export const MAX_EXPORTS = 4;

/** Single events and the proofs of the log. */
export function eventProofsRoutes(service: () => { reader: EventReader; log: ProvableLog }): AnyRoute[] {
  const exports = new OpenStreams('exports');
  return [
    defineRoute({
      ...common,
      path: '/v1/events/:eventId',
      operationId: 'readEvent',
      summary: 'Read one event',
      params: eventParams,
      responses: { 200: storedEventSchema },
      errors: ['not_found'],
      handler: async ({ params, principal }) => {
        const id = parseId('evt', params.eventId);
        const event = id && (await service().reader.findById(principal.orgId, id));
        if (!event) throw notFound('event');
        return { status: 200, json: `${recordOf(event).slice(0, -1)},"position":${event.position}}` };
      },
    }),
    defineRoute({
      ...common,
      path: '/v1/events/proofs/:eventId',
      otherPaths: ['/v1/events/:eventId/proof'],
      operationId: 'proveEvent',
      summary: 'Prove that an event is in the log',
      description:
        'An inclusion proof (RFC 9162) under a checkpoint signed by the service. Available as soon as the event is acknowledged.',
      params: eventParams,
      responses: { 200: proofSchema },
      errors: ['not_found'],
      handler: async ({ params, principal }) => ({
        status: 200,
        json: await proveEvent(service().log, principal.orgId, params.eventId),
      }),
    }),
    defineRoute({
      ...common,
      path: '/v1/events/checkpoint',
      operationId: 'readCheckpoint',
      summary: 'Read the signed checkpoint of the log as it is now',
      responses: { 200: checkpointSchema },
      errors: ['not_found'],
      handler: async ({ principal }) => ok(await readCheckpoint(service().log, principal.orgId)),
    }),
    defineRoute({
      ...common,
      path: '/v1/events/checkpoints',
      operationId: 'listCheckpoints',
      summary: 'List the checkpoints that were signed',
      query: checkpointListQuery,
      responses: { 200: checkpointListSchema },
      handler: async ({ query, principal }) =>
        ok(await listCheckpoints(service().log, principal.orgId, pageOf(query))),
    }),
    defineRoute({
      ...common,
      path: '/v1/events/consistency',
      operationId: 'proveConsistency',
      summary: 'Prove that the log only grew between two sizes',
      query: consistencyQuery,
      responses: { 200: consistencySchema },
      handler: async ({ query, principal }) =>
        ok(await proveConsistency(service().log, principal.orgId, query)),
    }),
    defineRoute({
      ...common,
      path: '/v1/events/export',
      operationId: 'exportEvents',
      reads: 'replica',
      summary: 'Export the log for the offline verifier',
      description: 'JSON Lines, oldest first: `{"index", "record", "leafHash"}`.',
      query: exportQuery,
      responses: { 200: Type.String() },
      produces: 'application/x-ndjson',
      errors: ['rate_limit_exceeded'],
      handler: async ({ query, principal }) => {
        const { reader } = service();
        const range = await readExportRange(reader, principal.orgId, query);
        const release = exports.take(principal.orgId, MAX_EXPORTS);
        return {
          status: 200,
          stream: Readable.from(exportEvents(reader, principal.orgId, range)).once('close', release),
          headers: { 'content-type': 'application/x-ndjson; charset=utf-8' },
        };
      },
    }),
  ];
}
