import { setImmediate as nextTurn } from 'node:timers/promises';
import type { NewEvent } from '../../../../engine/spine/index.ts';
import { type QueryRows, rowsIn } from '../../../../kit/db/index.ts';
import { AppError } from '../../../../kit/errors/index.ts';
import { newUuid } from '../../../../kit/ids.ts';
import { recordSpans } from '../../books/traces/record-spans.ts';
import { findRecipients, insertCommunications } from '../../mail/communications/communication.repository.ts';
import type { Communication } from '../../mail/communications/communication.ts';
import { blockedEvent } from '../../mail/communications/communication-events.ts';
import { enqueueSpans } from '../../mail/communications/enqueue-spans.ts';
import type { SendingPorts } from '../../mail/communications/sending-ports.ts';
import { blockingCheck } from '../../mail/compliance/compliance-check.ts';
import type { Mailbox } from '../../mail/mailboxes/mailbox.ts';
import { ensureMailboxes } from '../../mail/mailboxes/mailbox-service.ts';
import { findSuppressed } from '../../people/suppressions/suppression.repository.ts';
import { readCampaignTerms } from '../../terms/campaign-terms.ts';
import { type Count, countAll } from '../../terms/counters.ts';
import { type SequenceStep, stepsOf } from '../../terms/strategy.ts';
import { type DueRun, type StepToWrite, writeStep } from './write-step.ts';

const AT_ONCE = 200;
/** Of one organization whose texts are filled in apart: rows are locked as long as that takes. */
const AT_ONCE_APART = 20;
const RETRY_MS = 3_600_000;
/** For what only has to wait for others. */
const BUSY_MS = 30_000;
/** Writing goes on so long before others on this thread have their turn. */
const TURN_MS = 4;

interface RunRow {
  org_id: string;
  campaign_id: string;
  lead_id: string;
  execution_id: string;
  next_step: number;
  trace_id: string;
  timezone: string | null;
  opened_at: Date | null;
  clicked_at: Date | null;
}

/** What becomes of a run now. */
type Move =
  | { kind: 'apart'; run: DueRun }
  | { kind: 'queued'; run: DueRun; message: Communication }
  | { kind: 'blocked'; run: DueRun; message: Communication }
  | { kind: 'skipped'; run: DueRun; nextStep: number; dueAt: Date }
  | { kind: 'finished'; run: DueRun }
  | { kind: 'stopped'; run: DueRun; reason: string };

/** Whose steps to move: all but those of some organizations, or those of one alone, whatever its texts ask for. */
export type Movable = { without: readonly string[] } | { only: string };

export interface Moved {
  /** More may be due. */
  isMore: boolean;
  /** Organizations with steps whose texts ask for more than names of values; those are left for a call that is for it alone. */
  apart: Set<string>;
}

/** Whether a step of any lead is due: at rest that is all that is asked. */
export async function hasDueSteps({ db, clock }: SendingPorts): Promise<boolean> {
  const [found] = await rowsIn(db)<{ due: boolean }>(
    `select exists (select from sequence_runs r join outreach_campaigns c on c.org_id = r.org_id and c.id = r.campaign_id
       where r.status = 'active' and r.due_at <= $1 and c.status = 'active') as due`,
    [new Date(clock.now())],
  );
  return found?.due === true;
}

/**
 * Moves leads whose step is due: writes its message into the outbox, or passes over a step whose condition
 * is not met. Any number of nodes may do so at once.
 */
