import type { FactKey } from '../catalog/index.ts';
import { compileTypeFilter, factTypeFilter, type TypeFilter } from './type-filter.ts';

/** What to look for in one organization's log; everything given must hold. */
export interface EventFilter {
  /** A type or a pattern. */
  type?: string | undefined;
  /** In the place of a type: what a platform published of these facts, by their keys. */
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

// PostgreSQL and JavaScript both hold every moment of these years; no event is outside of them.
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

/** Collects the values of a statement; `add` gives each its placeholder. */
export class SqlValues {
  readonly list: unknown[] = [];

  add(value: unknown): string {
    this.list.push(value);
    return `$${this.list.length}`;
  }
}

/** The filter as conditions on the rows of `events`. */
export function eventConditions(filter: CompiledFilter, values: SqlValues): string[] {
  const conditions = kindConditions(filter, values);
  if (filter.correlationId !== undefined)
    conditions.push(`correlation_id = ${values.add(filter.correlationId)}`);
  if (filter.fromMs !== undefined) conditions.push(`occurred_at >= ${moment(filter.fromMs, values)}`);
  if (filter.toMs !== undefined) conditions.push(`occurred_at <= ${moment(filter.toMs, values)}`);
  return conditions;
}

/** The part of the filter that the kinds of events are told by: type, fact and source. */
export function kindConditions(filter: CompiledFilter, values: SqlValues): string[] {
  const conditions: string[] = [];
  if (filter.type !== undefined) conditions.push(typeCondition(filter.type, values));
  if (filter.source !== undefined) conditions.push(`source = ${values.add(filter.source)}`);
  return conditions;
}

function typeCondition(type: TypeFilter, values: SqlValues): string {
  const own =
    type.exact === undefined ? `type ~ ${values.add(type.regex)}` : `type = ${values.add(type.exact)}`;
  if (type.facts.length === 0) return own;
  const renamed = `(type = any(${values.add(type.factTypes)}::text[]) and fact = any(${values.add(type.facts)}::text[]))`;
  return `(${own} or ${renamed})`;
}

function moment(ms: number, values: SqlValues): string {
  return `${values.add(new Date(ms).toISOString())}::timestamptz`;
}
