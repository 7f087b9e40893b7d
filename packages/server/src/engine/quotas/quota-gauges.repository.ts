import { formatId } from '../../kit/ids.ts';
import { type FigureSample, type FigureSource, tellMost } from '../../kit/observability/index.ts';
import { countedBy } from './counted.repository.ts';
import { type QuotaName, quotaNames } from './quota-table.ts';

const counted = Object.entries(countedBy('q.org_id'))
  .map(([name, count]) => `when '${name}' then ${count}`)
  .join(' ');

/** How close organizations are to their quotas; at most `organizations` of them individually. */
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
      const rows = await query<UsedQuota>(
        `with used as materialized (
           select q.org_id, q.name, case when q.most = 0 then 1 else least((case q.name ${counted}
             when 'events_per_day' then case when q.day = (clock_timestamp() at time zone 'UTC')::date then q.used else 0 end
             else 0 end)::float8 / q.most, 1) end as used
           from organization_quotas q)
         (select null::uuid as org_id, name, max(used) as used, (count(*) filter (where used >= 1))::int as at_end
          from used group by name)
         union all
         (select org_id, name, used, 0 from used where used > 0 order by used desc limit $1)`,
        [organizations * quotaNames.length],
      );
      return [
        ...rows.flatMap(({ org_id, name, used, at_end }) =>
          org_id !== null
            ? []
            : [
                { name: 'trivium_quota_used_ratio', labels: { quota: name }, value: used },
                { name: 'trivium_quota_organizations_at_end', labels: { quota: name }, value: at_end },
              ],
        ),
        ...tellMost(rows.flatMap(byOrganization), organizations),
      ];
    },
  };
}

/** For one organization; for all of them where `org_id` is null. */
interface UsedQuota {
  org_id: string | null;
  name: QuotaName;
  used: number;
  at_end: number;
}

function byOrganization({ org_id, name, used }: UsedQuota): FigureSample[] {
  if (org_id === null) return [];
  const labels = { organization: formatId('org', org_id), quota: name };
  return [{ name: 'trivium_organization_quota_used_ratio', labels, value: used }];
}
