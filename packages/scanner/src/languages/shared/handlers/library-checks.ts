import { maskOf } from '../../../flow/kinds.ts';
import { change, cleanAll, cleanRelated, cleanWhenFree } from '../../../flow/known-values.ts';
import type { Machine } from '../../../flow/machine.ts';
import { refineRegex } from '../../../flow/refine-pattern.ts';
import { cleanTaints } from '../../../flow/value.ts';
import type { Expr } from '../../../ir/ir.ts';

type Call = Extract<Expr, { k: 'call' }>;
type Check = (m: Machine, c: Call, truth: boolean) => boolean;

/** A relative address that is well formed has no host. */
const wellFormed: Check = (m, c, truth) => {
  const [first] = c.args;
  if (first === undefined) return false;
  if (truth && /UriKind\.Relative\b/.test(m.file.text.slice(c.pos, c.end)))
    change(m, first, (value) => ({
      ...value,
      taints: cleanTaints(value.taints, maskOf('redirect', 'ssrf')),
    }));
  return true;
};

const isLocal: Check = (m, { args: [first] }, truth) => {
  if (!truth || first === undefined) return false;
  change(m, first, (value) => ({ ...value, taints: cleanTaints(value.taints, maskOf('path')) }));
  return true;
};

/** Looks for the second text in the first. */
const holds: Check = (m, { f, args: [first, second] }, truth) => {
  if (first === undefined || second === undefined) return false;
  if (truth) return true;
  cleanWhenFree(m, second, first);
  // The same holds for the values that the text was built from.
  const name = f.k === 'get' || f.k === 'var' ? f.name : '';
  if (name === 'strstr' && second.k === 'lit' && second.v === '..')
    cleanRelated(m, m.evalExpr(first).taints, maskOf('path'));
  return true;
};

const matches: Check = (m, { args: [first, second] }, truth) => {
  if (first === undefined || second === undefined) return false;
  refineRegex(m, second, [first], truth, true);
  return true;
};

const passesFilter: Check = (m, { args: [first, second] }, truth) => {
  if (!truth || first === undefined || second === undefined) return false;
  const filter = m.file.text.slice(second.pos, second.end);
  if (/FILTER_VALIDATE_(?:INT|FLOAT|BOOL\w*|IP|MAC|DOMAIN)/.test(filter)) cleanAll(m, first);
  else if (/FILTER_VALIDATE_EMAIL/.test(filter))
    change(m, first, (value) => ({
      ...value,
      taints: cleanTaints(value.taints, maskOf('header', 'log', 'path', 'redirect', 'ssrf')),
    }));
  return true;
};

const ofType: Check = (m, { args: [first, second] }, truth) => {
  if (!truth || first === undefined || second === undefined) return false;
  const types = m.file.text.slice(second.pos, second.end);
  if (
    /^\(?\s*(?:int|float|bool|complex|Decimal|UUID|datetime|date)\b(?:\s*,\s*(?:int|float|bool))*\s*\)?$/.test(
      types,
    )
  )
    cleanAll(m, first);
  else if (/^\(?\s*(?:str|bytes)\b(?:\s*,\s*(?:str|bytes|int|float|bool))*\s*\)?$/.test(types))
    change(m, first, (value) => ({
      ...value,
      taints: cleanTaints(value.taints, maskOf('nosql', 'prototype_pollution')),
    }));
  return true;
};

const checks = new Map<string, Check>([
  ['isinstance', ofType],
  ['TryCreate', wellFormed],
  ['IsWellFormedUriString', wellFormed],
  ['IsLocal', isLocal],
  ['strstr', holds],
  ['strchr', holds],
  ['strpbrk', holds],
  ['strpos', holds],
  ['stripos', holds],
  ['str_contains', holds],
  ['regex_match', matches],
  ['filter_var', passesFilter],
]);

/** Narrows the arguments of a check by its result. False if the function is not a known check. */
export function refineByLibrary(m: Machine, name: string, c: Call, truth: boolean): boolean {
  return checks.get(name)?.(m, c, truth) ?? false;
}
