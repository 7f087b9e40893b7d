import { formsOf } from '../../../../engine/mail/index.ts';
import type { AnyTransaction } from '../../../../engine/spine/index.ts';
import { rowsIn } from '../../../../kit/db/index.ts';

const ERASED_ADDRESS = 'erased@invalid';

/**
 * Erases a person's data from messages. Only that a message existed and its outcome remain, so that counters
 * and costs stay correct; queued ones are not sent.
 */
export async function forgetMessages(
  tx: AnyTransaction,
  { orgId, leadId, email }: { orgId: string; leadId: string; email: string },
): Promise<void> {
  const query = rowsIn(tx);
  // First, because it is looked up by the addresses, which are erased next.
  await query(
    `delete from communication_clicks where org_id = $1 and communication_id in (
       select id from communications where org_id = $1 and (lead_id = $2 or to_address = any($3::text[])))`,
    [orgId, leadId, formsOf(email)],
  );
  await query(
    `update communications set to_address = $4, to_name = null, subject = '', body = '', html = null, calendar = null,
       compliance = '{"decision": "allowed", "checks": []}', failure_detail = null, smtp_response = null,
       status = case when status = 'pending' then 'failed' else status end,
       failure_code = case when status = 'pending' then 'cancelled' else failure_code end,
       lease_node = case when status = 'pending' then null else lease_node end
     where org_id = $1 and (lead_id = $2 or to_address = any($3::text[]))`,
    [orgId, leadId, formsOf(email), ERASED_ADDRESS],
  );
  await query(
    `update inbound_messages set from_address = $4, subject = '', text = '', lead_id = null
     where org_id = $1 and (lead_id = $2 or lower(from_address) = any($3::text[]))`,
    [orgId, leadId, formsOf(email), ERASED_ADDRESS],
  );
  await query('delete from sequence_runs where org_id = $1 and lead_id = $2', [orgId, leadId]);
  await query('delete from outreach_meetings where org_id = $1 and lead_id = $2', [orgId, leadId]);
  await query('delete from mail_sandbox where org_id = $1 and lower(envelope_to) = any($2::text[])', [
    orgId,
    formsOf(email),
  ]);
}
