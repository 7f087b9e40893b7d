import type { QueryRows } from '../../../../kit/db/index.ts';
import { queryPage } from '../../../../kit/db/index.ts';
import type { Mailbox } from './mailbox.ts';

interface MailboxRow {
  id: string;
  org_id: string;
  address: string;
  name: string;
  postal_address: string | null;
  status: Mailbox['status'];
  is_default: boolean;
  daily_limit: number | null;
  hourly_limit: number | null;
  min_gap_seconds: number;
  warmup_started_on: string | null;
  warmup_first_day: number;
  warmup_daily_step: number;
  day: string | null;
  sent_in_day: number;
  hour_started_at: Date | null;
  sent_in_hour: number;
  free_at: Date | null;
  created_at: Date;
}

// Dates as text: a driver's Date would bring in the time zone of the process.
const COLUMNS = `id, org_id, address, name, postal_address, status, is_default, daily_limit, hourly_limit,
  min_gap_seconds, warmup_started_on::text, warmup_first_day, warmup_daily_step, day::text, sent_in_day,
  hour_started_at, sent_in_hour, free_at, created_at`;

/** What a mailbox is made of, or changed to. */
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
  const rows = await query(
    `insert into outreach_mailboxes (org_id, id, address, is_default, created_at, name, postal_address, status,
       daily_limit, hourly_limit, min_gap_seconds, warmup_started_on, warmup_first_day, warmup_daily_step)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) on conflict do nothing returning id`,
    [
      mailbox.orgId,
      mailbox.id,
      mailbox.address,
      mailbox.isDefault,
      mailbox.createdAt,
      ...fieldValues(mailbox),
    ],
  );
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
  const { warmup } = fields;
  return [
    fields.name,
    fields.postalAddress,
    fields.status,
    fields.dailyLimit,
    fields.hourlyLimit,
    fields.minGapSeconds,
    warmup?.startedOn ?? null,
    warmup?.firstDay ?? 20,
    warmup?.dailyStep ?? 10,
  ];
}

export async function findMailbox(
  query: QueryRows,
  orgId: string,
  id: string,
  lock = false,
): Promise<Mailbox | undefined> {
  const rows = await query<MailboxRow>(
    `select ${COLUMNS} from outreach_mailboxes where org_id = $1 and id = $2${lock ? ' for update' : ''}`,
    [orgId, id],
  );
  return rows[0] && toMailbox(rows[0]);
}

/** Every mailbox of the organization; there are few. */
export async function mailboxesOf(query: QueryRows, orgId: string): Promise<Mailbox[]> {
  const rows = await query<MailboxRow>(
    `select ${COLUMNS} from outreach_mailboxes where org_id = $1 order by created_at desc, id desc`,
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
      rows: `select ${COLUMNS} from outreach_mailboxes where org_id = $1
        order by created_at desc, id desc limit $2 offset $3`,
      count: 'select count(*) from outreach_mailboxes where org_id = $1',
    },
    [orgId, page.limit, page.offset],
  );
  return { mailboxes: rows.map(toMailbox), total };
}

export function toMailbox(row: MailboxRow): Mailbox {
  return {
    id: row.id,
    orgId: row.org_id,
    address: row.address,
    name: row.name,
    postalAddress: row.postal_address,
    status: row.status,
    isDefault: row.is_default,
    dailyLimit: row.daily_limit,
    hourlyLimit: row.hourly_limit,
    minGapSeconds: row.min_gap_seconds,
    warmup:
      row.warmup_started_on === null
        ? null
        : {
            startedOn: row.warmup_started_on,
            firstDay: row.warmup_first_day,
            dailyStep: row.warmup_daily_step,
          },
    day: row.day,
    sentInDay: row.sent_in_day,
    hourStartedAt: row.hour_started_at,
    sentInHour: row.sent_in_hour,
    freeAt: row.free_at,
    createdAt: row.created_at,
  };
}

/** Locks mailboxes, in the order of their ids, until the transaction ends. */
export async function lockMailboxes(query: QueryRows, ids: readonly string[]): Promise<Mailbox[]> {
  const rows = await query<MailboxRow>(
    `select ${COLUMNS} from outreach_mailboxes where id = any($1::uuid[]) order by org_id, id for no key update`,
    [[...ids]],
  );
  return rows.map(toMailbox);
}

/** Notes what mailboxes began, as they stand after it. */
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
