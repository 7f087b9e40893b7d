import { formatId } from '../../kit/ids.ts';
import { type FigureSource, tellMost } from '../../kit/observability/index.ts';
import type { LimitDefinition } from './limit-table.ts';

/** How close organizations are to their limits; at most `organizations` of them individually. */
export function limitGauges(definitions: readonly LimitDefinition[], organizations: number): FigureSource {
  return {
    part: 'limits',
    figures: [
      {
        name: 'trivium_rate_limit_used_ratio',
        help: 'The part of a limit that nodes have taken for the organization that has used most of it, 0 to 1.',
        labels: ['limit'],
      },
      {
        name: 'trivium_rate_limit_organizations_at_end',
        help: 'Organizations that have used up the limit in the present window.',
        labels: ['limit'],
      },
      {
        name: 'trivium_organization_rate_limit_used_ratio',
        help: 'The part of a limit that nodes have taken for an organization in the present window, 0 to 1.',
        labels: ['organization', 'limit'],
      },
    ],
    async read(query) {
      const names = definitions.map(({ name }) => name);
      const bounds = definitions.map(({ limit }) => limit);
      const rows = await query<{ name: string; used: number; ended: number }>(
        `select r.name, max(r.leased / d.most::float8) as used, count(*) filter (where r.leased >= d.most) as ended
         from rate_limits r join unnest($1::text[], $2::bigint[]) as d(name, most) using (name)
         where r.window_ends > clock_timestamp() group by r.name`,
        [names, bounds],
      );
      const found = new Map(rows.map((row) => [row.name, row]));
      const totals = definitions.flatMap(({ name }) => {
        const { used, ended } = found.get(name) ?? { used: 0, ended: 0 };
        const labels = { limit: name };
        return [
          { name: 'trivium_rate_limit_used_ratio', labels, value: Math.min(used, 1) },
          { name: 'trivium_rate_limit_organizations_at_end', labels, value: ended },
        ];
      });
      if (organizations === 0) return totals;
      const most = await query<{ org_id: string; name: string; used: number }>(
        `select r.org_id, r.name, least(r.leased / d.most::float8, 1) as used
         from rate_limits r join unnest($1::text[], $2::bigint[]) as d(name, most) using (name)
         where r.window_ends > clock_timestamp() and r.leased > 0 order by used desc limit $3`,
        [names, bounds, organizations * definitions.length],
      );
      const each = most.map(({ org_id, name, used }) => ({
        name: 'trivium_organization_rate_limit_used_ratio',
        labels: { organization: formatId('org', org_id), limit: name },
        value: used,
      }));
      return [...totals, ...tellMost(each, organizations)];
    },
  };
}
