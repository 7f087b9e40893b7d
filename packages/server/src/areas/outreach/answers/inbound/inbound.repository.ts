import type { QueryRows } from '../../../../kit/db/index.ts';
import { queryPage } from '../../../../kit/db/index.ts';
import type { Classification } from './classify-reply.ts';

/** A mail that came in. Ids are UUIDs. */
export interface InboundRecord {
  id: string;
  source: string;
  from: string;
  subject: string;
  text: string;
  classification: Classification;
  confidence: number;
  /** Who says so. */
  engine: 'rules' | 'llm';
  awayUntil: Date | null;
  communicationId: string | null;
  campaignId: string | null;
  leadId: string | null;
  matchedBy: string | null;
  receivedAt: Date;
}

const COLUMNS = `id, source, from_address as "from", subject, text, classification, round(confidence::numeric, 4)::float8 as confidence, engine,
  away_until as "awayUntil", communication_id as "communicationId", campaign_id as "campaignId", lead_id as "leadId",
  matched_by as "matchedBy", received_at as "receivedAt"`;

/** Newest first, ties by id. */
export async function listInbound(
  query: QueryRows,
  request: {
    orgId: string;
    classification?: string | undefined;
    campaignId?: string | undefined;
    limit: number;
    offset: number;
  },
): Promise<{ messages: InboundRecord[]; total: number }> {
  const values = [request.orgId, request.classification ?? null, request.campaignId ?? null];
  const where =
    'org_id = $1 and ($2::text is null or classification = $2) and ($3::uuid is null or campaign_id = $3)';
  const { rows: messages, total } = await queryPage<InboundRecord>(
    query,
    {
      rows: `select ${COLUMNS} from inbound_messages where ${where} order by received_at desc, id desc limit $4 offset $5`,
      count: `select count(*) from inbound_messages where ${where}`,
    },
    [...values, request.limit, request.offset],
  );
  return { messages, total };
}

export async function findInbound(
  query: QueryRows,
  orgId: string,
  id: string,
): Promise<InboundRecord | undefined> {
  const rows = await query<InboundRecord>(
    `select ${COLUMNS} from inbound_messages where org_id = $1 and id = $2`,
    [orgId, id],
  );
  return rows[0];
}
