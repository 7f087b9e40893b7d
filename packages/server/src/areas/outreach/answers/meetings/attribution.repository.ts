import type { QueryRows } from '../../../../kit/db/index.ts';
import type { Attribution } from './meeting.ts';

const CONTACTS = ['communication_sent', 'communication_replied'];
/** Maximum length of a lead's history to examine. */
const MAX_COUNT = 1_000;

/**
 * First and last touch of a lead and the number of touches, from the event log: mails sent to it and its
 * replies, excluding automatic ones.
 */
export async function readAttribution(query: QueryRows, orgId: string, leadId: string): Promise<Attribution> {
  const rows = await query<{ fact: string; data: string }>(
    `select e.fact, e.data from outreach_events i join events e on e.org_id = $1 and e.position = i.position
     where i.org_id = $1 and i.lead_id = $2 and i.fact = any($3::text[]) order by i.position limit ${MAX_COUNT}`,
    [orgId, leadId, CONTACTS],
  );
  const touches = rows.flatMap(({ fact, data }) => touchOf(fact, JSON.parse(data)) ?? []);
  return {
    first_touch: touches[0] ?? 'direct',
    last_touch: touches.at(-1) ?? 'direct',
    touchpoints: touches.length,
  };
}

interface MessageData {
  channel: string;
  step: number | null;
  classification?: string;
}

function touchOf(fact: string, { channel, step, classification }: MessageData): string | undefined {
  if (fact === 'communication_replied') {
    return classification === 'out_of_office' || classification === 'auto_reply'
      ? undefined
      : `${channel}_reply`;
  }
  return step === null ? channel : `${channel}_step_${step}`;
}
