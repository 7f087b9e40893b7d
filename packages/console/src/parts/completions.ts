import { ExactNumber } from '../api/exact-numbers.ts';
import type { Completion } from './code-editor.tsx';

const MAX_COUNT = 200;
const MAX_DEPTH = 6;

/** Paths of a value's scalars, such as `event.data.order_id`, each with its value. */
export function fieldPaths(path: string, value: unknown): Completion[] {
  const found: Completion[] = [];
  addPaths(found, path, value, 0);
  return found;
}

/** The same in filter notation: only dots. Names containing dots are ambiguous there. */
export function filterPaths(path: string, value: unknown): Completion[] {
  return fieldPaths(path, value)
    .filter(({ label }) => !/`[^`]*\.[^`]*`/.test(label))
    .map((one) => ({ ...one, label: one.label.replaceAll('`', '') }));
}

function addPaths(found: Completion[], path: string, value: unknown, depth: number): void {
  if (found.length >= MAX_COUNT) return;
  const isLeaf = typeof value !== 'object' || value === null || value instanceof ExactNumber;
  if (isLeaf || Array.isArray(value) || depth > MAX_DEPTH) {
    if (path !== '') found.push({ label: path, detail: shortOf(value) });
    return;
  }
  for (const [name, inner] of Object.entries(value)) {
    const step = /^[A-Za-z_]\w*$/.test(name) ? name : `\`${name}\``;
    addPaths(found, path === '' ? step : `${path}.${step}`, inner, depth + 1);
  }
}

function shortOf(value: unknown): string {
  const text = JSON.stringify(value) ?? '';
  return text.length > 40 ? `${text.slice(0, 40)}…` : text;
}

/** Operators of filters and conditions. */
export const filterOperators: Completion[] = [
  ...['$eq', '$ne', '$gt', '$gte', '$lt', '$lte', '$in', '$nin', '$exists'],
  ...['$and', '$or', '$nor', '$not'],
].map((label) => ({ label }));
