import { only } from '../../kit/db/index.ts';
import { type FigureSource, MAX_COUNTED } from '../../kit/observability/index.ts';

const statuses = ['pending', 'processing', 'sent', 'failed'] as const;

/** The outbox of all organizations, and the queue of the trace collector. */
export const mailGauges: FigureSource = {
  part: 'outreach',
  figures: [
    {
      name: 'trivium_mail_messages',
      help: 'Messages of outreach, by status: pending, processing, sent or failed.',
      labels: ['status'],
    },
    {
      name: 'trivium_mail_oldest_due_seconds',
      help: 'For how long the oldest due message has waited to be sent; 0 without one.',
    },
    {
      name: 'trivium_mail_unknown',
      help: 'Messages of which nobody knows whether the mail server took them; counted no further than 10,000.',
    },
    { name: 'trivium_mailboxes_paused', help: 'Mailboxes that send nothing just now.' },
    {
      name: 'trivium_trace_export_waiting',
      help: 'Spans of outreach that no collector has taken yet, about.',
    },
  ],
  async read(query) {
    const counts = await query<{ status: (typeof statuses)[number]; messages: number }>(
      'select status, sum(messages)::float8 as messages from outbox_counts group by status',
    );
    const { oldest } = only(
      await query<{ oldest: number }>(
        `select coalesce(greatest(extract(epoch from clock_timestamp() - min(next_attempt_at)), 0), 0)::float8 as oldest
         from (select next_attempt_at from communications where is_open and lease_node is null
           order by next_attempt_at, id limit 1) due`,
      ),
    );
    const rest = only(
      await query<{ unknown: number; paused: number; spans: number }>(
        `select (select count(*) from (select from communications where unknown_since is not null limit ${MAX_COUNTED}) u)
             as unknown,
           (select count(*) from outreach_mailboxes where status = 'paused') as paused,
           (select coalesce(max(id) - min(id) + 1, 0)::float8 from trace_export_queue) as spans`,
      ),
    );
    const counted = new Map(counts.map(({ status, messages }) => [status, messages]));
    return [
      ...statuses.map((status) => ({
        name: 'trivium_mail_messages',
        labels: { status },
        value: counted.get(status) ?? 0,
      })),
      { name: 'trivium_mail_oldest_due_seconds', value: oldest },
      { name: 'trivium_mail_unknown', value: rest.unknown },
      { name: 'trivium_mailboxes_paused', value: rest.paused },
      { name: 'trivium_trace_export_waiting', value: rest.spans },
    ];
  },
};
