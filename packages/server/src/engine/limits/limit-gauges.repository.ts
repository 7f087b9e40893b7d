import type { FigureSource } from '../../kit/observability/index.ts';
import type { LimitDefinition } from './limit-table.ts';

/** How near the organizations are to the end of their limits. */
export function limitGauges(definitions: readonly LimitDefinition[]): FigureSource {
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
    ],
    async read(query) {
      const rows = await query<{ name: string; used: number; ended: number }>(
        `select r.name, max(r.leased / d.most::float8) as used, count(*) filter (where r.leased >= d.most) as ended
         from rate_limits r join unnest($1::text[], $2::bigint[]) as d(name, most) using (name)
         where r.window_ends > clock_timestamp() group by r.name`,
        [definitions.map(({ name }) => name), definitions.map(({ limit }) => limit)],
      );
      const found = new Map(rows.map((row) => [row.name, row]));
      return definitions.flatMap(({ name }) => {
        const { used, ended } = found.get(name) ?? { used: 0, ended: 0 };
        const labels = { limit: name };
        return [
          { name: 'trivium_rate_limit_used_ratio', labels, value: Math.min(used, 1) },
          { name: 'trivium_rate_limit_organizations_at_end', labels, value: ended },
        ];
      });
    },
  };
}
