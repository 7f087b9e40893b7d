import type { CallSite } from '../../../flow/call-site.ts';
import type { Machine } from '../../../flow/machine.ts';
import { isStrictPattern } from '../../../flow/refine-pattern.ts';
import { newObject } from '../../../flow/state.ts';
import { unknown, type Value } from '../../../flow/value.ts';
import type { ClassIr } from '../../../ir/ir.ts';

/** `partial(f, x)`, `re.match(pattern, x)` */
export function knownResult(m: Machine, site: CallSite): Value | null {
  const [called] = site.args;
  if (site.name === 'partial' && called !== undefined) return partialOf(m, called, site);
  return managerOf(m, site) ?? (isStrictMatch(site) || areClaims(m, site) ? unknown : null);
}

/** The claims of a token with a verified signature come from its signer. */
function areClaims(m: Machine, { name, recv, written, e }: CallSite): boolean {
  if (name !== 'decode' || !/\b(?:jwt|jose)\b/.test(`${recv?.sym ?? ''} ${written}`)) return false;
  const call = m.file.text.slice(e.pos, e.end);
  return /\balgorithms?\b|,/.test(call) && !/verify\w*["']?\s*[:=]\s*False/.test(call);
}

/** A manager has the methods of its queryset class. */
function managerOf(m: Machine, { name, recv, args }: CallSite): Value | null {
  if (name === 'as_manager' && recv?.cls) return madeOf(m, recv.cls);
  const queries = name === 'from_queryset' ? args[0]?.cls : undefined;
  return queries ? { ...unknown, cls: queries, type: queries.name } : null;
}

function madeOf(m: Machine, cls: ClassIr): Value {
  return { ...unknown, type: cls.name, objs: [m.allocate({ ...newObject('object'), cls })] };
}

function partialOf(m: Machine, called: Value, { args, named }: CallSite): Value {
  const object = { ...newObject('list', '<partial>'), items: args.slice(1), fields: new Map(named) };
  return { ...called, objs: [m.allocate(object)] };
}

/** The groups of a pattern that only matches harmless text. */
function isStrictMatch({ name, recv, args }: CallSite): boolean {
  if (!/^(?:match|fullmatch)$/.test(name) || recv?.sym !== 're') return false;
  const pattern = args[0]?.k;
  if (typeof pattern !== 'string') return false;
  const body = pattern.replace(/^\^/, '').replace(/\$$/, '');
  return /\$$/.test(pattern) || name === 'fullmatch'
    ? isStrictPattern(`^${body.replace(/[()]/g, '')}$`)
    : false;
}
