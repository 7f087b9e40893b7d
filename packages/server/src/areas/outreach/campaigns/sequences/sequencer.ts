import { setImmediate as nextTurn } from 'node:timers/promises';
import type { NewEvent } from '../../../../engine/spine/index.ts';
import { type QueryRows, rowsIn } from '../../../../kit/db/index.ts';
import { AppError } from '../../../../kit/errors/index.ts';
import { newUuid } from '../../../../kit/ids.ts';
import { required } from '../../../../kit/required.ts';
import { recordSpans } from '../../books/traces/span.repository.ts';
import { findRecipients, insertCommunications } from '../../mail/communications/communication.repository.ts';
import type { Communication } from '../../mail/communications/communication.ts';
import { blockedEvent } from '../../mail/communications/communication-events.ts';
import { enqueueSpans } from '../../mail/communications/enqueue-spans.ts';
import type { SendingPorts } from '../../mail/communications/sending-ports.ts';
import { blockingCheck } from '../../mail/compliance/compliance-check.ts';
import type { Mailbox } from '../../mail/mailboxes/mailbox.ts';
import { ensureMailboxes } from '../../mail/mailboxes/mailbox-service.ts';
import { holdLeads } from '../../people/leads/known-lead.repository.ts';
import { findSuppressed } from '../../people/suppressions/suppression.repository.ts';
import { readCampaignTerms } from '../../terms/campaign-terms.repository.ts';
import { type Count, countAll } from '../../terms/counter.repository.ts';
import { type SequenceStep, stepsOf } from '../../terms/strategy.ts';
import {
  hasDueRuns,
  lockDueRuns,
  type Movable,
  moveRuns,
  type RunMove,
  readThreads,
  type SequenceRun,
} from './sequence-run.repository.ts';
import { type StepToWrite, writeStep } from './write-step.ts';

const AT_ONCE = 200;
/** Smaller, because rows stay locked for as long as the sandbox takes. */
const AT_ONCE_APART = 20;
const RETRY_MS = 3_600_000;
/** For runs that only have to wait for others. */
const BUSY_MS = 30_000;
/** Time spent writing before yielding the thread. */
const TURN_MS = 4;

/** What happens to a run now. */
type Move =
  | { kind: 'apart'; run: SequenceRun }
  | { kind: 'queued'; run: SequenceRun; message: Communication }
  | { kind: 'blocked'; run: SequenceRun; message: Communication }
  | { kind: 'skipped'; run: SequenceRun; nextStep: number; dueAt: Date }
  | { kind: 'finished'; run: SequenceRun }
  | { kind: 'stopped'; run: SequenceRun; reason: string };

export interface Moved {
  /** Whether more may be due. */
  isMore: boolean;
  /**
   * Organizations with steps whose texts need more than plain placeholders; those are left for a separate
   * call.
   */
  apart: Set<string>;
}

/** Whether any lead's step is due: the only query when idle. */
export function hasDueSteps({ db, clock }: SendingPorts): Promise<boolean> {
  return hasDueRuns(rowsIn(db), new Date(clock.now()));
}

/**
 * Advances leads whose step is due: writes its message to the outbox, or skips a step whose condition is not
 * met. Safe to run on any number of nodes at once.
 */
export async function moveSequences(ports: SendingPorts, movable: Movable): Promise<Moved> {
  const { unitOfWork, clock } = ports;
  const limit = 'only' in movable ? AT_ONCE_APART : AT_ONCE;
  return unitOfWork(async (tx) => {
    const query = rowsIn(tx);
    const now = new Date(clock.now());
    const runs = await lockDueRuns(query, movable, { now, limit });
    const apart = new Set<string>();
    const events: NewEvent[] = [];
    for (const [orgId, group] of Map.groupBy(runs, (run) => run.orgId)) {
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
        const blocking = move.kind === 'blocked' && blockingCheck(move.message.compliance);
        if (blocking) events.push(blockedEvent(move.message, blocking, now));
      }
    }
    return { value: { isMore: runs.length === limit, apart }, events };
  });
}

