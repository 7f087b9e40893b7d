import type { CallSite } from '../../../flow/call-site.ts';
import { assignRolesTo } from '../../../flow/handler-roles.ts';
import type { Machine } from '../../../flow/machine.ts';
import { routeVerbs } from '../../shared/library/route-verbs.ts';

/**
 * Handlers of small Java servers: `app.get("/a", ctx -> …)`, `get("/a", (q, p) -> …)`,
 * `router.get("/a").handler(ctx -> …)`.
 */
export function markRoutes(m: Machine, site: CallSite): void {
  if (!site.args.some(({ fns }) => fns.length > 0)) return;
  const { text } = m.file;
  if (site.name === 'handler' && /\bio\.vertx\b/.test(text))
    assignRolesTo(m, site.args, () => [{ sym: 'RoutingContext' }]);
  if (!routeVerbs.test(site.name) && site.name !== 'before' && site.name !== 'after') return;
  if (/\bio\.javalin\b/.test(text))
    assignRolesTo(m, site.args, (fn) => (fn.params.length === 1 ? [{ sym: 'javalin.Context' }] : null));
  else if (/\bspark\.(?:Spark|\*|Request)\b/.test(text))
    assignRolesTo(m, site.args, (fn) =>
      fn.params.length === 2 ? [{ sym: 'spark.Request' }, { sym: 'spark.Response' }] : null,
    );
}
