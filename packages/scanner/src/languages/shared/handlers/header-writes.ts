import { type CallSite, sinkName } from '../../../flow/call-site.ts';
import { checkValue } from '../../../flow/check-value.ts';
import type { Machine } from '../../../flow/machine.ts';
import type { Value } from '../../../flow/value.ts';
import type { Expr } from '../../../ir/ir.ts';

/** `response.headers['Location'] = x` and the like. */
export function checkHeaderWrite(
  m: Machine,
  o: Value,
  key: string,
  value: Value,
  e: Expr,
  written: string,
): void {
  if (/(?:^|\.)session$|_SESSION$/.test(written)) {
    if (m.model.hooks.isOwnId?.(m, e)) return;
    checkValue(m, { name: 'session', kind: 'trust_boundary', at: [0] }, value, e, 'session');
    return;
  }
  if (!/[hH]eaders|response|\bresp?\b|Response/.test(`${written} ${o.type ?? ''} ${o.sym ?? ''}`)) return;
  if (/^location$/i.test(key))
    checkValue(m, { name: key, kind: 'redirect', at: [0], when: 'head' }, value, e, key);
  else if (
    /[hH]eaders|Response/.test(`${written} ${o.type ?? ''} ${o.sym ?? ''}`) &&
    /^[A-Za-z]+(?:-[A-Za-z]+)+$|^(?:Server|Cookie|Date|Refresh)$/.test(key)
  )
    checkValue(m, { name: key, kind: 'header', at: [0], when: 'text' }, value, e, key);
}

/** `{ statusCode, headers, body }`: the response of a function behind an API gateway. */
export function checkGatewayAnswer(m: Machine, value: Value, e: Expr): void {
  for (const id of value.objs) {
    const fields = m.s.object(id)?.fields;
    const body = fields?.get('body');
    if (fields === undefined || !fields.has('statusCode')) continue;
    if (body?.text?.includes('<')) {
      const at = m.file.text.slice(e.pos, e.end).search(/\bbody["']?\s*[:=]/);
      const place = at < 0 ? e : { ...e, pos: e.pos + at };
      checkValue(m, { name: 'body', kind: 'xss', at: [0], when: 'html' }, body, place, 'body');
    }
    for (const inner of fields.get('headers')?.objs ?? []) checkLocation(m, inner, e);
  }
}

/** Checks a Location header among the headers in an object. */
function checkLocation(m: Machine, id: number, e: Expr): void {
  for (const [name, value] of m.s.object(id)?.fields ?? [])
    if (/^location$/i.test(name))
      for (const part of [value, ...value.objs.flatMap((inner) => m.s.object(inner)?.items ?? [])])
        checkValue(m, { name, kind: 'redirect', at: [0], when: 'head' }, part, e, 'Location');
}

const headerCalls =
  /^(?:setHeader|addHeader|set|add|put|header|append|writeHead|ResponseEntity|set_header|add_header|Response|NextResponse|HttpResponse)$/;

/** Checks headers that are set by name, or all at once with an object. */
export function checkHeaderCall(m: Machine, site: CallSite): void {
  if (!headerCalls.test(site.name)) return;
  const [name, value] = site.args;
  if (typeof name?.k === 'string' && /^location$/i.test(name.k) && value !== undefined)
    checkValue(
      m,
      { name: 'Location', kind: 'redirect', at: [0], when: 'head' },
      value,
      site.e,
      sinkName(site),
    );
  for (const options of [...site.args.slice(0, 3), ...site.named.values()])
    for (const id of options.objs) {
      checkLocation(m, id, site.e);
      for (const inner of m.s.object(id)?.fields.get('headers')?.objs ?? []) checkLocation(m, inner, site.e);
    }
}
