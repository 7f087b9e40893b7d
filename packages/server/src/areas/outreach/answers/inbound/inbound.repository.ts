import { column, defineTable, type QueryRows, queryPage, type RowOf } from '../../../../kit/db/index.ts';
import type { Classification } from './classify-reply.ts';

/** Mails that came in. */
export const inboundMessages = defineTable('inbound_messages', {
  id: column.uuid(),
  source: column.text(),
  from: column.text().named('from_address'),
  subject: column.text(),
  text: column.text(),
  classification: column.text<Classification>(),
  confidence: column.computed<number>('round(confidence::numeric, 4)::float8'),
  /** Who says so. */
  engine: column.text<'rules' | 'llm'>(),
  awayUntil: column.timestamp().orNull(),
  communicationId: column.uuid().orNull(),
  campaignId: column.uuid().orNull(),
  leadId: column.uuid().orNull(),
  matchedBy: column.text().orNull(),
  receivedAt: column.timestamp(),
});

export type InboundRecord = RowOf<typeof inboundMessages>;

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
      rows: `select ${inboundMessages.columns} from inbound_messages where ${where} order by received_at desc, id desc limit $4 offset $5`,
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
    `select ${inboundMessages.columns} from inbound_messages where org_id = $1 and id = $2`,
    [orgId, id],
  );
  return rows[0];
}
