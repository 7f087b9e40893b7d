import { only, type QueryRows } from '../../../../kit/db/index.ts';

/** A campaign's open work: its messages, by what they wait for, and its runs. */
export interface Waiting {
  messages: { waitingFor: string | null; messages: number; nextAt: Date }[];
  runs: { active: number; due: number; nextAt: Date | null };
}

export async function readWaiting(
  query: QueryRows,
  orgId: string,
  campaignId: string,
  now: Date,
): Promise<Waiting> {
  const messages = await query<Waiting['messages'][number]>(
    `select waiting_for as "waitingFor", count(*) as messages, min(next_attempt_at) as "nextAt" from communications
     where org_id = $1 and campaign_id = $2 and is_open group by waiting_for`,
    [orgId, campaignId],
  );
  const runs = await query<Waiting['runs']>(
    `select count(*) as active, count(*) filter (where due_at <= $3) as due, min(due_at) as "nextAt"
     from sequence_runs where org_id = $1 and campaign_id = $2 and status = 'active'`,
    [orgId, campaignId, now],
  );
  return { messages, runs: only(runs) };
}
