import { isPlain, readPlain, showPlain } from './plain-values.ts';
import { parseObject } from './schema-values.ts';

/** One row of a condition. */
export interface ConditionRow {
  path: string;
  compare: Compare;
  /** As typed. */
  text: string;
  /** Its value in the filter; an array for one of several. */
  value: unknown;
}

export interface Conditions {
  /** Whether any one of the rows suffices. */
  isAny: boolean;
  rows: ConditionRow[];
}

export type Compare = (typeof compares)[number]['id'];

/** The comparisons of a filter, with labels. */
export const compares = [
  { id: '$eq', label: 'is' },
  { id: '$ne', label: 'is not' },
  { id: '$gt', label: 'is more than' },
  { id: '$gte', label: 'is at least' },
  { id: '$lt', label: 'is less than' },
  { id: '$lte', label: 'is at most' },
  { id: '$in', label: 'is one of' },
  { id: '$nin', label: 'is none of' },
  { id: 'there', label: 'is there' },
  { id: 'missing', label: 'is not there' },
] as const;

export const needsNoValue = (compare: Compare) => compare === 'there' || compare === 'missing';
export const takesList = (compare: Compare) => compare === '$in' || compare === '$nin';

export const emptyRow: ConditionRow = { path: '', compare: '$eq', text: '', value: '' };

/** A filter as rows; undefined when it is too complex for rows. */
export function conditionsOf(text: string): Conditions | undefined {
  if (text.trim() === '') return { isAny: false, rows: [] };
  const filter = parseObject(text);
  if (filter === undefined) return undefined;
  const { $or: any, $and: all, ...fields } = filter;
  const own = rowsOf(fields);
  const hasFields = Object.keys(fields).length > 0;
  if (own === undefined || (any !== undefined && (all !== undefined || hasFields))) return undefined;
  if (any !== undefined) return partsOf(any, true);
  const rest = all === undefined ? { isAny: false, rows: [] } : partsOf(all, false);
  return rest && { isAny: false, rows: [...own, ...rest.rows] };
}

function partsOf(parts: unknown, isAny: boolean): Conditions | undefined {
  if (!Array.isArray(parts)) return undefined;
  const rows: ConditionRow[] = [];
  for (const part of parts) {
    const found = typeof part === 'object' && part !== null ? rowsOf(part) : undefined;
    // Several rows in one part would all have to match.
    if (found === undefined || (isAny && found.length !== 1)) return undefined;
    rows.push(...found);
  }
  return { isAny, rows };
}

function rowsOf(fields: object): ConditionRow[] | undefined {
  const rows: ConditionRow[] = [];
  for (const [path, test] of Object.entries(fields)) {
    if (path.startsWith('$')) return undefined;
    const tests = isPlain(test) ? [['$eq', test] as const] : operatorsOf(test);
    const found = tests?.map(([operator, value]) => rowOf(path, operator, value));
    if (found === undefined || found.length === 0 || found.includes(undefined)) return undefined;
    rows.push(...(found as ConditionRow[]));
  }
  return rows;
}

function operatorsOf(test: unknown): [string, unknown][] | undefined {
  return typeof test === 'object' && test !== null && !Array.isArray(test) ? Object.entries(test) : undefined;
}

function rowOf(path: string, operator: string, value: unknown): ConditionRow | undefined {
  if (operator === '$exists' && typeof value === 'boolean')
    return { path, compare: value ? 'there' : 'missing', text: '', value };
  const compare = compares.find(({ id }) => id === operator)?.id;
  if (compare === undefined) return undefined;
  if (takesList(compare))
    return Array.isArray(value) && value.every(isPlain)
      ? { path, compare, text: value.map(showListed).join(', '), value }
      : undefined;
  return isPlain(value) ? { path, compare, text: showPlain(value), value } : undefined;
}

/**
 * The row with a new text, whose value is parsed again. Fields containing strings are compared with strings.
 */
export function retyped(row: ConditionRow, change: Partial<ConditionRow>, isText = false): ConditionRow {
  const next = { ...row, ...change };
  const read = (text: string) => {
    const value = readPlain(text);
    return isText && !isPlainText(value) ? text.trim() : value;
  };
  const value = takesList(next.compare) ? listed(next.text).map(read) : read(next.text);
  return { ...next, value };
}

const isPlainText = (value: unknown) => typeof value === 'string';

/** Splits at commas, except inside quotes. */
function listed(text: string): string[] {
  return (text.match(/\s*"(?:[^"\\]|\\.)*"|[^,]+/g) ?? []).map((one) => one.trim()).filter(Boolean);
}

function showListed(value: unknown): string {
  const text = showPlain(value);
  return typeof value === 'string' && value.includes(',') ? JSON.stringify(value) : text;
}

/** The rows' filter as JSON text, leaving out rows without a field. */
export function filterText({ isAny, rows }: Conditions): string {
  const tests = rows.flatMap(({ path, compare, value }) =>
    path.trim() === '' ? [] : [[path.trim(), testOf(compare, value)] as const],
  );
  if (tests.length === 0) return '';
  return JSON.stringify(isAny && tests.length > 1 ? { $or: tests.map(single) } : together(tests), null, 2);
}

type Test = readonly [path: string, test: Record<string, unknown>];

const single = ([path, test]: Test) => ({ [path]: shortOf(test) });

/** One object, or `$and` when a field has the same comparison twice. */
function together(tests: readonly Test[]): object {
  const merged: Record<string, Record<string, unknown>> = {};
  for (const [path, test] of tests) {
    const before = merged[path] ?? {};
    if (Object.keys(test).some((operator) => Object.hasOwn(before, operator)))
      return { $and: tests.map(single) };
    merged[path] = { ...before, ...test };
  }
  return Object.fromEntries(Object.entries(merged).map(([path, test]) => [path, shortOf(test)]));
}

function testOf(compare: Compare, value: unknown): Record<string, unknown> {
  return needsNoValue(compare) ? { $exists: compare === 'there' } : { [compare]: value };
}

/** Shortens `{"$eq": 5}` to `5`. */
function shortOf(test: Record<string, unknown>): unknown {
  const [first, ...more] = Object.entries(test);
  return first?.[0] === '$eq' && more.length === 0 ? first[1] : test;
}
