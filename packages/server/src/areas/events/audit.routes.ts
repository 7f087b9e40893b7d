import type { AuditedThing } from '../../engine/catalog/index.ts';
import type { EventReader } from '../../engine/spine/index.ts';
import { type AnyRoute, defineRoute, ok, pageOf } from '../../kit/http/index.ts';
import { type AuditEntry, auditPage, auditQuery } from './audit.schema.ts';
import { placedTwice, readFilter } from './event-filter-query.ts';
import { readAudit, toEntry } from './read-audit.ts';

interface AuditRoutesPorts {
  reader: EventReader;
  /** Names of people (including former members) and keys, by public id. */
  namesOf(orgId: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>>;
}

/** The audit trail: who did what. */
export function auditRoutes(service: () => AuditRoutesPorts): AnyRoute[] {
  return [
    defineRoute({
      method: 'GET',
      path: '/v1/audit',
      operationId: 'readAudit',
      tag: 'Events',
      summary: 'Read who did what',
      description:
        'What people and API keys did with people, keys, organizations and everything that is configured, newest first. Each entry is an event of the log. What is written in the background, in nobody’s name, is not among them.',
      access: 'events:read',
      limits: ['events_query'],
      reads: 'replica',
      query: auditQuery,
      responses: { 200: auditPage },
      handler: async ({ principal: { orgId }, query }) => {
        const { limit, offset: skip } = pageOf(query);
        if (query.cursor !== undefined && skip > 0) throw placedTwice('offset');
        const { fromMs, toMs } = readFilter(orgId, query);
        const { events, total, offset, looked, next } = await readAudit(service().reader, orgId, {
          actor: query.actor,
          thing: query.thing as AuditedThing | undefined,
          thingId: query.thing_id,
          fromMs,
          toMs,
          limit,
          skip,
          cursor: query.cursor,
        });
        const entries = events.map(toEntry);
        const names = await service().namesOf(orgId, entries.flatMap(idsIn));
        return ok({
          entries: entries.map((entry) => withNames(entry, names)),
          total,
          limit,
          offset,
          has_more: next !== undefined,
          ...(next !== undefined && { next_cursor: next }),
          coverage: { complete: next === undefined, looked_at: looked },
        });
      },
    }),
  ];
}

const namesPeopleOrKeys = ({ thing }: AuditEntry) => thing === 'person' || thing === 'api_key';

function idsIn(entry: AuditEntry): string[] {
  const ids = [entry.actor?.id, namesPeopleOrKeys(entry) ? entry.thing_id : null];
  return ids.filter((id) => id != null);
}

function withNames(entry: AuditEntry, names: ReadonlyMap<string, string>): AuditEntry {
  const { actor, thing_id, name } = entry;
  return {
    ...entry,
    actor: actor && { ...actor, name: names.get(actor.id) ?? null },
    name: namesPeopleOrKeys(entry) ? (names.get(thing_id ?? '') ?? null) : name,
  };
}
