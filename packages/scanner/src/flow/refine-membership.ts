import type { Expr } from '../ir/ir.ts';
import { cleanWhenFree, cleanWhenListed } from './known-values.ts';
import type { Machine } from './machine.ts';

/** Narrows a value that is looked up in others, or searched for a text. */
export function refineMembership(
  m: Machine,
  name: string,
  recv: Expr | null,
  args: readonly Expr[],
  truth: boolean,
): void {
  const [first, second] = args;
  if (name === 'in_array' || name === 'array_key_exists') {
    if (truth && first !== undefined && second !== undefined) cleanWhenListed(m, second, first);
    return;
  }
  if (recv === null || first === undefined) return;
  if (m.file.semantics.searchesByFunction && second?.k === 'lit') {
    // strings.Contains(text, ".."), strings.ContainsAny(text, "<>")
    const pieces = name === 'ContainsAny' && typeof second.v === 'string' ? [...second.v] : [second.v];
    if (!truth) for (const v of pieces) cleanWhenFree(m, { ...second, v }, first);
    return;
  }
  if (first.k === 'lit') {
    // text.contains("..")
    if (!truth) cleanWhenFree(m, first, recv);
    return;
  }
  if (truth)
    cleanWhenListed(
      m,
      name === 'contains' && args.length === 2 ? first : recv,
      second !== undefined && name === 'contains' ? second : first,
    );
}
