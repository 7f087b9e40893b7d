import { createHash } from 'node:crypto';
import { type QueryRows, queryPage } from '../../../../kit/db/index.ts';
import type { TrackedMessage } from './tracked-message.repository.ts';

/** Clicks on one link across a campaign's messages. */
export interface FollowedLink {
  url: string;
  clicks: number;
  /** Number of messages in which it was clicked. */
  messages: number;
  firstClickedAt: Date;
  lastClickedAt: Date;
}

export async function countLink(
  query: QueryRows,
  { orgId, id, campaignId }: Pick<TrackedMessage, 'orgId' | 'id' | 'campaignId'>,
  url: string,
  at: Date,
): Promise<void> {
  await query(
    `insert into communication_clicks (org_id, communication_id, url_hash, url, campaign_id, clicks, first_clicked_at,
       last_clicked_at)
     values ($1, $2, $3, $4, $5, 1, $6, $6)
     on conflict (org_id, communication_id, url_hash) do update
       set clicks = communication_clicks.clicks + 1, last_clicked_at = $6`,
    [orgId, id, createHash('sha256').update(url).digest(), url, campaignId, at],
  );
}

/** Most clicked first. */
export function listFollowedLinks(
  query: QueryRows,
  orgId: string,
  campaignId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ rows: FollowedLink[]; total: number }> {
  const mine = 'from communication_clicks where org_id = $1 and campaign_id = $2';
  return queryPage<FollowedLink>(
    query,
    {
      rows: `select min(url) as url, sum(clicks)::int as clicks, count(*)::int as messages,
          min(first_clicked_at) as "firstClickedAt", max(last_clicked_at) as "lastClickedAt"
        ${mine} group by url_hash order by sum(clicks) desc, min(url) limit $3 offset $4`,
      count: `select count(distinct url_hash) ${mine}`,
    },
    [orgId, campaignId, limit, offset],
  );
}
