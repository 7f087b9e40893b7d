import type { CompiledFilter } from './event-filter.ts';
import type { TypeFilter } from './type-filter.ts';

/** Collects the values of a statement; `add` returns the placeholder of each. */
export class SqlValues {
  readonly list: unknown[] = [];

  add(value: unknown): string {
    this.list.push(value);
    return `$${this.list.length}`;
  }
}

/** The filter as SQL conditions on rows of `events`. */
export function eventConditions(filter: CompiledFilter, values: SqlValues): string[] {
  const conditions = kindConditions(filter, values);
  if (filter.correlationId !== undefined)
    conditions.push(`correlation_id = ${values.add(filter.correlationId)}`);
  if (filter.fromMs !== undefined) conditions.push(`occurred_at >= ${moment(filter.fromMs, values)}`);
  if (filter.toMs !== undefined) conditions.push(`occurred_at <= ${moment(filter.toMs, values)}`);
  return conditions;
}

/** The filter's conditions on kinds of events: type, fact and source. */
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
