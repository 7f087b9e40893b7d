import { sql } from 'kysely';
import type { JobContext } from '../../../../engine/jobs/index.ts';
import type { AnyDatabase, AnyTransaction } from '../../../../engine/spine/index.ts';
import type { DatabaseConnection } from '../../../../kit/db/index.ts';
import { findImport, type LeadImport } from '../import/import.repository.ts';
import { readCustomer } from './score.repository.ts';
import { DEFAULT_CUSTOMER, type Score } from './score-lead.ts';
import type { ScorePorts } from './score-one.ts';
import { scoredEvent } from './scored-event.ts';
import type { ScoringThreads } from './scoring-threads.ts';

export interface ScoreImportPorts extends ScorePorts {
  connection: DatabaseConnection;
  scoring: ScoringThreads;
}

/** Events that one transaction publishes: a few milliseconds of computing. */
const EVENTS_AT_ONCE = 250;

/**
 * Scores the leads that an import brought, all at once, and then publishes `lead.scored` for each. How
 * far it published commits with the events, so that a run that was killed publishes none twice.
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
  if ((await readFollowed(ports.db, one)) === null) {
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
  }
  while (await publishNext(ports, one, range)) {
    if (signal.aborted) throw new Error('the service stops; the rest is published when it runs again');
  }
}

/** Ids of an import's leads begin with its moment. */
export function leadRange({ createdAt }: LeadImport): { firstLeadId: string; lastLeadId: string } {
  const time = createdAt.getTime().toString(16).padStart(12, '0');
  const start = `${time.slice(0, 8)}-${time.slice(8)}`;
  return {
    firstLeadId: `${start}-0000-0000-000000000000`,
    lastLeadId: `${start}-ffff-ffff-ffffffffffff`,
  };
}

interface ScoredRow extends Omit<Score, 'reasons' | 'confidence'> {
  lead_id: string;
  previous_score: number | null;
  scored_at: Date;
}

/** Publishes the next events of an import's scores; false when there are none left. */
async function publishNext(
  { unitOfWork }: ScorePorts,
  one: LeadImport,
  { firstLeadId, lastLeadId }: { firstLeadId: string; lastLeadId: string },
): Promise<boolean> {
  const { orgId, id, correlationId } = one;
  return unitOfWork(async (tx) => {
    const after = await readFollowed(tx, one);
    const { rows } = await sql<ScoredRow>`
      select s.lead_id, s.score, s.previous_score, s.fit, s.intent, s.engagement, s.tier, s.recommendation, s.scored_at
      from lead_scores s join leads l on l.org_id = s.org_id and l.id = s.lead_id
      where s.org_id = ${orgId} and s.lead_id > ${after ?? firstLeadId} and s.lead_id <= ${lastLeadId}
        and l.import_id = ${id}
      order by s.lead_id limit ${EVENTS_AT_ONCE}`.execute(tx);
    const last = rows.at(-1);
    if (last !== undefined) {
      await sql`update lead_imports set followed_through = ${last.lead_id} where org_id = ${orgId} and id = ${id}`.execute(
        tx,
      );
    }
    const events = rows.map(({ lead_id, previous_score, scored_at, ...score }) =>
      scoredEvent({
        ...score,
        orgId,
        leadId: lead_id,
        previousScore: previous_score,
        scoredAt: scored_at,
        correlationId,
      }),
    );
    return { value: rows.length === EVENTS_AT_ONCE, events };
  });
}

/** How far the scores of an import were published; null before the first. */
async function readFollowed(
  db: AnyDatabase | AnyTransaction,
  { orgId, id }: LeadImport,
): Promise<string | null> {
  const { rows } = await sql<{ followed: string | null }>`
    select followed_through as followed from lead_imports where org_id = ${orgId} and id = ${id}`.execute(db);
  return rows[0]?.followed ?? null;
}