export async function moveSequences(ports: SendingPorts, movable: Movable): Promise<Moved> {
  const { unitOfWork, clock } = ports;
  const [orgIds, atOnce] =
    'only' in movable ? [[movable.only], AT_ONCE_APART] : [[...movable.without], AT_ONCE];
  return unitOfWork(async (tx) => {
    const query = rowsIn(tx);
    const now = new Date(clock.now());
    const rows = await query<RunRow>(
      `select r.org_id, r.campaign_id, r.lead_id, r.execution_id, r.next_step, r.trace_id, r.timezone, r.opened_at, r.clicked_at
       from sequence_runs r join outreach_campaigns c on c.org_id = r.org_id and c.id = r.campaign_id
       where r.status = 'active' and r.due_at <= $1 and c.status = 'active'
         and ${'only' in movable ? 'r.org_id = any($2::uuid[])' : 'r.org_id <> all($2::uuid[])'}
       order by r.due_at limit $3 for update of r skip locked`,
      [now, orgIds, atOnce],
    );
    const apart = new Set<string>();
    const events: NewEvent[] = [];
    for (const [orgId, group] of Map.groupBy(rows, (row) => row.org_id)) {
      const planned = await plan(ports, query, orgId, group, {
        now,
        texts: 'only' in movable ? 'any' : 'plain',
      });
      const moves = planned.filter(({ kind }) => kind !== 'apart');
      if (moves.length < planned.length) apart.add(orgId);
      const written = await store(query, orgId, moves);
      await recordSpans(
        tx,
        orgId,
        written.flatMap((message) => enqueueSpans(message, clock.now())),
      );
      for (const move of moves) {
        if (move.kind !== 'blocked') continue;
        events.push(blockedEvent(move.message, blockingCheck(move.message.compliance)!, now));
      }
    }
    return { value: { isMore: rows.length === atOnce, apart }, events };
  });
}

async function plan(
  ports: SendingPorts,
  query: QueryRows,
  orgId: string,
  rows: RunRow[],
  { now, texts }: { now: Date; texts: 'plain' | 'any' },
): Promise<Move[]> {
  const campaigns = await readCampaignTerms(query, orgId, [...new Set(rows.map((row) => row.campaign_id))]);
  const leads = await findRecipients(
    query,
    orgId,
    rows.map((row) => row.lead_id),
  );
  const mailboxes: Mailbox[] = await ensureMailboxes(ports, orgId);
  const threads = await lastMessages(query, orgId, rows);
  const moves: (Move | Promise<Move>)[] = [];
  let turnBegan = performance.now();
  for (const [campaignId, group] of Map.groupBy(rows, (row) => row.campaign_id)) {
    const terms = campaigns.get(campaignId)!;
    const emails = group.flatMap((row) => leads.get(row.lead_id)?.email ?? []);
    const suppressed = await findSuppressed(ports.db, orgId, emails, { campaignId, now });
    const steps = stepsOf(terms.strategy);
    for (const row of group) {
      const run = toRun(row);
      const step = steps.find(({ step }) => step >= row.next_step);
      const lead = leads.get(row.lead_id);
      if (lead === undefined) moves.push({ kind: 'stopped', run, reason: 'lead_erased' });
      else if (step === undefined) moves.push({ kind: 'finished', run });
      else if (!isMet(step, row)) moves.push(passOver(run, steps, step, now));
      else {
        const thread = threads.get(`${campaignId} ${row.lead_id}`);
        const suppressedBy = suppressed.get(lead.email)?.reason ?? null;
        const toWrite = {
          run,
          step,
          terms,
          lead,
          mailboxes,
          suppressedBy,
          thread,
          id: newUuid(now.getTime()),
        };
        moves.push(writeMove(ports, toWrite, { now, texts }));
        if (performance.now() - turnBegan > TURN_MS) {
          await nextTurn();
          turnBegan = performance.now();
        }
      }
    }
  }
  return Promise.all(moves);
}

/** A step that cannot be written holds up nobody but its lead, and is tried again later. */
async function writeMove(
  ports: SendingPorts,
  toWrite: StepToWrite,
  { now, texts }: { now: Date; texts: 'plain' | 'any' },
): Promise<Move> {
  const { run, step } = toWrite;
  try {
    const message = await writeStep(ports, toWrite, texts);
    if (message === undefined) return { kind: 'apart', run };
    return { kind: message.status === 'failed' ? 'blocked' : 'queued', run, message };
  } catch (error) {
    const isBusy = error instanceof AppError && error.code === 'unavailable';
    if (!isBusy) ports.log.warn({ err: error, campaign_id: run.campaignId }, 'writing a step');
    const dueAt = new Date(now.getTime() + (isBusy ? BUSY_MS : RETRY_MS));
    return { kind: 'skipped', run, nextStep: step.step, dueAt };
  }
}

