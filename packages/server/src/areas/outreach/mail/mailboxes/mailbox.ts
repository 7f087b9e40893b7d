import { column, defineTable, type RowOf } from '../../../../kit/db/index.ts';
/** An organization's sender addresses, each with its throttle. Days and hours are UTC. */
export const mailboxes = defineTable('outreach_mailboxes', {
  id: column.uuid(),
  orgId: column.uuid(),
  address: column.text(),
  name: column.text(),
  postalAddress: column.text().orNull(),
  status: column.text<'active' | 'paused'>(),
  isDefault: column.boolean(),
  dailyLimit: column.integer().orNull(),
  hourlyLimit: column.integer().orNull(),
  minGapSeconds: column.integer(),
  warmupStartedOn: column.date().orNull(),
  warmupFirstDay: column.integer(),
  warmupDailyStep: column.integer(),
  /** Usage in the named day and hour; it counts only while they are current. */
  day: column.date().orNull().filled(),
  sentInDay: column.integer().filled(),
  hourStartedAt: column.timestamp().orNull().filled(),
  sentInHour: column.integer().filled(),
  freeAt: column.timestamp().orNull().filled(),
  createdAt: column.timestamp(),
});

export type MailboxRow = RowOf<typeof mailboxes>;
type WarmupField = 'warmupStartedOn' | 'warmupFirstDay' | 'warmupDailyStep';

export interface Mailbox extends Omit<MailboxRow, WarmupField> {
  warmup: { startedOn: string; firstDay: number; dailyStep: number } | null;
}

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** What a mailbox may start now, and when it may continue after that. */
export interface Allowance {
  messages: number;
  /** Why it is not more, and until when; null when nothing limits it. */
  held: {
    reason: 'mailbox_paused' | 'mailbox_daily_limit' | 'mailbox_hourly_limit' | 'mailbox_gap';
    until: number;
  } | null;
  usedInDay: number;
  usedInHour: number;
}

/** The daily limit with warm-up, which grows day by day. Null for none. */
export function dailyLimitOn(mailbox: Pick<Mailbox, 'dailyLimit' | 'warmup'>, nowMs: number): number | null {
  const { dailyLimit, warmup } = mailbox;
  if (warmup === null) return dailyLimit;
  const days = Math.max(Math.floor(nowMs / DAY_MS) - Math.floor(Date.parse(warmup.startedOn) / DAY_MS), 0);
  const warm = warmup.firstDay + days * warmup.dailyStep;
  return dailyLimit === null ? warm : Math.min(warm, dailyLimit);
}

/** How many messages the mailbox may start now. */
export function allowanceOf(mailbox: Mailbox, nowMs: number): Allowance {
  const day = new Date(nowMs).toISOString().slice(0, 10);
  const hourStart = Math.floor(nowMs / HOUR_MS) * HOUR_MS;
  const usedInDay = mailbox.day === day ? mailbox.sentInDay : 0;
  const usedInHour = mailbox.hourStartedAt?.getTime() === hourStart ? mailbox.sentInHour : 0;
  const counted = { usedInDay, usedInHour };
  if (mailbox.status === 'paused') {
    return { ...counted, messages: 0, held: { reason: 'mailbox_paused', until: nowMs + HOUR_MS } };
  }
  const limit = dailyLimitOn(mailbox, nowMs);
  const inDay = limit === null ? Number.POSITIVE_INFINITY : Math.max(limit - usedInDay, 0);
  const inHour =
    mailbox.hourlyLimit === null ? Number.POSITIVE_INFINITY : Math.max(mailbox.hourlyLimit - usedInHour, 0);
  const nextDay = (Math.floor(nowMs / DAY_MS) + 1) * DAY_MS;
  if (inDay === 0) {
    return { ...counted, messages: 0, held: { reason: 'mailbox_daily_limit', until: nextDay } };
  }
  if (inHour === 0) {
    return { ...counted, messages: 0, held: { reason: 'mailbox_hourly_limit', until: hourStart + HOUR_MS } };
  }
  if (mailbox.minGapSeconds > 0) {
    const gapMs = mailbox.minGapSeconds * 1_000;
    const known = mailbox.freeAt?.getTime() ?? 0;
    // Further ahead than one gap: the clock was set back since.
    const freeAt = known > nowMs + gapMs ? 0 : known;
    const until = Math.max(freeAt, nowMs + gapMs);
    if (freeAt > nowMs) return { ...counted, messages: 0, held: { reason: 'mailbox_gap', until: freeAt } };
    return { ...counted, messages: 1, held: { reason: 'mailbox_gap', until } };
  }
  const messages = Math.min(inDay, inHour);
  const held =
    inDay <= inHour
      ? ({ reason: 'mailbox_daily_limit', until: nextDay } as const)
      : ({ reason: 'mailbox_hourly_limit', until: hourStart + HOUR_MS } as const);
  return { ...counted, messages, held: Number.isFinite(messages) ? held : null };
}
