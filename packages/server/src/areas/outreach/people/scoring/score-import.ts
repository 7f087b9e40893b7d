import type { JobContext } from '../../../../engine/jobs/index.ts';
import { type DatabaseConnection, transact } from '../../../../kit/db/index.ts';
import { findImport, type LeadImport } from '../import/import.repository.ts';
import { readCustomer } from './score.repository.ts';
import { dropErasedScores, nextScores, noteFollowed, readFollowed } from './score-import.repository.ts';
import { DEFAULT_CUSTOMER } from './score-lead.ts';
import type { ScorePorts } from './score-one.ts';
import { scoredEvent } from './scored-event.ts';
import type { ScoringThreads } from './scoring-threads.ts';

export interface ScoreImportPorts extends ScorePorts {
  connection: DatabaseConnection;
  scoring: ScoringThreads;
}

/** Events published per transaction: a few milliseconds of computing. */
const EVENTS_AT_ONCE = 250;

/**
 * Scores an import's leads all at once, then publishes `lead.scored` for each. Progress commits with the
 * events, so that an interrupted run publishes none twice.
 */
export async function scoreImport(
  ports: ScoreImportPorts,
  { orgId, importId }: { orgId: string; importId: string },
  { signal }: Pick<JobContext, 'signal'>,
): Promise<void> {
  const one = await findImport(ports.db, orgId, importId);
  if (one === undefined) return;
  const range = leadRange(one);
  const { campaignId } = one.options;
  const found = campaignId === null ? undefined : await readCustomer(ports.db, orgId, { campaignId });
  const { connection, clock } = ports;
  if ((await readFollowed(ports.db, orgId, importId)) === null) {
    const customer = found?.customer ?? DEFAULT_CUSTOMER;
    await ports.scoring.score({
      connection,
      orgId,
      importId,
      ...range,
      campaignId,
      customer,
      nowMs: clock.now(),
    });
    await transact(ports.db, (tx) => dropErasedScores(tx, { orgId, ...range }));
  }
  while (await publishNext(ports, one, range)) {
    if (signal.aborted) throw new Error('the service stops; the rest is published when it runs again');
  }
}

/** Ids of an import's leads begin with its time. */
export function leadRange({ createdAt }: LeadImport): { firstLeadId: string; lastLeadId: string } {
  const time = createdAt.getTime().toString(16).padStart(12, '0');
  const start = `${time.slice(0, 8)}-${time.slice(8)}`;
  return {
    firstLeadId: `${start}-0000-0000-000000000000`,
    lastLeadId: `${start}-ffff-ffff-ffffffffffff`,
  };
}

/** Publishes the next events of an import's scores; false when none are left. */
async function publishNext(
  { unitOfWork }: ScorePorts,
  one: LeadImport,
  { firstLeadId, lastLeadId }: { firstLeadId: string; lastLeadId: string },
): Promise<boolean> {
  const { orgId, id: importId, correlationId } = one;
  return unitOfWork(async (tx) => {
    const after = (await readFollowed(tx, orgId, importId)) ?? firstLeadId;
    const scores = await nextScores(tx, { orgId, importId, after, lastLeadId }, EVENTS_AT_ONCE);
    const last = scores.at(-1);
    if (last !== undefined) await noteFollowed(tx, orgId, importId, last.leadId);
    const events = scores.map((score) => scoredEvent({ ...score, orgId, correlationId }));
    return { value: scores.length === EVENTS_AT_ONCE, events };
  });
}
