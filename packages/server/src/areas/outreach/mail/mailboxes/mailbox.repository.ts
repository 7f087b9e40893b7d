import type { QueryRows } from '../../../../kit/db/index.ts';
import { insertRows, queryPage } from '../../../../kit/db/index.ts';
import { type Mailbox, type MailboxRow, mailboxes } from './mailbox.ts';

/** The fields of a new or changed mailbox. */
export interface MailboxFields {
  name: string;
  postalAddress: string | null;
  status: Mailbox['status'];
  dailyLimit: number | null;
  hourlyLimit: number | null;
  minGapSeconds: number;
  warmup: Mailbox['warmup'];
}

export async function insertMailbox(
  query: QueryRows,
  mailbox: MailboxFields & Pick<Mailbox, 'id' | 'orgId' | 'address' | 'isDefault' | 'createdAt'>,
): Promise<boolean> {
  const row = { ...mailbox, ...warmupColumns(mailbox) };
  const rows = await insertRows(query, mailboxes, [row], { skipTaken: true, returning: ['id'] });
  return rows.length > 0;
}

export async function updateMailbox(
  query: QueryRows,
  orgId: string,
  id: string,
  fields: MailboxFields,
): Promise<void> {
  await query(
    `update outreach_mailboxes set name = $3, postal_address = $4, status = $5, daily_limit = $6, hourly_limit = $7,
       min_gap_seconds = $8, warmup_started_on = $9, warmup_first_day = $10, warmup_daily_step = $11
     where org_id = $1 and id = $2`,
    [orgId, id, ...fieldValues(fields)],
  );
}

function fieldValues(fields: MailboxFields): unknown[] {
  const { name, postalAddress, status, dailyLimit, hourlyLimit, minGapSeconds } = fields;
  const { warmupStartedOn, warmupFirstDay, warmupDailyStep } = warmupColumns(fields);
  return [
    ...[name, postalAddress, status, dailyLimit, hourlyLimit, minGapSeconds],
    ...[warmupStartedOn, warmupFirstDay, warmupDailyStep],
  ];
}

function warmupColumns({ warmup }: Pick<Mailbox, 'warmup'>) {
  return {
    warmupStartedOn: warmup?.startedOn ?? null,
    warmupFirstDay: warmup?.firstDay ?? 20,
    warmupDailyStep: warmup?.dailyStep ?? 10,
  };
}

export async function findMailbox(
  query: QueryRows,
  orgId: string,
  id: string,
  lock = false,
): Promise<Mailbox | undefined> {
  const rows = await query<MailboxRow>(
    `select ${mailboxes.columns} from outreach_mailboxes where org_id = $1 and id = $2${lock ? ' for update' : ''}`,
    [orgId, id],
  );
  return rows[0] && toMailbox(rows[0]);
}

/** All of the organization's mailboxes; there are few. */
export async function mailboxesOf(query: QueryRows, orgId: string): Promise<Mailbox[]> {
  const rows = await query<MailboxRow>(
    `select ${mailboxes.columns} from outreach_mailboxes where org_id = $1 order by created_at desc, id desc`,
    [orgId],
  );
  return rows.map(toMailbox);
}

export async function listMailboxes(
  query: QueryRows,
  orgId: string,
  page: { limit: number; offset: number },
): Promise<{ mailboxes: Mailbox[]; total: number }> {
  const { rows, total } = await queryPage<MailboxRow>(
    query,
    {
      rows: `select ${mailboxes.columns} from outreach_mailboxes where org_id = $1
        order by created_at desc, id desc limit $2 offset $3`,
      count: 'select count(*) from outreach_mailboxes where org_id = $1',
    },
    [orgId, page.limit, page.offset],
  );
  return { mailboxes: rows.map(toMailbox), total };
}

function toMailbox({ warmupStartedOn, warmupFirstDay, warmupDailyStep, ...mailbox }: MailboxRow): Mailbox {
  const warmup =
    warmupStartedOn === null
      ? null
      : { startedOn: warmupStartedOn, firstDay: warmupFirstDay, dailyStep: warmupDailyStep };
  return { ...mailbox, warmup };
}

/** Locks mailboxes in id order until the transaction ends. */
export async function lockMailboxes(query: QueryRows, ids: readonly string[]): Promise<Mailbox[]> {
  const rows = await query<MailboxRow>(
    `select ${mailboxes.columns} from outreach_mailboxes where id = any($1::uuid[]) order by org_id, id for no key update`,
    [[...ids]],
  );
  return rows.map(toMailbox);
}

/** Records mailboxes' usage, as updated. */
export async function noteUse(
  query: QueryRows,
  uses: readonly Pick<
    Mailbox,
    'id' | 'orgId' | 'day' | 'sentInDay' | 'hourStartedAt' | 'sentInHour' | 'freeAt'
  >[],
): Promise<void> {
  if (uses.length === 0) return;
  await query(
    `update outreach_mailboxes m set day = u.day, sent_in_day = u.in_day, hour_started_at = u.hour,
       sent_in_hour = u.in_hour, free_at = u.free_at
     from unnest($1::uuid[], $2::uuid[], $3::date[], $4::int[], $5::timestamptz[], $6::int[], $7::timestamptz[])
       as u(org_id, id, day, in_day, hour, in_hour, free_at)
     where m.org_id = u.org_id and m.id = u.id`,
    [
      uses.map(({ orgId }) => orgId),
      uses.map(({ id }) => id),
      uses.map(({ day }) => day),
      uses.map(({ sentInDay }) => sentInDay),
      uses.map(({ hourStartedAt }) => hourStartedAt),
      uses.map(({ sentInHour }) => sentInHour),
      uses.map(({ freeAt }) => freeAt),
    ],
  );
}

/** Makes messages that waited for the mailbox due now. */
export async function wakeMailbox(
  query: QueryRows,
  { orgId, id }: { orgId: string; id: string },
  now: Date,
): Promise<void> {
  await query(
    `update communications set next_attempt_at = greatest(scheduled_at, $3), waiting_for = null
     where org_id = $1 and mailbox_id = $2 and is_open and status = 'pending' and waiting_for like 'mailbox%'`,
    [orgId, id, now],
  );
}

/** Whether one of the addresses is a mailbox of some organization. */
export async function isMailbox(query: QueryRows, addresses: readonly string[]): Promise<boolean> {
  const rows = await query('select 1 from outreach_mailboxes where address = any($1::text[]) limit 1', [
    addresses,
  ]);
  return rows.length > 0;
}
