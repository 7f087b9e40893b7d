import type { CallSite } from '../../../flow/call-site.ts';
import { assignRolesTo } from '../../../flow/handler-roles.ts';
import type { Machine } from '../../../flow/machine.ts';
import { routeVerbs } from '../../shared/library/route-verbs.ts';

/** Laravel and similar frameworks pass path parameters as text, by name or in order. */
export function bindPlaceholders(m: Machine, site: CallSite): void {
  const route = site.args[0]?.k;
  if (typeof route !== 'string' || !routeVerbs.test(site.name) || !route.includes('{')) return;
  const names = new Set([...route.matchAll(/\{(\w+)\??(?::[^}]*)?\}/g)].map((match) => match[1]));
  assignRolesTo(m, site.args.slice(1), (fn) =>
    fn.params.map((param) =>
      names.has(param.name.replace('$', '')) && (param.type === null || /^\??string$/.test(param.type))
        ? { source: 'http_parameter' }
        : null,
    ),
  );
}
