import { formatId } from '../../kit/ids.ts';
import { type FigureSource, tellMost } from '../../kit/observability/index.ts';
import { countedBy } from './counted.repository.ts';
import { type QuotaName, quotaNames } from './quota-table.ts';

const counted = Object.entries(countedBy('q.org_id'))
  .map(([name, count]) => `when '${name}' then ${count}`)
  .join(' ');

/** How near the organizations that have quotas are to their ends; of `organizations` at most, each by itself. */
export function quotaGauges(organizations: number): FigureSource {
  return {
    part: 'quotas',
    figures: [
      {
        name: 'trivium_quota_used_ratio',
        help: 'The part of a quota that the organization nearest to its end has used, 0 to 1.',
        labels: ['quota'],
      },
      {
        name: 'trivium_quota_organizations_at_end',
        help: 'Organizations that have used up the quota.',
        labels: ['quota'],
      },
      {
        name: 'trivium_organization_quota_used_ratio',
        help: 'The part of a quota that an organization has used, 0 to 1.',
        labels: ['organization', 'quota'],
      },
    ],
    async read(query) {
      const rows = await query<{ org_id: string; name: QuotaName; used: number }>(
        `select q.org_id, q.name, case when q.most = 0 then 1 else least((case q.name ${counted}
            when 'events_per_day' then case when q.day = (clock_timestamp() at time zone 'UTC')::date then q.used else 0 end
            else 0 end)::float8 / q.most, 1) end as used
         from organization_quotas q order by q.org_id, q.name`,
      );
      const totals = quotaNames.flatMap((quota) => {
        const used = rows.filter(({ name }) => name === quota).map((row) => row.used);
        if (used.length === 0) return [];
        const labels = { quota };
        return [
          { name: 'trivium_quota_used_ratio', labels, value: Math.max(...used) },
          {
            name: 'trivium_quota_organizations_at_end',
            labels,
            value: used.filter((part) => part >= 1).length,
          },
        ];
      });
      const each = rows.map(({ org_id, name, used }) => ({
        name: 'trivium_organization_quota_used_ratio',
        labels: { organization: formatId('org', org_id), quota: name },
        value: used,
      }));
      return [...totals, ...tellMost(each, organizations)];
    },
  };
}
