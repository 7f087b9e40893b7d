import { type Static, Type } from 'typebox';
import type { DkimRecord } from '../../../../engine/mail/index.ts';
import {
  fromRecord,
  listOf,
  named,
  nullable,
  pageQuery,
  strictObject,
  textField,
  toRecord,
} from '../../../../kit/http/index.ts';
import { formatId } from '../../../../kit/ids.ts';
import type { MailboxFields } from './mailbox.repository.ts';
import { allowanceOf, dailyLimitOn, type Mailbox } from './mailbox.ts';

const clearableInteger = (minimum: number, description: string) =>
  Type.Unsafe<number | null>({ type: ['integer', 'null'], minimum, maximum: 1_000_000_000, description });

const clearableText = (description: string) =>
  Type.Unsafe<string | null>({
    type: ['string', 'null'],
    maxLength: 500,
    pattern: '^[^\\u0000\\ud800-\\udfff]*$',
    description,
  });

/** Text that ends up in a mail header. */
export const headerText = (maxLength: number, description: string) =>
  Type.String({
    minLength: 1,
    maxLength,
    pattern: '^[^\\u0000-\\u001f\\u007f\\ud800-\\udfff]*$',
    patternHint: 'must not contain line breaks or other control characters',
    description,
  });

const warmupBody = named(
  'NewWarmup',
  strictObject({
    first_day: Type.Integer({ minimum: 1, maximum: 100_000, description: 'Messages on the first day.' }),
    daily_step: Type.Integer({
      minimum: 0,
      maximum: 100_000,
      description: 'Increase on each later day.',
    }),
  }),
);
const warmupField = Type.Union([Type.Null(), warmupBody], {
  description: 'Messages on the first day, and how many are added each day. Null: no warm-up.',
});

const changeable = {
  name: Type.Optional(headerText(200, 'Name of the sender, as recipients see it.')),
  postal_address: Type.Optional(
    clearableText('Postal address of the sender; many countries require it in each mail.'),
  ),
  status: Type.Optional(
    Type.String({ enum: ['active', 'paused'], description: 'A paused mailbox sends nothing new.' }),
  ),
  daily_limit: Type.Optional(clearableInteger(1, 'Maximum messages a day (UTC). Null: no limit.')),
  hourly_limit: Type.Optional(clearableInteger(1, 'Maximum messages an hour. Null: no limit.')),
  min_gap_seconds: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 86_400, description: 'Minimum time between two messages.' }),
  ),
  warmup: Type.Optional(warmupField),
};

export const createMailboxBody = strictObject({
  address: textField(254, 'The address that mails come from.'),
  ...changeable,
});

export const changeMailboxBody = strictObject(changeable);
export const listMailboxesQuery = strictObject(pageQuery);
export const mailboxParams = Type.Object({
  id: Type.String({ description: 'The id of the mailbox, `mbx_…`.' }),
});

const warmupRecord = Type.Object({
  started_on: Type.String({ description: 'First day of the warm-up, UTC.' }),
  first_day: Type.Integer({ description: 'Messages on the first day.' }),
  daily_step: Type.Integer({ description: 'Increase on each later day.' }),
});

export const mailboxRecord = named(
  'Mailbox',
  Type.Object({
    id: Type.String({ description: '`mbx_…`' }),
    address: Type.String({ description: 'The address that mails come from.' }),
    name: Type.String({ description: 'Name of the sender, as recipients see it.' }),
    postal_address: nullable(Type.String(), 'Shown in the footer of each mail; null for none.'),
    status: Type.String({ description: '`active`, or `paused`: it sends nothing new.' }),
    is_default: Type.Boolean({ description: 'Whether it sends messages that name no mailbox.' }),
    daily_limit: nullable(Type.Integer(), 'Maximum messages a day (UTC); null for no limit.'),
    daily_limit_today: nullable(Type.Integer(), 'The current limit, with warm-up.'),
    hourly_limit: nullable(Type.Integer(), 'Maximum messages an hour; null for no limit.'),
    min_gap_seconds: Type.Integer({ description: 'Minimum time between two messages; 0 for none.' }),
    warmup: nullable(warmupRecord, 'How the daily limit grows; null for no warm-up.'),
    sent_today: Type.Integer({ description: 'Messages since midnight (UTC).' }),
    held_by: nullable(Type.String(), 'What stops it from sending now; null if nothing does.'),
    dkim_record: Type.Union(
      [
        Type.Object({
          name: Type.String({ description: 'Name of the record.' }),
          type: Type.String({ description: '`TXT`.' }),
          value: Type.String({ description: 'What the record says.' }),
        }),
        Type.Null(),
      ],
      {
        description:
          'The DNS record that lets receivers check the signature; null if the operator provides the key.',
      },
    ),
    created_at: Type.String({ description: 'When it was made.' }),
  }),
);

export const mailboxList = listOf('mailboxes', mailboxRecord);

export function toMailboxRecord(
  mailbox: Mailbox,
  { nowMs, dkim }: { nowMs: number; dkim: DkimRecord | undefined },
): Static<typeof mailboxRecord> {
  const allowance = allowanceOf(mailbox, nowMs);
  return toRecord(mailboxRecord, mailbox, {
    id: formatId('mbx', mailbox.id),
    daily_limit_today: dailyLimitOn(mailbox, nowMs),
    warmup: mailbox.warmup && toRecord(warmupRecord, mailbox.warmup),
    sent_today: allowance.usedInDay,
    held_by: allowance.messages === 0 ? (allowance.held?.reason ?? null) : null,
    dkim_record: dkim ?? null,
  });
}

/** The fields given in a body. `today` is the start of a new warm-up. */
export function fieldsOf(body: Static<typeof changeMailboxBody>, today: string): Partial<MailboxFields> {
  const { warmup, postalAddress, status, ...fields } = fromRecord(changeMailboxBody, body);
  return {
    ...fields,
    ...(status !== undefined && { status: status as Mailbox['status'] }),
    ...(postalAddress !== undefined && { postalAddress: postalAddress || null }),
    ...(warmup !== undefined && {
      warmup: warmup && { startedOn: today, ...fromRecord(warmupBody, warmup) },
    }),
  };
}
