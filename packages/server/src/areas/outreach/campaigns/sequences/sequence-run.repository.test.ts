import { afterAll, beforeAll, expect, test } from 'vitest';
import { inTransaction, type QueryRows, queryPool } from '../../../../kit/db/index.ts';
import { type OpenDatabase, openDatabase } from '../../../../kit/db/testing/open-database.ts';
import { newUuid } from '../../../../kit/ids.ts';
import { insertCampaign } from '../campaigns/campaign.repository.ts';
import type { CampaignStatus } from '../campaigns/campaign.ts';
import { lockDueRuns, moveRuns } from './sequence-run.repository.ts';

let database: OpenDatabase;
let query: QueryRows;
beforeAll(async () => {
  database = await openDatabase();
  query = queryPool(database.pool);
});
afterAll(() => database?.close());

const now = new Date('2026-11-20T12:00:00.000Z');

/** A campaign with a lead whose first step is due. */
async function dueRun(status: CampaignStatus = 'active') {
  const run = { orgId: newUuid(), campaignId: newUuid(), leadId: newUuid() };
  await insertCampaign(query, {
    orgId: run.orgId,
    id: run.campaignId,
    name: 'c',
    description: '',
    status,
    pauseReason: null,
    icp: {},
    channels: ['email'],
    strategy: {},
    agentConfig: {},
    squad: [],
    slo: {},
    dailySendLimit: null,
    createdAt: now,
    updatedAt: now,
    launchedAt: now,
    completedAt: null,
  });
  await query(
    `insert into sequence_runs (org_id, campaign_id, lead_id, execution_id, status, due_at, trace_id)
     values ($1, $2, $3, $4, 'active', $5, $6)`,
    [run.orgId, run.campaignId, run.leadId, newUuid(), now, newUuid()],
  );
  return run;
}

test('only runs of active campaigns are due, and runs leased by one node are not taken by others', async () => {
  const due = await dueRun();
  await dueRun('paused');
  const everybody = { without: [] };
  await inTransaction(database.pool, async (own) => {
    const locked = await lockDueRuns(own, everybody, { now, limit: 10 });
    expect(locked).toMatchObject([{ ...due, nextStep: 1, timezone: null, openedAt: null }]);
    expect(await lockDueRuns(query, everybody, { now, limit: 10 })).toEqual([]);
  });
  expect(await lockDueRuns(query, { only: due.orgId }, { now, limit: 10 })).toHaveLength(1);
  expect(await lockDueRuns(query, { without: [due.orgId] }, { now, limit: 10 })).toEqual([]);
  expect(
    await lockDueRuns(query, { only: due.orgId }, { now: new Date(now.getTime() - 1), limit: 10 }),
  ).toEqual([]);
});

test('a run moves to the given step, only in its own organization', async () => {
  const { orgId, ...run } = await dueRun();
  const move = { ...run, status: 'active', stopReason: null, nextStep: 3, dueAt: now } as const;
  await moveRuns(query, newUuid(), [{ ...move, status: 'stopped', stopReason: 'elsewhere' }]);
  await moveRuns(query, orgId, [move]);
  expect(await lockDueRuns(query, { only: orgId }, { now, limit: 10 })).toMatchObject([{ nextStep: 3 }]);
  await moveRuns(query, orgId, [{ ...move, status: 'finished', dueAt: null }]);
  expect(await lockDueRuns(query, { only: orgId }, { now, limit: 10 })).toEqual([]);
});
