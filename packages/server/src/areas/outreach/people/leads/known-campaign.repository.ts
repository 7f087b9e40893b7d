import { sql } from 'kysely';
import type { AnyDatabase } from '../../../../engine/spine/index.ts';

export async function hasCampaign(db: AnyDatabase, orgId: string, campaignId: string): Promise<boolean> {
  const { rows } = await sql`
    select from outreach_campaigns where org_id = ${orgId} and id = ${campaignId}`.execute(db);
  return rows.length > 0;
}
