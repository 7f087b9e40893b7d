import type { CExpression } from './c-tree.ts';
import { partsOf } from './visit.ts';

/** `p`, `p->next`, `a.b->c`, with or without a cast; '' for any other expression. */
export function pathOf(e: CExpression): string {
  switch (e.kind) {
    case 'name':
      return e.name;
    case 'cast':
      return pathOf(e.of);
    case 'member': {
      const of = pathOf(e.of);
      return of === '' ? '' : `${of}${e.isArrow ? '->' : '.'}${e.name}`;
    }
    default:
      return '';
  }
}

/** `p->a.b`: `p`. */
export const rootOf = (path: string): string => /^.*?(?=->|\.|$)/s.exec(path)?.[0] ?? path;

/** `p->a.b`: `p`, `p->a`, `p->a.b`. */
export function pathPrefixes(path: string): string[] {
  if (!/[.>]/.test(path)) return [path];
  const list: string[] = [];
  for (const match of path.matchAll(/->|\.|$/g)) list.push(path.slice(0, match.index));
  return list;
}

/** Whether an expression uses the object at a path, or one reached through it. */
export function mentions(e: CExpression, path: string): boolean {
  const own = pathOf(e);
  if (own !== '') return own === path || (own.startsWith(path) && /^(?:->|\.)/.test(own.slice(path.length)));
  return e.kind !== 'sizeof' && partsOf(e).some((part) => mentions(part, path));
}

/** The name of the called function or method; '' if the callee is computed. */
export function calleeOf(e: CExpression): string {
  if (e.kind !== 'call') return '';
  return e.callee.kind === 'name' || e.callee.kind === 'member' ? e.callee.name : '';
}

export function withoutCasts(e: CExpression): CExpression {
  return e.kind === 'cast' ? withoutCasts(e.of) : e;
}

export function isNullLiteral(e: CExpression): boolean {
  return (
    (e.kind === 'number' && e.value === 0) || (e.kind === 'name' && /^(?:NULL|nullptr|this)$/.test(e.name))
  );
}

export function some(e: CExpression, test: (one: CExpression) => boolean): boolean {
  return test(e) || partsOf(e).some((part) => some(part, test));
}
