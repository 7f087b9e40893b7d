import {
  type AuditedThing,
  auditedFacts,
  type Deed,
  type FactData,
  type FactKey,
} from '../../engine/catalog/index.ts';
import { type EventReader, formatTimestamp, type StoredEvent } from '../../engine/spine/index.ts';
import { formatId } from '../../kit/ids.ts';
import type { AuditEntry } from './audit.schema.ts';
import { type FoundEvents, searchEvents } from './search-events.ts';

export interface AuditQuery {
  actor?: string | undefined;
  thing?: AuditedThing | undefined;
  thingId?: string | undefined;
  fromMs?: number | undefined;
  toMs?: number | undefined;
  limit: number;
  skip: number;
  cursor?: string | undefined;
}

const CONFIGURED: FactKey = 'access_configuration_changed';
const deeds: Partial<Record<string, Deed>> = auditedFacts;

/** The audit trail, newest first: what people and keys did, according to the log. */
export async function readAudit(
  reader: EventReader,
  orgId: string,
  { actor, thing, thingId, fromMs, toMs, limit, skip, cursor }: AuditQuery,
): Promise<FoundEvents> {
  return searchEvents(reader, orgId, {
    filter: { facts: factsOf(thing), fromMs, toMs },
    deeds: { actor, about: thingId, thing },
    limit,
    skip,
    cursor,
  });
}

function factsOf(thing: AuditedThing | undefined): FactKey[] {
  const others = Object.entries(auditedFacts).filter(
    ([, deed]) => thing === undefined || deed.thing === thing,
  );
  return [CONFIGURED, ...others.map(([key]) => key as FactKey)];
}

/** The event as an audit entry, still without the names of people and keys. */
export function toEntry(event: StoredEvent): AuditEntry {
  const data = JSON.parse(event.data) as Record<string, unknown>;
  const { actor } = JSON.parse(event.metadata) as { actor?: string };
  const by = actor ?? textOf(data.requested_by);
  return {
    event_id: formatId('evt', event.id),
    type: event.type,
    timestamp: formatTimestamp(event.occurredAt),
    actor: by === null ? null : { id: by, name: null },
    ...told(event.fact ?? '', data),
    data,
  };
}

type DescribedAction = Pick<AuditEntry, 'action' | 'thing' | 'thing_id' | 'name' | 'fields' | 'part_of'>;

function told(fact: string, data: Record<string, unknown>): DescribedAction {
  const deed = deeds[fact];
  if (deed === undefined) {
    const { thing, thing_id, action, name, fields, part_of } =
      data as FactData<'access_configuration_changed'>;
    return { thing, thing_id, action, name, fields, part_of };
  }
  const { thing, action, id, name } = deed;
  const fields = action === 'role_changed' ? ['role'] : [];
  return {
    action,
    thing,
    thing_id: textOf(data[id]),
    fields,
    part_of: null,
    name: name === undefined ? null : textOf(data[name]),
  };
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
