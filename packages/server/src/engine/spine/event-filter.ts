import type { FactKey } from '../catalog/index.ts';
import { compileTypeFilter, factTypeFilter, type TypeFilter } from './type-filter.ts';

/** Search criteria for one organization's log; all of those given must hold. */
export interface EventFilter {
  /** A type or a pattern. */
  type?: string | undefined;
  /** Instead of a type: events that a platform published of these facts, by key. */
  facts?: readonly FactKey[] | undefined;
  source?: string | undefined;
  /** Unix milliseconds, both inclusive. */
  fromMs?: number | undefined;
  toMs?: number | undefined;
  correlationId?: string | undefined;
}

export interface CompiledFilter extends Omit<EventFilter, 'type' | 'facts'> {
  /** Undefined when every type is wanted. */
  type: TypeFilter | undefined;
  matches(event: FilteredFields): boolean;
}

export interface FilteredFields {
  type: string;
  source: string;
  fact: string | null;
  occurredAt: number;
  correlationId: string | null;
}

// PostgreSQL and JavaScript can both represent every time in these years; no event is outside of them.
const EARLIEST_MS = Date.parse('0001-01-01T00:00:00.000Z');
const LATEST_MS = Date.parse('9999-12-31T23:59:59.999Z');

export function compileFilter(filter: EventFilter): CompiledFilter {
  const typeOf = filter.type === undefined ? undefined : compileTypeFilter(filter.type);
  const type = filter.facts === undefined ? typeOf : factTypeFilter(filter.facts);
  const { source, correlationId } = filter;
  const fromMs = filter.fromMs === undefined ? undefined : clampMs(filter.fromMs);
  const toMs = filter.toMs === undefined ? undefined : clampMs(filter.toMs);
  return {
    type,
    source,
    correlationId,
    fromMs,
    toMs,
    matches: (event) =>
      (type === undefined || type.matches(event.type, event.fact)) &&
      (source === undefined || event.source === source) &&
      (correlationId === undefined || event.correlationId === correlationId) &&
      (fromMs === undefined || event.occurredAt >= fromMs) &&
      (toMs === undefined || event.occurredAt <= toMs),
  };
}

function clampMs(ms: number): number {
  return Math.min(Math.max(ms, EARLIEST_MS), LATEST_MS);
}