async function plan(
  ports: SendingPorts,
  query: QueryRows,
  orgId: string,
  runs: SequenceRun[],
  { now, texts }: { now: Date; texts: 'plain' | 'any' },
): Promise<Move[]> {
  const groups = Map.groupBy(runs, ({ campaignId }) => campaignId);
  const campaigns = await readCampaignTerms(query, orgId, [...groups.keys()]);
  const leadIds = runs.map(({ leadId }) => leadId);
  // Without waiting: an erasure waits for the runs that are locked here.
  const held = await holdLeads(query, orgId, leadIds, { waits: false });
  const leads = await findRecipients(query, orgId, [...held]);
  const mailboxes: Mailbox[] = await ensureMailboxes(ports, orgId);
  const threads = await readThreads(
    query,
    orgId,
    runs.filter(({ nextStep }) => nextStep > 1),
  );
  const moves: (Move | Promise<Move>)[] = [];
  let turnBegan = performance.now();
  for (const [campaignId, group] of groups) {
    const terms = required(campaigns.get(campaignId), 'the campaign of a run');
    const emails = group.flatMap(({ leadId }) => leads.get(leadId)?.email ?? []);
    const suppressed = await findSuppressed(ports.db, orgId, emails, { campaignId, now });
    const steps = stepsOf(terms.strategy);
    for (const run of group) {
      const step = steps.find(({ step }) => step >= run.nextStep);
      const lead = leads.get(run.leadId);
      if (lead === undefined) moves.push({ kind: 'stopped', run, reason: 'lead_erased' });
      else if (step === undefined) moves.push({ kind: 'finished', run });
      else if (!isMet(step, run)) moves.push(passOver(run, steps, step, now));
      else {
        const thread = threads.get(`${campaignId} ${run.leadId}`);
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

/** A step that cannot be written delays only its own lead, and is retried later. */
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

function isMet({ condition = 'always' }: SequenceStep, { openedAt, clickedAt }: SequenceRun): boolean {
  switch (condition) {
    case 'if_opened':
      return openedAt !== null;
    case 'if_not_opened':
      return openedAt === null;
    case 'if_clicked':
      return clickedAt !== null;
    case 'if_not_clicked':
      return clickedAt === null;
    default:
      return true;
  }
}

function passOver(run: SequenceRun, steps: SequenceStep[], step: SequenceStep, now: Date): Move {
  const next = steps.find((one) => one.step > step.step);
  if (next === undefined) return { kind: 'finished', run };
  return {
    kind: 'skipped',
    run,
    nextStep: next.step,
    dueAt: new Date(now.getTime() + next.delay_hours * 3_600_000),
  };
}

/** Returns the messages that were stored. */
async function store(query: QueryRows, orgId: string, moves: Move[]): Promise<Communication[]> {
  const written = moves.flatMap((move) => ('message' in move ? move.message : []));
  const added = await insertCommunications(query, written);
  await moveRuns(query, orgId, moves.map(toRunMove));
  const blocked = moves.filter((move) => move.kind === 'blocked');
  await countAll(
    query,
    orgId,
    blocked.map(({ message }): Count => ({ ...message, metric: 'blocked' })),
  );
  return written.filter(({ id }) => added.has(id));
}

function toRunMove(move: Move): RunMove {
  const { campaignId, leadId, nextStep } = move.run;
  const to: RunMove = { campaignId, leadId, status: 'active', stopReason: null, nextStep, dueAt: null };
  switch (move.kind) {
    case 'finished':
      return { ...to, status: 'finished' };
    case 'blocked':
      return { ...to, status: 'stopped', stopReason: 'compliance' };
    case 'stopped':
      return { ...to, status: 'stopped', stopReason: move.reason };
    case 'skipped':
      return { ...to, nextStep: move.nextStep, dueAt: move.dueAt };
    default:
      return to;
  }
}
