import type { CallSite } from '../../../flow/call-site.ts';
import { assignRolesTo, type Roles } from '../../../flow/handler-roles.ts';
import type { Machine } from '../../../flow/machine.ts';
import type { Value } from '../../../flow/value.ts';
import type { FunctionIr } from '../../../ir/ir.ts';

type Routed = readonly [values: readonly Value[], rolesFor: (fn: FunctionIr) => Roles | null];

const adding =
  /^(?:add_(?:get|post|put|patch|delete|head|view|route|websocket_route|api_route|url_rule)|(?:WebSocket)?Route|get|post|put|patch|delete|head|view|route)$/;
const serving = /^(?:make_server|run_simple|WSGIServer|serve_forever|run_wsgi)$/;
const address = /^\/|^\^|<\w+>/;

/** Gives roles to functions that a call registers for a path. */
export function markRouted(m: Machine, site: CallSite): void {
  for (const [values, rolesFor] of routedFunctions(site)) assignRolesTo(m, values, rolesFor);
}

/** Functions that a call registers for a path, and the roles of their parameters. */
function routedFunctions(site: CallSite): Routed[] {
  const { name, args } = site;
  const route = args.find((value) => typeof value.k === 'string' && address.test(value.k))?.k;
  const path = args[0]?.k;
  if (/^(?:path|re_path|url)$/.test(name) && typeof path === 'string')
    return [[args.slice(1, 2), (fn) => afterRequest(fn, path)]];
  if (serving.test(name))
    return [[args, (fn) => (fn.params.length === 2 ? [{ source: 'http_parameter' }] : null)]];
  const given = ['endpoint', 'view', 'view_func', 'handler', 'callback']
    .flatMap((key) => site.named.get(key) ?? [])
    .concat(args);
  if (!adding.test(name) || !given.some(({ fns }) => fns.length > 0)) return [];
  if (typeof route !== 'string' && name !== 'add_view') return [];
  const names = namesIn(typeof route === 'string' ? route : '');
  // Flask only passes the path parameters to the view.
  if (name === 'add_url_rule')
    return [
      [
        given,
        (fn) => fn.params.map(({ name: own }) => (names.has(own) ? { source: 'http_parameter' } : null)),
      ],
    ];
  return [
    [given, (fn) => (names.has(fn.params[0]?.name ?? '') ? null : afterRequest(fn, String(route ?? '')))],
  ];
}

/** The request first, then the path parameters as text. */
function afterRequest(fn: FunctionIr, route: string): Roles {
  const names = namesIn(route);
  return fn.params.map(({ name }, index) =>
    index === 0 ? { sym: '@req' } : names.has(name) ? { source: 'http_parameter' } : null,
  );
}

function namesIn(route: string): Set<string | undefined> {
  return new Set(
    [
      ...route.matchAll(
        /<(?:(?:str|path|string):)?(\w+)>|\{(\w+)(?::(?:path|str))?\}|\(\?P<(\w+)>(?!\[?\\d|\[0-9\])/g,
      ),
    ].map((match) => match[1] ?? match[2] ?? match[3]),
  );
}