function toRun(row: RunRow): DueRun {
  return {
    orgId: row.org_id,
    campaignId: row.campaign_id,
    leadId: row.lead_id,
    executionId: row.execution_id,
    traceId: row.trace_id,
    timezone: row.timezone,
  };
}

function isMet({ condition = 'always' }: SequenceStep, { opened_at, clicked_at }: RunRow): boolean {
  switch (condition) {
    case 'if_opened':
      return opened_at !== null;
    case 'if_not_opened':
      return opened_at === null;
    case 'if_clicked':
      return clicked_at !== null;
    case 'if_not_clicked':
      return clicked_at === null;
    default:
      return true;
  }
}

function passOver(run: DueRun, steps: SequenceStep[], step: SequenceStep, now: Date): Move {
  const next = steps.find((one) => one.step > step.step);
  if (next === undefined) return { kind: 'finished', run };
  return {
    kind: 'skipped',
    run,
    nextStep: next.step,
    dueAt: new Date(now.getTime() + next.delay_hours * 3_600_000),
  };
}

/** The last mail that each lead was sent in its campaign, which the next one follows up on. */
async function lastMessages(query: QueryRows, orgId: string, rows: RunRow[]) {
  const later = rows.filter((row) => row.next_step > 1);
  if (later.length === 0) return new Map<string, { messageId: string; subject: string }>();
  const found = await query<{ campaign_id: string; lead_id: string; message_id: string; subject: string }>(
    `select distinct on (c.campaign_id, c.lead_id) c.campaign_id, c.lead_id, c.message_id, c.subject
     from communications c join unnest($2::uuid[], $3::uuid[]) as r(campaign_id, lead_id)
       on c.campaign_id = r.campaign_id and c.lead_id = r.lead_id
     where c.org_id = $1 and c.sent_at is not null order by c.campaign_id, c.lead_id, c.sent_at desc`,
    [orgId, later.map((row) => row.campaign_id), later.map((row) => row.lead_id)],
  );
  return new Map(
    found.map((row) => [
      `${row.campaign_id} ${row.lead_id}`,
      { messageId: row.message_id, subject: row.subject },
    ]),
  );
}

/** Returns the messages that were written. */
async function store(query: QueryRows, orgId: string, moves: Move[]): Promise<Communication[]> {
  const written = moves.flatMap((move) => ('message' in move ? move.message : []));
  const added = await insertCommunications(query, written);
  const rows = moves.map((move) => ({
    campaign_id: move.run.campaignId,
    lead_id: move.run.leadId,
    status:
      move.kind === 'finished'
        ? 'finished'
        : move.kind === 'blocked' || move.kind === 'stopped'
          ? 'stopped'
          : 'active',
    reason: move.kind === 'blocked' ? 'compliance' : move.kind === 'stopped' ? move.reason : null,
    next_step: move.kind === 'skipped' ? move.nextStep : null,
    due_at: move.kind === 'skipped' ? move.dueAt : null,
  }));
  await query(
    `update sequence_runs r set status = m.status, stop_reason = m.reason, due_at = m.due_at,
       next_step = coalesce(m.next_step, r.next_step)
     from json_to_recordset($2::json) as m(campaign_id uuid, lead_id uuid, status text, reason text, next_step int,
       due_at timestamptz)
     where r.org_id = $1 and r.campaign_id = m.campaign_id and r.lead_id = m.lead_id`,
    [orgId, JSON.stringify(rows)],
  );
  const blocked = moves.filter((move) => move.kind === 'blocked');
  await countAll(
    query,
    orgId,
    blocked.map(({ message }): Count => ({ ...message, metric: 'blocked' })),
  );
  return written.filter(({ id }) => added.has(id));
}
