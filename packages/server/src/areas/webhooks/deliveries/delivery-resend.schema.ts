import { type Static, Type } from 'typebox';
import { MAX_RESENT, type Resend } from '../../../engine/delivery/index.ts';
import { named, nullable, strictObject, timestampField } from '../../../kit/http/index.ts';
import { formatId, uuidTime } from '../../../kit/ids.ts';
import { deliveryFilters } from './delivery-filter.ts';

export const resendAllBody = strictObject({
  ...deliveryFilters,
  all: Type.Optional(
    Type.Boolean({ description: 'True to send everything again; needed when no filter is given.' }),
  ),
});

export const resendParams = Type.Object({
  resendId: Type.String({ description: 'The id of a resend, `rsd_…`.' }),
});

export const resendRecord = named(
  'Resend',
  Type.Object({
    resend_id: Type.String({ description: '`rsd_…`' }),
    status: Type.String({
      enum: ['running', 'completed', 'limit_reached'],
      description: `\`limit_reached\`: it queued ${MAX_RESENT.toLocaleString('en')} deliveries, the most for one resend. For the rest, ask again with \`reached\` as \`to\`.`,
    }),
    resent: Type.Integer({ description: 'Deliveries that are in the queue again.' }),
    reached: nullable(
      timestampField('A moment.'),
      'Replays go from the newest event to the oldest. Progress so far, as the time of an event; null when done.',
    ),
    created_at: timestampField('When it was asked for.'),
    completed_at: nullable(timestampField('A moment.'), 'When the last one was queued; null while it runs.'),
  }),
);

export function toResendRecord(resend: Resend): Static<typeof resendRecord> {
  const { finishedAt, queued, range, createdAt } = resend;
  const isCut = queued >= MAX_RESENT;
  return {
    resend_id: formatId('rsd', resend.id),
    status: finishedAt === null ? 'running' : isCut ? 'limit_reached' : 'completed',
    resent: queued,
    // The first whole millisecond after it, so that using it as `to` leaves nothing out.
    reached: finishedAt === null || isCut ? new Date(uuidTime(range.through) + 1).toISOString() : null,
    created_at: createdAt.toISOString(),
    completed_at: finishedAt?.toISOString() ?? null,
  };
}
