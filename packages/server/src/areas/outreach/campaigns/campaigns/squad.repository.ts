import type { QueryRows } from '../../../../kit/db/index.ts';
import { formatId, newUuid } from '../../../../kit/ids.ts';
import type { SquadMember } from './campaign.ts';

/** The default squad, in working order. */
const squad = [
  ['icp_researcher', 'ICP researcher'],
  ['enricher', 'Enricher'],
  ['scorer', 'Scorer'],
  ['copywriter', 'Copywriter'],
  ['compliance_guard', 'Compliance guard'],
  ['sequencer', 'Sequencer'],
  ['reply_classifier', 'Reply classifier'],
  ['meeting_scheduler', 'Meeting scheduler'],
] as const;

/** The organization's agents for a campaign: all, or those in the named roles. */
export async function ensureSquad(
  query: QueryRows,
  orgId: string,
  config: { agents?: readonly string[] | undefined; engine: string },
  now: Date,
): Promise<SquadMember[]> {
  await query(
    `insert into outreach_agents (org_id, role, id)
     select $1, role, id from unnest($2::text[], $3::uuid[]) as a(role, id) on conflict do nothing`,
    [orgId, squad.map(([role]) => role), squad.map(() => newUuid(now.getTime()))],
  );
  const rows = await query<{ role: string; id: string }>(
    'select role, id from outreach_agents where org_id = $1 and not is_disabled',
    [orgId],
  );
  const ids = new Map(rows.map(({ role, id }) => [role, id]));
  const wanted = config.agents?.length ? new Set(config.agents) : undefined;
  return squad.flatMap(([role, name]) => {
    const id = ids.get(role);
    // The guard cannot be left out.
    if (id === undefined || (wanted && !wanted.has(role) && role !== 'compliance_guard')) return [];
    return [{ agent_id: formatId('agt', id), role, name, engine: config.engine }];
  });
}
