import { isPlain, readPlain, showPlain } from './plain-values.ts';
import { parseJson } from './schema-values.ts';

/** One value of an object or list. An expression stands for what it selects. */
export interface ValueRow {
  /** Name in an object; empty in a list. */
  name: string;
  text: string;
  isExpression: boolean;
}

const EXPRESSION = /^\s*\{\{([\s\S]*)\}\}\s*$/;

/** An object or list as rows; undefined when it contains objects or lists itself. */
export function valueRowsOf(json: string, kind: 'pairs' | 'list'): ValueRow[] | undefined {
  if (json.trim() === '') return [];
  const value = parseJson(json);
  if (typeof value !== 'object' || value === null || Array.isArray(value) !== (kind === 'list'))
    return undefined;
  const entries = Object.entries(value);
  if (!entries.every(([, inner]) => isPlain(inner))) return undefined;
  return entries.map(([name, inner]) => {
    const expression = typeof inner === 'string' ? EXPRESSION.exec(inner)?.[1] : undefined;
    const text = expression?.trim() ?? showPlain(inner);
    return { name: kind === 'list' ? '' : name, text, isExpression: expression !== undefined };
  });
}

/** The rows as JSON text; in an object, rows without a name are left out. */
export function valueRowsText(rows: readonly ValueRow[], kind: 'pairs' | 'list'): string {
  if (kind === 'list')
    return JSON.stringify(rows.filter(({ text }) => text.trim() !== '').map(readRow), null, 2);
  const named = rows.filter(({ name }) => name.trim() !== '');
  return JSON.stringify(Object.fromEntries(named.map((row) => [row.name.trim(), readRow(row)])), null, 2);
}

function readRow({ text, isExpression }: ValueRow): unknown {
  return isExpression ? `{{ ${text.trim()} }}` : readPlain(text);
}
