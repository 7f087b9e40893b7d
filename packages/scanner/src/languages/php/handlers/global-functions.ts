import type { CallSite } from '../../../flow/call-site.ts';
import { checkValue } from '../../../flow/check-value.ts';
import { elementOf, listRest } from '../../../flow/elements.ts';
import { invoke } from '../../../flow/invoke.ts';
import { callOnList } from '../../../flow/list-calls.ts';
import type { Machine } from '../../../flow/machine.ts';
import { sourceValue } from '../../../flow/source-value.ts';
import type { Value } from '../../../flow/value.ts';

const onLists: ReadonlyMap<string, string> = new Map([
  ['array_push', 'push'],
  ['array_pop', 'pop'],
  ['array_shift', 'shift'],
  ['array_unshift', 'unshift'],
]);

/** Array functions, and the body of the request as a file. */
export function arrayFunction(m: Machine, site: CallSite): Value | null {
  const { name, args } = site;
  const [first, second] = args;
  if (name === 'file_get_contents') return first?.k === 'php://input' ? sourceValue(m, 'body', site.e) : null;
  if (name === 'curl_setopt_array') checkAddress(m, site);
  if (name === 'array_map') {
    const callable = first?.fns[0];
    if (callable === undefined || second === undefined) return null;
    const given = args.slice(1).map((list) => elementOf(m, list));
    const rest = invoke(m, callable.fn, callable.self, given, new Map(), site.e, true);
    return listRest(m, rest);
  }
  if (name === 'array_walk') {
    if (first === undefined) return null;
    for (const { fn, self } of second?.fns ?? [])
      invoke(m, fn, self, [elementOf(m, first)], new Map(), site.e, true);
    return null;
  }
  const method = onLists.get(name);
  const object = m.s.only(first);
  if (method === undefined || first === undefined || object?.kind !== 'list') return null;
  return callOnList(m, { ...site, name: method, recv: first, args: args.slice(1) }, first, object);
}

/** `curl_setopt_array($ch, [CURLOPT_URL => $address])` */
function checkAddress(m: Machine, { e, name }: CallSite): void {
  const options = e.k === 'call' ? e.args[1] : undefined;
  if (options?.k !== 'map') return;
  for (const { key, value } of options.entries)
    if (key?.k === 'var' && key.name === 'CURLOPT_URL')
      checkValue(m, { name, kind: 'ssrf', at: [1] }, m.evalExpr(value), e, name);
}
