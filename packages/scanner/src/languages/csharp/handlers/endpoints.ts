import type { CallSite } from '../../../flow/call-site.ts';
import { assignRolesTo } from '../../../flow/handler-roles.ts';
import type { Machine } from '../../../flow/machine.ts';
import { unknown } from '../../../flow/value.ts';
import { isFromRequest } from '../library/csharp-parameters.ts';

/** `app.MapPost("/x", Handler)`: the parameters of the named method are bound from the request. */
export function markEndpoints(m: Machine, site: CallSite): void {
  if (!/^Map(?:Get|Post|Put|Delete|Patch|Methods)$/.test(site.name)) return;
  const own = m.frame.fn.cls;
  const handler = site.e.k === 'call' ? site.e.args[1] : undefined;
  const named =
    handler?.k === 'var' && own !== null
      ? m.program.methodsOf(own, handler.name).map((fn) => ({ ...unknown, fns: [{ fn, self: null }] }))
      : [];
  assignRolesTo(m, [...site.args.slice(1), ...named], (fn) =>
    fn.params.map((param) =>
      isFromRequest(param.type) && !param.annotations.some((entry) => /Services$/.test(entry.name))
        ? { source: 'http_parameter' }
        : null,
    ),
  );
}
